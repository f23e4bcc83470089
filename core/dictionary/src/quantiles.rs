//! Quantiles of the weights of entries, computed in two passes with little memory.

use std::collections::HashMap;

use super::file::QUANTILES;

/// The number of leading bits of a weight that select its counter.
const BITS: u32 = 16;

/// A histogram of weights by their leading bits.
#[derive(Default)]
pub(super) struct WeightCounts(Vec<u64>);

/// The quantiles after the first pass, whose exact weights must still be found.
pub(super) struct Quantiles {
    /// For each quantile, the leading bits of its weight, and its rank among the weights with the same
    /// leading bits.
    places: [Option<(u64, u64)>; QUANTILES.len()],
    values: HashMap<u64, u64>,
}

fn first_bits(weight: f64) -> u64 {
    weight.to_bits() >> (u64::BITS - BITS)
}

impl WeightCounts {
    /// Counts a weight, which must not be negative.
    pub fn add(&mut self, weight: f64) {
        self.0.resize(1 << BITS, 0);
        self.0[first_bits(weight) as usize] += 1;
    }

    /// Returns the quantiles by their leading bits. A second pass must determine their exact
    /// weights.
    pub fn places(&self) -> Quantiles {
        let total: u64 = self.0.iter().sum();
        let places = QUANTILES.map(|share| {
            let mut rank = total * share as u64 / 1000;
            for (bits, count) in self.0.iter().enumerate() {
                if rank < *count {
                    return Some((bits as u64, rank));
                }
                rank -= count;
            }
            None
        });
        Quantiles { places, values: HashMap::new() }
    }
}

impl Quantiles {
    /// Counts a weight if it has the same leading bits as a quantile.
    pub fn see(&mut self, weight: f64) {
        let first = first_bits(weight);
        if self.places.iter().any(|place| place.is_some_and(|(bits, _)| bits == first)) {
            *self.values.entry(weight.to_bits()).or_default() += 1;
        }
    }

    /// Returns the bits of the weights at the quantiles. If there are no weights, all are 0.
    pub fn weights(&self) -> [u64; QUANTILES.len()] {
        let mut values: Vec<(u64, u64)> =
            self.values.iter().map(|(bits, count)| (*bits, *count)).collect();
        values.sort_unstable();
        self.places
            .map(|place| {
                let (first, mut rank) = place?;
                let of_first =
                    values.iter().filter(|(bits, _)| bits >> (u64::BITS - BITS) == first);
                for (bits, count) in of_first {
                    if rank < *count {
                        return Some(*bits);
                    }
                    rank -= count;
                }
                None
            })
            .map(Option::unwrap_or_default)
    }
}

#[cfg(test)]
mod tests {
    use super::{QUANTILES, WeightCounts};

    #[test]
    fn quantiles_are_those_of_the_sorted_weights() {
        let spread = |number: u64| (number * 7919 % 1009) as f64;
        for weights in [
            vec![],
            vec![0.0],
            vec![1.0; 1000],
            (0..999).map(spread).collect(),
            (0..5000).map(|number| spread(number).powi(3) / 7.0).collect::<Vec<f64>>(),
        ] {
            let mut counts = WeightCounts::default();
            weights.iter().for_each(|weight| counts.add(*weight));
            let mut quantiles = counts.places();
            weights.iter().for_each(|weight| quantiles.see(*weight));
            let mut sorted = weights;
            sorted.sort_by(f64::total_cmp);
            let expected = QUANTILES.map(|share| {
                sorted.get(sorted.len() * share / 1000).map_or(0, |weight| weight.to_bits())
            });
            assert_eq!(quantiles.weights(), expected);
        }
    }
}
