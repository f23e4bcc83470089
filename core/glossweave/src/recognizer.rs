//! Recognizers, which find names in a text.
//!
//! Use [`from_fn`] to create a recognizer from a function. Implement [`Recognizer`] for a type that
//! also has a revision or needs the language of the text. References, boxes and
//! [`Arc`](std::sync::Arc)s of recognizers are recognizers.
//!
//! ```
//! use glossweave::annotation::{Annotation, Entity};
//! use glossweave::recognizer::{Passage, Recognizer, from_fn};
//! use glossweave::text::TextSpan;
//!
//! let cork = from_fn(|passage| {
//!     let found = passage.text().match_indices("Cork").map(|(at, name)| {
//!         let span = TextSpan::new(at, at + name.len());
//!         Annotation::entity(span, Entity::new("http://dbpedia.org/resource/Cork"))
//!     });
//!     Ok(found.collect())
//! });
//! assert_eq!(cork.recognize(&Passage::new("to Cork"))?[0].span().range(), 3..7);
//! assert!(!Box::new(&cork).needs_language());
//! # Ok::<(), glossweave::Error>(())
//! ```

#[doc(inline)]
pub use glossweave_document::recognizer::{
    FromFn, NameVisitor, Passage, Recognizer, from_fn, recognize,
};
