//! The results of a tagger for a passage: its names, and the probabilities that given spans are
//! names.

use std::collections::HashMap;
use std::ops::Range;

use super::Tagger;
use super::corpus::LabeledSpan;
use super::crf::{Lattice, Tags};
use super::feature::Described;
use super::file::Section;
use super::text::sentences_of;
use super::two_pass::{blocks_of, each_scored, first_pass, mentions, sentences};
use glossweave_base::call_limits::{is_exceeded, is_exceeded_now};
use glossweave_base::error::Result;
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::{Annotation, Entity, four_digits};
use glossweave_document::recognizer::{Passage, Recognizer};

/// The names to return for a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// No names.
    None,
    /// All names.
    All,
}

/// The results of a tagger for a passage.
#[derive(Debug, Default)]
pub(crate) struct Tagged {
    /// The names, as entities with a class and a confidence.
    pub names: Vec<Annotation>,
    /// For each span, the probability that the span is a complete name of a class, in the order of
    /// [`Tagger::classes`]. It is the minimum of the probabilities of its tags.
    pub probabilities: HashMap<TextSpan, Vec<f32>>,
}

impl Recognizer for Tagger {
    /// Returns the names in a passage, as entities with a class and a confidence, but without an
    /// IRI. The passage is processed as a single document.
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
        Ok(self.tagged(passage, &[], Names::All).names)
    }

    fn revision(&self) -> Option<String> {
        Some(Tagger::revision(self))
    }
}

impl Tagger {
    /// Tags a passage. Returns the probabilities of spans, which must be sorted by position. Spans that do
    /// not start and end at token boundaries are skipped. Blocks without spans are only read when names
    /// are requested.
    pub(crate) fn tagged(&self, passage: &Passage<'_>, spans: &[TextSpan], names: Names) -> Tagged {
        let is_wanted =
            |block: TextSpan| names == Names::All || !within(spans, block.range()).is_empty();
        let (places, words) = sentences_of(passage, is_wanted);
        let (mut parts, mut ranges) = (Vec::new(), Vec::new());
        let sentences_of_words = words.iter().zip(places.iter().map(Vec::as_slice));
        for (words, mut tokens) in sentences_of_words.take_while(|_| !is_exceeded()) {
            for part in sentences(words) {
                let (here, after) = tokens.split_at(part.len());
                parts.push(part);
                ranges.push(here);
                tokens = after;
            }
        }
        let mut lattice = Lattice::default();
        let mut tagged = Tagged::default();
        let mut ranges = ranges.as_slice();
        for block in blocks_of(&parts).take_while(|_| !is_exceeded_now()) {
            let (here, after) = ranges.split_at(block.len());
            ranges = after;
            self.tag_block((block, here), (spans, names), &mut lattice, &mut tagged);
        }
        tagged
    }

    /// Tags the sentences of a block, which are given with the positions of their tokens.
    fn tag_block(
        &self,
        (block, ranges): (&[&[String]], &[&[Range<usize>]]),
        (spans, names): (&[TextSpan], Names),
        lattice: &mut Lattice,
        tagged: &mut Tagged,
    ) {
        let of_sentence = |row: usize| match ranges[row] {
            [first, .., last] => within(spans, first.start..last.end),
            [only] => within(spans, only.clone()),
            [] => &[],
        };
        let described = Described::new(block.iter().copied(), &self.0.lexicon);
        let first = self.layer(Section::FirstSlots, Section::FirstRows);
        let firsts = first_pass(&described, first, lattice);
        let layer = self.layer(Section::SecondSlots, Section::SecondRows);
        let is_wanted = |row: usize| names == Names::All || !of_sentence(row).is_empty();
        each_scored(&described, &firsts, layer, lattice, is_wanted, |row, lattice| {
            let (tokens, spans) = (ranges[row], of_sentence(row));
            let found = if names == Names::All { mentions(layer, lattice) } else { Vec::new() };
            if found.is_empty() && !spans.is_empty() {
                layer.steps.marginals(lattice);
            }
            tagged.names.extend(found.into_iter().map(|mention| self.name(tokens, mention)));
            for span in spans {
                let start = tokens.binary_search_by_key(&span.start(), |token| token.start);
                let last = tokens.binary_search_by_key(&span.end(), |token| token.end);
                let (Ok(start), Ok(last)) = (start, last) else { continue };
                if start > last {
                    continue;
                }
                let of = |class: usize| {
                    let tags = Tags::path(class, last + 1 - start);
                    let of = |(token, tag)| lattice.marginals[token * layer.tags.stride() + tag];
                    (start..=last).zip(tags).map(of).fold(1.0, f32::min)
                };
                let of_classes = (0..layer.tags.classes).map(of).collect();
                tagged.probabilities.insert(*span, of_classes);
            }
        });
    }

    /// Converts a mention in a sentence to an annotation.
    fn name(
        &self,
        tokens: &[Range<usize>],
        (mention, confidence): (LabeledSpan, f64),
    ) -> Annotation {
        let span = TextSpan::new(tokens[mention.start].start, tokens[mention.end - 1].end);
        let mut entity = Entity::default().with_confidence(four_digits(confidence));
        if let Some((_, iri)) = self.0.classes.get(mention.class) {
            entity = entity.with_class(iri.as_str());
        }
        Annotation::entity(span, entity)
    }
}

/// Returns the spans that start in a range of the text.
fn within(spans: &[TextSpan], range: Range<usize>) -> &[TextSpan] {
    let start = spans.partition_point(|span| span.start() < range.start);
    let end = spans.partition_point(|span| span.start() < range.end);
    &spans[start..end.max(start)]
}
