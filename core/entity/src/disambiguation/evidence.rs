//! The input and output of a ranking.

use super::EntityIndex;
use super::feature::Features;
use super::weights::RankingWeights;
use crate::Candidate;
use glossweave_base::text::TextSpan;

/// An entity that a name may stand for, with the context that describes it.
#[derive(Clone, Copy, Debug)]
pub struct MentionCandidate<'a> {
    /// The candidate from the dictionary.
    pub candidate: Candidate<'a>,
    /// The context of the dictionary's vocabulary, if it has one.
    pub context: Option<&'a EntityIndex>,
}

/// A name in a passage with all its candidates.
#[derive(Clone, Debug)]
pub struct Mention<'a> {
    /// The bytes of the whole text of the passage that are the name.
    pub span: TextSpan,
    /// The entities, of one dictionary or of several, in any order.
    pub candidates: Vec<MentionCandidate<'a>>,
}

/// The candidates of one name, the most likely first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranking {
    /// One choice for each sense.
    pub choices: Vec<RankedCandidate>,
    /// The weights of the features in the scores.
    pub weights: RankingWeights,
}

/// One sense with its evidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankedCandidate {
    /// The index of the sense in those of the mention.
    pub index: usize,
    /// The sum of the features, each multiplied by its weight.
    pub score: f64,
    /// The confidence that this sense is meant and no other of the name, from 0 to 1; the
    /// confidences of a name add up to 1.
    pub confidence: f64,
    /// The features that make up the score.
    pub features: Features,
}

/// Returns the shares of `weights` in their sum; equal shares if the sum is 0.
pub(super) fn shares(weights: impl ExactSizeIterator<Item = f64> + Clone) -> Vec<f64> {
    let count = weights.len().max(1) as f64;
    let good = |weight: f64| if weight.is_finite() { weight.max(0.0) } else { 0.0 };
    let best = weights.clone().map(good).fold(0.0, f64::max);
    if best <= 0.0 {
        return weights.map(|_| 1.0 / count).collect();
    }
    // Divided first: a sum of great weights must not become infinite.
    let sum: f64 = weights.clone().map(|weight| good(weight) / best).sum();
    weights.map(|weight| good(weight) / best / sum).collect()
}

/// Converts scores into confidences that add up to 1.
pub(super) fn confidences(scores: &[f64]) -> Vec<f64> {
    let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    shares(scores.iter().map(|score| (score - best).exp()))
}
