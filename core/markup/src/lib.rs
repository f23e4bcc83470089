//! Markup in bytes: encodings, tokens with source ranges, character references, trees, and XPath.
//!
//! Programs use the crate `glossweave`, which re-exports all items for programs. The other public
//! items are for the crates of Glossweave, and may change in any version.

pub mod charref;
#[cfg(feature = "data")]
pub mod data;
pub mod escape;
pub mod html;
mod scan;
pub mod schema;
pub mod tree;
pub mod xml;

pub use glossweave_encoding as encoding;
pub use glossweave_encoding::{At, Decoded, Sniff, WayBack, ascii_length, into_text};
pub use glossweave_encoding::{Encoding, EncodingExt, InvalidBytes, UnknownEntities};
pub use scan::find_byte;
