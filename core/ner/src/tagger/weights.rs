//! Stored weights, which are read in place and use a quarter of the bits that were used for
//! training.

use super::crf::{Lattice, Steps, Tags, Transitions};
use super::feature::Feature;
use super::sgd::Weights;
use crate::feature_table;

/// The absolute value below which a weight is dropped.
const SMALL: f32 = 0.004;

/// The maximum score, which limits the values of a damaged file.
const HIGHEST: f32 = 1e6;

/// The encoded parts of a layer.
pub(super) struct Parts {
    /// The table of features: the upper half of the hash (u32), and the row plus one (u32), which
    /// is 0 if the slot is free.
    pub slots: Vec<u8>,
    /// The rows of weights: the upper half of a factor (f32), and an i8 for each tag that is
    /// multiplied by it.
    pub rows: Vec<u8>,
    /// The scores of transitions (f32).
    pub transitions: Vec<u8>,
}

impl Parts {
    pub fn of(weights: &Weights) -> Parts {
        let stride = weights.tags.stride();
        let mut kept: Vec<(Feature, u32)> = weights
            .rows
            .iter()
            .map(|(feature, row)| (*feature, *row))
            .filter(|(_, row)| {
                let row = *row as usize * stride;
                weights.weights[row..row + stride].iter().any(|weight| weight.abs() >= SMALL)
            })
            .collect();
        kept.sort_unstable();
        let row = |row: u32| &weights.weights[row as usize * stride..][..weights.tags.len()];
        let table = feature_table::build(kept.iter().map(|(feature, at)| (*feature, row(*at))));
        let transitions = weights.transitions.scores.iter().flat_map(|score| score.to_le_bytes());
        Parts { slots: table.slots, rows: table.rows, transitions: transitions.collect() }
    }
}

/// Decodes the transitions of a layer. Returns `None` if the bytes are not valid.
pub(super) fn steps(tags: Tags, bytes: &[u8]) -> Option<Steps> {
    let numbers = bytes.as_chunks().0;
    // The length is checked before the memory is allocated.
    if Some(numbers.len()) != (tags.len() + 1).checked_mul(tags.stride()) {
        return None;
    }
    let scores: Vec<f32> = numbers.iter().map(|number| f32::from_le_bytes(*number)).collect();
    let is_sound = scores.iter().all(|score| score.is_finite());
    is_sound.then(|| Steps::new(&Transitions { tags, scores }))
}

/// A layer of a file.
#[derive(Clone, Copy)]
pub(super) struct Layer<'b> {
    pub tags: Tags,
    pub slots: &'b [u8],
    pub rows: &'b [u8],
    pub steps: &'b Steps,
}

impl Layer<'_> {
    /// Stores the scores of a sentence in a lattice.
    pub fn score(&self, features: &[Feature], ends: &[usize], lattice: &mut Lattice) {
        let (stride, columns) = (self.tags.stride(), self.tags.len());
        lattice.scores.clear();
        lattice.scores.resize(ends.len() * stride, 0.0);
        let mut start = 0;
        for (token, end) in ends.iter().enumerate() {
            let scores = &mut lattice.scores[token * stride..(token + 1) * stride];
            for feature in &features[start..*end] {
                feature_table::add((self.slots, self.rows), *feature, &mut scores[..columns]);
            }
            start = *end;
        }
        // The values in a damaged file may not be finite.
        for sum in &mut lattice.scores {
            *sum = if sum.is_finite() { sum.clamp(-HIGHEST, HIGHEST) } else { 0.0 };
        }
    }
}
