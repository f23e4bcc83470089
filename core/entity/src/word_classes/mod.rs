//! Classes of words: words that occur in the same contexts have paths with the same first steps.

mod cluster;
mod neighbours;
mod read;
#[cfg(test)]
mod tests;

use std::fmt;
use std::io::BufRead;

use crate::hash::{hash, lower_key};
use glossweave_base::error::{Error, Result};

/// The maximum number of words.
const MOST: usize = 1 << 22;
/// The number of steps of a path that are kept.
pub(crate) const STEPS: usize = 16;
/// The bytes of a slot: half the key, the path, its length, and the class of frequency plus one.
const SLOT: usize = 8;

/// A hierarchy of word classes: for each word a path of zeros and ones. Words that occur in the same
/// contexts have paths with the same first steps, so that the first steps of a path stand for many
/// words, and all of them for few.
///
/// Models learn from such classes, about words that their training text does not have: see
/// [`Training::with_word_classes`](super::Training::with_word_classes) and
/// [`MentionModel`](super::MentionModel). Case does not count, and digits count as zeros. It is cheap to
/// look a word up; clones copy the table.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct WordClasses {
    /// Slots by the hash of the word; a slot whose last byte is 0 is free.
    slots: Vec<u8>,
    words: usize,
}

/// The class of a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct WordClass {
    path: u16,
    length: u8,
    /// The class of frequency plus one; 0 if the word is not known.
    frequency: u8,
}

impl WordClass {
    /// The class of a word that is not known.
    pub const UNKNOWN: WordClass = WordClass { path: 0, length: 0, frequency: 0 };

    /// Returns the first steps of the path as a number that no other number of steps has; `None` if the
    /// word is not known.
    pub fn prefix(self, steps: usize) -> Option<u64> {
        if self.frequency == 0 {
            return None;
        }
        let steps = steps.min(usize::from(self.length)).min(STEPS);
        let path = u64::from(self.path) >> (STEPS - steps);
        Some(path | 1 << steps)
    }

    /// Returns the binary logarithm of the place of the word in the order of frequency, from 0 for the
    /// most frequent one; `None` if the word is not known.
    pub fn frequency_class(self) -> Option<u8> {
        self.frequency.checked_sub(1)
    }
}

/// A word with its path: the steps from the highest bit on, and their number.
struct Path {
    word: String,
    steps: u16,
    length: u8,
}

impl WordClasses {
    /// Reads the clusters of a program for Brown clusters: a line for each word, which has the path of
    /// zeros and ones, the word, and the number of its occurrences, separated by tabs. The first 16
    /// steps of a path are kept.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Malformed` with the line if a line has no path or no word,
    /// `ErrorKind::Invalid` if there are more than 4,194,304 words, and `ErrorKind::Storage` if the input
    /// cannot be read.
    pub fn from_paths(input: impl BufRead) -> Result<WordClasses> {
        WordClasses::build(read::paths(input)?)
    }

    /// Divides words by their vectors: repeatedly into two halves of near directions, up to 12 times. The
    /// input has a line for each word, the most frequent one first: the word and its numbers, separated by
    /// spaces, as GloVe writes them and, after a line with two numbers, word2vec and fastText. At most
    /// `max_words` words are read. The same input results in the same classes.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Malformed` with the line if a vector has something that is not a number or
    /// another length than the first, `ErrorKind::Invalid` if `max_words` is more than 4,194,304, and
    /// `ErrorKind::Storage` if the input cannot be read.
    pub fn from_vectors(input: impl BufRead, max_words: usize) -> Result<WordClasses> {
        WordClasses::check(max_words)?;
        let (words, vectors) = read::vectors(input, max_words)?;
        WordClasses::build(cluster::paths(words, vectors))
    }

    /// Learns classes from texts: words that have the same neighbours are near each other. The
    /// `max_words` most frequent words that occur at least five times get a class. A million words of text
    /// are few; ten million are enough for good classes.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` if `max_words` is more than 4,194,304, or if no word occurs five times.
    pub fn train<'t>(
        texts: impl Iterator<Item = &'t str> + Clone,
        max_words: usize,
    ) -> Result<WordClasses> {
        WordClasses::check(max_words)?;
        let (words, vectors) = neighbours::vectors(texts, max_words);
        if words.is_empty() {
            return Err(Error::invalid("no word of the texts occurs five times"));
        }
        WordClasses::build(cluster::paths(words, vectors))
    }

    fn check(max_words: usize) -> Result<()> {
        if max_words > MOST {
            return Err(Error::invalid(format!("{max_words} words, allowed are {MOST}")));
        }
        Ok(())
    }

    /// Builds the table of words in the order of their frequency. The first of words with the same key
    /// counts.
    fn build(paths: Vec<Path>) -> Result<WordClasses> {
        WordClasses::check(paths.len())?;
        let count = paths.len() + paths.len() / 3 + 1;
        let mut classes = WordClasses { slots: vec![0; count * SLOT], words: 0 };
        for (rank, path) in paths.iter().enumerate() {
            let key = lower_key(&path.word);
            if classes.find(key).frequency > 0 {
                continue;
            }
            let frequency = (rank + 1).ilog2() as u8 + 1;
            let mut slot = [0; SLOT];
            slot[..4].copy_from_slice(&((key >> 32) as u32).to_le_bytes());
            slot[4..6].copy_from_slice(&path.steps.to_le_bytes());
            slot[6] = path.length.min(STEPS as u8);
            slot[7] = frequency;
            let mut at = place(key, count);
            while classes.slots[at * SLOT + 7] != 0 {
                at = (at + 1) % count;
            }
            classes.slots[at * SLOT..(at + 1) * SLOT].copy_from_slice(&slot);
            classes.words += 1;
        }
        Ok(classes)
    }

    /// Returns the number of words.
    pub fn len(&self) -> usize {
        self.words
    }

    /// Returns `true` if there are no words.
    pub fn is_empty(&self) -> bool {
        self.words == 0
    }

    /// Returns the path of a word, its first step first; `None` if the word has no class.
    pub fn path(&self, word: &str) -> Option<String> {
        let class = self.find(lower_key(word));
        (class.frequency > 0).then(|| {
            let steps = (0..class.length).map(|step| class.path >> (15 - step) & 1);
            steps.map(|step| if step == 1 { '1' } else { '0' }).collect()
        })
    }

    /// Returns the class of the word with a key of [`lower_key`].
    pub(crate) fn find(&self, key: u64) -> WordClass {
        let slots = self.slots.as_chunks::<SLOT>().0;
        let (before, from) = slots.split_at(place(key, slots.len()).min(slots.len()));
        for slot in from.iter().chain(before) {
            let [a, b, c, d, low, high, length, frequency] = *slot;
            if frequency == 0 {
                break;
            }
            if u32::from_le_bytes([a, b, c, d]) == (key >> 32) as u32 {
                return WordClass { path: u16::from_le_bytes([low, high]), length, frequency };
            }
        }
        WordClass::default()
    }

    /// Returns the path of each word, from its highest bit on, the number of its steps, and the class of frequency.
    pub(crate) fn paths(&self) -> impl Iterator<Item = (u16, u8, u8)> {
        let slots = self.slots.as_chunks::<SLOT>().0.iter();
        slots.filter_map(|[_, _, _, _, low, high, length, frequency]| {
            let frequency = frequency.checked_sub(1)?;
            Some((u16::from_le_bytes([*low, *high]), *length, frequency))
        })
    }

    /// Returns a number that other classes do not have; never 0.
    pub(crate) fn identity(&self) -> u64 {
        hash(3, &self.slots).max(1)
    }

    pub(crate) fn to_bytes(&self) -> &[u8] {
        &self.slots
    }

    /// Takes the bytes of [`WordClasses::to_bytes`]; returns `None` if they are not valid.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<WordClasses> {
        let (slots, rest) = bytes.as_chunks::<SLOT>();
        let words = slots.iter().filter(|slot| slot[7] != 0).count();
        let is_sound = slots.iter().all(|slot| usize::from(slot[6]) <= STEPS);
        // A search needs a free slot to end early, and none is searched forever without one.
        (rest.is_empty() && is_sound).then(|| WordClasses { slots: bytes.to_vec(), words })
    }
}

fn place(key: u64, slots: usize) -> usize {
    (((key & 0xFFFF_FFFF) * slots as u64) >> 32) as usize
}

impl fmt::Debug for WordClasses {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("WordClasses").field("words", &self.words).finish()
    }
}
