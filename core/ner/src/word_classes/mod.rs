//! Word classes, in which words with similar contexts have a common path prefix.

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
/// The maximum number of steps of a path that are stored.
pub(crate) const STEPS: usize = 16;
/// The size of a slot in bytes: half of the key, the path, its length, and the frequency class plus
/// one.
const SLOT: usize = 8;

/// A hierarchy of word classes. Each word has a path of zeros and ones. Words that occur in similar
/// contexts have a common path prefix, so that a short prefix represents many words, and a whole path
/// represents few.
///
/// Models use word classes to learn about words that are missing from their training text: see
/// [`Training::with_word_classes`](super::Training::with_word_classes) and
/// [`MentionModel`](super::MentionModel). Case is ignored, and all digits are treated as zeros. Looking
/// up a word is cheap; clones copy the table.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct WordClasses {
    /// Slots by word hash. If the last byte of a slot is 0, the slot is free.
    slots: Vec<u8>,
    words: usize,
}

/// The class of a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WordClass {
    path: u16,
    length: u8,
    /// The frequency class plus one. 0 if the word is unknown.
    frequency: u8,
}

impl WordClass {
    /// The class of an unknown word.
    pub const UNKNOWN: WordClass = WordClass { path: 0, length: 0, frequency: 0 };

    /// Returns a prefix of the path as a number with a leading 1 bit, so that prefixes of different
    /// lengths differ. Returns `None` if the word is unknown.
    pub fn prefix(self, steps: usize) -> Option<u64> {
        if self.frequency == 0 {
            return None;
        }
        let steps = steps.min(usize::from(self.length)).min(STEPS);
        let path = u64::from(self.path) >> (STEPS - steps);
        Some(path | 1 << steps)
    }

    /// Returns the binary logarithm of the frequency rank of the word, which is 0 for the most
    /// frequent word. Returns `None` if the word is unknown.
    pub fn frequency_class(self) -> Option<u8> {
        self.frequency.checked_sub(1)
    }
}

/// A word and its path, whose steps start at the highest bit.
struct Path {
    word: String,
    steps: u16,
    length: u8,
}

impl WordClasses {
    /// Reads the output of a program for Brown clusters. Each line contains a path of zeros and ones, a
    /// word, and the number of its occurrences, separated by tabs. The first 16 steps of a path are used.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Malformed`, with the location, if a line has no path or no word,
    /// `ErrorKind::Invalid` if there are more than 4,194,304 words, and `ErrorKind::Storage` if the input
    /// cannot be read.
    pub fn from_paths(input: impl BufRead) -> Result<WordClasses> {
        WordClasses::build(read::paths(input)?)
    }

    /// Clusters words by their vectors. The words are repeatedly divided into two groups with similar
    /// directions, up to 12 times. Each line of the input contains a word and the numbers of its vector,
    /// separated by spaces, and the most frequent words come first. This is the format of GloVe, and,
    /// after a first line with two numbers, of word2vec and fastText. At most `max_words` words are read.
    /// The same input always results in the same classes.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Malformed`, with the location, if a value is not a number or the length of a
    /// vector differs from the first vector, `ErrorKind::Invalid` if `max_words` is more than 4,194,304,
    /// and `ErrorKind::Storage` if the input cannot be read.
    pub fn from_vectors(input: impl BufRead, max_words: usize) -> Result<WordClasses> {
        WordClasses::check(max_words)?;
        let (words, vectors) = read::vectors(input, max_words)?;
        WordClasses::build(cluster::paths(words, vectors))
    }

    /// Learns classes from texts, such that words with the same neighbours are in similar classes. The
    /// `max_words` most frequent words get a class if they occur at least five times. Use at least ten
    /// million words of text; one million words are not enough for good classes.
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
            return Err(Error::invalid(format!("{max_words} words, limit is {MOST}")));
        }
        Ok(())
    }

    /// Builds the table from words that are sorted by frequency. If several words have the same key,
    /// the first is used.
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

    /// Returns the path of a word as zeros and ones. Returns `None` if the word has no class.
    pub fn path(&self, word: &str) -> Option<String> {
        let class = self.find(lower_key(word));
        (class.frequency > 0).then(|| {
            let steps = (0..class.length).map(|step| class.path >> (15 - step) & 1);
            steps.map(|step| if step == 1 { '1' } else { '0' }).collect()
        })
    }

    pub(crate) fn to_bytes(&self) -> &[u8] {
        &self.slots
    }

    /// Decodes the result of [`WordClasses::to_bytes`]. Returns `None` if the bytes are not valid.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<WordClasses> {
        let (slots, rest) = bytes.as_chunks::<SLOT>();
        let words = slots.iter().filter(|slot| slot[7] != 0).count();
        let is_sound = slots.iter().all(|slot| usize::from(slot[6]) <= STEPS);
        // A free slot is not required, because a search without one ends after all slots.
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

/// Methods of word classes for the other crates of Glossweave.
pub trait WordClassesExt {
    /// Returns the class of the word with a key from [`lower_key`].
    fn find(&self, key: u64) -> WordClass;

    /// Returns the path, the number of steps and the frequency class of each word. Paths start at the highest
    /// bit.
    fn paths(&self) -> impl Iterator<Item = (u16, u8, u8)>;

    /// Returns a number that identifies the classes. It is never 0.
    fn identity(&self) -> u64;
}

impl WordClassesExt for WordClasses {
    fn find(&self, key: u64) -> WordClass {
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

    fn paths(&self) -> impl Iterator<Item = (u16, u8, u8)> {
        let slots = self.slots.as_chunks::<SLOT>().0.iter();
        slots.filter_map(|[_, _, _, _, low, high, length, frequency]| {
            let frequency = frequency.checked_sub(1)?;
            Some((u16::from_le_bytes([*low, *high]), *length, frequency))
        })
    }

    fn identity(&self) -> u64 {
        hash(3, &self.slots).max(1)
    }
}
