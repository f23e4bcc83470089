//! Markup as bytes: encodings, tokens with their ranges, character references, trees and XPath over them.
//!
//! A host uses the crate `glossweave`, which re-exports all that is public here. Hidden items are for the
//! other crates of Glossweave only and may change with any version.

#[doc(hidden)]
pub mod charref;
#[cfg(feature = "data")]
#[doc(hidden)]
pub mod data;
mod encoding;
#[doc(hidden)]
pub mod escape;
#[doc(hidden)]
pub mod html;
mod scan;
pub mod schema;
#[doc(hidden)]
pub mod tree;
#[doc(hidden)]
pub mod xml;

#[doc(hidden)]
pub use encoding::{At, Decoded, Sniff, WayBack, ascii_length, into_text};
pub use encoding::{Encoding, InvalidBytes};
#[doc(hidden)]
pub use scan::find_byte;
pub use xml::UnknownEntities;
