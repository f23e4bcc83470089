//! Features: the types of evidence for a candidate, and their values.

/// A type of evidence for a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Feature {
    /// The logarithm of the share of the candidate in the sum of weights of the name.
    Prior,
    /// The words around the name that occur in labels and descriptions of the candidate and its
    /// related entities. Words that are rare or close to the name have a greater weight.
    Words,
    /// The same as `Words`, but without related entities.
    OwnWords,
    /// The same as `Words`, but for the classes of the candidate.
    ClassWords,
    /// -1 if the labels of the candidate and the name differ in their capitals, otherwise 0.
    Spelling,
    /// The entities of the passage that are related to the candidate.
    Links,
    /// Other occurrences of the candidate in the passage, under any of its names.
    Discourse,
    /// The similarity of the sentence that contains the name and the most similar sentence about the
    /// candidate, as the cosine of their vectors. Used when the index was built with a
    /// [`SentenceEncoder`](crate::SentenceEncoder).
    Similarity,
    /// The similarity of the words around the name and the words of the labels, descriptions and classes of
    /// the candidate, as the cosine of their [class](crate::WordClasses) vectors. Used when the index was
    /// built with word classes.
    WordClasses,
}

impl Feature {
    /// All features, in the order of their values.
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

    /// Returns the name of the feature in lower case, for example `own-words`.
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

/// The values of the features of a candidate.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Features([f64; Feature::ALL.len()]);

impl Features {
    pub(super) const NONE: Features = Features([0.0; Feature::ALL.len()]);

    /// Returns the value of a feature, which is not multiplied by its weight.
    pub fn value(&self, feature: Feature) -> f64 {
        self.0.get(feature as usize).copied().unwrap_or(0.0)
    }

    /// Returns all features with their values.
    pub fn iter(&self) -> impl Iterator<Item = (Feature, f64)> {
        Feature::ALL.into_iter().zip(self.0)
    }

    pub(super) fn set(&mut self, feature: Feature, value: f64) {
        if let Some(place) = self.0.get_mut(feature as usize) {
            *place = value;
        }
    }
}
