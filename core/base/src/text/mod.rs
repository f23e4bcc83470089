//! Texts and spans in them: spans with units, code points, language tags, and references.

mod identify;
mod index;
pub mod inline;
pub mod iri;
mod language;
mod lines;
mod plural;
#[cfg(feature = "plurals")]
mod plural_rules;
mod segment;
mod span;
mod word;

pub(crate) use identify::has_letters_of_another;
pub use identify::{identified, identify_surely};
pub use index::CharIndex;
pub use language::Language;
pub use lines::lines;
pub use plural::PluralCategory;
#[cfg(feature = "plurals")]
pub use plural_rules::PluralRules;
pub(crate) use segment::plain_sentence_breaks;
pub use segment::word_breaks;
pub use span::{ByteSpan, CharSpan, TextSpan};
pub use word::{truth, yes};
