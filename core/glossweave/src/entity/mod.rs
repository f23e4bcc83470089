//! e-Entity: dictionaries, taggers and other recognizers, and the service that finds the entities of documents.

#[cfg(feature = "engine")]
mod entities;
#[cfg(all(test, feature = "engine"))]
mod tests;

#[cfg(feature = "engine")]
pub use entities::Entities;
#[doc(inline)]
pub use glossweave_entity::{
    Candidate, Corpus, Dictionary, DictionaryBuilder, EntityIndex, EntityOptions, Entry,
    Evaluation, Evidence, Explained, Explanation, Feature, Features, LabeledSpan, Match, Mention,
    MentionCandidate, Modes, RankedCandidate, Ranking, Scores, Sentence, Tagger, Training,
    WordClasses, disambiguate, open_recognizer,
};
#[cfg(feature = "net")]
#[doc(inline)]
pub use glossweave_entity::{NifService, Spotlight};
#[doc(inline)]
pub use glossweave_format::recognizer::{Passage, Recognizer, recognize};
