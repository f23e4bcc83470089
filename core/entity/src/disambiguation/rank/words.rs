//! The words around names.

use std::ops::Range;

use crate::disambiguation::EntityIndex;
use crate::disambiguation::class_vector::{ClassSpace, TextVector};
use crate::disambiguation::evidence::Mention;
use crate::disambiguation::file::{Node, Part};
use crate::disambiguation::word::{StopWords, Word, words};
use glossweave_base::error::Result;

/// The distance, in bytes before and after a name, up to which words count.
const REACH: usize = 400;
/// The distance, in words, at which a word counts half.
const HALF: f64 = 20.0;
/// The weight of a word of which only the first letters match.
const STEMMED: f64 = 0.9;
/// The upper limit of evidence from words: a long text must not make an uncertain sense certain.
const MOST: f64 = 4.0;

/// The words around the names of several candidates, in their order, with the function words among them.
pub(super) struct Words<'n> {
    /// The classes of words, if the candidates have vectors of them.
    space: Option<&'n ClassSpace>,
    all: Vec<(usize, usize, Word)>,
    stop_words: StopWords,
}

impl<'n> Words<'n> {
    /// Reads the words near such names, each stretch of the text once.
    pub(super) fn around(
        text: &str,
        names: impl Iterator<Item = &'n Mention<'n>> + Clone,
    ) -> Words<'n> {
        let names = names.filter(|name| name.candidates.len() > 1);
        let mut contexts =
            names.clone().flat_map(|name| &name.candidates).filter_map(|one| one.context);
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

    /// Returns the distinct words near a span, without those in the span itself.
    pub(super) fn near(&self, text: &str, span: Range<usize>) -> Near<'n> {
        let mut own = Vec::new();
        words(&text[span.clone()], None, |_, word| own.push(word.full));
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
        near.retain(|(word, _)| !own.contains(&word.full));
        let is_empty = near.is_empty();
        near.retain(|(word, _)| !self.stop_words.has(*word));
        Near::new(near, is_empty, self.space)
    }
}

/// Appends the words of a stretch, without those that are cut by its ends.
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

/// The words near one name, prepared for the comparison with those of its candidates.
pub(super) struct Near<'n> {
    space: Option<&'n ClassSpace>,
    /// The vector of the classes of words.
    vector: TextVector,
    /// `true` if there are no words at all, not even function words.
    is_empty: bool,
    /// The weight of each word, by its length and distance.
    parts: Vec<f64>,
    /// The hashes of words and of their stems, sorted, with the number of the word and the weight
    /// of this hash.
    hashes: Vec<(u32, u32, f64)>,
    /// A bit for each hash: most words of a sense are not near, and are ruled out by it.
    filter: [u64; FILTER],
    /// The weight of each word in the node that it is compared with.
    weights: Vec<f64>,
}

const FILTER: usize = 64;

fn bit(hash: u32) -> (usize, u64) {
    let bit = (hash >> 20) as usize;
    (bit / 64 % FILTER, 1 << (bit % 64))
}

impl<'n> Near<'n> {
    fn new(mut words: Vec<(Word, f64)>, is_empty: bool, space: Option<&'n ClassSpace>) -> Near<'n> {
        words.sort_unstable_by(|one, other| one.0.cmp(&other.0).then(other.1.total_cmp(&one.1)));
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

    /// Returns the overlap of the words with those of an entity, with those of it and its related
    /// entities, and with those of its classes.
    pub(super) fn overlap(&mut self, node: &Node<'_>) -> Result<[f64; 3]> {
        self.start();
        self.compare(node, Part::Words)?;
        let own = self.sum();
        self.compare(node, Part::Related)?;
        let all = self.sum();
        self.start();
        for class in node.classes()? {
            self.compare(&class?, Part::Words)?;
        }
        Ok([own, all, self.sum()])
    }

    /// Returns the similarity of the words and those of an entity of an index by their classes; `None` if either has
    /// none, or others.
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

    fn compare(&mut self, node: &Node<'_>, part: Part) -> Result<()> {
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
        let sum: f64 = self.weights.iter().zip(&self.parts).map(|(one, part)| one * part).sum();
        sum.min(MOST)
    }
}
