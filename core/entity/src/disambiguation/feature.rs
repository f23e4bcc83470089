//! The kinds of evidence for a candidate, and their values.

/// A kind of evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Feature {
    /// The logarithm of the share of the sense in the weights of the name.
    Prior,
    /// The words around the name that are in labels and descriptions of the sense and of entities
    /// it is related to: rare ones and near ones count more.
    Words,
    /// The same without those of related entities.
    OwnWords,
    /// The same for the classes of the sense.
    ClassWords,
    /// -1 if labels of the sense have a capital where the name has none, or the other way round, else 0.
    Spelling,
    /// The entities of the passage that the sense is related to.
    Links,
    /// Other occurrences of the sense in the passage, under the same name or another.
    Discourse,
    /// The similarity of the sentence with the name and the sentence about the sense that is most like it, if the
    /// context was built with a [`SentenceEncoder`](crate::SentenceEncoder): the cosine of the angle between their
    /// vectors.
    Similarity,
    /// The similarity of the words around the name and those of the labels, descriptions and classes of the sense by
    /// their [classes](crate::WordClasses), if the context was built with such: a cosine.
    WordClasses,
}

impl Feature {
    /// Every feature, in the order of their values.
    pub const ALL: [Feature; 9] = [
        Feature::Prior,
        Feature::Words,
        Feature::OwnWords,
        Feature::ClassWords,
        Feature::Spelling,
        Feature::Links,
        Feature::Discourse,
        Feature::Similarity,
        Feature::WordClasses,
    ];

    /// Returns the name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Feature::Prior => "prior",
            Feature::Words => "words",
            Feature::OwnWords => "own-words",
            Feature::ClassWords => "class-words",
            Feature::Spelling => "spelling",
            Feature::Links => "links",
            Feature::Discourse => "discourse",
            Feature::Similarity => "similarity",
            Feature::WordClasses => "word-classes",
        }
    }
}

/// The values of the features of one sense.
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
}
