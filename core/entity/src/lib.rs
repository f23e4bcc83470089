//! Recognition and linking of entities: imports of vocabularies, disambiguation of entities that share a name,
//! patterns, and remote recognizers. Dictionaries and trained taggers are re-exported from their crates.
//!
//! Programs should use the crate `glossweave`, which re-exports the public API. Other public items are used
//! by the other crates of Glossweave, and may change in any version.

mod annotated_text;
mod calibration;
#[cfg(feature = "remote")]
mod chat;
#[cfg(feature = "remote")]
mod chunk;
mod combination;
mod disambiguation;
mod explanation;
mod import;
mod linker;
mod mode;
mod neural;
#[cfg(feature = "remote")]
mod nif_service;
mod options;
mod patterns;
mod provider_options;
mod providers;
mod sentence_encoder;
#[cfg(feature = "remote")]
mod spotlight;
mod vocabularies;

pub use annotated_text::read_corpus;
pub use calibration::{Calibrated, Calibration};
#[cfg(feature = "remote")]
pub use chat::{ChatLinker, ChatRecognizer, EntityType};
pub use combination::{Combination, CombinationRule};
pub use disambiguation::{ClassSpace, EntityIndexExt, Examples, IndexModels};
pub use disambiguation::{
    EntityIndex, Feature, Features, LinkedCorpus, Mention, MentionCandidate, RankedCandidate,
    Ranking, RankingWeights, disambiguate,
};
pub use explanation::explain;
pub use explanation::{Evidence, Explained, Explanation};
pub use glossweave_dictionary::{
    Candidate, ChangedEntries, Dictionary, DictionaryBuilder, DictionaryDifference, Entry,
    LabelCase, Match,
};
pub use glossweave_dictionary::{
    Doubtful, EntryExt, LabelNodes, Row, each_row, in_label, is_label, is_term_label,
};
pub use glossweave_ner::MentionModel;
pub use glossweave_ner::MentionTraining;
pub use glossweave_ner::WordClasses;
pub use glossweave_ner::{Corpus, Evaluation, LabeledSpan, Scores, Sentence, Tagger, Training};
pub use import::{Import, ImportReport, SkipReason, SkippedParts};
pub use linker::Linker;
pub use mode::Modes;
#[cfg(feature = "remote")]
pub use nif_service::NifService;
pub use options::{EntityOptions, EntityOptionsExt, Mentions};
pub use options::{key, spans};
pub use patterns::{Pattern, PatternKind, Patterns};
pub use providers::open_recognizer;
pub use providers::protocols;
pub use sentence_encoder::SentenceEncoder;
#[cfg(feature = "remote")]
pub use spotlight::Spotlight;
pub use vocabularies::{DatasetMention, Vocabularies, Vocabulary};
