//! Texts and locations in them: spans with a unit, code-point counting, language tags, references.

mod closest;
mod identify;
mod index;
#[doc(hidden)]
pub mod iri;
mod language;
#[doc(hidden)]
pub mod markers;
mod segment;
mod span;
mod word;

#[doc(hidden)]
pub use closest::closest;
#[doc(hidden)]
pub use identify::identified;
pub use index::CharIndex;
pub use language::Language;
#[doc(hidden)]
pub use segment::{sentence_breaks, word_breaks};
pub use span::{ByteSpan, CharSpan, TextSpan};
#[doc(hidden)]
pub use word::{truth, yes};
