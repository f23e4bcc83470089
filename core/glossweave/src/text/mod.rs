//! Texts and places in them: spans with a unit, code-point counting, language tags, references.

mod closest;
mod identify;
mod index;
pub(crate) mod iri;
mod language;
mod segment;
mod span;
mod word;

pub(crate) use closest::closest;
pub(crate) use identify::identified;
pub use index::CharIndex;
pub use language::Language;
pub(crate) use segment::{sentence_breaks, word_breaks};
pub use span::{ByteSpan, CharSpan, TextSpan};
pub(crate) use word::truth;
