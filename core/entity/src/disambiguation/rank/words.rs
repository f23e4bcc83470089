//! The words around names.

use std::ops::Range;

use crate::disambiguation::EntityIndex;
use crate::disambiguation::class_vector::{ClassSpace, TextVector};
use crate::disambiguation::evidence::Mention;
use crate::disambiguation::file::{Node, NodePart};
use crate::disambiguation::word::{StopWords, Word, words};
use glossweave_base::error::Result;

/// The maximum distance of a word before and after a name, in bytes.
const REACH: usize = 400;
/// The distance at which the weight of a word is halved, in words.
const HALF: f64 = 20.0;
/// The weight of a word that matches only by its stem.
const STEMMED: f64 = 0.9;
/// The maximum evidence from words, so that an uncertain candidate does not become certain in a
/// long text.
const MOST: f64 = 4.0;

/// The words around ambiguous names, sorted by position, including function words.
pub(super) struct Words<'n> {
    /// The word classes, if the candidates have class vectors.
    space: Option<&'n ClassSpace>,
    all: Vec<(usize, usize, Word)>,
    stop_words: StopWords,
}

impl<'n> Words<'n> {
    /// Reads the words near ambiguous names. Each stretch of the text is read only once.
    pub(super) fn around(
        text: &str,
        names: impl Iterator<Item = &'n Mention<'n>> + Clone,
    ) -> Words<'n> {
        let names = names.filter(|name| name.candidates.len() > 1);
        let mut contexts = names
            .clone()
            .flat_map(|name| &name.candidates)
            .filter_map(|candidate| candidate.context);
        let space = contexts.find_map(|context| context.space.as_deref());
        let mut found = Vec::new();
        let mut done = 0..0;
        for name in names {
            let mut from = name.span.start().saturating_sub(REACH);
            while !text.is_char_boundary(from) {
                from -= 1;
            }
            let mut end = (name.span.end() + REACH).min(text.len());
            while !text.is_char_boundary(end) {
                end += 1;
            }
            if from > done.end {
                read(text, space, done, &mut found);
                done = from..end;
            } else {
                done.end = end.max(done.end);
            }
        }
        read(text, space, done, &mut found);
        let stop_words = StopWords::of(found.iter().map(|(_, _, word)| *word));
        Words { space, all: found, stop_words }
    }

    /// Returns the distinct words near a span, without the words in the span itself.
    pub(super) fn near(&self, text: &str, span: Range<usize>) -> Near<'n> {
        let mut name_words = Vec::new();
        words(&text[span.clone()], None, |_, word| name_words.push(word.full));
        let all = &self.all;
        let from = all.partition_point(|(start, ..)| *start + REACH < span.start);
        let before = all.partition_point(|(_, end, _)| *end <= span.start);
        let after = all.partition_point(|(start, ..)| *start < span.end);
        let end = all.partition_point(|(start, ..)| *start < span.end + REACH);
        let slice = |range: Range<usize>| all.get(range).unwrap_or_default().iter();
        let part = |(distance, (_, _, word)): (usize, &(usize, usize, Word))| {
            (*word, HALF / (HALF + distance as f64))
        };
        let mut near: Vec<(Word, f64)> = slice(from..before).rev().enumerate().map(part).collect();
        near.extend(slice(after..end).enumerate().map(part));
        near.retain(|(word, _)| !name_words.contains(&word.full));
        let is_empty = near.is_empty();
        near.retain(|(word, _)| !self.stop_words.has(*word));
        Near::new(near, is_empty, self.space)
    }
}

/// Appends the words of a range, except for words that the boundaries of the range cut.
fn read(
    text: &str,
    space: Option<&ClassSpace>,
    range: Range<usize>,
    out: &mut Vec<(usize, usize, Word)>,
) {
    words(&text[range.clone()], space, |word, hashes| {
        let (start, end) = (range.start + word.start, range.start + word.end);
        let is_cut = start == range.start && start > 0 || end == range.end && end < text.len();
        if !is_cut {
            out.push((start, end, hashes));
        }
    });
}

/// The words near a name, prepared for comparisons with the words of its candidates.
pub(super) struct Near<'n> {
    space: Option<&'n ClassSpace>,
    /// The vector over the classes of the words.
    vector: TextVector,
    /// `true` if there are no words, not even function words.
    is_empty: bool,
    /// The weight of each word, which depends on its length and distance.
    parts: Vec<f64>,
    /// The sorted hashes of words and stems, each with the number of the word and the weight of the
    /// hash.
    hashes: Vec<(u32, u32, f64)>,
    /// A filter with one bit for each hash, which quickly rejects most words of a candidate.
    filter: [u64; FILTER],
    /// The weight of each word in the node of the current comparison.
    weights: Vec<f64>,
}

const FILTER: usize = 64;

fn bit(hash: u32) -> (usize, u64) {
    let bit = (hash >> 20) as usize;
    (bit / 64 % FILTER, 1 << (bit % 64))
}

impl<'n> Near<'n> {
    fn new(mut words: Vec<(Word, f64)>, is_empty: bool, space: Option<&'n ClassSpace>) -> Near<'n> {
        words.sort_unstable_by(|first, second| {
            first.0.cmp(&second.0).then(second.1.total_cmp(&first.1))
        });
        words.dedup_by_key(|(word, _)| *word);
        let mut vector = TextVector::default();
        if let Some(space) = space {
            vector.set(space, words.iter().map(|(word, distance)| (word.class, *distance)));
        }
        let mut near = Near {
            space,
            vector,
            is_empty,
            parts: words.iter().map(|(word, part)| word.part() * part).collect(),
            hashes: Vec::with_capacity(words.len() * 2),
            filter: [0; FILTER],
            weights: Vec::new(),
        };
        for (number, (word, _)) in words.iter().enumerate() {
            let hashes = [(word.full, 1.0), (word.stem, STEMMED)];
            for (hash, part) in hashes.into_iter().filter(|(hash, _)| *hash > 0) {
                let (place, bit) = bit(hash);
                near.filter[place] |= bit;
                near.hashes.push((hash, number as u32, part));
            }
        }
        near.hashes.sort_unstable_by_key(|(hash, number, _)| (*hash, *number));
        near
    }

    pub(super) fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// Returns the overlap of the words with three sets of words: the words of an entity, the words
    /// of the entity and its related entities, and the words of its classes.
    pub(super) fn overlap(&mut self, node: &Node<'_>) -> Result<[f64; 3]> {
        self.start();
        self.compare(node, NodePart::Words)?;
        let own_words = self.sum();
        self.compare(node, NodePart::Related)?;
        let all = self.sum();
        self.start();
        for class in node.classes()? {
            self.compare(&class?, NodePart::Words)?;
        }
        Ok([own_words, all, self.sum()])
    }

    /// Returns the similarity of the words to the words of an entity by word classes. Returns `None` if one
    /// of them has no classes, or if their classes differ.
    pub(super) fn class_similarity(
        &self,
        index: &EntityIndex,
        node: &Node<'_>,
    ) -> Result<Option<f64>> {
        let (Some(space), Some(known)) = (self.space, index.space.as_deref()) else {
            return Ok(None);
        };
        let mut vector = node.class_vector()?.peekable();
        if space.identity() != known.identity() || vector.peek().is_none() {
            return Ok(None);
        }
        Ok(Some(self.vector.similarity(space, vector)))
    }

    fn start(&mut self) {
        self.weights.clear();
        self.weights.resize(self.parts.len(), 0.0);
    }

    fn compare(&mut self, node: &Node<'_>, part: NodePart) -> Result<()> {
        for (hash, weight) in node.words(part)? {
            let (place, bit) = bit(hash);
            if self.filter[place] & bit == 0 {
                continue;
            }
            let from = self.hashes.partition_point(|(known, ..)| *known < hash);
            let same = self.hashes[from..].iter().take_while(|(known, ..)| *known == hash);
            for (_, number, part) in same {
                let best = &mut self.weights[*number as usize];
                *best = best.max(weight * part);
            }
        }
        Ok(())
    }

    fn sum(&self) -> f64 {
        let sum: f64 =
            self.weights.iter().zip(&self.parts).map(|(weight, part)| weight * part).sum();
        sum.min(MOST)
    }
}
