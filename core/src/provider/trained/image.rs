//! The form of a tagger, in memory and on disk.
//!
//! ```text
//! magic 8, version u32, sections u32, then for each section its offset u64 and its length u64,
//! checksum of what follows the header u64, checksum of the header before it u64
//! ```
//! Numbers are little-endian. Opening reads the header, the classes, the transitions and the lists;
//! weights are read in place, and every offset is checked where it is followed.

use std::ops::Range;
use std::path::Path;

use crate::error::{Error, Kind, Result};
use crate::provider::file::{self, Bytes, sum, u32_at, u64_at};

const MAGIC: &[u8; 8] = b"GWTAGGR\n";
const VERSION: u32 = 1;
const SECTIONS: usize = 8;
const HEADER: usize = 16 + SECTIONS * 16 + 16;
const ALIGN: usize = 64;

/// The parts of the file, in their order.
#[derive(Clone, Copy)]
pub(super) enum Section {
    /// For each class its name and its IRI, parted by a tab and ended by a line feed.
    Classes,
    FirstSlots,
    FirstRows,
    FirstTransitions,
    SecondSlots,
    SecondRows,
    SecondTransitions,
    Lists,
}

/// The bytes of a tagger whose header is right.
pub(super) struct Image {
    bytes: Bytes,
    sections: [Range<usize>; SECTIONS],
    checksum: u64,
}

impl Image {
    /// Puts sections together, in the order of [`Section`].
    pub fn assemble(parts: [Vec<u8>; SECTIONS]) -> Image {
        let mut at = HEADER.next_multiple_of(ALIGN);
        let mut sections = [const { 0..0 }; SECTIONS];
        for (range, part) in sections.iter_mut().zip(&parts) {
            *range = at..at + part.len();
            at = (at + part.len()).next_multiple_of(ALIGN);
        }
        let mut bytes = Vec::with_capacity(at);
        bytes.resize(HEADER, 0);
        for (range, part) in sections.iter().zip(parts) {
            bytes.resize(range.start, 0);
            bytes.extend_from_slice(&part);
        }
        let checksum = sum(&bytes[HEADER..]);
        let mut header = Vec::with_capacity(HEADER);
        header.extend_from_slice(MAGIC);
        header.extend_from_slice(&VERSION.to_le_bytes());
        header.extend_from_slice(&(SECTIONS as u32).to_le_bytes());
        for range in &sections {
            header.extend_from_slice(&(range.start as u64).to_le_bytes());
            header.extend_from_slice(&(range.len() as u64).to_le_bytes());
        }
        header.extend_from_slice(&checksum.to_le_bytes());
        header.extend_from_slice(&sum(&header).to_le_bytes());
        bytes[..HEADER].copy_from_slice(&header);
        Image { bytes: Bytes::Owned(bytes), sections, checksum }
    }

    pub fn from_bytes(bytes: Vec<u8>) -> Result<Image> {
        Image::checked(Bytes::Owned(bytes))
    }

    pub fn open(path: &Path) -> Result<Image> {
        let name = path.display();
        let named = |error: Error| Error::new(error.kind(), format!("`{name}`: {error}"));
        Image::checked(Bytes::open("tagger", path, HEADER)?).map_err(named)
    }

    fn checked(bytes: Bytes) -> Result<Image> {
        if !bytes.starts_with(MAGIC) {
            return Err(broken("does not start with the mark of one that was saved"));
        }
        let header = bytes.get(..HEADER).ok_or_else(|| broken("is shorter than its header"))?;
        let version = u32_at(header, 8).unwrap_or(0);
        if version != VERSION {
            return Err(broken(&format!("has version {version}, expected {VERSION}")));
        }
        let number = |index: usize| u64_at(header, 16 + index * 8);
        if number(SECTIONS * 2 + 1) != Some(sum(&header[..HEADER - 8])) {
            return Err(broken("has a header that does not match its checksum"));
        }
        let short = || broken("is shorter than its header says");
        let mut sections = [const { 0..0 }; SECTIONS];
        for (index, range) in sections.iter_mut().enumerate() {
            let size = |index| number(index).and_then(|size| usize::try_from(size).ok());
            *range = size(index * 2)
                .zip(size(index * 2 + 1))
                .and_then(|(start, length)| Some(start..start.checked_add(length)?))
                .filter(|range| range.end <= bytes.len())
                .ok_or_else(short)?;
        }
        let checksum = number(SECTIONS * 2).ok_or_else(short)?;
        Ok(Image { bytes, sections, checksum })
    }

    pub fn section(&self, section: Section) -> &[u8] {
        // In bounds: `checked` and `assemble` saw to it.
        self.bytes.get(self.sections[section as usize].clone()).unwrap_or_default()
    }

    /// Reads all of it and compares the checksum.
    pub fn verify(&self) -> Result<()> {
        let payload = self.sections.last().and_then(|last| self.bytes.get(HEADER..last.end));
        match payload {
            Some(payload) if sum(payload) == self.checksum => Ok(()),
            _ => Err(broken("does not match its checksum")),
        }
    }

    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub fn save(&self, path: &Path) -> Result<()> {
        file::save("tagger", &self.bytes, path)
    }
}

pub(super) fn broken(what: &str) -> Error {
    Error::new(Kind::Storage, format!("the tagger {what}"))
}
