//! Translators: translation memories, Apertium, remote systems, and rules for sentences.
//!
//! A host uses the crate `glossweave`, which re-exports all that is public here. Hidden items are for the
//! other crates of Glossweave only and may change with any version.

mod apertium;
mod exchange;
mod inline;
mod lock;
mod memory;
mod options;
#[cfg(feature = "remote")]
mod remote;
mod run;
mod srx;
mod stretch;
mod system;
mod translator;

pub use apertium::Apertium;
#[doc(hidden)]
pub use exchange::{Exchange, Row};
#[doc(hidden)]
pub use inline::Inline;
#[doc(hidden)]
pub use lock::{Kept, Lock};
pub use memory::{FuzzyMatch, SegmentPair, TranslationMemory, TranslationMemoryBuilder};
pub use options::{SegmentStatus, TranslationOptions};
#[cfg(feature = "remote")]
pub use remote::{ApertiumApy, DeepL, Google, LibreTranslate, remote_translator};
#[doc(hidden)]
pub use run::{Done, Part, Unit, Work};
#[doc(hidden)]
pub use srx::Breaks;
pub use srx::Srx;
#[doc(hidden)]
pub use system::{Machine, Pair as SystemPair, Systems};
pub use system::{State, System, SystemInfo};
pub use translator::{
    Capabilities, Origin, Segment, TranslatedSegment, TranslationBatch, Translator, WantedTerm,
};
