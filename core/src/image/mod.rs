//! Files that are read in place: the only place that maps memory, and the form that these files share.
//!
//! ```text
//! magic 8, version u32, sections u32, then for each section its offset u64 and its length u64,
//! numbers of the owner u64, checksum of what follows the header u64,
//! checksum of the header before it u64
//! ```
//! Numbers are little-endian. Opening reads the header only, so nothing else is taken to be right:
//! every offset is checked where it is followed, and a wrong one is an error of
//! [`Kind::Storage`](crate::Kind::Storage).

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::ops::{Deref, Range};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use memmap2::Mmap;

use crate::error::{Error, Kind, Result};

/// The bytes of a file, or those of one in the making.
enum Bytes {
    Owned(Vec<u8>),
    Mapped(Mmap),
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Owned(bytes) => bytes,
            Bytes::Mapped(map) => map,
        }
    }
}

impl Bytes {
    /// Maps a file; reads it where it has fewer bytes than some. `what` it is goes into messages.
    /// Kind Storage.
    #[allow(unsafe_code)]
    fn open(what: &str, path: &Path, least: usize) -> Result<Bytes> {
        let failed = |cause: io::Error| {
            let message = format!("{what} `{}` cannot be opened: {cause}", path.display());
            Error::new(Kind::Storage, message).because(cause)
        };
        // A pipe would be waited for, and a device need not end.
        let about = fs::metadata(path).map_err(failed)?;
        if !about.is_file() {
            let what = if about.is_dir() { "it is a directory" } else { "not a file" };
            return Err(failed(io::Error::new(io::ErrorKind::InvalidInput, what)));
        }
        let file = File::open(path).map_err(failed)?;
        if file.metadata().map_err(failed)?.len() < least as u64 {
            let mut bytes = Vec::new();
            file.take(least as u64).read_to_end(&mut bytes).map_err(failed)?;
            return Ok(Bytes::Owned(bytes));
        }
        // SAFETY: the map is read-only. Its bytes are taken for numbers, which are checked each time
        // they are followed, and after a check for UTF-8, which is lent for as long as the map is
        // (`Dictionary::each_candidates`). So the file must not be written in place meanwhile, which
        // would break what a `str` promises, nor be cut short, which stops the program (SIGBUS), as
        // with every map; the documentation of what is opened says so. `save` does neither.
        let map = unsafe { Mmap::map(&file) }.map_err(failed)?;
        Ok(Bytes::Mapped(map))
    }
}

/// A file of any form, mapped.
pub(crate) struct Mapped(Bytes);

impl Mapped {
    /// Kind Storage where it cannot be read. The file is not to be written in place or cut short
    /// meanwhile.
    pub fn open(what: &str, path: &Path) -> Result<Mapped> {
        Bytes::open(what, path, 1).map(Mapped)
    }
}

impl Deref for Mapped {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl std::fmt::Debug for Mapped {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Mapped").field("bytes", &self.len()).finish()
    }
}

/// Writes beside `path` and renames, so that whoever has the old file open keeps it. Kind Storage.
fn save(what: &str, bytes: &[u8], path: &Path) -> Result<()> {
    let mut beside = path.as_os_str().to_owned();
    static SAVED: AtomicU32 = AtomicU32::new(0);
    let number = SAVED.fetch_add(1, Ordering::Relaxed);
    beside.push(format!(".{}-{number}.partial", std::process::id()));
    let beside = Path::new(&beside);
    let written = (|| {
        let mut file = OpenOptions::new().write(true).create_new(true).open(beside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(beside, path)
    })();
    written.map_err(|cause| {
        // A left-over is of no use; that it cannot be removed says nothing new.
        let _ = fs::remove_file(beside);
        let message = format!("{what} `{}` cannot be saved", path.display());
        Error::new(Kind::Storage, message).because(cause)
    })
}

pub(crate) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))
}

pub(crate) fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
}

/// A checksum against accidents, not against intent.
fn sum(bytes: &[u8]) -> u64 {
    let step =
        |sum: u64, word: u64| (sum.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let (words, rest) = bytes.as_chunks::<8>();
    let sum =
        words.iter().fold(bytes.len() as u64, |sum, word| step(sum, u64::from_le_bytes(*word)));
    rest.iter().fold(sum, |sum, byte| step(sum, u64::from(*byte)))
}

/// What a file is: its name in messages, its first bytes, its version, and what to say beside where
/// the first bytes are others.
pub(crate) struct Sort {
    pub name: &'static str,
    pub magic: &'static [u8; 8],
    pub version: u32,
    pub hint: &'static str,
}

impl Sort {
    /// An error of Kind Storage for a file of this sort.
    pub fn broken(&self, what: &str) -> Error {
        Error::new(Kind::Storage, format!("the {} {what}", self.name))
    }
}

/// Sections begin at multiples of this.
const ALIGN: usize = 64;

/// Bytes whose header is right: sections, and numbers of the owner.
pub(crate) struct Sections<const COUNT: usize, const NUMBERS: usize> {
    sort: &'static Sort,
    bytes: Bytes,
    sections: [Range<usize>; COUNT],
    pub numbers: [u64; NUMBERS],
    checksum: u64,
    /// The file that they were opened from.
    path: Option<Box<Path>>,
}

impl<const COUNT: usize, const NUMBERS: usize> Sections<COUNT, NUMBERS> {
    const HEADER: usize = 16 + COUNT * 16 + NUMBERS * 8 + 16;

    /// Puts sections together in their order.
    pub fn assemble(
        sort: &'static Sort,
        parts: [Vec<u8>; COUNT],
        numbers: [u64; NUMBERS],
    ) -> Sections<COUNT, NUMBERS> {
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
        let mut header = Vec::with_capacity(Self::HEADER);
        header.extend_from_slice(sort.magic);
        header.extend_from_slice(&sort.version.to_le_bytes());
        header.extend_from_slice(&(COUNT as u32).to_le_bytes());
        for range in &sections {
            header.extend_from_slice(&(range.start as u64).to_le_bytes());
            header.extend_from_slice(&(range.len() as u64).to_le_bytes());
        }
        for number in numbers.iter().chain([&checksum]) {
            header.extend_from_slice(&number.to_le_bytes());
        }
        header.extend_from_slice(&sum(&header).to_le_bytes());
        bytes[..Self::HEADER].copy_from_slice(&header);
        Sections { sort, bytes: Bytes::Owned(bytes), sections, numbers, checksum, path: None }
    }

    pub fn from_bytes(sort: &'static Sort, bytes: Vec<u8>) -> Result<Self> {
        Self::checked(sort, Bytes::Owned(bytes))
    }

    pub fn open(sort: &'static Sort, path: &Path) -> Result<Self> {
        let name = path.display();
        let named = |error: Error| Error::new(error.kind(), format!("`{name}`: {error}"));
        let read = Self::checked(sort, Bytes::open(sort.name, path, Self::HEADER)?);
        Ok(Sections { path: Some(path.into()), ..read.map_err(named)? })
    }

    fn checked(sort: &'static Sort, bytes: Bytes) -> Result<Self> {
        if !bytes.starts_with(sort.magic) {
            let missing = "does not start with the mark of one that was saved";
            return Err(sort.broken(&format!("{missing}{}", sort.hint)));
        }
        let header =
            bytes.get(..Self::HEADER).ok_or_else(|| sort.broken("is shorter than its header"))?;
        let (version, expected) = (u32_at(header, 8).unwrap_or(0), sort.version);
        if version != expected {
            return Err(sort.broken(&format!("has version {version}, expected {expected}")));
        }
        let number = |index: usize| u64_at(header, 16 + index * 8);
        if number(COUNT * 2 + NUMBERS + 1) != Some(sum(&header[..Self::HEADER - 8])) {
            return Err(sort.broken("has a header that does not match its checksum"));
        }
        let short = || sort.broken("is shorter than its header says");
        let mut sections = [const { 0..0 }; COUNT];
        for (index, range) in sections.iter_mut().enumerate() {
            let size = |index| number(index).and_then(|size| usize::try_from(size).ok());
            *range = size(index * 2)
                .zip(size(index * 2 + 1))
                .and_then(|(start, length)| Some(start..start.checked_add(length)?))
                .filter(|range| range.end <= bytes.len())
                .ok_or_else(short)?;
        }
        let mut numbers = [0; NUMBERS];
        for (index, one) in numbers.iter_mut().enumerate() {
            *one = number(COUNT * 2 + index).ok_or_else(short)?;
        }
        let checksum = number(COUNT * 2 + NUMBERS).ok_or_else(short)?;
        Ok(Sections { sort, bytes, sections, numbers, checksum, path: None })
    }

    /// A section by its place in the order.
    pub fn section(&self, index: usize) -> &[u8] {
        // In bounds: `checked` and `assemble` saw to it.
        self.sections.get(index).and_then(|range| self.bytes.get(range.clone())).unwrap_or_default()
    }

    /// Reads all of it and compares the checksum.
    pub fn verify(&self) -> Result<()> {
        let payload = self.sections.last().and_then(|last| self.bytes.get(Self::HEADER..last.end));
        match payload {
            Some(payload) if sum(payload) == self.checksum => Ok(()),
            _ => Err(self.sort.broken("does not match its checksum")),
        }
    }

    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// What tells these bytes from others of the sort: the checksum of the header, which has that of
    /// the rest in it. Nothing but the header is read.
    pub fn revision(&self) -> String {
        format!("{:016x}", u64_at(&self.bytes, Self::HEADER - 8).unwrap_or_default())
    }

    /// Kind PreconditionFailed where the revision is another one.
    pub fn expect(&self, revision: &str) -> Result<()> {
        let found = self.revision();
        if found == revision {
            return Ok(());
        }
        let path = self.path.as_ref().map(|path| format!(" `{}`", path.display()));
        let (name, path) = (self.sort.name, path.unwrap_or_default());
        let message = format!(
            "the {name}{path} has changed: expected revision `{revision}`, found `{found}`"
        );
        Err(Error::new(Kind::PreconditionFailed, message).with_parameter("revision"))
    }

    /// Writes the file, or none. Kind Storage.
    pub fn save(&self, path: &Path) -> Result<()> {
        save(self.sort.name, &self.bytes, path)
    }
}
