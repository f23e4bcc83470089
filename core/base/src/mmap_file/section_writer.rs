//! A writer of sections, into memory or a temporary file.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::ops::Range;

use super::blocks::Blocks;
use super::seal::{BLOCK, Sealing};
use super::{ALIGN, FileType, SectionFile, Sum};
use crate::error::Result;
use crate::spool::{read_at, temporary_file};

/// The number of bytes that are written to a file at once.
const BUFFER: usize = 1 << 20;

/// The destination of a file that is being written.
enum Sink {
    Memory(Vec<u8>),
    /// A file, with the bytes that are not written to it yet.
    Disk(File, Vec<u8>),
}

/// A writer of a [`SectionFile`], whose sections may be written in any order.
pub struct SectionWriter<const COUNT: usize, const NUMBERS: usize> {
    sort: &'static FileType,
    sink: Sink,
    /// The number of bytes written so far.
    at: usize,
    sections: [Range<usize>; COUNT],
}

impl<const COUNT: usize, const NUMBERS: usize> SectionWriter<COUNT, NUMBERS> {
    const HEADER: usize = SectionFile::<COUNT, NUMBERS>::HEADER;

    /// Creates a writer into memory.
    pub fn in_memory(sort: &'static FileType) -> SectionWriter<COUNT, NUMBERS> {
        SectionWriter::new(sort, Sink::Memory(vec![0; Self::HEADER]))
    }

    /// Creates a writer into a temporary file.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](crate::ErrorKind::Storage) if no temporary file can be created.
    pub fn on_disk(sort: &'static FileType) -> Result<SectionWriter<COUNT, NUMBERS>> {
        Ok(SectionWriter::new(sort, Sink::Disk(temporary_file()?, vec![0; Self::HEADER])))
    }

    fn new(sort: &'static FileType, sink: Sink) -> SectionWriter<COUNT, NUMBERS> {
        SectionWriter { sort, sink, at: Self::HEADER, sections: [const { 0..0 }; COUNT] }
    }

    /// Starts a section. `index` is its index in the header. If the section exists and is the last one, it
    /// is replaced.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](crate::ErrorKind::Storage) if the file cannot be written.
    pub fn begin(&mut self, index: usize) -> Result<()> {
        let known = self.sections[index].clone();
        if !known.is_empty() && known.end == self.at {
            let failed = |cause| self.sort.unwritten(cause);
            match &mut self.sink {
                Sink::Memory(bytes) => bytes.truncate(known.start),
                Sink::Disk(file, bytes) => {
                    file.write_all(bytes).map_err(failed)?;
                    bytes.clear();
                    file.set_len(known.start as u64).map_err(failed)?;
                    file.seek(SeekFrom::Start(known.start as u64)).map_err(failed)?;
                }
            }
            self.at = known.start;
        }
        self.fill(self.at.next_multiple_of(ALIGN))?;
        self.sections[index] = self.at..self.at;
        Ok(())
    }

    /// Appends bytes to a section, which must be the section that was started last.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](crate::ErrorKind::Storage) if the file cannot be written.
    pub fn write(&mut self, index: usize, bytes: &[u8]) -> Result<()> {
        self.append(bytes)?;
        self.sections[index].end = self.at;
        Ok(())
    }

    /// Fills a section with zeros up to a multiple of `unit` bytes, and returns its length in units.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](crate::ErrorKind::Storage) if the file cannot be written.
    pub fn align(&mut self, index: usize, unit: usize) -> Result<usize> {
        let start = self.sections[index].start;
        let length = (self.at - start).next_multiple_of(unit);
        self.fill(start + length)?;
        self.sections[index].end = self.at;
        Ok(length / unit)
    }

    /// Finishes the file.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](crate::ErrorKind::Storage) if the temporary file cannot be used.
    pub fn finish(self, numbers: [u64; NUMBERS]) -> Result<SectionFile<COUNT, NUMBERS>> {
        let SectionWriter { sort, sink, at, sections } = self;
        let head = |checksum| header(sort, &sections, &numbers, checksum);
        let (blocks, checksum) = match sink {
            Sink::Memory(mut bytes) => {
                let mut sum = Sum::new(at - Self::HEADER);
                sum.add(bytes.get(Self::HEADER..).unwrap_or_default());
                let checksum = sum.value();
                if let Some(space) = bytes.get_mut(..Self::HEADER) {
                    space.copy_from_slice(&head(checksum));
                }
                (Blocks::made(sort.name, bytes), checksum)
            }
            Sink::Disk(mut file, bytes) => {
                let failed = |cause| sort.unwritten(cause);
                file.write_all(&bytes).map_err(failed)?;
                drop(bytes);
                let mut sum = Sum::new(at - Self::HEADER);
                each_block(&file, at, &mut |start, bytes| {
                    sum.add(&bytes[Self::HEADER.saturating_sub(start).min(bytes.len())..]);
                    Ok(())
                })
                .map_err(failed)?;
                let checksum = sum.value();
                file.seek(SeekFrom::Start(0)).map_err(failed)?;
                file.write_all(&head(checksum)).map_err(failed)?;
                let mut sealing = Sealing::new(io::sink());
                each_block(&file, at, &mut |_, bytes| sealing.write_all(bytes)).map_err(failed)?;
                (Blocks::of_file(sort.name, file, sealing.into_seal())?, checksum)
            }
        };
        Ok(SectionFile { sort, blocks, sections, numbers, checksum })
    }

    /// Appends zeros up to a length of the file.
    fn fill(&mut self, length: usize) -> Result<()> {
        const ZEROS: [u8; ALIGN] = [0; ALIGN];
        while self.at < length {
            self.append(&ZEROS[..(length - self.at).min(ALIGN)])?;
        }
        Ok(())
    }

    fn append(&mut self, bytes: &[u8]) -> Result<()> {
        self.at += bytes.len();
        match &mut self.sink {
            Sink::Memory(all) => all.extend_from_slice(bytes),
            Sink::Disk(file, buffer) => {
                buffer.extend_from_slice(bytes);
                if buffer.len() >= BUFFER {
                    file.write_all(buffer).map_err(|cause| self.sort.unwritten(cause))?;
                    buffer.clear();
                }
            }
        }
        Ok(())
    }
}

/// Passes a file to `take` in blocks, each with its offset.
fn each_block(
    file: &File,
    length: usize,
    take: &mut dyn FnMut(usize, &[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let mut bytes = vec![0; 16 * BLOCK];
    for start in (0..length).step_by(bytes.len()) {
        let count = bytes.len().min(length - start);
        read_at(file, &mut bytes[..count], start as u64)?;
        take(start, &bytes[..count])?;
    }
    Ok(())
}

/// Returns the header of a file.
pub(super) fn header<const COUNT: usize>(
    sort: &FileType,
    sections: &[Range<usize>; COUNT],
    numbers: &[u64],
    checksum: u64,
) -> Vec<u8> {
    let mut header = Vec::new();
    header.extend_from_slice(sort.magic);
    header.extend_from_slice(&sort.version.to_le_bytes());
    header.extend_from_slice(&(COUNT as u32).to_le_bytes());
    for range in sections {
        header.extend_from_slice(&(range.start as u64).to_le_bytes());
        header.extend_from_slice(&(range.len() as u64).to_le_bytes());
    }
    for number in numbers.iter().chain([&checksum]) {
        header.extend_from_slice(&number.to_le_bytes());
    }
    header.extend_from_slice(&super::sum(&header).to_le_bytes());
    header
}
