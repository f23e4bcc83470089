//! Spans, the units of texts, and language tags.
//!
//! ```
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

#[doc(inline)]
pub use glossweave_base::text::{
    ByteSpan, CharIndex, CharSpan, Language, PluralCategory, TextSpan, truth,
};
