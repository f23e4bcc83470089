//! Reading and writing of documents: formats, texts with positions in the source, ITS 2.0,
//! annotations and translations.
//!
//! A program uses the crate `glossweave`, which re-exports what programs need. Other public items are for the other crates
//! of Glossweave, and may change with any version.

pub mod format;
pub mod its;
pub mod json;
#[cfg(test)]
mod tests;

pub use format::{
    EncodeOptions, Encoded, ExportOptions, Placement, decode, encode, export, web_annotation,
};
pub use format::{
    code_reader, decode_like, marked_text, marked_texts, part_in_encoding, part_in_utf8,
};
