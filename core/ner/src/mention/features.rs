//! The features of an occurrence: its words, the surrounding words, and other occurrences of the
//! same words.
//!
//! A feature is the hash of a template number and one or two values (feature hashing). Most features
//! are combined with the cases of the words of the occurrence, because a linear model cannot combine
//! features itself: a sentence start, for example, is evidence only for a word with a capital.
//!
//! Models store the hashes, so the numbers of the templates and their values are part of the file
//! format. A change requires new models.

use super::Place;
use super::context::{Case, EDGE, MARK_EDGE, MARK_OTHER, Word, after, before};
use crate::hash::{feature, feature_pair, mix, name_key};
use crate::word_classes::WordClasses;
use glossweave_base::text::TextSpan;
use glossweave_base::words::Keyed;

/// The number of words on each side that are used.
const REACH: usize = 3;
/// The maximum number of words of an occurrence that are read.
const OWN: usize = 6;
/// The lengths of the prefixes of word classes that are used, from coarse to fine classes.
const CLASS_PREFIXES: [usize; 3] = [4, 8, 12];
/// The frequency class of unknown words, which are rarer than all known words.
const UNKNOWN_FREQUENCY: u8 = 31;
/// The rank of vocabularies whose weights provide no evidence.
const UNKNOWN_RANK: u8 = 9;

/// The words of an occurrence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Own {
    first: Word,
    last: Word,
    /// The key of all words in lower case.
    pub key: u64,
    /// The number of words, at most [`OWN`].
    count: u64,
    /// The cases of the words, as digits of a number with the base 5.
    cases: u64,
    has_capital: bool,
    /// The length in bytes, at most 8.
    letters: u64,
}

impl Own {
    pub fn new(text: &str, span: TextSpan) -> Own {
        let (mut first, mut last, mut cases, mut has_capital) = (EDGE, EDGE, 0u64, false);
        let mut keys = [0; OWN];
        let (mut count, mut at) = (0, span.start());
        while count < OWN
            && let Some(range) = after(text, at, span.end())
        {
            at = range.end;
            let word = Word::unclassified(&text[range]);
            if count == 0 {
                first = word;
            }
            last = word;
            keys[count] = word.lower;
            cases = cases * 5 + word.case as u64;
            has_capital |= word.is_capital();
            count += 1;
        }
        let letters = span.len().min(8) as u64;
        let key = name_key(keys[..count].iter().copied());
        Own { first, last, key, count: count as u64, cases, has_capital, letters }
    }

    /// Adds the classes of the words. They are looked up separately, because [`Own::digest`] does not need
    /// them.
    pub fn with_classes(self, classes: &WordClasses) -> Own {
        Own { first: self.first.with_class(classes), last: self.last.with_class(classes), ..self }
    }

    /// Returns a hash of all inputs of [`Own::features`].
    pub fn digest(&self, place: &Place) -> u64 {
        let rank = u64::from(place.weight_rank.unwrap_or(UNKNOWN_RANK));
        let known = (rank << 16) | (u64::from(place.candidates) << 8) | self.letters;
        mix(self.key ^ mix(self.cases ^ (known << 32)))
    }

    /// Stores the features that depend only on the words in `out`.
    pub fn features(&self, place: &Place, out: &mut Vec<u64>) {
        out.clear();
        let rank = u64::from(place.weight_rank.unwrap_or(UNKNOWN_RANK));
        let candidates = u64::from(place.candidates.clamp(1, 32).ilog2());
        // A mention in a corpus that is missing from the vocabulary provides no evidence about it.
        if place.candidates > 0 {
            out.push(feature_pair(30, rank, self.cases));
            out.push(feature_pair(31, candidates, self.cases));
            let frequency = self.first.class.frequency_class().unwrap_or(UNKNOWN_FREQUENCY);
            out.push(feature_pair(32, rank * 32 + u64::from(frequency), self.cases));
        }
        out.push(feature(1, 1));
        out.push(feature(2, self.cases));
        out.push(feature(3, self.key));
        out.push(feature_pair(4, self.key, self.cases));
        out.push(feature_pair(5, self.letters, self.cases));
        for (template, word) in [(10, &self.first), (20, &self.last)] {
            out.push(feature_pair(template, word.lower, self.count));
            for steps in CLASS_PREFIXES {
                if let Some(path) = word.class.prefix(steps) {
                    out.push(feature_pair(template + 1, path, self.cases));
                }
            }
            let frequency = word.class.frequency_class().unwrap_or(UNKNOWN_FREQUENCY);
            out.push(feature_pair(template + 2, u64::from(frequency), self.cases));
            out.push(feature_pair(template + 3, u64::from(word.has_digit), self.count));
        }
    }
}

/// The number of occurrences with the same words in a text, by case. If a name also occurs in lower case,
/// it is probably a common word.
#[derive(Clone, Copy, Default)]
struct Namesakes {
    capital: u16,
    lower: u16,
}

/// The occurrences in a text, by words.
#[derive(Default)]
pub(crate) struct Places(Keyed<Namesakes>);

impl Places {
    pub fn add(&mut self, own: &Own) {
        let namesakes = self.0.entry(own.key).or_default();
        let count = if own.has_capital { &mut namesakes.capital } else { &mut namesakes.lower };
        *count = count.saturating_add(1);
    }
}

/// The words on both sides of an occurrence, the nearest word first.
struct Context {
    left: [Word; REACH],
    right: [Word; REACH],
    /// `true` if the occurrence is probably at the start of a sentence.
    is_start: bool,
}

impl Context {
    /// Reads the words of a block around an occurrence.
    fn new((text, block): (&str, TextSpan), span: TextSpan, classes: &WordClasses) -> Context {
        let mut left = [EDGE; REACH];
        let mut at = span.start();
        for word in &mut left {
            let Some(range) = before(text, at, block.start()) else { break };
            at = range.start;
            *word = Word::new(&text[range], classes);
        }
        let mut right = [EDGE; REACH];
        let mut at = span.end();
        for word in &mut right {
            let Some(range) = after(text, at, block.end()) else { break };
            at = range.end;
            *word = Word::new(&text[range], classes);
        }
        let previous = left[0].mark;
        // A quotation mark is the start of a sentence unless it follows a word, as a closing mark does.
        let is_start = matches!(previous, MARK_EDGE | b'.' | b'!' | b'?' | b':')
            || matches!(previous, b'"' | b'\'' | MARK_OTHER) && !left[1].is_word();
        Context { left, right, is_start }
    }

    /// Appends the features of each word: the word itself, its classes, and its shape.
    fn push_words(&self, own: &Own, out: &mut Vec<u64>) {
        for (side, words) in [(0u64, &self.left), (1, &self.right)] {
            for (distance, word) in words.iter().enumerate() {
                let template = 100 + side * 50 + distance as u64 * 10;
                out.push(feature(template, word.lower));
                let shape = word.case as u64 * 256 + u64::from(word.mark);
                for steps in CLASS_PREFIXES {
                    if let Some(path) = word.class.prefix(steps) {
                        out.push(feature_pair(template + 1, path, word.case as u64));
                    }
                }
                out.push(feature_pair(template + 2, shape, own.cases));
            }
        }
    }

    /// Appends the features that indicate the significance of capitals at this position.
    fn push_capitals(&self, own: &Own, out: &mut Vec<u64>) {
        let (left, right, is_start) = (&self.left, &self.right, u64::from(self.is_start));
        let frequency = own.first.class.frequency_class().unwrap_or(UNKNOWN_FREQUENCY);
        out.push(feature_pair(200, is_start, own.cases));
        out.push(feature_pair(201, is_start, mix(own.cases ^ u64::from(frequency) << 32)));
        if let Some(path) = own.first.class.prefix(6) {
            out.push(feature_pair(202, is_start, mix(own.cases ^ path << 32)));
        }
        // In a title, most words have capitals, and capitals are no evidence.
        let words = || left.iter().chain(right).filter(|word| word.is_word());
        let capitals = words().filter(|word| word.is_capital()).count() as u64;
        let lower = words().filter(|word| word.case == Case::Lower).count() as u64;
        out.push(feature_pair(203, capitals * 8 + lower, own.cases));
        // Adjacent words with capitals indicate that the occurrence is a part of a longer name.
        let run = |words: &[Word]| {
            words.iter().take_while(|word| word.is_word() && word.is_capital()).count() as u64
        };
        let (run_left, run_right) = (run(left), run(right));
        out.push(feature_pair(204, run_left * 4 + run_right, own.cases));
        out.push(feature_pair(205, run_left * 8 + run_right * 2 + is_start, own.count));
    }

    /// Appends the features of the adjacent words, in pairs with each other and with the occurrence.
    fn push_neighbors(&self, own: &Own, out: &mut Vec<u64>) {
        let (previous, next) = (&self.left[0], &self.right[0]);
        // Marks have no class. They are shifted, so that they differ from all prefixes.
        let path =
            |word: &Word, steps| word.class.prefix(steps).unwrap_or(u64::from(word.mark) << 20);
        out.push(feature_pair(210, previous.lower, next.lower));
        out.push(feature_pair(211, path(previous, 8), path(next, 8)));
        out.push(feature_pair(212, path(previous, 8), path(&own.first, 8)));
        out.push(feature_pair(213, path(&own.last, 8), path(next, 8)));
        out.push(feature_pair(214, previous.lower, path(&own.first, 6)));
        out.push(feature_pair(215, path(&own.last, 6), next.lower));
        out.push(feature_pair(216, previous.lower, own.key));
        out.push(feature_pair(217, own.key, next.lower));
        out.push(feature_pair(218, self.left[1].lower, previous.lower));
        out.push(feature_pair(219, next.lower, self.right[1].lower));
        out.push(feature_pair(220, previous.form, own.cases));
        out.push(feature_pair(221, next.form, own.cases));
    }
}

/// Appends the features of the context of an occurrence in a block.
pub(crate) fn around(
    (text, block): (&str, TextSpan),
    span: TextSpan,
    own: &Own,
    places: &Places,
    classes: &WordClasses,
    out: &mut Vec<u64>,
) {
    let context = Context::new((text, block), span, classes);
    context.push_words(own, out);
    context.push_capitals(own, out);
    // A character without a space before or after the occurrence, for example the hyphen of a compound.
    let attached = |c: Option<char>| c.filter(|c| !c.is_whitespace()).map_or(0, u64::from);
    let part = |start: usize, end: usize| text.get(start..end).unwrap_or_default();
    out.push(feature(206, attached(part(block.start(), span.start()).chars().next_back())));
    out.push(feature(207, attached(part(span.end(), block.end()).chars().next())));
    context.push_neighbors(own, out);
    let namesakes = places.0.get(&own.key).copied().unwrap_or_default();
    let bucket = |count: u16| u64::from(count.min(3));
    out.push(feature_pair(230, bucket(namesakes.capital) * 4 + bucket(namesakes.lower), own.cases));
}
