//! Texts and locations in them: spans with a unit, code-point counting, language tags, references.

mod identify;
mod index;
#[doc(hidden)]
pub mod inline;
#[doc(hidden)]
pub mod iri;
mod language;
mod plural;
mod segment;
mod span;
mod word;

#[doc(hidden)]
pub(crate) use identify::has_letters_of_another;
#[doc(hidden)]
pub use identify::identified;
pub use index::CharIndex;
pub use language::Language;
pub use plural::PluralCategory;
#[doc(hidden)]
pub use plural::PluralRules;
#[doc(hidden)]
pub use segment::word_breaks;
pub use span::{ByteSpan, CharSpan, TextSpan};
#[doc(hidden)]
pub use word::{truth, yes};
