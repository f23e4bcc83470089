//! Multinomial logistic regression over sparse binary features: training with stochastic gradient
//! descent (AdaGrad, Duchi et al. 2011), and calibration with temperature scaling (Guo et al. 2017).
//!
//! Training is deterministic: the order of examples is shuffled with a fixed seed, and the features
//! are sorted, so the same examples always give the same weights.

use crate::feature_table::{self, Table};
use crate::hash::mix;
use glossweave_base::error::Result;
use glossweave_base::progress::Reporter;
use glossweave_base::words::Keyed;

/// The number of outcomes: no entity, and the four kinds.
pub(crate) const OUTCOMES: usize = 5;
/// The absolute value below which a weight is dropped.
const SMALL: f32 = 0.01;
/// The initial step size.
const RATE: f32 = 0.15;

/// The features of an occurrence, and its outcome.
pub(crate) struct Example {
    pub features: Vec<u64>,
    pub outcome: usize,
}

/// The learned weights, by feature.
pub(crate) struct Learned {
    rows: Keyed<u32>,
    weights: Vec<f32>,
}

/// Returns the probabilities of the outcomes, given the sums of weights (softmax). `sharpness` is the
/// inverse temperature: with less than 1, the probabilities are closer to each other.
pub(crate) fn probabilities(sums: &[f32; OUTCOMES], sharpness: f32) -> [f32; OUTCOMES] {
    // Subtracting the maximum does not change the result, and prevents an overflow of `exp`.
    let max = sums.iter().fold(f32::MIN, |max, sum| max.max(*sum));
    let mut shares = sums.map(|sum| ((sum - max) * sharpness).exp());
    let total: f32 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= total);
    shares
}

/// Learns weights with stochastic gradient descent. The step size is adapted for each weight (AdaGrad),
/// and `prior` is the strength of the Gaussian prior. Features that occur in fewer than `cutoff`
/// examples are dropped.
pub(crate) fn learn(
    examples: &[&Example],
    rounds: usize,
    cutoff: u32,
    prior: f32,
    reporter: &mut Reporter<'_, '_>,
) -> Result<Learned> {
    let mut counts: Keyed<u32> = Keyed::default();
    for feature in examples.iter().flat_map(|example| &example.features) {
        *counts.entry(*feature).or_default() += 1;
    }
    let mut kept: Vec<u64> =
        counts.iter().filter(|(_, count)| **count >= cutoff).map(|(feature, _)| *feature).collect();
    kept.sort_unstable();
    let rows: Keyed<u32> =
        kept.iter().enumerate().map(|(row, feature)| (*feature, row as u32)).collect();
    // The prior is applied in each example with the feature, so it is divided by their number.
    let priors: Vec<f32> = kept.iter().map(|feature| prior / counts[feature] as f32).collect();
    drop(counts);
    let row_of = |feature: &u64| rows.get(feature).copied();
    let rows_of = |example: &&Example| example.features.iter().filter_map(row_of).collect();
    let example_rows: Vec<Vec<u32>> = examples.iter().map(rows_of).collect();
    let mut weights = vec![0.0f32; kept.len() * OUTCOMES];
    // The sums of the squared gradients. They start above 0, so that the first step is finite.
    let mut squares = vec![1e-6f32; weights.len()];
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let mut seed: u64 = 0x2545_F491_4F6C_DD1D;
    for _ in 0..rounds {
        shuffle(&mut order, &mut seed);
        for number in &order {
            reporter.step()?;
            let outcome = examples[*number].outcome;
            update(&mut weights, &mut squares, &priors, &example_rows[*number], outcome);
        }
    }
    Ok(Learned { rows, weights })
}

/// Shuffles a list (Fisher–Yates), and advances the seed.
fn shuffle(order: &mut [usize], seed: &mut u64) {
    for at in (1..order.len()).rev() {
        *seed = mix(seed.wrapping_add(0x9E37_79B9_7F4A_7C15));
        order.swap(at, (*seed % (at as u64 + 1)) as usize);
    }
}

/// Changes the weights of one example by one step of gradient descent. `rows` are the rows of its features.
fn update(weights: &mut [f32], squares: &mut [f32], priors: &[f32], rows: &[u32], outcome: usize) {
    let mut sums = [0.0; OUTCOMES];
    for row in rows {
        let start = *row as usize * OUTCOMES;
        let weights = &weights[start..start + OUTCOMES];
        sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
    }
    // The gradient of the log loss with respect to the scores: the probabilities minus the observed
    // outcome.
    let mut errors = probabilities(&sums, 1.0);
    errors[outcome] -= 1.0;
    for row in rows {
        let (start, prior) = (*row as usize * OUTCOMES, priors[*row as usize]);
        for (outcome, error) in errors.iter().enumerate() {
            let weight = &mut weights[start + outcome];
            let gradient = error + prior * *weight;
            let square = &mut squares[start + outcome];
            *square += gradient * gradient;
            *weight -= RATE * gradient / square.sqrt();
        }
    }
}

impl Learned {
    /// Returns the sums of the weights of features, one for each outcome.
    pub fn sums(&self, features: &[u64]) -> [f32; OUTCOMES] {
        let mut sums = [0.0; OUTCOMES];
        for feature in features {
            let Some(row) = self.rows.get(feature) else { continue };
            let row = *row as usize * OUTCOMES;
            sums.iter_mut().zip(&self.weights[row..]).for_each(|(sum, weight)| *sum += weight);
        }
        sums
    }

    /// Returns the weights as a table, without weights that are close to 0.
    pub fn table(&self) -> Table {
        let of = |row: u32| &self.weights[row as usize * OUTCOMES..][..OUTCOMES];
        let mut kept: Vec<(u64, u32)> = self
            .rows
            .iter()
            .map(|(feature, row)| (*feature, *row))
            .filter(|(_, row)| of(*row).iter().any(|weight| weight.abs() >= SMALL))
            .collect();
        kept.sort_unstable();
        feature_table::build(kept.iter().map(|(feature, row)| (*feature, of(*row))))
    }
}

/// Returns the factor for sums of weights that maximizes the probability of the observed outcomes.
///
/// A model is too confident on its training data, so the sums must come from held-out examples. The loss
/// has a single minimum, and a search in steps of 0.05 is precise enough.
pub(crate) fn sharpness(seen: &[([f32; OUTCOMES], usize)]) -> f32 {
    let loss = |factor: f32| {
        let log_loss = |(sums, outcome): &([f32; OUTCOMES], usize)| {
            -f64::from(probabilities(sums, factor)[*outcome].max(1e-9).ln())
        };
        seen.iter().map(log_loss).sum::<f64>()
    };
    let factors = (6..=30).map(|step| step as f32 / 20.0);
    let losses = factors.map(|factor| (loss(factor), factor));
    losses.min_by(|(loss, _), (other, _)| loss.total_cmp(other)).map_or(1.0, |(_, factor)| factor)
}

#[cfg(test)]
mod tests {
    use super::{Example, learn, probabilities, sharpness};
    use crate::feature_table;
    use glossweave_base::progress::{Progress, Reporter};

    #[test]
    fn what_was_learned_is_in_the_table() {
        let examples: Vec<Example> = (0..400)
            .map(|number| Example {
                features: vec![1 << 40, (number % 4 + 2) << 40],
                outcome: number as usize % 4,
            })
            .collect();
        let examples: Vec<&Example> = examples.iter().collect();
        let mut watch = |_| Ok(());
        let reporter = &mut Reporter::new(&mut watch, Progress::default());
        let learned = learn(&examples, 5, 2, 0.1, reporter).unwrap();
        let table = learned.table();
        for outcome in 0..4u64 {
            let mut sums = [0.0; 5];
            for feature in [1 << 40, (outcome + 2) << 40] {
                feature_table::add((&table.slots, &table.rows), feature, &mut sums);
            }
            assert!(probabilities(&sums, 1.0)[outcome as usize] > 0.9, "{sums:?}");
        }
    }

    #[test]
    fn certainty_that_is_not_deserved_is_taken_back() {
        let seen: Vec<_> =
            (0..100).map(|one| ([4.0, 0.0, -9.0, -9.0, -9.0], usize::from(one % 5 == 0))).collect();
        let factor = sharpness(&seen);
        // Four of five: the logarithm of 4 is 1.39.
        assert!((factor - 0.35).abs() < 0.06, "{factor}");
    }
}
