//! An index of character bigrams with their positions, which is used in the search for similar texts.
//!
//! `k` edits of a text change at most `2k` of its bigrams (Ukkonen 1992), and move the remaining bigrams by a
//! few characters only. Texts with too few bigrams at similar positions therefore need no comparison.

use super::file::{BITS, BLOCK, SECTIONS, Section};

/// The number of steps in the shortest text of a block. Positions in the same step are equal.
const STEPS: usize = 10;
/// The character before and after a text, which adds bigrams for its ends.
const OUTSIDE: u32 = 0x1F_FFFF;

/// A pair of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Gram(u64);

impl Gram {
    /// Returns the key of the pair in a step, a hash below 2 to the power of `bits`.
    pub(super) fn key(self, step: usize, bits: u32) -> usize {
        let mixed = (self.0 ^ (step as u64).rotate_left(44)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        (mixed >> (64 - bits)) as usize
    }
}

/// Calls `seen` with the pairs of a text in text order. There is one pair more than characters.
pub(super) fn each(text: impl Iterator<Item = char>, mut seen: impl FnMut(usize, Gram)) {
    let mut before = OUTSIDE;
    let all = text.map(u32::from).chain([OUTSIDE]);
    for (place, character) in all.enumerate() {
        seen(place, Gram(u64::from(before) << 21 | u64::from(character)));
        before = character;
    }
}

/// Returns the maximum length of texts in a block whose shortest text has `shortest` characters. If lengths
/// differed more, positions could not be compared.
pub(super) fn longest(shortest: usize) -> usize {
    shortest + shortest / 16 + 1
}

/// Returns the number of positions in one step of a block whose shortest text has `shortest` characters.
fn step(shortest: usize) -> usize {
    (shortest / STEPS).max(1)
}

/// Writes the block of some texts of one language: its row, its keys and its postings. Texts are sorted by
/// key with a counting sort. Returns `None` if a number is too large for its field.
pub(super) fn write<'t>(
    texts: impl Iterator<Item = &'t str> + Clone,
    range: (u32, u32),
    parts: &mut [Vec<u8>; SECTIONS],
) -> Option<()> {
    let pairs: usize = texts.clone().map(|text| text.chars().count() + 1).sum();
    let bits = (u32::try_from(pairs).ok()? / 16).max(16).ilog2().min(18);
    let step = step(texts.clone().next().map_or(0, |text| text.chars().count()));
    let mut ends = vec![0u32; (1 << bits) + 1];
    for text in texts.clone() {
        each(text.chars(), |place, gram| ends[gram.key(place / step, bits)] += 1);
    }
    let mut sum = 0;
    for end in &mut ends {
        sum += std::mem::replace(end, sum);
    }
    let mut all = vec![0u16; pairs];
    let mut next = ends.clone();
    for (number, text) in texts.enumerate() {
        each(text.chars(), |place, gram| {
            let next = &mut next[gram.key(place / step, bits)];
            all[*next as usize] = number as u16;
            *next += 1;
        });
    }
    let sections = [Section::Keys, Section::Postings].map(|part| part as usize);
    let starts = sections.map(|part| parts[part].len() as u64);
    let row = &mut parts[Section::Blocks as usize];
    let numbers = [range.0, range.1, bits, u32::try_from(step).ok()?].map(u32::to_le_bytes);
    row.extend_from_slice(numbers.as_flattened());
    row.extend_from_slice(starts.map(u64::to_le_bytes).as_flattened());
    debug_assert_eq!(row.len() % BLOCK, 0);
    let words = ((range.1 - range.0) as usize).div_ceil(64);
    let mut set = vec![0u64; words];
    for key in 0..1 << bits {
        let start = (parts[sections[1]].len() as u64 - starts[1]) / 2;
        let texts = &mut all[ends[key] as usize..ends[key + 1] as usize];
        let mut count = dedup(texts) as u32;
        let (texts, postings) = (&texts[..count as usize], &mut parts[sections[1]]);
        // A bit set saves time, which is worth up to four times the space of a list.
        if texts.len() >= words {
            count |= BITS;
            set.fill(0);
            texts.iter().for_each(|text| set[*text as usize / 64] |= 1 << (text % 64));
            postings.extend(set.iter().flat_map(|word| word.to_le_bytes()));
        } else {
            postings.extend(texts.iter().flat_map(|text| text.to_le_bytes()));
        }
        let row = [u32::try_from(start).ok()?, count].map(u32::to_le_bytes);
        parts[sections[0]].extend_from_slice(row.as_flattened());
    }
    Some(())
}

/// Moves the distinct numbers to the front, and returns their count.
fn dedup(texts: &mut [u16]) -> usize {
    let mut count = 0;
    for index in 0..texts.len() {
        if index == 0 || texts[index] != texts[count - 1] {
            texts[count] = texts[index];
            count += 1;
        }
    }
    count
}
