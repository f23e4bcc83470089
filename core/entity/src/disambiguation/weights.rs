//! The weights of a ranking.

use super::feature::{Feature, Features};
use glossweave_base::error::{Error, Result};

/// The weights of a ranking: the amount that one unit of each feature adds to a score.
///
/// The default weights are those of [`disambiguate`](super::disambiguate).
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
/// use glossweave::entity::{Feature, RankingWeights};
/// let weights = RankingWeights::default();
/// // An entity that is named elsewhere in the text is likelier.
/// assert!(weights.weight(Feature::Discourse) > 0.0);
/// let weights = weights.with_weight(Feature::Words, 0.5)?;
/// assert_eq!(weights.weight(Feature::Words), 0.5);
/// assert!(weights.with_weight(Feature::Words, f64::NAN).is_err());
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankingWeights([f64; Feature::ALL.len()]);

/// The greatest absolute value of a weight: beyond it a single feature decides anyway.
const MAX_WEIGHT: f64 = 1000.0;

impl RankingWeights {
    /// Returns the weight of a feature.
    pub fn weight(&self, feature: Feature) -> f64 {
        self.0.get(feature as usize).copied().unwrap_or(0.0)
    }

    /// Sets the weight of a feature, from -1000 to 1000.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) if the weight is not such a number.
    pub fn with_weight(mut self, feature: Feature, weight: f64) -> Result<RankingWeights> {
        if !(-MAX_WEIGHT..=MAX_WEIGHT).contains(&weight) {
            let name = feature.name();
            return Err(Error::invalid(format!(
                "the weight of `{name}` is {weight}, expected a number from -1000 to 1000"
            )));
        }
        if let Some(place) = self.0.get_mut(feature as usize) {
            *place = weight;
        }
        Ok(self)
    }

    /// Returns every feature with its weight.
    pub fn iter(&self) -> impl Iterator<Item = (Feature, f64)> {
        Feature::ALL.into_iter().zip(self.0)
    }

    /// Returns the sum of the values of features, each multiplied by its weight.
    pub(super) fn score(&self, features: &Features) -> f64 {
        features.iter().map(|(feature, value)| self.weight(feature) * value).sum()
    }
}

impl Default for RankingWeights {
    /// Returns weights that were found by conditional logistic regression (maximum likelihood with
    /// an L2 penalty) on the first half of `tests/data/ambiguous`, rounded. In tenfold
    /// cross-validation on it, accuracy and confidence nearly agree: 0.55 and 0.56, 0.75 and 0.79,
    /// 0.98 and 0.97.
    fn default() -> RankingWeights {
        let mut weights = [0.0; Feature::ALL.len()];
        for (weight, feature) in weights.iter_mut().zip(Feature::ALL) {
            *weight = match feature {
                Feature::Prior => 0.6,
                Feature::Words => 3.5,
                Feature::ClassWords => 2.1,
                Feature::Spelling => 4.0,
                Feature::Types => 1.1,
                Feature::Links => 4.3,
                Feature::Discourse => 1.9,
            };
        }
        RankingWeights(weights)
    }
}
