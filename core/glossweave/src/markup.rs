//! Encodings, and functions that all readers of markup use.
//!
//! ```
//! use glossweave::markup::Encoding;
//! let latin = Encoding::for_label("ISO-8859-1").unwrap();
//! assert_eq!(latin.name(), "windows-1252");
//! assert_eq!(latin.encode("é").as_ref(), b"\xE9");
//! ```

#[doc(inline)]
pub use glossweave_markup::{Encoding, InvalidBytes, UnknownEntities};
