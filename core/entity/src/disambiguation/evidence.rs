//! The input and the output of a ranking.

use super::EntityIndex;
use super::feature::Features;
use super::weights::RankingWeights;
use crate::Candidate;
use glossweave_base::text::TextSpan;

/// A candidate entity for a name, with the index that describes it.
#[derive(Clone, Copy, Debug)]
pub struct MentionCandidate<'a> {
    /// The candidate from the dictionary.
    pub candidate: Candidate<'a>,
    /// The index of the vocabulary that contains the candidate, if there is one.
    pub context: Option<&'a EntityIndex>,
}

/// A name in a passage, with all its candidates.
#[derive(Clone, Debug)]
pub struct Mention<'a> {
    /// The byte range of the name in the text of the passage.
    pub span: TextSpan,
    /// The candidates in any order. They may come from several dictionaries.
    pub candidates: Vec<MentionCandidate<'a>>,
}

/// The ranked candidates of a name, the most likely first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranking {
    /// The candidates with their scores.
    pub choices: Vec<RankedCandidate>,
    /// The weights that were used to compute the scores.
    pub weights: RankingWeights,
}

/// A candidate with its score and evidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankedCandidate {
    /// The index of the candidate in the mention.
    pub index: usize,
    /// The sum of the features, each multiplied by its weight.
    pub score: f64,
    /// The confidence that the name refers to this candidate, from 0 to 1. The confidences of all
    /// candidates of a name add up to 1.
    pub confidence: f64,
    /// The features that contribute to the score.
    pub features: Features,
}

/// Divides each weight by the sum of `weights`. If the sum is 0, all shares are equal.
pub(super) fn shares(weights: impl ExactSizeIterator<Item = f64> + Clone) -> Vec<f64> {
    let count = weights.len().max(1) as f64;
    let good = |weight: f64| if weight.is_finite() { weight.max(0.0) } else { 0.0 };
    let best = weights.clone().map(good).fold(0.0, f64::max);
    if best <= 0.0 {
        return weights.map(|_| 1.0 / count).collect();
    }
    // The division comes first, because a sum of large weights could become infinite.
    let sum: f64 = weights.clone().map(|weight| good(weight) / best).sum();
    weights.map(|weight| good(weight) / best / sum).collect()
}

/// Converts scores to confidences that add up to 1 (softmax).
pub(super) fn confidences(scores: &[f64]) -> Vec<f64> {
    let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    shares(scores.iter().map(|score| (score - best).exp()))
}
