//! Words as hashes. Each word has a hash of its folded form and a hash of its first letters, which
//! inflected forms have in common.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::OnceLock;

use super::class_vector::{ClassSpace, WordClass};
use glossweave_base::words::{each_word, hash, stop_words};

/// The number of letters of a stem.
const STEM: usize = 4;

/// A word of a text. Its hashes use the upper 24 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Word {
    pub full: u32,
    /// The hash of the stem. 0 if the word is too short.
    pub stem: u32,
    /// The class of the word. The default class is used if there are no word classes.
    pub class: WordClass,
    /// The weight of the word, up to 255.
    part: u8,
}

/// The mask of the hash of a word. The other bits contain a weight.
pub(super) const HASH: u32 = !0xFF;

/// The minimum number of letters of a word. Shorter words are skipped, because most of them are
/// function words.
const LEAST: usize = 3;
/// The number of letters that a character counts for in a script without spaces.
const SINGLE: usize = 3;

impl Word {
    fn of(folded: &str, size: usize, class: Option<WordClass>) -> Word {
        let full = hash(folded.as_bytes()) as u32 & HASH;
        let stem = match folded.char_indices().nth(STEM - 1) {
            // Uses other bits of the hash, so that a stem differs from the word with the same
            // letters.
            Some((at, last)) => {
                let stem = hash(&folded.as_bytes()[..at + last.len_utf8()]);
                (stem.rotate_left(32) as u32 & HASH).max(1 << 8)
            }
            None => 0,
        };
        let known = class.filter(|class| class.path > 0).map(|class| class.weight);
        let part = known.unwrap_or_else(|| part_of_length(size));
        Word { full, stem, class: class.unwrap_or_default(), part }
    }

    /// Returns the weight of the word, from 0 to 1. It depends on the frequency of the word if known,
    /// and otherwise on its length.
    pub(super) fn part(self) -> f64 {
        f64::from(self.part) / 255.0
    }

    /// Returns the languages in which the word is a function word, with one bit for each language of
    /// [`STOP_WORDS`].
    fn stops(self) -> u16 {
        static STOPS: OnceLock<Vec<(u32, u16)>> = OnceLock::new();
        let stops = STOPS.get_or_init(|| {
            let mut stops: BTreeMap<u32, u16> = BTreeMap::new();
            for (word, languages) in stop_words() {
                *stops.entry(Word::of(word, 0, None).full).or_default() |= languages;
            }
            stops.into_iter().collect()
        });
        let place = stops.binary_search_by_key(&self.full, |(word, _)| *word);
        place.map_or(0, |place| stops[place].1)
    }
}

/// Returns the weight of a word by its number of letters, up to 255. The length is used because function
/// words are short in every language (Zipf's law of abbreviation), and a vocabulary with a few hundred
/// descriptions is too small to estimate word frequencies.
fn part_of_length(size: usize) -> u8 {
    match size {
        0..=2 => 51,
        3 => 115,
        4 => 166,
        5 => 217,
        6 => 242,
        _ => 255,
    }
}

/// The maximum number of languages with function words.
const LANGUAGES: usize = 16;

/// The function words of the most frequent language in a text. They are ignored because they provide no
/// evidence about entities.
pub(super) struct StopWords(u16);

impl StopWords {
    /// Determines the language from the words of a text.
    pub(super) fn of(words: impl Iterator<Item = Word>) -> StopWords {
        let mut counts = [0_usize; LANGUAGES];
        for word in words {
            let stops = word.stops();
            for (language, count) in counts.iter_mut().enumerate() {
                *count += usize::from(stops >> language & 1);
            }
        }
        let best = (0..LANGUAGES).rev().max_by_key(|language| counts[*language]);
        StopWords(best.map_or(0, |language| 1 << language))
    }

    pub(super) fn has(&self, word: Word) -> bool {
        word.stops() & self.0 != 0
    }
}

/// Calls `take` with the words of a text and their ranges. In scripts without spaces, pairs of
/// characters are passed in addition to single characters.
pub(super) fn words(
    text: &str,
    space: Option<&ClassSpace>,
    mut take: impl FnMut(Range<usize>, Word),
) {
    let mut pair = String::new();
    let mut before: Option<Range<usize>> = None;
    each_word(text, |word| {
        let letters = word.folded.chars().count();
        if word.is_single {
            take(word.range.clone(), Word::of(word.folded, SINGLE, None));
            if let Some(last) = before.replace(word.range.clone())
                && last.end == word.range.start
            {
                pair.push_str(word.folded);
                take(last.start..word.range.end, Word::of(&pair, SINGLE * 2, None));
            }
            pair.clear();
            pair.push_str(word.folded);
            return;
        }
        before = None;
        let is_number = word.folded.starts_with(|c: char| c.is_ascii_digit());
        if is_number || letters >= LEAST {
            let class = space.map(|space| space.class(&text[word.range.clone()]));
            let size = if is_number { usize::MAX } else { letters };
            take(word.range, Word::of(word.folded, size, class));
        }
    });
}
