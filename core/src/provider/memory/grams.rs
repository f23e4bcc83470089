//! Pairs of characters with their places: what the search for alike texts counts.
//!
//! A text that is made another by `k` edits loses at most `2k` of its pairs (Ukkonen 1992), and
//! those that stay move by a few characters only, so that texts with too few pairs in about the
//! same places need no look.

use super::file::{BLOCK, SECTIONS, Section};

/// How many texts a block has at most; their numbers in it have 16 bits.
pub(super) const BLOCK_TEXTS: usize = 1 << 15;
/// Places are told apart in steps of this.
pub(super) const STEP: usize = 4;
/// Stands before and after a text, so that its ends have pairs of their own.
const OUTSIDE: u32 = 0x1F_FFFF;

/// A pair of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Gram(u64);

impl Gram {
    /// The number of the pair at a step, below 2 to the power of `bits`.
    pub(super) fn key(self, step: usize, bits: u32) -> usize {
        let mixed = (self.0 ^ (step as u64).rotate_left(44)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        (mixed >> (64 - bits)) as usize
    }
}

/// The pairs of a text in their order, one more than it has characters.
pub(super) fn each(text: impl Iterator<Item = char>, mut seen: impl FnMut(usize, Gram)) {
    let mut before = OUTSIDE;
    let all = text.map(u32::from).chain([OUTSIDE]);
    for (place, character) in all.enumerate() {
        seen(place, Gram(u64::from(before) << 21 | u64::from(character)));
        before = character;
    }
}

/// The greatest length in a block whose shortest text has so many characters: with lengths that
/// differ much, places would say little.
pub(super) fn longest(shortest: usize) -> usize {
    shortest + shortest / 16 + 1
}

/// Writes the block of some texts of one language: its row, its keys and its postings. None where
/// there is no room for it.
pub(super) fn write<'t>(
    texts: impl Iterator<Item = &'t str> + Clone,
    range: (u32, u32),
    parts: &mut [Vec<u8>; SECTIONS],
) -> Option<()> {
    let pairs: usize = texts.clone().map(|text| text.chars().count() + 1).sum();
    let bits = (u32::try_from(pairs).ok()? / 16).max(16).ilog2().min(18);
    let mut ends = vec![0u32; (1 << bits) + 1];
    for text in texts.clone() {
        each(text.chars(), |place, gram| ends[gram.key(place / STEP, bits)] += 1);
    }
    let mut sum = 0;
    for end in &mut ends {
        sum += std::mem::replace(end, sum);
    }
    let mut postings = vec![[0u8; 2]; pairs];
    let mut next = ends.clone();
    for (number, text) in texts.enumerate() {
        each(text.chars(), |place, gram| {
            let next = &mut next[gram.key(place / STEP, bits)];
            postings[*next as usize] = (number as u16).to_le_bytes();
            *next += 1;
        });
    }
    let starts = [Section::Keys, Section::Postings].map(|part| parts[part as usize].len() as u64);
    let row = &mut parts[Section::Blocks as usize];
    let numbers = [range.0, range.1, bits, 0].map(u32::to_le_bytes);
    row.extend_from_slice(numbers.as_flattened());
    row.extend_from_slice(starts.map(u64::to_le_bytes).as_flattened());
    debug_assert_eq!(row.len() % BLOCK, 0);
    let ends = ends.iter().flat_map(|end| end.to_le_bytes());
    parts[Section::Keys as usize].extend(ends);
    parts[Section::Postings as usize].extend_from_slice(postings.as_flattened());
    Some(())
}
