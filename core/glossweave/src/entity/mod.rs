//! e-Entity: dictionaries, taggers and other recognizers, and the service that finds the entities of documents.

#[cfg(feature = "engine")]
mod entities;
#[cfg(feature = "engine")]
mod explanations;
#[cfg(feature = "engine")]
mod models;
#[cfg(feature = "engine")]
mod named_recognizer;
#[cfg(all(test, feature = "engine"))]
mod tests;

#[cfg(feature = "engine")]
pub use entities::Entities;
#[doc(inline)]
pub use glossweave_entity::{
    Calibrated, Calibration, Candidate, ChangedEntries, Combination, CombinationRule, Corpus,
    Dictionary, DictionaryBuilder, DictionaryDifference, EntityIndex, EntityOptions, Entry,
    Evaluation, Evidence, Explained, Explanation, Feature, Features, Import, ImportReport,
    LabelCase, LabeledSpan, LinkedCorpus, Linker, Match, Mention, MentionCandidate, MentionModel,
    MentionTraining, Mentions, Modes, Pattern, PatternKind, Patterns, RankedCandidate, Ranking,
    RankingWeights, Scores, Sentence, SentenceEncoder, SkipReason, SkippedParts, Tagger, Training,
    WordClasses, disambiguate, open_recognizer,
};
#[cfg(feature = "net")]
#[doc(inline)]
pub use glossweave_entity::{ChatLinker, ChatRecognizer, EntityType, NifService, Spotlight};
#[doc(inline)]
pub use glossweave_format::recognizer::{NameVisitor, Passage, Recognizer, recognize};
#[cfg(feature = "neural")]
#[doc(inline)]
pub use glossweave_neural::{Aggregation, SentenceTransformer, SpanClassifier, TokenClassifier};
#[cfg(feature = "engine")]
pub use models::{ModelInfo, Models};
#[cfg(feature = "engine")]
pub use named_recognizer::NamedRecognizer;
