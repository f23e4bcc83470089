//! The form of a dictionary, in memory and on disk: one run of bytes that is read in place.
//!
//! ```text
//! magic 8, version u32, sections u32, then for each section its offset u64 and its length u64,
//! checksum of the sections u64, checksum of all bytes before it u64
//! ```
//! Numbers are little-endian. Opening reads the header only, so nothing else is taken to be right:
//! every offset is checked where it is followed, and a wrong one is an error of
//! [`Kind::Storage`](crate::Kind::Storage).

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::ops::{Deref, Range};
use std::path::Path;

use memmap2::Mmap;

use super::token::Chain;
use crate::error::{Error, Kind, Result};

const MAGIC: &[u8; 8] = b"GWNAMES\n";
const VERSION: u32 = 1;
const HEADER: usize = 16 + SECTIONS * 16 + 16;
const ALIGN: usize = 64;
const SECTIONS: usize = 11;

/// The parts of the file, in their order.
#[derive(Clone, Copy)]
pub(super) enum Section {
    /// One bit for some first tokens.
    Filter,
    /// The table of chains: tag u32, value u32. The last [`MAX_SHIFT`] are no chain's place.
    Slots,
    /// The end of each label in the bytes of labels, u32.
    LabelEnds,
    Labels,
    /// The end of the records of each label, u32.
    RecordEnds,
    Records,
    UriEnds,
    Uris,
    /// The end of each list of classes, and the lists: IRIs parted by spaces.
    ClassEnds,
    Classes,
    /// Language tags, each ended by a line feed.
    Languages,
}

/// The width of one item of each section.
const WIDTHS: [usize; SECTIONS] = [1, 8, 4, 1, 4, RECORD, 4, 1, 4, 1, 1];
pub(super) const RECORD: usize = 24;

/// In the value of a slot: longer chains start with this one.
pub(super) const MORE: u32 = 1 << 31;
/// A chain is at most this many slots from its place; the builder sees to it.
pub(super) const MAX_SHIFT: usize = 512;

/// The place of a chain in a table of so many slots.
pub(super) fn place(chain: Chain, slots: usize) -> usize {
    ((chain.0 >> 32) * slots as u64 >> 32) as usize
}

/// The bit of a first token in a filter of so many bits.
pub(super) fn filter_bit(chain: Chain, bits: usize) -> usize {
    ((chain.0 & 0xFFFF_FFFF) * bits as u64 >> 32) as usize
}

/// What one entry says, less its label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Record {
    pub(super) uri: u32,
    pub(super) classes: u32,
    pub(super) language: u32,
    pub(super) flags: u32,
    pub(super) weight: f64,
}

impl Record {
    pub(super) const NO_LANGUAGE: u32 = u32::MAX;
    /// The label is short and in capitals.
    pub(super) const UPPER: u32 = 1;

    pub(super) fn language(&self) -> Option<u32> {
        (self.language != Record::NO_LANGUAGE).then_some(self.language)
    }

    pub(super) fn is_upper(&self) -> bool {
        self.flags & Record::UPPER != 0
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        for number in [self.uri, self.classes, self.language, self.flags] {
            out.extend_from_slice(&number.to_le_bytes());
        }
        out.extend_from_slice(&self.weight.to_le_bytes());
    }

    fn read(bytes: &[u8]) -> Option<Record> {
        Some(Record {
            uri: u32_at(bytes, 0)?,
            classes: u32_at(bytes, 1)?,
            language: u32_at(bytes, 2)?,
            flags: u32_at(bytes, 3)?,
            weight: f64::from_bits(u64_at(bytes, 2)?),
        })
    }
}

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

/// The bytes of a dictionary whose header is right.
pub(super) struct Image {
    bytes: Bytes,
    sections: [Range<usize>; SECTIONS],
    checksum: u64,
}

impl Image {
    /// Puts sections together, in the order of [`Section`].
    pub(super) fn assemble(parts: [Vec<u8>; SECTIONS]) -> Image {
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

    pub(super) fn from_bytes(bytes: Vec<u8>) -> Result<Image> {
        Image::checked(Bytes::Owned(bytes))
    }

    #[allow(unsafe_code)]
    pub(super) fn open(path: &Path) -> Result<Image> {
        let failed = |cause| {
            let message = format!("dictionary `{}` cannot be opened", path.display());
            Error::new(Kind::Storage, message).because(cause)
        };
        let file = File::open(path).map_err(failed)?;
        if file.metadata().map_err(failed)?.len() < HEADER as u64 {
            return Err(broken("is shorter than its header"));
        }
        // SAFETY: the map is read-only and private to this image. Its bytes are taken for numbers
        // and, after a check, for UTF-8 that does not outlive one call; no invariant rests on them
        // from one read to the next, so a writer elsewhere can make results wrong and nothing
        // more. `save` never writes into a file in place. Only truncation by another process can
        // stop the program (SIGBUS), as with every map; the documentation of `open` says so.
        let map = unsafe { Mmap::map(&file) }.map_err(failed)?;
        Image::checked(Bytes::Mapped(map))
    }

    fn checked(bytes: Bytes) -> Result<Image> {
        let header = bytes.get(..HEADER).ok_or_else(|| broken("is shorter than its header"))?;
        if !header.starts_with(MAGIC) {
            return Err(broken("does not start with the mark of a dictionary"));
        }
        let version = u32_at(header, 2).unwrap_or(0);
        if version != VERSION {
            return Err(broken(&format!("has version {version}, expected {VERSION}")));
        }
        let words = HEADER / 8;
        if u64_at(header, words - 1) != Some(sum(&header[..HEADER - 8])) {
            return Err(broken("has a header that does not match its checksum"));
        }
        let mut sections = [const { 0..0 }; SECTIONS];
        for (index, range) in sections.iter_mut().enumerate() {
            let number = |at| u64_at(header, 2 + index * 2 + at).and_then(|n| n.try_into().ok());
            let start: Option<usize> = number(0);
            let length: Option<usize> = number(1);
            *range = start
                .zip(length)
                .and_then(|(start, length)| Some(start..start.checked_add(length)?))
                .filter(|range| range.end <= bytes.len() && range.len() % WIDTHS[index] == 0)
                .ok_or_else(|| broken("is shorter than its header says"))?;
        }
        let checksum = u64_at(header, words - 2).unwrap_or(0);
        Ok(Image { bytes, sections, checksum })
    }

    /// Reads all of it and compares the checksum.
    pub(super) fn verify(&self) -> Result<()> {
        let payload = self.sections.last().and_then(|last| self.bytes.get(HEADER..last.end));
        match payload {
            Some(payload) if sum(payload) == self.checksum => Ok(()),
            _ => Err(broken("does not match its checksum")),
        }
    }

    /// Writes beside `path` and renames, so that whoever has the old file open keeps it.
    pub(super) fn save(&self, path: &Path) -> Result<()> {
        let mut beside = path.as_os_str().to_owned();
        beside.push(format!(".{}.partial", std::process::id()));
        let beside = Path::new(&beside);
        let written = (|| {
            let mut file = OpenOptions::new().write(true).create_new(true).open(beside)?;
            file.write_all(&self.bytes)?;
            file.sync_all()?;
            fs::rename(beside, path)
        })();
        written.map_err(|cause| {
            // A left-over is of no use; that it cannot be removed says nothing new.
            let _ = fs::remove_file(beside);
            let message = format!("dictionary `{}` cannot be saved", path.display());
            Error::new(Kind::Storage, message).because(cause)
        })
    }

    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    pub(super) fn view(&self) -> View<'_> {
        View {
            sections: std::array::from_fn(|index| {
                // In bounds: `checked` and `assemble` saw to it.
                self.bytes.get(self.sections[index].clone()).unwrap_or_default()
            }),
        }
    }
}

/// The sections as slices, with the reads that check.
#[derive(Clone, Copy)]
pub(super) struct View<'d> {
    sections: [&'d [u8]; SECTIONS],
}

impl<'d> View<'d> {
    fn section(&self, section: Section) -> &'d [u8] {
        self.sections[section as usize]
    }

    pub(super) fn labels(&self) -> usize {
        self.section(Section::LabelEnds).len() / 4
    }

    pub(super) fn entries(&self) -> usize {
        self.section(Section::Records).len() / RECORD
    }

    /// Whether a chain of one token may start a label.
    pub(super) fn may_start(&self, root: Chain) -> bool {
        let filter = self.section(Section::Filter);
        let bit = filter_bit(root, filter.len() * 8);
        filter.get(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 != 0)
    }

    /// Gives the labels that may be this chain to `seen`, and says whether longer chains may start
    /// with it.
    pub(super) fn probe(&self, chain: Chain, mut seen: impl FnMut(u32)) -> Result<bool> {
        let slots = self.section(Section::Slots);
        let from = place(chain, (slots.len() / 8).saturating_sub(MAX_SHIFT));
        let mut more = false;
        for slot in slots.get(from * 8..).unwrap_or_default().chunks_exact(8).take(MAX_SHIFT) {
            let (tag, value) = slot.split_at(4);
            let value = u32_at(value, 0).unwrap_or(0);
            if value == 0 {
                break;
            }
            if tag == (chain.0 as u32).to_le_bytes() {
                more |= value & MORE != 0;
                if let Some(label) = (value & !MORE).checked_sub(1) {
                    seen(label);
                }
            }
        }
        Ok(more)
    }

    /// The folded bytes of a label.
    pub(super) fn label(&self, number: u32) -> Result<&'d [u8]> {
        self.item(Section::LabelEnds, Section::Labels, number)
    }

    pub(super) fn uri(&self, number: u32) -> Result<&'d str> {
        text(self.item(Section::UriEnds, Section::Uris, number)?)
    }

    pub(super) fn classes(&self, number: u32) -> Result<&'d str> {
        text(self.item(Section::ClassEnds, Section::Classes, number)?)
    }

    /// The entries of a label, the greatest weight first.
    pub(super) fn records(
        &self,
        label: u32,
    ) -> Result<impl Iterator<Item = Result<Record>> + use<'d>> {
        let bytes = self.range(Section::RecordEnds, label).and_then(|range| {
            let start = range.start.checked_mul(RECORD)?;
            self.section(Section::Records).get(start..range.end.checked_mul(RECORD)?)
        });
        let bytes = bytes.ok_or_else(|| broken("has a wrong record offset"))?;
        Ok(bytes
            .chunks_exact(RECORD)
            .map(|bytes| Record::read(bytes).ok_or_else(|| broken("has a short record"))))
    }

    pub(super) fn languages(&self) -> Result<Vec<&'d str>> {
        Ok(text(self.section(Section::Languages))?.lines().collect())
    }

    fn item(&self, ends: Section, bytes: Section, number: u32) -> Result<&'d [u8]> {
        self.range(ends, number)
            .and_then(|range| self.section(bytes).get(range))
            .ok_or_else(|| broken("has a wrong offset"))
    }

    fn range(&self, ends: Section, number: u32) -> Option<Range<usize>> {
        let ends = self.section(ends);
        let start = match (number as usize).checked_sub(1) {
            Some(before) => u32_at(ends, before)? as usize,
            None => 0,
        };
        Some(start..u32_at(ends, number as usize)? as usize)
    }
}

fn text(bytes: &[u8]) -> Result<&str> {
    std::str::from_utf8(bytes).map_err(|cause| broken("has text that is not UTF-8").because(cause))
}

fn broken(what: &str) -> Error {
    Error::new(Kind::Storage, format!("the dictionary {what}"))
}

fn u32_at(bytes: &[u8], index: usize) -> Option<u32> {
    bytes.get(index * 4..)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))
}

fn u64_at(bytes: &[u8], index: usize) -> Option<u64> {
    bytes.get(index * 8..)?.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
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
