//! The weights of a ranking.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use super::EntityIndex;
use super::feature::{Feature, Features};
use glossweave_base::error::{Error, ErrorKind, Location, Result};
use glossweave_base::mmap_file::save;

/// The weights of a ranking. A weight is the amount that one unit of a feature adds to a score.
///
/// By default, [`disambiguate`](super::disambiguate) chooses weights that fit the vocabulary. Use
/// [`RankingWeights::train`] to find weights for your texts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankingWeights([f64; Feature::ALL.len()]);

/// The maximum absolute value of a weight. Greater weights are not useful, because a single feature
/// already decides.
const MAX_WEIGHT: f64 = 1000.0;
/// The maximum size of a file of weights, in bytes.
const MAX_BYTES: u64 = 1 << 16;

impl RankingWeights {
    /// Returns the weight of a feature.
    pub fn weight(&self, feature: Feature) -> f64 {
        self.0.get(feature as usize).copied().unwrap_or(0.0)
    }

    /// Sets the weight of a feature, from -1000 to 1000.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) if the weight is out of range.
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

    /// Returns all features with their weights.
    pub fn iter(&self) -> impl Iterator<Item = (Feature, f64)> {
        Feature::ALL.into_iter().zip(self.0)
    }

    /// Parses weights. Each line contains the name of a feature and a number. Features that are not listed
    /// keep the default weight.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Malformed`](glossweave_base::ErrorKind::Malformed), with the location, if a line
    /// is not valid, and [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) if a weight is out of
    /// range.
    pub fn from_text(text: &str) -> Result<RankingWeights> {
        let mut weights = RankingWeights::default();
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let place = at..at + line.trim_end().len();
            at += line.len();
            if line.trim().is_empty() {
                continue;
            }
            let (name, value) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            let feature = Feature::ALL.into_iter().find(|feature| feature.name() == name);
            let (Some(feature), Ok(value)) = (feature, value.trim().parse()) else {
                let line = line.trim();
                let message =
                    format!("expected the name of a feature and its weight, found `{line}`");
                let place = Location::in_source(text.as_bytes(), place);
                return Err(Error::malformed(message).at(place));
            };
            weights = weights.with_weight(feature, value)?;
        }
        Ok(weights)
    }

    /// Formats the weights for [`RankingWeights::from_text`].
    pub fn to_text(&self) -> String {
        self.iter().map(|(feature, weight)| format!("{} {weight}\n", feature.name())).collect()
    }

    /// Opens a file of weights.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the file cannot be read,
    /// [`ErrorKind::TooLarge`](glossweave_base::ErrorKind::TooLarge) if it has more than 64 KiB, and the
    /// errors of [`RankingWeights::from_text`].
    pub fn open(path: impl AsRef<Path>) -> Result<RankingWeights> {
        let failed = |cause: std::io::Error| {
            let message = format!("the weights `{}` cannot be read", path.as_ref().display());
            Error::new(ErrorKind::Storage, message).because(cause)
        };
        let mut text = String::new();
        let file = File::open(path.as_ref()).map_err(failed)?;
        file.take(MAX_BYTES + 1).read_to_string(&mut text).map_err(failed)?;
        if text.len() as u64 > MAX_BYTES {
            let path = path.as_ref().display();
            let message = format!("the weights `{path}` have more than {MAX_BYTES} bytes");
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        RankingWeights::from_text(&text)
    }

    /// Saves the weights to a file. An existing file is replaced atomically.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the file cannot be
    /// written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<()> {
        save("weights", path.as_ref(), &mut |file| Ok(file.write_all(self.to_text().as_bytes())))
    }

    pub(super) fn of(weights: [f64; Feature::ALL.len()]) -> RankingWeights {
        RankingWeights(weights)
    }

    pub(super) fn values(&self) -> [f64; Feature::ALL.len()] {
        self.0
    }

    /// Returns the sum of the features, each multiplied by its weight.
    pub(super) fn score(&self, features: &Features) -> f64 {
        features.iter().map(|(feature, value)| self.weight(feature) * value).sum()
    }
}

/// The kind of a vocabulary, which determines the default weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Most entities have a description, and the weights of names provide little evidence.
    Described,
    /// The weights of names are counts.
    Counted,
    /// The same as `Described`, with sentence vectors.
    Encoded,
    /// The same as `Described`, with word class vectors.
    Classed,
    /// Most entities only have names and relations.
    Named,
}

impl Kind {
    /// Returns the kind of the vocabularies of indexes, provided that the weights of their names are
    /// not counts.
    pub(super) fn of<'i>(indexes: impl Iterator<Item = &'i EntityIndex> + Clone) -> Kind {
        let any = |test: &dyn Fn(&EntityIndex) -> bool| indexes.clone().any(test);
        if !any(&|_| true) {
            Kind::Counted
        } else if !any(&EntityIndex::is_described) {
            Kind::Named
        } else if any(&|index| index.encoder.is_some()) {
            Kind::Encoded
        } else if any(&|index| index.space.is_some()) {
            Kind::Classed
        } else {
            Kind::Described
        }
    }
}

/// The default weights for each kind of vocabulary. docs/linking.md describes how they were
/// determined.
const TABLE: [(Feature, [f64; 5]); Feature::ALL.len()] = [
    (Feature::Prior, [0.7, 0.6, 0.5, 0.85, 1.0]),
    (Feature::Words, [3.6, 0.5, 1.75, 3.8, 0.0]),
    (Feature::OwnWords, [0.0, 3.0, 0.0, 0.0, 0.0]),
    (Feature::ClassWords, [2.1, 1.7, 0.55, 2.2, 1.7]),
    (Feature::Spelling, [4.6, 2.0, 3.9, 4.8, 2.0]),
    (Feature::Links, [4.7, 4.8, 4.5, 4.9, 2.0]),
    (Feature::Discourse, [1.3, 0.9, 1.65, 0.9, 0.0]),
    (Feature::Similarity, [14.0, 5.0, 17.0, 0.0, 5.0]),
    (Feature::WordClasses, [0.0, 3.0, 0.0, 11.3, 4.0]),
];

impl RankingWeights {
    /// Returns the default weights for a kind of vocabulary.
    pub(super) fn of_kind(kind: Kind) -> RankingWeights {
        let mut weights = [0.0; Feature::ALL.len()];
        for (feature, row) in TABLE {
            if let Some(place) = weights.get_mut(feature as usize) {
                *place = row[kind as usize];
            }
        }
        RankingWeights(weights)
    }
}

impl Default for RankingWeights {
    /// Returns the weights for vocabularies in which the weights of names are counts.
    fn default() -> RankingWeights {
        RankingWeights::of_kind(Kind::Counted)
    }
}
