//! Markup as bytes: encodings, tokens with their places, character references.

pub(crate) mod charref;
mod encoding;
pub(crate) mod html;
pub(crate) mod tree;
pub(crate) mod xml;

pub use encoding::Encoding;
pub(crate) use encoding::into_text;
pub(crate) use encoding::{Decoded, Sniff, WayBack, ascii_length};
pub use xml::UnknownEntities;
