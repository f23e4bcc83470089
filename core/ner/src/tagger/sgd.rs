//! Training of the weights with stochastic gradient descent on the likelihood and a Gaussian prior.

use std::borrow::Borrow;

use super::corpus::Sentence;
use super::crf::{Lattice, Steps, Tags, Transitions};
use super::feature::{Described, Feature};
use super::lexicon::Lexicon;
use glossweave_base::error::Result;
use glossweave_base::progress::{Progress, Reporter};
use glossweave_base::words::Keyed;

/// The weights by feature.
pub(super) struct Weights {
    pub tags: Tags,
    pub rows: Keyed<u32>,
    /// A row of weights for each feature. The length of a row is the stride of the tags.
    pub weights: Vec<f32>,
    pub transitions: Transitions,
}

/// The hyperparameters of training.
#[derive(Clone, Debug)]
pub(super) struct Course {
    pub rounds: usize,
    /// The minimum number of occurrences of a feature.
    pub cutoff: u32,
    /// The strength of the prior.
    pub prior: f32,
    /// The number of rounds without improvement after which training ends.
    pub patience: usize,
}

/// A training sentence, whose features are given as rows of weights.
pub(super) struct Example {
    pub rows: Vec<u32>,
    pub ends: Vec<usize>,
    pub tags: Vec<usize>,
}

/// A pseudorandom number generator with reproducible results.
pub(super) struct Random(pub u64);

impl Random {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }
}

/// Assigns a row number to each feature. Rare features are dropped.
pub(super) fn vocabulary(counts: Keyed<u32>, cutoff: u32) -> Keyed<u32> {
    let mut kept: Vec<Feature> = counts
        .into_iter()
        .filter(|(_, count)| *count >= cutoff)
        .map(|(feature, _)| feature)
        .collect();
    kept.sort_unstable();
    kept.into_iter().enumerate().map(|(row, feature)| (feature, row as u32)).collect()
}

/// Selects the `max_features` features with the most influence, which have large weights and many
/// occurrences. Returns their new rows, and updates the rows of the examples.
pub(super) fn select(
    weights: &Weights,
    examples: &mut [Example],
    max_features: usize,
) -> Keyed<u32> {
    let stride = weights.tags.stride();
    let mut counts = vec![0.0f32; weights.rows.len()];
    for example in &*examples {
        example.rows.iter().for_each(|row| counts[*row as usize] += 1.0);
    }
    let rows = weights.weights.chunks_exact(stride);
    let squares = rows.map(|row| row.iter().map(|weight| weight * weight).sum::<f32>());
    let influence: Vec<f32> = squares.zip(counts).map(|(square, count)| square * count).collect();
    let mut order: Vec<(Feature, u32)> =
        weights.rows.iter().map(|(feature, row)| (*feature, *row)).collect();
    order.sort_unstable_by(|left, right| {
        let [first, second] = [left, right].map(|feature| influence[feature.1 as usize]);
        second.total_cmp(&first).then(left.0.cmp(&right.0))
    });
    order.truncate(max_features);
    order.sort_unstable();
    let mut moved = vec![None; weights.rows.len()];
    for (row, (_, old)) in order.iter().enumerate() {
        moved[*old as usize] = Some(row as u32);
    }
    for example in examples {
        let (mut start, mut rows) = (0, Vec::new());
        for end in &mut example.ends {
            rows.extend(example.rows[start..*end].iter().filter_map(|row| moved[*row as usize]));
            start = *end;
            *end = rows.len();
        }
        example.rows = rows;
    }
    order.into_iter().enumerate().map(|(row, (feature, _))| (feature, row as u32)).collect()
}

/// Learns weights from examples. Also returns the number of rounds with the best predictions for
/// the held-out examples. If there are none, this is the number of all rounds.
pub(super) fn learn(
    tags: Tags,
    rows: Keyed<u32>,
    examples: &[impl Borrow<Example>],
    held_out: &[&Example],
    course: &Course,
    reporter: &mut Reporter<'_, '_>,
) -> Result<(Weights, usize)> {
    let mut field = Field::new(tags, rows.len(), course.prior / examples.len().max(1) as f32);
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let (mut best, mut least) = (course.rounds, f64::INFINITY);
    for round in 1..=course.rounds {
        for at in (1..order.len()).rev() {
            order.swap(at, random.below(at + 1));
        }
        for number in &order {
            let example = examples[*number].borrow();
            field.learn(example);
            let at = reporter.at();
            reporter.reach(Progress { done: at.done + 1, ..at });
            reporter.steps_of(example.tags.len() * TOKEN)?;
        }
        field.settle();
        let at = reporter.at();
        reporter.reach(Progress { records: at.records + 1, ..at });
        reporter.report()?;
        if held_out.is_empty() {
            continue;
        }
        let loss = field.loss(held_out, reporter)?;
        if loss < least {
            (best, least) = (round, loss);
        } else if round >= best.saturating_add(course.patience) {
            break;
        }
    }
    let transitions = Transitions { tags, scores: field.mean_transitions };
    Ok((Weights { tags, rows, weights: field.mean, transitions }, best))
}

/// The number of progress steps that correspond to the cost of a token.
const TOKEN: usize = 16;

/// The initial learning rate.
const RATE: f32 = 0.05;

/// The sentence length above which the weight of tokens is reduced, so that all sentences have the
/// same total weight.
const LONG: f32 = 100.0;

/// The weights during training. The learning rate decreases with the prior (Bottou, 2012), so that
/// the weights converge. The result is an average in which each round has half the weight of the
/// following round.
struct Field {
    lambda: f32,
    stride: usize,
    /// The weights divided by `scale`, so that the prior only needs to change a single number.
    weights: Vec<f32>,
    scale: f32,
    mean: Vec<f32>,
    transitions: Transitions,
    mean_transitions: Vec<f32>,
    /// The number of sentences that were processed.
    time: u64,
    rounds: u32,
    lattice: Lattice,
    expected: Vec<f32>,
}

impl Field {
    fn new(tags: Tags, rows: usize, lambda: f32) -> Field {
        let (stride, transitions) = (tags.stride(), Transitions::new(tags));
        let zero = vec![0.0f32; transitions.scores.len()];
        Field {
            lambda,
            stride,
            weights: vec![0.0; rows * stride],
            scale: 1.0,
            mean: vec![0.0; rows * stride],
            transitions,
            mean_transitions: zero.clone(),
            time: 0,
            rounds: 0,
            lattice: Lattice::default(),
            expected: zero,
        }
    }

    fn learn(&mut self, example: &Example) {
        let (stride, tags) = (self.stride, self.transitions.tags);
        let rate = RATE / (1.0 + RATE * self.lambda * self.time as f32);
        let decay = 1.0 / (1.0 + rate * self.lambda);
        let rate = rate * (LONG / example.tags.len() as f32).min(1.0);
        self.time += 1;
        score(&self.weights, self.scale, example, stride, &mut self.lattice);
        let steps = Steps::new(&self.transitions);
        steps.marginals(&mut self.lattice);
        self.expected.fill(0.0);
        steps.expected(&self.lattice, &mut self.expected);
        let mut before = tags.len();
        for tag in &example.tags {
            self.expected[before * stride + tag] -= 1.0;
            before = *tag;
        }
        for (score, change) in self.transitions.scores.iter_mut().zip(&self.expected) {
            *score = decay * *score - rate * change;
        }
        self.scale *= decay;
        let gain = rate / self.scale;
        let mut start = 0;
        for (token, end) in example.ends.iter().enumerate() {
            let changes = &mut self.lattice.marginals[token * stride..(token + 1) * stride];
            changes[example.tags[token]] -= 1.0;
            for row in &example.rows[start..*end] {
                let row = *row as usize * stride;
                let weights = &mut self.weights[row..row + stride];
                weights
                    .iter_mut()
                    .zip(&*changes)
                    .for_each(|(weight, change)| *weight -= gain * change);
            }
            start = *end;
        }
        if self.scale < 1e-3 {
            self.weights.iter_mut().for_each(|weight| *weight *= self.scale);
            self.scale = 1.0;
        }
    }

    /// Ends a round, and updates the average.
    fn settle(&mut self) {
        self.rounds += 1;
        let share = if self.rounds == 1 { 1.0 } else { 0.5 };
        let scale = self.scale;
        for (mean, weight) in self.mean.iter_mut().zip(&self.weights) {
            *mean += share * (scale * weight - *mean);
        }
        for (mean, score) in self.mean_transitions.iter_mut().zip(&self.transitions.scores) {
            *mean += share * (score - *mean);
        }
    }

    /// Returns the negative log-likelihood of the tags of examples.
    fn loss(&mut self, examples: &[&Example], reporter: &mut Reporter<'_, '_>) -> Result<f64> {
        let tags = self.transitions.tags;
        let steps = Steps::new(&Transitions { tags, scores: self.mean_transitions.clone() });
        let mut loss = 0.0;
        for example in examples {
            score(&self.mean, 1.0, example, self.stride, &mut self.lattice);
            let truth = steps.score(&self.lattice, &example.tags);
            loss += steps.marginals(&mut self.lattice) - truth;
            reporter.steps_of(example.tags.len() * TOKEN)?;
        }
        Ok(loss)
    }
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
            scores.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
        }
        scores.iter_mut().for_each(|sum| *sum *= scale);
        start = *end;
    }
}

/// The features of the tokens of a sentence, and the end of the features of each token.
pub(super) type Shown = (Vec<Feature>, Vec<usize>);

/// Returns the features of documents, and the number of occurrences of each.
pub(super) fn counted<'d>(
    documents: impl Iterator<Item = &'d [Sentence]>,
    lexicon: &Lexicon,
    reporter: &mut Reporter<'_, '_>,
    mut extra: impl FnMut(usize, &Described<'_>, usize, &mut Vec<Vec<Feature>>),
) -> Result<(Vec<Shown>, Keyed<u32>)> {
    let mut found = Vec::new();
    let mut counts: Keyed<u32> = Keyed::default();
    let (mut features, mut ends, mut more) = (Vec::new(), Vec::new(), Vec::new());
    for (number, document) in documents.enumerate() {
        let described =
            Described::new(document.iter().map(|sentence| sentence.tokens.as_slice()), lexicon);
        for row in 0..described.len() {
            described.features(row, &mut features, &mut ends);
            more.clear();
            extra(number, &described, row, &mut more);
            let (all, ends) = joined(&features, &ends, &more);
            for feature in &all {
                *counts.entry(*feature).or_default() += 1;
            }
            reporter.steps_of(ends.len() * TOKEN)?;
            found.push((all, ends));
        }
    }
    Ok((found, counts))
}

/// Combines features with additional features for each token.
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
