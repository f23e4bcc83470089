//! Texts and locations in them: spans with a unit, code-point counting, language tags, references.
//!
//! ```
//! # use glossweave_base as glossweave;
//! use glossweave::text::{ByteSpan, CharSpan, TextSpan};
//! let text = "In Córdoba";
//! let word = TextSpan::checked(3, text.len()).unwrap();
//! assert_eq!(&text[word.range()], "Córdoba");
//! assert_eq!((word.start(), word.end(), word.len()), (3, 11, 8));
//! assert!(word.contains(TextSpan::new(3, 4)) && !word.is_empty());
//! // Code points are another unit: `ó` is one of them, and two bytes.
//! assert_eq!(CharSpan::checked(3, 10), Some(CharSpan::new(3, 10)));
//! assert_eq!(CharSpan::new(3, 10).len(), 7);
//! // An end before the start makes an empty span, or none.
//! assert!(ByteSpan::new(5, 2).is_empty());
//! assert_eq!(ByteSpan::checked(5, 2), None);
//! ```

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
mod xml_char;

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
#[doc(hidden)]
pub use xml_char::forbidden_char;
