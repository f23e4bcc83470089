//! e-Translation: translators, translation memories, and the service that translates documents.

mod request;
mod translations;

#[doc(inline)]
pub use glossweave_translate::{
    Abilities, Apertium, Apy, DeepL, Google, Job, LibreTranslate, Memory, MemoryBuilder, Origin,
    Pair, Remembered, Segment, SegmentStatus, Srx, State, System, SystemInfo, Translated,
    Translating, Translator, WantedTerm, remote_translator,
};
pub use request::{TranslationReply, TranslationRequest};
pub use translations::Translations;
