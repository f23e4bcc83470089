//! e-Translation: translators, translation memories, and the service that translates documents.

#[cfg(feature = "engine")]
mod glossary;
#[cfg(feature = "engine")]
mod request;
#[cfg(feature = "engine")]
mod translations;
#[cfg(feature = "engine")]
mod units;

#[doc(inline)]
pub use glossweave_translate::{
    Apertium, Capabilities, CheckOptions, FuzzyMatch, IssueType, Origin, QualityIssue, Segment,
    SegmentPair, SegmentStatus, Srx, State, System, SystemInfo, TranslatedSegment,
    TranslationBatch, TranslationMemory, TranslationMemoryBuilder, TranslationOptions, Translator,
    WantedTerm, XliffOptions, XliffVersion, check_translation, check_translations,
    embedded_document, merge_xliff, open_translator, quality_score, remote_translator, to_xliff,
};
#[cfg(feature = "net")]
#[doc(inline)]
pub use glossweave_translate::{ApertiumApy, ChatCompletions, DeepL, Google, LibreTranslate};
#[cfg(feature = "engine")]
pub use request::{TranslationReply, TranslationRequest};
#[cfg(feature = "engine")]
pub use translations::Translations;
