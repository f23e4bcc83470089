//! Errors: their kinds, locations and hints.
//!
//! An error has a kind and, if they are known, a location, a parameter and a hint:
//!
//! ```
//! use glossweave::{DecodeOptions, ErrorKind, Format};
//! let error = glossweave::decode("<a>
//!   <b></a>", Format::Xml, &DecodeOptions::default()).unwrap_err();
//! assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, 2));
//! # Ok::<(), glossweave::Error>(())
//! ```

#[doc(inline)]
pub use glossweave_base::error::{Error, ErrorKind, Location, Result, Side, Skipped, closest};
