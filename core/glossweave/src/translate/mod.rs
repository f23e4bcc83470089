//! e-Translation: translators, translation memories, and the service that translates documents.

#[cfg(feature = "engine")]
mod request;
#[cfg(feature = "engine")]
mod translations;

#[doc(inline)]
pub use glossweave_translate::{
    Abilities, Apertium, Job, Memory, MemoryBuilder, Origin, Pair, Remembered, Segment,
    SegmentStatus, Srx, State, System, SystemInfo, Translated, Translating, Translator, WantedTerm,
};
#[cfg(feature = "net")]
#[doc(inline)]
pub use glossweave_translate::{Apy, DeepL, Google, LibreTranslate, remote_translator};
#[cfg(feature = "engine")]
pub use request::{TranslationReply, TranslationRequest};
#[cfg(feature = "engine")]
pub use translations::Translations;
