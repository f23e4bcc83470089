//! Learning the weights: stochastic gradient descent on the likelihood, with a Gaussian prior
//! (Bottou's schedule), and averaging of the last rounds.

use std::borrow::Borrow;

use super::corpus::Sentence;
use super::crf::{Lattice, Steps, Tags, Transitions};
use super::feature::{Described, Feature, Keyed};
use super::list::Lists;

/// Weights by feature.
pub(super) struct Weights {
    pub tags: Tags,
    pub rows: Keyed<u32>,
    /// A row of the stride of the tags for each feature.
    pub weights: Vec<f32>,
    pub transitions: Transitions,
}

/// How a model is learned.
#[derive(Clone, Debug)]
pub(super) struct Course {
    pub rounds: usize,
    /// How often a feature has to come to count.
    pub cutoff: u32,
    /// The strength of the prior.
    pub prior: f32,
    pub rate: f32,
}

/// A sentence as rows of weights.
pub(super) struct Example {
    pub rows: Vec<u32>,
    pub ends: Vec<usize>,
    pub tags: Vec<usize>,
}

/// Numbers that look random and are the same for everyone.
pub(super) struct Random(pub u64);

impl Random {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }
}

/// Features of documents as examples; features that come too seldom are left out.
pub(super) fn vocabulary(counts: Keyed<u32>, cutoff: u32) -> Keyed<u32> {
    let mut kept: Vec<Feature> =
        counts.into_iter().filter(|(_, count)| *count >= cutoff).map(|(one, _)| one).collect();
    kept.sort_unstable();
    kept.into_iter().enumerate().map(|(row, one)| (one, row as u32)).collect()
}

/// Learns from examples.
pub(super) fn learn(
    tags: Tags,
    rows: Keyed<u32>,
    examples: &[impl Borrow<Example>],
    course: &Course,
) -> Weights {
    let stride = tags.stride();
    let mut weights = vec![0.0f32; rows.len() * stride];
    let mut average = vec![0.0f32; weights.len()];
    let mut transitions = Transitions::new(tags);
    let mut mean = vec![0.0f32; transitions.scores.len()];
    let mut lattice = Lattice::default();
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let lambda = course.prior / examples.len().max(1) as f32;
    // The weights are `scale` times what is kept, so that the prior touches one number only.
    let mut scale = 1.0f32;
    let mut step = 0u64;
    let (mut averaged, from) = (0.0f32, course.rounds / 2);
    for round in 0..course.rounds {
        for at in (1..order.len()).rev() {
            order.swap(at, random.below(at + 1));
        }
        for number in &order {
            let example: &Example = examples[*number].borrow();
            let rate = course.rate / (1.0 + course.rate * lambda * step as f32);
            step += 1;
            let steps = Steps::new(&transitions);
            score(&weights, scale, example, stride, &mut lattice);
            steps.marginals(&mut lattice);
            scale *= 1.0 - rate * lambda;
            steps.finish(&mut lattice, Some((&mut transitions.scores, -rate)));
            let mut before = None;
            for tag in &example.tags {
                // What starts a sentence has no pair that was counted, so it is done here.
                if before.is_none() {
                    let base = tags.len() * stride;
                    for one in 0..tags.len() {
                        transitions.scores[base + one] -= rate * lattice.marginals[one];
                    }
                }
                let row = before.unwrap_or(tags.len()) * stride;
                transitions.scores[row + tag] += rate;
                before = Some(*tag);
            }
            let gain = rate / scale;
            let mut start = 0;
            for (token, end) in example.ends.iter().enumerate() {
                let marginals = &mut lattice.marginals[token * stride..(token + 1) * stride];
                for one in marginals.iter_mut() {
                    *one *= -gain;
                }
                marginals[example.tags[token]] += gain;
                for row in &example.rows[start..*end] {
                    let row = *row as usize * stride;
                    let weights = &mut weights[row..row + stride];
                    weights.iter_mut().zip(&*marginals).for_each(|(one, more)| *one += more);
                }
                start = *end;
            }
            if scale < 1e-3 {
                weights.iter_mut().for_each(|one| *one *= scale);
                scale = 1.0;
            }
        }
        if round >= from {
            averaged += 1.0;
            average.iter_mut().zip(&weights).for_each(|(sum, one)| *sum += one * scale);
            mean.iter_mut().zip(&transitions.scores).for_each(|(sum, one)| *sum += one);
        }
    }
    let share = 1.0 / averaged.max(1.0);
    average.iter_mut().for_each(|one| *one *= share);
    mean.iter_mut().for_each(|one| *one *= share);
    transitions.scores = mean;
    Weights { tags, rows, weights: average, transitions }
}

fn score(weights: &[f32], scale: f32, example: &Example, stride: usize, lattice: &mut Lattice) {
    lattice.scores.clear();
    lattice.scores.resize(example.ends.len() * stride, 0.0);
    let mut start = 0;
    for (token, end) in example.ends.iter().enumerate() {
        let scores = &mut lattice.scores[token * stride..(token + 1) * stride];
        for row in &example.rows[start..*end] {
            let row = *row as usize * stride;
            let weights = &weights[row..row + stride];
            scores.iter_mut().zip(weights).for_each(|(sum, one)| *sum += one);
        }
        scores.iter_mut().for_each(|sum| *sum *= scale);
        start = *end;
    }
}

/// The features of the tokens of a sentence, and where those of each token end.
pub(super) type Shown = (Vec<Feature>, Vec<usize>);

/// Examples of documents, and how often each feature comes.
pub(super) fn counted<'d>(
    documents: impl Iterator<Item = &'d [Sentence]>,
    lists: &Lists,
    mut extra: impl FnMut(usize, &Described<'_>, usize, &mut Vec<Vec<Feature>>),
) -> (Vec<Shown>, Keyed<u32>) {
    let mut found = Vec::new();
    let mut counts: Keyed<u32> = Keyed::default();
    let (mut features, mut ends, mut more) = (Vec::new(), Vec::new(), Vec::new());
    for (number, document) in documents.enumerate() {
        let described = Described::new(document.iter().map(|one| one.tokens.as_slice()), lists);
        for row in 0..described.len() {
            described.features(row, &mut features, &mut ends);
            more.clear();
            extra(number, &described, row, &mut more);
            let (all, ends) = joined(&features, &ends, &more);
            for feature in &all {
                *counts.entry(*feature).or_default() += 1;
            }
            found.push((all, ends));
        }
    }
    (found, counts)
}

/// Features with some more for each token.
pub(super) fn joined(features: &[Feature], ends: &[usize], more: &[Vec<Feature>]) -> Shown {
    let mut all = Vec::with_capacity(features.len() + more.len() * 8);
    let mut all_ends = Vec::with_capacity(ends.len());
    let mut start = 0;
    for (token, end) in ends.iter().enumerate() {
        all.extend_from_slice(&features[start..*end]);
        all.extend(more.get(token).into_iter().flatten());
        all_ends.push(all.len());
        start = *end;
    }
    (all, all_ends)
}
