//! Fits the weights of a ranking to texts with known entities, using conditional logistic regression.

use super::feature::{Feature, Features};
use super::weights::RankingWeights;

const SIZE: usize = Feature::ALL.len();
/// The maximum number of Newton steps.
const STEPS: usize = 50;
/// The step length at which the method has converged.
const SMALL: f64 = 1e-7;

/// A name in a text: the features of its candidates, and the index of the correct candidate.
pub(super) struct Example {
    pub candidates: Vec<Features>,
    pub gold: usize,
}

/// Returns the weights that maximize the probability of the known entities, with a Gaussian prior around
/// `start` whose precision is `strictness`. Weights are never negative: when a weight becomes negative,
/// it is fixed at 0 and the fit is repeated.
pub(super) fn fit(examples: &[Example], start: &RankingWeights, strictness: f64) -> RankingWeights {
    let mut held = [false; SIZE];
    loop {
        let weights = newton(examples, start, strictness, &held);
        let mut is_done = true;
        for (feature, weight) in weights.iter() {
            if weight < 0.0 && !held[feature as usize] {
                held[feature as usize] = true;
                is_done = false;
            }
        }
        if is_done {
            return weights;
        }
    }
}

/// Runs Newton's method. The weights of features in `held` are fixed at 0.
fn newton(
    examples: &[Example],
    start: &RankingWeights,
    strictness: f64,
    held: &[bool; SIZE],
) -> RankingWeights {
    let around = start.values();
    let mut weights = around;
    weights.iter_mut().zip(held).filter(|(_, held)| **held).for_each(|(weight, _)| *weight = 0.0);
    let mut loss = objective(examples, &weights, &around, strictness);
    for _ in 0..STEPS {
        let (mut slope, mut curve) = ([0.0; SIZE], [[0.0; SIZE]; SIZE]);
        for example in examples {
            add(example, &weights, &mut slope, &mut curve);
        }
        for at in 0..SIZE {
            slope[at] += strictness * (weights[at] - around[at]);
            curve[at][at] += strictness;
            if held[at] {
                slope[at] = 0.0;
                curve[at] = [0.0; SIZE];
                curve.iter_mut().for_each(|row| row[at] = 0.0);
                curve[at][at] = 1.0;
            }
        }
        let step = solve(curve, slope);
        let mut length = 1.0;
        let better = loop {
            let mut next = weights;
            next.iter_mut().zip(step).for_each(|(weight, step)| *weight -= length * step);
            let now = objective(examples, &next, &around, strictness);
            if now < loss {
                break Some((next, now));
            }
            length /= 2.0;
            if length < 1e-4 {
                break None;
            }
        };
        let Some((next, now)) = better else { break };
        weights = next;
        let gain = loss - now;
        loss = now;
        if gain < SMALL {
            break;
        }
    }
    RankingWeights::of(weights)
}

fn dot(features: &Features, weights: &[f64; SIZE]) -> f64 {
    features.iter().zip(weights).map(|((_, value), weight)| value * weight).sum()
}

/// Returns the probabilities of the candidates.
fn probabilities(example: &Example, weights: &[f64; SIZE]) -> Vec<f64> {
    let scores: Vec<f64> =
        example.candidates.iter().map(|features| dot(features, weights)).collect();
    super::evidence::confidences(&scores)
}

fn objective(
    examples: &[Example],
    weights: &[f64; SIZE],
    around: &[f64; SIZE],
    strictness: f64,
) -> f64 {
    let loss = |example: &Example| -probabilities(example, weights)[example.gold].max(1e-300).ln();
    let far = weights.iter().zip(around).map(|(first, second)| (first - second) * (first - second));
    examples.iter().map(loss).sum::<f64>() + strictness / 2.0 * far.sum::<f64>()
}

/// Adds the gradient and the Hessian of the loss of an example.
fn add(
    example: &Example,
    weights: &[f64; SIZE],
    slope: &mut [f64; SIZE],
    curve: &mut [[f64; SIZE]; SIZE],
) {
    let shares = probabilities(example, weights);
    let mut mean = [0.0; SIZE];
    for (candidate, share) in example.candidates.iter().zip(&shares) {
        candidate.iter().zip(&mut mean).for_each(|((_, value), mean)| *mean += share * value);
    }
    let gold = &example.candidates[example.gold];
    for ((slope, mean), (_, value)) in slope.iter_mut().zip(mean).zip(gold.iter()) {
        *slope += mean - value;
    }
    for (candidate, share) in example.candidates.iter().zip(&shares) {
        let mut far = mean;
        far.iter_mut().zip(candidate.iter()).for_each(|(far, (_, value))| *far = value - *far);
        for (row, distance) in curve.iter_mut().zip(far) {
            row.iter_mut().zip(far).for_each(|(cell, other)| *cell += share * distance * other);
        }
    }
}

/// Solves a system of linear equations with a positive definite matrix, using Gaussian elimination.
fn solve(mut matrix: [[f64; SIZE]; SIZE], mut right: [f64; SIZE]) -> [f64; SIZE] {
    for at in 0..SIZE {
        let row = matrix[at];
        for below in at + 1..SIZE {
            let factor = matrix[below][at] / row[at];
            matrix[below].iter_mut().zip(row).for_each(|(cell, above)| *cell -= factor * above);
            right[below] -= factor * right[at];
        }
    }
    for at in (0..SIZE).rev() {
        let known: f64 = (at + 1..SIZE).map(|next| matrix[at][next] * right[next]).sum();
        right[at] = (right[at] - known) / matrix[at][at];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::{Example, RankingWeights, fit};
    use crate::disambiguation::feature::{Feature, Features};

    /// Returns examples with two candidates, of which the second is correct. In `right` of `all` examples,
    /// the correct candidate has the feature `good` and the other has the feature `bad`. In the other
    /// examples, the features are swapped.
    fn examples(good: Feature, bad: Feature, right: usize, all: usize) -> Vec<Example> {
        let of = |feature| {
            let mut features = Features::default();
            features.set(feature, 1.0);
            features
        };
        let candidates = |number: usize| match number < right {
            true => vec![of(bad), of(good)],
            false => vec![of(good), of(bad)],
        };
        (0..all).map(|number| Example { candidates: candidates(number), gold: 1 }).collect()
    }

    #[test]
    fn weights_are_the_logarithm_of_the_odds() {
        let all = examples(Feature::Links, Feature::Discourse, 900, 1000);
        let start = RankingWeights::of([0.0; Feature::ALL.len()]);
        let weights = fit(&all, &start, 1e-6);
        // Evidence against an entity gets the weight 0 instead of a negative weight.
        assert_eq!(weights.weight(Feature::Discourse), 0.0);
        assert!((weights.weight(Feature::Links) - 9f64.ln()).abs() < 0.01, "{weights:?}");
        assert_eq!(weights.weight(Feature::Words), 0.0);
    }

    #[test]
    fn few_examples_leave_weights_as_they_are() {
        let start = RankingWeights::default();
        let weights = fit(&examples(Feature::Links, Feature::Spelling, 1, 1), &start, 1.0);
        for (feature, weight) in weights.iter() {
            assert!((weight - start.weight(feature)).abs() < 0.1, "{feature:?} {weight}");
        }
    }
}
