//! Aggregation of the model output for word pieces to labels of words.

use std::ops::Range;
use std::str::FromStr;

use glossweave_base::error::{Error, Result};

use crate::tokenizer::Piece;

/// The strategy that combines the labels of the pieces of a word into one label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Aggregation {
    /// Use the label of the first piece. Most models are trained for this strategy.
    #[default]
    First,
    /// Use the label with the highest mean probability over all pieces.
    Average,
    /// Use the label of the piece with the highest probability.
    Max,
    /// Keep the labels of the pieces, so that a span may start or end within a word.
    Simple,
}

impl Aggregation {
    /// All strategies.
    pub const ALL: &[Aggregation] =
        &[Aggregation::First, Aggregation::Average, Aggregation::Max, Aggregation::Simple];

    /// Returns the name of the strategy: `first`, `average`, `max` or `simple`.
    pub fn name(self) -> &'static str {
        match self {
            Aggregation::First => "first",
            Aggregation::Average => "average",
            Aggregation::Max => "max",
            Aggregation::Simple => "simple",
        }
    }
}

impl FromStr for Aggregation {
    type Err = Error;

    /// Parses the name of a strategy.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `aggregation`, if the name is unknown.
    fn from_str(word: &str) -> Result<Aggregation> {
        let known = Aggregation::ALL.iter().copied().find(|aggregation| aggregation.name() == word);
        known.ok_or_else(|| {
            let names: Vec<_> =
                Aggregation::ALL.iter().map(|aggregation| aggregation.name()).collect();
            let expected = format!("one of {}", names.join(", "));
            Error::no_such("value", word, &expected).with_parameter("aggregation")
        })
    }
}

/// A word or a word piece, with its most probable label.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Labeled {
    pub span: Range<usize>,
    pub word: usize,
    pub label: usize,
    pub probability: f32,
}

/// Returns the words of a text with their labels. `rows` contains the logits of each piece, one for each
/// label.
pub(crate) fn labeled<'r>(
    pieces: &[Piece],
    rows: impl Iterator<Item = &'r [f32]>,
    aggregation: Aggregation,
) -> Vec<Labeled> {
    let mut found: Vec<Labeled> = Vec::with_capacity(pieces.len());
    // Used by `average`: the sums of the probabilities of the last word, and the number of its
    // pieces.
    let (mut sums, mut count): (Vec<f32>, f32) = (Vec::new(), 0.0);
    for (piece, row) in pieces.iter().zip(rows) {
        let probabilities = softmax(row);
        let (label, probability) = best(&probabilities);
        let Piece { span, word, .. } = piece.clone();
        // Pieces that overlap in one character cannot be separated, for example the pieces of a
        // Hangul syllable.
        let joins = |last: &&mut Labeled| {
            last.word == word && (aggregation != Aggregation::Simple || span.start < last.span.end)
        };
        let Some(last) = found.last_mut().filter(joins) else {
            found.push(Labeled { span, word, label, probability });
            (sums, count) = (probabilities, 1.0);
            continue;
        };
        last.span.end = last.span.end.max(span.end);
        match aggregation {
            Aggregation::Average => {
                sums.iter_mut()
                    .zip(&probabilities)
                    .for_each(|(sum, probability)| *sum += probability);
                count += 1.0;
                let (label, sum) = best(&sums);
                (last.label, last.probability) = (label, sum / count);
            }
            Aggregation::Max if probability > last.probability => {
                (last.label, last.probability) = (label, probability);
            }
            _ => {}
        }
    }
    found
}

/// Returns the probabilities for a row of logits.
pub(crate) fn softmax(row: &[f32]) -> Vec<f32> {
    let most = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut all: Vec<f32> = row.iter().map(|value| (value - most).exp()).collect();
    let sum: f32 = all.iter().sum();
    all.iter_mut().for_each(|value| *value /= sum);
    all
}

/// Returns the index and the value of the greatest number. If several are equal, the first is
/// returned.
fn best(all: &[f32]) -> (usize, f32) {
    let greater = |(place, most): (usize, f32), (at, value): (usize, &f32)| {
        if *value > most { (at, *value) } else { (place, most) }
    };
    all.iter().enumerate().fold((0, f32::NEG_INFINITY), greater)
}
