//! Markup as bytes: encodings, tokens with their places, character references.

mod encoding;

pub use encoding::Encoding;
pub(crate) use encoding::{Decoded, Sniff, WayBack};
