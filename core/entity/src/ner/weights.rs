//! Stored weights: read in place, with a quarter of the bits they were learned with.

use super::crf::{Lattice, Steps, Tags, Transitions};
use super::feature::Feature;
use super::sgd::Weights;

/// The absolute value below which weights have no effect.
const SMALL: f32 = 0.004;

/// The maximum score, whatever a file has.
const HIGHEST: f32 = 1e6;

/// The parts of a layer in a file.
pub(super) struct Parts {
    /// The table of features: the upper half of the hash u32, the row plus one u32; 0 if a slot is
    /// free.
    pub slots: Vec<u8>,
    /// Rows of weights: the upper half of the f32 that they are multiplied by, and an i8 for each tag.
    pub rows: Vec<u8>,
    /// The scores of transitions, f32.
    pub transitions: Vec<u8>,
}

/// Returns the number of slots for features: a quarter stays free.
fn table_size(features: usize) -> usize {
    features + features / 3 + 16
}

fn place(feature: Feature, slots: usize) -> usize {
    (((feature & 0xFFFF_FFFF) * slots as u64) >> 32) as usize
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
                weights.weights[row..row + stride].iter().any(|one| one.abs() >= SMALL)
            })
            .collect();
        kept.sort_unstable();
        let count = table_size(kept.len());
        let mut slots = vec![(0u32, 0u32); count];
        let width = width(weights.tags);
        let mut rows = Vec::with_capacity(kept.len() * width);
        for (number, (feature, row)) in kept.iter().enumerate() {
            let mut at = place(*feature, count);
            while slots[at].1 != 0 {
                at = (at + 1) % count;
            }
            slots[at] = ((feature >> 32) as u32, number as u32 + 1);
            let row = *row as usize * stride;
            let row = &weights.weights[row..row + weights.tags.len()];
            let most = row.iter().fold(0.0f32, |most, one| most.max(one.abs()));
            let unit = half(most / 127.0);
            rows.extend_from_slice(&unit.to_le_bytes());
            let unit = whole(unit);
            // A cast to an integer keeps to its range.
            rows.extend(row.iter().map(|weight| (weight / unit).round() as i8 as u8));
        }
        let mut bytes = Vec::with_capacity(count * 8);
        for (tag, row) in slots {
            bytes.extend_from_slice(&tag.to_le_bytes());
            bytes.extend_from_slice(&row.to_le_bytes());
        }
        let transitions = weights.transitions.scores.iter().flat_map(|one| one.to_le_bytes());
        Parts { slots: bytes, rows, transitions: transitions.collect() }
    }
}

/// Returns the upper half of a number, rounded to the nearest.
fn half(number: f32) -> u16 {
    let bits = number.to_bits();
    (bits.wrapping_add(0x7FFF + (bits >> 16 & 1)) >> 16) as u16
}

/// Returns the number with an upper half.
fn whole(half: u16) -> f32 {
    f32::from_bits(u32::from(half) << 16)
}

/// Returns the number of bytes of a row.
fn width(tags: Tags) -> usize {
    2 + tags.len()
}

/// Returns the transitions of a layer; `None` if the bytes are not valid.
pub(super) fn steps(tags: Tags, bytes: &[u8]) -> Option<Steps> {
    let numbers = bytes.as_chunks().0;
    // Checked before the allocation of as many as there should be.
    if Some(numbers.len()) != (tags.len() + 1).checked_mul(tags.stride()) {
        return None;
    }
    let scores: Vec<f32> = numbers.iter().map(|number| f32::from_le_bytes(*number)).collect();
    let is_sound = scores.iter().all(|one| one.is_finite());
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
    /// Writes the scores of a sentence into a lattice.
    pub fn score(&self, features: &[Feature], ends: &[usize], lattice: &mut Lattice) {
        let (stride, width) = (self.tags.stride(), width(self.tags));
        let slots = self.slots.as_chunks::<8>().0;
        lattice.scores.clear();
        lattice.scores.resize(ends.len() * stride, 0.0);
        let mut start = 0;
        for (token, end) in ends.iter().enumerate() {
            let scores = &mut lattice.scores[token * stride..(token + 1) * stride];
            for feature in &features[start..*end] {
                let Some(row) = find(slots, *feature) else { continue };
                let row = row as usize * width;
                let Some([low, high, weights @ ..]) = self.rows.get(row..row + width) else {
                    continue;
                };
                let unit = whole(u16::from_le_bytes([*low, *high]));
                for (sum, weight) in scores.iter_mut().zip(weights) {
                    *sum += unit * f32::from(*weight as i8);
                }
            }
            start = *end;
        }
        // A damaged file may have values that are not finite.
        for sum in &mut lattice.scores {
            *sum = if sum.is_finite() { sum.clamp(-HIGHEST, HIGHEST) } else { 0.0 };
        }
    }
}

fn find(slots: &[[u8; 8]], feature: Feature) -> Option<u32> {
    let tag = (feature >> 32) as u32;
    let first = place(feature, slots.len());
    let (before, from) = slots.split_at_checked(first)?;
    for slot in from.iter().chain(before) {
        let [a, b, c, d, row @ ..] = *slot;
        let row = u32::from_le_bytes(row).checked_sub(1)?;
        if u32::from_le_bytes([a, b, c, d]) == tag {
            return Some(row);
        }
    }
    None
}
