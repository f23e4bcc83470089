//! Markup as bytes: encodings, tokens with their ranges, character references, trees and XPath over them.
//!
//! A program uses the crate `glossweave`, which re-exports what programs need. Other public items are for the other crates
//! of Glossweave, and may change with any version.

pub mod charref;
#[cfg(feature = "data")]
pub mod data;
mod encoding;
pub mod escape;
pub mod html;
mod scan;
pub mod schema;
pub mod tree;
pub mod xml;

pub use encoding::{At, Decoded, Sniff, WayBack, ascii_length, into_text};
pub use encoding::{Encoding, InvalidBytes};
pub use scan::find_byte;
pub use xml::UnknownEntities;
