//! From the output for word pieces to labels of words.

use std::ops::Range;
use std::str::FromStr;

use glossweave_base::error::{Error, Result};

use crate::tokenizer::Piece;

/// The way from the labels of the pieces of a word to one label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Aggregation {
    /// The label of its first piece: what most models are trained for.
    #[default]
    First,
    /// The label with the highest mean probability over its pieces.
    Average,
    /// The label of the piece with the highest probability.
    Max,
    /// Pieces keep their labels, so that a span may begin or end within a word.
    Simple,
}

impl Aggregation {
    /// All of them.
    pub const ALL: &[Aggregation] =
        &[Aggregation::First, Aggregation::Average, Aggregation::Max, Aggregation::Simple];

    /// Returns the name: `first`, `average`, `max` or `simple`.
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

    /// Parses a name.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `aggregation`, for another word.
    fn from_str(word: &str) -> Result<Aggregation> {
        let known = Aggregation::ALL.iter().copied().find(|one| one.name() == word);
        known.ok_or_else(|| {
            let names: Vec<_> = Aggregation::ALL.iter().map(|one| one.name()).collect();
            let expected = format!("one of {}", names.join(", "));
            Error::no_such("value", word, &expected).with_parameter("aggregation")
        })
    }
}

/// A word, or a piece of one, with its most probable label.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Labeled {
    pub span: Range<usize>,
    pub word: usize,
    pub label: usize,
    pub probability: f32,
}

/// Returns the words of a text with their labels, by its pieces and the row of each. Rows are numbers before softmax,
/// one for each label.
pub(crate) fn labeled<'r>(
    pieces: &[Piece],
    rows: impl Iterator<Item = &'r [f32]>,
    aggregation: Aggregation,
) -> Vec<Labeled> {
    let mut found: Vec<Labeled> = Vec::with_capacity(pieces.len());
    // For `average`: the sums of the probabilities of the last word, and the number of its pieces.
    let (mut sums, mut count): (Vec<f32>, f32) = (Vec::new(), 0.0);
    for (piece, row) in pieces.iter().zip(rows) {
        let probabilities = softmax(row);
        let (label, probability) = best(&probabilities);
        let Piece { span, word, .. } = piece.clone();
        // Pieces of one character, such as those of a Hangul syllable, cannot be apart.
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
                sums.iter_mut().zip(&probabilities).for_each(|(sum, one)| *sum += one);
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

/// Returns the probabilities of a row.
pub(crate) fn softmax(row: &[f32]) -> Vec<f32> {
    let most = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut all: Vec<f32> = row.iter().map(|value| (value - most).exp()).collect();
    let sum: f32 = all.iter().sum();
    all.iter_mut().for_each(|value| *value /= sum);
    all
}

/// Returns the place and the value of the greatest number; the first of equal ones.
fn best(all: &[f32]) -> (usize, f32) {
    let greater = |(place, most): (usize, f32), (at, value): (usize, &f32)| {
        if *value > most { (at, *value) } else { (place, most) }
    };
    all.iter().enumerate().fold((0, f32::NEG_INFINITY), greater)
}
