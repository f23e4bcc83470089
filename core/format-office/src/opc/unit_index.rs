//! An index of the units of a document by text and by position.

use glossweave_base::text::TextSpan;
use glossweave_document::Document;

/// An index of the units of a document by text and by position.
pub(super) struct UnitIndex {
    spans: Vec<TextSpan>,
    hashes: Vec<u64>,
    /// The number of the part that contains each unit.
    parts: Vec<u32>,
    /// The hashes with the indexes of their units, sorted.
    sorted: Vec<(u64, u32)>,
}

impl UnitIndex {
    pub fn new(document: &Document) -> UnitIndex {
        let all = document.source().parts();
        let (mut spans, mut hashes, mut parts) = (Vec::new(), Vec::new(), Vec::new());
        for unit in document.units() {
            let piece = document.map().pieces_from(unit.span().start()).next();
            let byte = piece.map_or(0, |piece| piece.source.start());
            parts.push(all.partition_point(|part| part.span.end() <= byte) as u32);
            spans.push(unit.span());
            hashes.push(hash(unit.text()));
        }
        let mut sorted: Vec<(u64, u32)> = hashes.iter().copied().zip(0..).collect();
        sorted.sort_unstable();
        UnitIndex { spans, hashes, parts, sorted }
    }

    pub fn span(&self, unit: usize) -> TextSpan {
        self.spans[unit]
    }

    /// Returns the hash of the text of a unit.
    pub fn hash(&self, unit: usize) -> u64 {
        self.hashes[unit]
    }

    /// Returns the number of the part that contains a unit, and the index of the unit in the part.
    pub fn place(&self, unit: usize) -> (usize, usize) {
        let part = self.parts[unit];
        (part as usize, unit - self.first(part))
    }

    /// Returns the index of the first unit of a part, or of a later part when the part has no
    /// units.
    fn first(&self, part: u32) -> usize {
        // Parts are read in order, so that their units are adjacent.
        self.parts.partition_point(|other| *other < part)
    }

    /// Returns the index of the unit at a position.
    pub fn at(&self, part: usize, number: usize) -> Option<usize> {
        let part = u32::try_from(part).ok()?;
        let unit = self.first(part).checked_add(number)?;
        (self.parts.get(unit) == Some(&part)).then_some(unit)
    }

    /// Returns the units whose text has a hash.
    fn with(&self, hash: u64) -> &[(u64, u32)] {
        let start = self.sorted.partition_point(|entry| entry.0 < hash);
        let length = self.sorted[start..].partition_point(|entry| entry.0 == hash);
        &self.sorted[start..start + length]
    }

    /// Returns the index of a unit among the units with the same text, and the number of these
    /// units.
    pub fn among(&self, unit: usize) -> (usize, usize) {
        let same = self.with(self.hashes[unit]);
        (same.partition_point(|entry| (entry.1 as usize) < unit), same.len())
    }

    /// Returns a unit by its index among the units with the same text. Returns `None` if their
    /// number has changed.
    pub fn same(&self, hash: u64, (number, count): (usize, usize)) -> Option<usize> {
        let same = self.with(hash);
        let entry = same.get(number).filter(|_| same.len() == count)?;
        Some(entry.1 as usize)
    }
}

/// Returns the hash of a text: 64-bit FNV-1a of its UTF-8.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
    })
}
