//! Intermediate data that may exceed the memory: it is held in memory up to a limit, and then in a
//! temporary file.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

use crate::error::{Error, ErrorKind, Result};

/// Opens an empty file in the folder for temporary files. It has no name, and is deleted when it is closed.
///
/// # Errors
///
/// Returns [`ErrorKind::Storage`] if the file cannot be created.
pub fn temporary_file() -> Result<File> {
    tempfile::tempfile().map_err(|cause| {
        let folder = std::env::temp_dir();
        let message =
            format!("no temporary file can be created in `{}`: {cause}", folder.display());
        Error::new(ErrorKind::Storage, message).because(cause)
    })
}

/// A set of byte sequences (parts). They are written in any order, and then read one after the other.
pub struct Spool {
    parts: Vec<SpoolPart>,
    /// The number of bytes in memory, and its maximum.
    held: usize,
    limit: usize,
    /// The file, and its length so far.
    file: Option<(File, u64)>,
}

#[derive(Default)]
struct SpoolPart {
    /// The offsets and lengths of the chunks in the file.
    chunks: Vec<(u64, usize)>,
    tail: Vec<u8>,
}

impl Spool {
    /// Creates `parts` empty parts, but at least one, with at most `limit` bytes in memory.
    pub fn new(parts: usize, limit: usize) -> Spool {
        let parts = (0..parts.max(1)).map(|_| SpoolPart::default()).collect();
        Spool { parts, held: 0, limit, file: None }
    }

    /// Appends bytes to a part.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`] if the temporary file cannot be written.
    pub fn push(&mut self, part: usize, bytes: &[u8]) -> Result<()> {
        let count = self.parts.len();
        self.parts[part % count].tail.extend_from_slice(bytes);
        self.held += bytes.len();
        if self.held > self.limit { self.spill() } else { Ok(()) }
    }

    /// Returns `true` if some of the data is in a file.
    pub fn is_on_disk(&self) -> bool {
        self.file.is_some()
    }

    /// Returns the number of parts.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// Reads a part into `bytes`, replacing its previous content.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`] if the temporary file cannot be read.
    pub fn read(&self, part: usize, bytes: &mut Vec<u8>) -> Result<()> {
        bytes.clear();
        let Some(SpoolPart { chunks, tail }) = self.parts.get(part) else { return Ok(()) };
        for (offset, length) in chunks {
            let Some((file, _)) = &self.file else { break };
            let from = bytes.len();
            bytes.resize(from + length, 0);
            read_at(file, &mut bytes[from..], *offset).map_err(failed)?;
        }
        bytes.extend_from_slice(tail);
        Ok(())
    }

    /// Drops a part.
    pub fn free(&mut self, part: usize) {
        if let Some(part) = self.parts.get_mut(part) {
            self.held -= part.tail.len();
            *part = SpoolPart::default();
        }
    }

    fn spill(&mut self) -> Result<()> {
        let (file, end) = match &mut self.file {
            Some(file) => file,
            None => self.file.insert((temporary_file()?, 0)),
        };
        file.seek(SeekFrom::Start(*end)).map_err(failed)?;
        for part in &mut self.parts {
            file.write_all(&part.tail).map_err(failed)?;
            part.chunks.push((*end, part.tail.len()));
            *end += part.tail.len() as u64;
            part.tail.clear();
        }
        self.held = 0;
        Ok(())
    }
}

fn failed(cause: io::Error) -> Error {
    Error::new(ErrorKind::Storage, format!("a temporary file cannot be used: {cause}"))
        .because(cause)
}

/// Reads bytes at an offset.
#[cfg(unix)]
pub(crate) fn read_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

/// Reads bytes at an offset. Only one thread may use it at a time.
#[cfg(not(unix))]
pub(crate) fn read_at(mut file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    file.seek(SeekFrom::Start(at))?;
    io::Read::read_exact(&mut file, bytes)
}

#[cfg(test)]
mod tests {
    use super::Spool;

    #[test]
    fn parts_are_read_as_they_were_written_from_memory_and_from_disk() {
        for limit in [0, 10, 1000, 1 << 20] {
            let mut spool = Spool::new(3, limit);
            let mut expected = [const { Vec::new() }; 3];
            for number in 0..500_u32 {
                let (part, bytes) = ((number % 7 % 3) as usize, number.to_string());
                spool.push(part, bytes.as_bytes()).unwrap();
                expected[part].extend_from_slice(bytes.as_bytes());
            }
            assert_eq!(spool.is_on_disk(), limit < 1 << 20);
            let mut bytes = vec![1, 2, 3];
            for (part, expected) in expected.iter().enumerate() {
                spool.read(part, &mut bytes).unwrap();
                assert_eq!(&bytes, expected, "{limit}");
            }
            spool.free(1);
            spool.read(1, &mut bytes).unwrap();
            assert!(bytes.is_empty());
            spool.read(2, &mut bytes).unwrap();
            assert_eq!(bytes, expected[2]);
        }
    }
}
