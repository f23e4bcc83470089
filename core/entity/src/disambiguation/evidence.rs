//! The input and output of a ranking, and the scores of evidence.

use super::EntityIndex;
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

/// A kind of evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Feature {
    /// The logarithm of the share of the sense in the weights of the name.
    Prior,
    /// The words around the name that are in labels and descriptions of the sense and of entities
    /// it is related to: rare ones and near ones count more.
    Words,
    /// The same for the classes of the sense.
    ClassWords,
    /// -1 if the name is capitalised differently from every label of the sense, else 0.
    Spelling,
    /// The share of the entities nearby that have a class of the sense.
    Types,
    /// The entities nearby that the sense is related to.
    Links,
    /// Other occurrences of the sense in the passage, under the same name or another.
    Discourse,
}

impl Feature {
    /// Every feature, in the order of their values.
    pub const ALL: [Feature; 7] = [
        Feature::Prior,
        Feature::Words,
        Feature::ClassWords,
        Feature::Spelling,
        Feature::Types,
        Feature::Links,
        Feature::Discourse,
    ];

    /// Returns the name, in lower case.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::entity::Feature;
    /// let names: Vec<&str> = Feature::ALL.iter().map(|feature| feature.name()).collect();
    /// assert!(names.contains(&"prior") && names.contains(&"words"));
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Feature::Prior => "prior",
            Feature::Words => "words",
            Feature::ClassWords => "class-words",
            Feature::Spelling => "spelling",
            Feature::Types => "types",
            Feature::Links => "links",
            Feature::Discourse => "discourse",
        }
    }

    /// Returns the amount that one unit of the feature adds to a score.
    ///
    /// Found by conditional logistic regression (maximum likelihood with an L2 penalty) on the
    /// first half of `tests/data/ambiguous`, rounded. In tenfold cross-validation on it, accuracy
    /// and confidence nearly agree: 0.55 and 0.56, 0.75 and 0.79, 0.98 and 0.97.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::entity::Feature;
    /// // An entity that is named elsewhere in the text is likelier.
    /// assert!(Feature::Discourse.weight() > 0.0);
    /// ```
    pub const fn weight(self) -> f64 {
        match self {
            Feature::Prior => 0.6,
            Feature::Words => 3.5,
            Feature::ClassWords => 2.1,
            Feature::Spelling => 4.0,
            Feature::Types => 1.1,
            Feature::Links => 4.3,
            Feature::Discourse => 1.9,
        }
    }
}

/// The values of the features of one sense.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
/// use glossweave::entity::{Dictionary, Feature, Mention, MentionCandidate, Passage, disambiguate};
/// let table = "uri,label,weight\nhttp://example.org/city,Cork,9\nhttp://example.org/bark,Cork,1\n";
/// let names = Dictionary::from_csv(table.as_bytes())?;
/// let passage = Passage::new("To Cork");
/// names.each_match(&passage, |found| {
///     let all = found.candidates().collect::<glossweave::Result<Vec<_>>>()?;
///     let all = all.iter().map(|one| MentionCandidate { candidate: *one, context: None });
///     let mention = Mention { span: found.span(), candidates: all.collect() };
///     let best = &disambiguate(&passage, &[mention])?[0].choices[0];
///     // The score is the sum of the features, each times its weight.
///     let parts = best.features.iter().map(|(feature, value)| feature.weight() * value);
///     assert!((best.score - parts.sum::<f64>()).abs() < 1e-9);
///     assert!(best.features.value(Feature::Prior) > -0.2);
///     Ok(())
/// })?;
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Features([f64; Feature::ALL.len()]);

impl Features {
    pub(super) const NONE: Features = Features([0.0; Feature::ALL.len()]);

    /// Returns the value of a feature, before its weight.
    pub fn value(&self, feature: Feature) -> f64 {
        self.0.get(feature as usize).copied().unwrap_or(0.0)
    }

    /// Returns every feature with its value.
    pub fn iter(&self) -> impl Iterator<Item = (Feature, f64)> {
        Feature::ALL.into_iter().zip(self.0)
    }

    pub(super) fn set(&mut self, feature: Feature, value: f64) {
        if let Some(place) = self.0.get_mut(feature as usize) {
            *place = value;
        }
    }

    /// Returns the sum of the values, each multiplied by its weight.
    pub(super) fn score(&self) -> f64 {
        self.iter().map(|(feature, value)| feature.weight() * value).sum()
    }
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
