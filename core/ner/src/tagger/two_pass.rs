//! The two passes over a document, one for each layer.

use super::corpus::{LabeledSpan, Sentence};
use super::crf::{Lattice, Tags};
use super::feature::Described;
use super::sgd::joined;
use super::weights::Layer;

/// The maximum number of sentences in which occurrences of the same form are used as evidence for
/// each other.
const BLOCK: usize = 100;

/// Returns the blocks of a document that are processed together.
pub(super) fn blocks(document: &[Sentence]) -> std::slice::Chunks<'_, Sentence> {
    document.chunks(BLOCK)
}

/// The maximum length of a sentence that is not split at sentence ends, in tokens.
const LONG: usize = 60;

/// The maximum length of a sentence in tokens. Text without sentence ends is cut at this length, because the
/// lattice of a sentence uses several hundred bytes for each token.
const LONGEST: usize = 1_000;

/// Returns the blocks of a tokenized document.
pub(super) fn blocks_of<'s>(sentences: &'s [&'s [String]]) -> std::slice::Chunks<'s, &'s [String]> {
    sentences.chunks(BLOCK)
}

/// Splits a sequence of tokens into sentences. When the sequence is longer than usual sentences, it is split
/// at sentence ends, because the tagger was trained on sentences.
pub(super) fn sentences(tokens: &[String]) -> impl Iterator<Item = &[String]> {
    let mut rest = tokens;
    std::iter::from_fn(move || {
        let length = match rest.len() {
            0 => return None,
            length if tokens.len() <= LONG => length,
            length => first_sentence(&rest[..length.min(LONGEST)]),
        };
        let (sentence, after) = rest.split_at(length);
        rest = after;
        Some(sentence)
    })
}

/// Returns the length of the first sentence.
fn first_sentence(tokens: &[String]) -> usize {
    let is_end = |token: &String| matches!(token.as_str(), "." | "!" | "?" | "...");
    let closes = |token: &&String| matches!(token.as_str(), "\"" | "''" | ")" | "]" | "”" | "’");
    let begins = |token: &String| !token.starts_with(char::is_lowercase);
    let mut at = 0;
    while let Some(end) = tokens[at..].iter().position(is_end) {
        at += end + 1;
        let after = at + tokens[at..].iter().take_while(closes).count();
        if tokens.get(after).is_none_or(begins) {
            return after;
        }
    }
    tokens.len()
}

/// Returns the results of the first layer. For each token, the result is 0 or its class plus one.
pub(super) fn first_pass(
    described: &Described<'_>,
    layer: Layer<'_>,
    lattice: &mut Lattice,
) -> Vec<Vec<usize>> {
    let (mut features, mut ends) = (Vec::new(), Vec::new());
    let mut pass = |row| {
        described.features(row, &mut features, &mut ends);
        layer.score(&features, &ends, lattice);
        let tags = layer.steps.best(lattice);
        tags.iter().map(|tag| Tags::class(*tag).map_or(0, |class| class + 1)).collect()
    };
    (0..described.len()).map(&mut pass).collect()
}

/// Scores the accepted sentences with the second layer, and calls `visit` with the row and the lattice of
/// each.
pub(super) fn each_scored(
    described: &Described<'_>,
    firsts: &[Vec<usize>],
    layer: Layer<'_>,
    lattice: &mut Lattice,
    is_wanted: impl Fn(usize) -> bool,
    mut visit: impl FnMut(usize, &mut Lattice),
) {
    let hints = described.hints(firsts, layer.tags.classes);
    let (mut features, mut ends, mut more) = (Vec::new(), Vec::new(), Vec::new());
    for (row, first) in firsts.iter().enumerate().filter(|(row, _)| is_wanted(*row)) {
        described.features(row, &mut features, &mut ends);
        described.second(row, first, &hints, &mut more);
        let (features, ends) = joined(&features, &ends, &more);
        layer.score(&features, &ends, lattice);
        visit(row, lattice);
    }
}

/// Returns the results of the second layer. The confidence of a mention is the minimum probability
/// of its tags.
pub(super) fn second_pass(
    described: &Described<'_>,
    firsts: &[Vec<usize>],
    layer: Layer<'_>,
    lattice: &mut Lattice,
) -> Vec<Vec<(LabeledSpan, f64)>> {
    let mut found = Vec::with_capacity(described.len());
    let mut visit = |_: usize, lattice: &mut Lattice| found.push(mentions(layer, lattice));
    each_scored(described, firsts, layer, lattice, |_| true, &mut visit);
    found
}

/// Returns the mentions in a scored sentence with their confidence. If there are any, the probabilities of
/// all tags are stored in the lattice.
pub(super) fn mentions(layer: Layer<'_>, lattice: &mut Lattice) -> Vec<(LabeledSpan, f64)> {
    let (stride, tags) = (layer.tags.stride(), layer.steps.best(lattice));
    let mentions = layer.tags.mentions(&tags);
    if !mentions.is_empty() {
        layer.steps.marginals(lattice);
    }
    let confidence = |mention: LabeledSpan| {
        let of = |token: usize| f64::from(lattice.marginals[token * stride + tags[token]]);
        let least = (mention.start..mention.end).map(of).fold(1.0, f64::min);
        (mention, least.clamp(0.0, 1.0))
    };
    mentions.into_iter().map(confidence).collect()
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, sentences};

    #[test]
    fn text_without_ends_of_sentences_is_cut() {
        let tokens = vec!["word".to_owned(); 2 * LONGEST + 7];
        let lengths: Vec<usize> = sentences(&tokens).map(<[String]>::len).collect();
        assert_eq!(lengths, [LONGEST, LONGEST, 7]);
    }
}
