//! Files that are read without parsing: the only module that maps memory, and the common layout of these
//! files.
//!
//! ```text
//! magic 8, version u32, sections u32, then for each section its offset u64 and its length u64,
//! numbers of the owner u64, checksum of what follows the header u64,
//! checksum of the header before it u64; behind it all the checksums of blocks
//! ```
//! Numbers are little-endian. Opening a file reads only the header and the checksums. A block is verified
//! when it is first read, and a damaged block is an error of [`ErrorKind::Storage`]. In addition, each
//! offset is checked when it is used, because a file may be crafted.

mod blocks;
mod part;
mod seal;
mod section_writer;
mod stream;
#[cfg(test)]
mod tests;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::ops::{Deref, Range};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use memmap2::Mmap;

use blocks::Blocks;
pub use blocks::{FileAccess, OpenFile};
pub use part::Part;
pub use seal::Sealing;
pub use section_writer::SectionWriter;
pub use stream::Stream;

use crate::error::{Error, ErrorKind, Result};

/// A file of any format, mapped into memory, or read into memory if it is small.
pub enum MappedFile {
    /// A file that is mapped into memory.
    Large(Mmap),
    /// A file that was read into memory.
    Small(Vec<u8>),
}

impl MappedFile {
    /// Opens a file. Do not overwrite or truncate a file of more than 1 MiB while it is open.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`] if the file cannot be read.
    pub fn open(what: &str, path: &Path) -> Result<MappedFile> {
        let failed = |cause: io::Error| {
            let message = format!("{what} `{}` cannot be opened: {cause}", path.display());
            Error::new(ErrorKind::Storage, message).because(cause)
        };
        let (mut file, size) = blocks::open(path).map_err(failed)?;
        if size <= blocks::SMALL {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).map_err(failed)?;
            return Ok(MappedFile::Small(bytes));
        }
        blocks::map(&file).map_err(failed).map(MappedFile::Large)
    }
}

impl Deref for MappedFile {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            MappedFile::Large(map) => map,
            MappedFile::Small(bytes) => bytes,
        }
    }
}

impl std::fmt::Debug for MappedFile {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("MappedFile").field("bytes", &self.len()).finish()
    }
}

/// Writes a new file next to `path` and renames it, so that processes with the old file open can continue
/// to use it. Returns `ErrorKind::Storage` if the file cannot be saved.
pub fn save(
    what: &str,
    path: &Path,
    write: &mut dyn FnMut(&mut File) -> Result<io::Result<()>>,
) -> Result<()> {
    let mut beside = path.as_os_str().to_owned();
    static SAVED: AtomicU32 = AtomicU32::new(0);
    let number = SAVED.fetch_add(1, Ordering::Relaxed);
    beside.push(format!(".{}-{number}.partial", std::process::id()));
    let beside = Path::new(&beside);
    let written: Result<io::Result<()>> = (|| {
        let mut file = match OpenOptions::new().write(true).create_new(true).open(beside) {
            Ok(file) => file,
            Err(error) => return Ok(Err(error)),
        };
        let written = write(&mut file)?;
        Ok(written.and_then(|()| file.sync_all()).and_then(|()| fs::rename(beside, path)))
    })();
    if !matches!(written, Ok(Ok(()))) {
        // Removes the unfinished file. If that fails too, the first error is enough.
        let _ = fs::remove_file(beside);
    }
    written?.map_err(|cause| {
        let message = format!("{what} `{}` cannot be saved", path.display());
        Error::new(ErrorKind::Storage, message).because(cause)
    })
}

/// Reads a little-endian 32-bit number at an offset. Returns `None` beyond the end.
pub fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))
}

/// Reads a little-endian 64-bit number at an offset. Returns `None` beyond the end.
pub fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
}

/// Computes a checksum that detects accidental damage, but not manipulation.
fn sum(bytes: &[u8]) -> u64 {
    let mut sum = Sum::new(bytes.len());
    sum.add(bytes);
    sum.value()
}

/// A checksum of bytes that are added in pieces. The size of each piece except the last must be a multiple
/// of eight.
struct Sum(u64);

impl Sum {
    /// Starts the checksum of `length` bytes.
    fn new(length: usize) -> Sum {
        Sum(length as u64)
    }

    fn add(&mut self, bytes: &[u8]) {
        let step =
            |sum: u64, word: u64| (sum.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let (words, rest) = bytes.as_chunks::<8>();
        let sum = words.iter().fold(self.0, |sum, word| step(sum, u64::from_le_bytes(*word)));
        self.0 = rest.iter().fold(sum, |sum, byte| step(sum, u64::from(*byte)));
    }

    fn value(&self) -> u64 {
        self.0
    }
}

/// A file type: its name in messages, its magic bytes, its version, and a hint for the error when the magic
/// bytes differ.
pub struct FileType {
    /// The name of the type in error messages.
    pub name: &'static str,
    /// The first bytes of a file of this type.
    pub magic: &'static [u8; 8],
    /// The layout version that this build reads.
    pub version: u32,
    /// The hint in the error for another version.
    pub hint: &'static str,
}

impl FileType {
    /// Creates an [`ErrorKind::Storage`] error for a file of this type.
    pub fn broken(&self, what: &str) -> Error {
        Error::new(ErrorKind::Storage, format!("the {} {what}", self.name))
    }

    /// Creates the [`ErrorKind::Storage`] error for a file of this type that cannot be written.
    fn unwritten(&self, cause: io::Error) -> Error {
        let message = format!("a temporary file for a {} cannot be used: {cause}", self.name);
        Error::new(ErrorKind::Storage, message).because(cause)
    }

    /// Checks the first bytes of a file. Returns `ErrorKind::Storage` if the type or version differs.
    fn check(&self, first: &[u8]) -> Result<()> {
        if !first.starts_with(self.magic) {
            let missing = "does not start with the expected signature";
            return Err(self.broken(&format!("{missing}{}", self.hint)));
        }
        let Some(version) = u32_at(first, 8) else {
            return Err(self.broken("is shorter than its header"));
        };
        let expected = self.version;
        if version != expected {
            return Err(self.broken(&format!("has version {version}, expected {expected}")));
        }
        Ok(())
    }
}

/// The alignment of sections in bytes.
const ALIGN: usize = 64;

/// A file with a valid header: sections, and numbers for use by its owner.
pub struct SectionFile<const COUNT: usize, const NUMBERS: usize> {
    sort: &'static FileType,
    blocks: Blocks,
    sections: [Range<usize>; COUNT],
    /// The numbers in the header.
    pub numbers: [u64; NUMBERS],
    checksum: u64,
}

impl<const COUNT: usize, const NUMBERS: usize> SectionFile<COUNT, NUMBERS> {
    const HEADER: usize = 16 + COUNT * 16 + NUMBERS * 8 + 16;

    /// Creates a file in memory from sections in their order.
    pub fn assemble(
        sort: &'static FileType,
        parts: [Vec<u8>; COUNT],
        numbers: [u64; NUMBERS],
    ) -> SectionFile<COUNT, NUMBERS> {
        let mut at = Self::HEADER.next_multiple_of(ALIGN);
        let mut sections = [const { 0..0 }; COUNT];
        for (range, part) in sections.iter_mut().zip(&parts) {
            *range = at..at + part.len();
            at = (at + part.len()).next_multiple_of(ALIGN);
        }
        let mut bytes = Vec::with_capacity(at);
        bytes.resize(Self::HEADER, 0);
        for (range, part) in sections.iter().zip(parts) {
            bytes.resize(range.start, 0);
            bytes.extend_from_slice(&part);
        }
        let checksum = sum(&bytes[Self::HEADER..]);
        let header = section_writer::header(sort, &sections, &numbers, checksum);
        bytes[..Self::HEADER].copy_from_slice(&header);
        let blocks = Blocks::made(sort.name, bytes);
        SectionFile { sort, blocks, sections, numbers, checksum }
    }

    /// Reads a file from memory.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`] if the bytes are not a file of this type or the header is damaged.
    pub fn from_bytes(sort: &'static FileType, bytes: Vec<u8>) -> Result<Self> {
        let blocks = Blocks::from_bytes(sort.name, bytes, |first| sort.check(first))?;
        Self::checked(sort, blocks)
    }

    /// Opens a file.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`] if the file cannot be read, and the errors of
    /// [`SectionFile::from_bytes`].
    pub fn open(sort: &'static FileType, path: &Path, access: FileAccess) -> Result<Self> {
        let blocks = Blocks::open(sort.name, path, access, |first| sort.check(first))?;
        let name = path.display();
        let named = |error: Error| Error::new(error.kind(), format!("`{name}`: {error}"));
        Self::checked(sort, blocks).map_err(named)
    }

    fn checked(sort: &'static FileType, blocks: Blocks) -> Result<Self> {
        let Some(header) = blocks.get(0..Self::HEADER) else {
            blocks.sound()?;
            return Err(sort.broken("is shorter than its header"));
        };
        let number = |index: usize| u64_at(header, 16 + index * 8);
        if number(COUNT * 2 + NUMBERS + 1) != Some(sum(&header[..Self::HEADER - 8])) {
            return Err(sort.broken("has a header that does not match its checksum"));
        }
        let short = || sort.broken("is shorter than its header specifies");
        let mut sections = [const { 0..0 }; COUNT];
        for (index, range) in sections.iter_mut().enumerate() {
            let size = |index| number(index).and_then(|size| usize::try_from(size).ok());
            *range = size(index * 2)
                .zip(size(index * 2 + 1))
                .and_then(|(start, length)| Some(start..start.checked_add(length)?))
                .filter(|range| range.end <= blocks.len())
                .ok_or_else(short)?;
        }
        let mut numbers = [0; NUMBERS];
        for (index, slot) in numbers.iter_mut().enumerate() {
            *slot = number(COUNT * 2 + index).ok_or_else(short)?;
        }
        let checksum = number(COUNT * 2 + NUMBERS).ok_or_else(short)?;
        Ok(SectionFile { sort, blocks, sections, numbers, checksum })
    }

    /// Returns a section by its index.
    pub fn section(&self, index: usize) -> Part<'_> {
        // In bounds, because `checked` and `assemble` checked the sections.
        Part::new(&self.blocks, self.sections.get(index).cloned().unwrap_or_default())
    }

    /// Checks that all bytes that were read so far were correct. Call it at the end of reading, because
    /// damaged bytes look like missing bytes.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`] if bytes that were read are damaged.
    pub fn sound(&self) -> Result<()> {
        self.blocks.sound()
    }

    /// Verifies all blocks.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`] if a block is damaged.
    pub fn look(&self) -> Result<()> {
        self.blocks.whole().map(drop)
    }

    /// Reads all bytes and verifies the checksums.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`] if a checksum does not match.
    pub fn verify(&self) -> Result<()> {
        let body = self.blocks.whole()?;
        let end = self.sections.iter().map(|section| section.end).max().unwrap_or_default();
        let payload = body.get(Self::HEADER..end);
        match payload {
            Some(payload) if sum(payload) == self.checksum => Ok(()),
            _ => Err(self.sort.broken("does not match its checksum")),
        }
    }

    /// Returns all bytes of the file.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`] if a block is damaged.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(self.size());
        bytes.extend_from_slice(self.blocks.whole()?);
        bytes.extend_from_slice(&self.blocks.seal().to_bytes());
        Ok(bytes)
    }

    /// Returns the size of the file in bytes.
    pub fn size(&self) -> usize {
        self.blocks.len() + self.blocks.seal().size()
    }

    /// Returns the revision of the content: the checksum of the header, which includes the checksum of the
    /// rest. Only the header is read.
    pub fn revision(&self) -> String {
        let header = self.blocks.get(0..Self::HEADER).unwrap_or_default();
        format!("{:016x}", u64_at(header, Self::HEADER - 8).unwrap_or_default())
    }

    /// Checks the revision.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::PreconditionFailed`] if the revision differs.
    pub fn expect(&self, revision: &str) -> Result<()> {
        let found = self.revision();
        if found == revision {
            return Ok(());
        }
        let path = self.blocks.path().map(|path| format!(" `{}`", path.display()));
        let (name, path) = (self.sort.name, path.unwrap_or_default());
        let message = format!(
            "the {name}{path} has changed: expected revision `{revision}`, found `{found}`"
        );
        Err(Error::new(ErrorKind::PreconditionFailed, message).with_parameter("revision"))
    }

    /// Writes the file atomically.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`] if the file cannot be saved.
    pub fn save(&self, path: &Path) -> Result<()> {
        save(self.sort.name, path, &mut |file| {
            let written = self.blocks.write(file)?;
            Ok(written.and_then(|()| file.write_all(&self.blocks.seal().to_bytes())))
        })
    }
}
