//! The probability that a span of a text is a name, by a tagger.

use std::collections::HashMap;
use std::ops::Range;

use super::Tagger;
use super::crf::{Lattice, Tags};
use super::feature::Described;
use super::file::Section;
use super::text::sentences_of;
use super::two_pass::{blocks_of, each_scored, first_pass, sentences};
use glossweave_base::text::TextSpan;
use glossweave_format::recognizer::Passage;

impl Tagger {
    /// Returns for spans of a passage, which are in the order of the text, the probability of each class (in the
    /// order of [`Tagger::classes`]) that the span is a whole name of that class: the minimum of the probabilities of
    /// its tags. Spans that do not begin and end with tokens are left out, and blocks without spans are not read.
    pub(crate) fn span_probabilities(
        &self,
        passage: &Passage<'_>,
        spans: &[TextSpan],
    ) -> HashMap<TextSpan, Vec<f32>> {
        let has_spans = |block: TextSpan| !within(spans, block.range()).is_empty();
        let (places, words) = sentences_of(passage, has_spans);
        let (mut parts, mut ranges) = (Vec::new(), Vec::new());
        for (words, mut tokens) in words.iter().zip(places.iter().map(Vec::as_slice)) {
            for part in sentences(words) {
                let (here, after) = tokens.split_at(part.len());
                parts.push(part);
                ranges.push(here);
                tokens = after;
            }
        }
        let mut lattice = Lattice::default();
        let mut found = HashMap::new();
        let mut ranges = ranges.as_slice();
        for block in blocks_of(&parts) {
            let (here, after) = ranges.split_at(block.len());
            ranges = after;
            self.add_probabilities(block, here, spans, &mut lattice, &mut found);
        }
        found
    }

    fn add_probabilities(
        &self,
        block: &[&[String]],
        ranges: &[&[Range<usize>]],
        spans: &[TextSpan],
        lattice: &mut Lattice,
        found: &mut HashMap<TextSpan, Vec<f32>>,
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
        let is_wanted = |row: usize| !of_sentence(row).is_empty();
        each_scored(&described, &firsts, layer, lattice, is_wanted, |row, lattice| {
            layer.steps.marginals(lattice);
            for span in of_sentence(row) {
                let start = ranges[row].binary_search_by_key(&span.start(), |one| one.start);
                let last = ranges[row].binary_search_by_key(&span.end(), |one| one.end);
                let (Ok(start), Ok(last)) = (start, last) else { continue };
                if start > last {
                    continue;
                }
                let of = |class: usize| {
                    let tags = Tags::path(class, last + 1 - start);
                    let of = |(token, tag)| lattice.marginals[token * layer.tags.stride() + tag];
                    (start..=last).zip(tags).map(of).fold(1.0, f32::min)
                };
                found.insert(*span, (0..layer.tags.classes).map(of).collect());
            }
        });
    }
}

/// Returns the spans that begin in a range of a text.
fn within(spans: &[TextSpan], range: Range<usize>) -> &[TextSpan] {
    let start = spans.partition_point(|span| span.start() < range.start);
    let end = spans.partition_point(|span| span.start() < range.end);
    &spans[start..end.max(start)]
}
