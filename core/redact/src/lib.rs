//! Redaction: replaces names, addresses and other strings in documents of any format, in the whole source.
//!
//! Programs use the crate `glossweave`, which re-exports the public API. Other public items are for the other
//! crates of Glossweave and may change with any version.

mod attribute;
mod boundary;
mod decoding;
mod delta;
mod edit;
mod exponent;
mod find;
mod header_code;
mod key;
mod labeled;
mod options;
mod packed_text;
mod part;
mod part_reading;
mod reading;
mod redact;
mod residue;
mod restore;
mod search;
mod segment;
mod strings;
#[cfg(test)]
mod tests;
mod text;
mod thumbnail;
mod value_type;
mod verify;
mod write;

pub use key::PseudonymKey;
pub use options::{RedactOptions, RedactionMethod};
pub use redact::{RedactedSpan, Redaction, redact};
pub use residue::Residue;
pub use restore::{restore, restore_text};
