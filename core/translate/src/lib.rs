//! Translators: translation memories, Apertium, remote systems, and rules for sentences.
//!
//! Programs use the crate `glossweave`, which re-exports the public API. Other public items are for the other
//! crates of Glossweave and may change with any version.

mod apertium;
mod check;
mod inline_element;
mod options;
mod protected_text;
mod provider_options;
mod providers;
#[cfg(feature = "remote")]
mod remote;
mod segments;
mod srx;
mod stretch;
mod system;
mod translation_memory;
mod translator;
mod xliff_export;
mod xliff_file;
mod xliff_merge;
mod xliff_options;
mod xliff_source;
mod xliff_unit;

pub use apertium::Apertium;
pub use check::{
    CheckOptions, IssueType, QualityIssue, check_translation, check_translations, quality_score,
};
pub use options::{SegmentStatus, TranslationOptions};
pub use protected_text::{ProtectedSpan, ProtectedWords};
pub use providers::protocols;
pub use providers::{open_translator, remote_translator};
#[cfg(feature = "remote")]
pub use remote::{ApertiumApy, ChatCompletions, DeepL, Google, LibreTranslate};
pub use segments::{Done, Part, Unit, Work};
pub use srx::Breaks;
pub use srx::{Srx, SrxExt};
pub use system::{Machine, Pair as SystemPair, Systems};
pub use system::{State, System, SystemInfo};
pub use translation_memory::{
    FuzzyMatch, SegmentPair, TranslationMemory, TranslationMemoryBuilder,
};
pub use translator::{
    Capabilities, Origin, Segment, TranslatedSegment, TranslationBatch, Translator, WantedTerm,
};
pub use xliff_export::to_xliff;
pub use xliff_export::{Exchange, Row};
pub use xliff_merge::merge_xliff;
pub use xliff_options::{XliffOptions, XliffVersion};
pub use xliff_source::embedded_document;
