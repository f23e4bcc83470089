//! Words as hashes: of the folded word, and of its first letters, which inflected forms share.

use std::ops::Range;

use glossweave_base::words::{each_word, hash};

/// The number of letters of a word that stand for its forms.
const STEM: usize = 4;

/// A word of a text. Hashes fill the upper 24 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Word {
    pub full: u32,
    /// The hash of the first letters; 0 for a word that is too short to have a stem.
    pub stem: u32,
    /// The number of its letters.
    size: u8,
}

/// The bits of a word that are its hash; the others are for a weight.
pub(super) const HASH: u32 = !0xFF;

/// The minimum number of letters of a word that is kept: shorter ones are mostly function words.
const LEAST: usize = 3;
/// The number of letters that a character of a script without spaces counts as.
const SINGLE: usize = 3;

impl Word {
    fn of(folded: &str, size: usize) -> Word {
        let full = hash(folded.as_bytes()) as u32 & HASH;
        let stem = match folded.char_indices().nth(STEM - 1) {
            // Other bits of the hash, so that it is not that of the word itself.
            Some((at, last)) => {
                let stem = hash(&folded.as_bytes()[..at + last.len_utf8()]);
                (stem.rotate_left(32) as u32 & HASH).max(1 << 8)
            }
            None => 0,
        };
        Word { full, stem, size: size.min(255) as u8 }
    }

    /// Returns the weight of a word by its length, from 0 to 1: in every language function words
    /// are short (Zipf's law of abbreviation), and a vocabulary of a few hundred descriptions is
    /// too small to learn the frequency of words from.
    pub(super) fn part(self) -> f64 {
        match self.size {
            0..=2 => 0.05,
            3 => 0.2,
            4 => 0.4,
            5 => 0.7,
            6 => 0.9,
            _ => 1.0,
        }
    }
}

/// Calls `take` with the words of a text and their ranges. Characters of scripts without spaces
/// also come as pairs.
pub(super) fn words(text: &str, mut take: impl FnMut(Range<usize>, Word)) {
    let mut pair = String::new();
    let mut before: Option<Range<usize>> = None;
    each_word(text, |word| {
        let letters = word.folded.chars().count();
        if word.is_single {
            take(word.range.clone(), Word::of(word.folded, SINGLE));
            if let Some(last) = before.replace(word.range.clone())
                && last.end == word.range.start
            {
                pair.push_str(word.folded);
                take(last.start..word.range.end, Word::of(&pair, SINGLE * 2));
            }
            pair.clear();
            pair.push_str(word.folded);
            return;
        }
        before = None;
        let is_number = word.folded.starts_with(|c: char| c.is_ascii_digit());
        if is_number {
            take(word.range, Word::of(word.folded, usize::MAX));
        } else if letters >= LEAST {
            take(word.range, Word::of(word.folded, letters));
        }
    });
}
