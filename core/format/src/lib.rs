//! Reading and writing of documents: formats, texts with positions in the source, ITS 2.0,
//! annotations and translations.
//!
//! A program uses the crate `glossweave`, which re-exports what programs need. Other public items are for the other crates
//! of Glossweave, and may change with any version.

pub mod annotation;
pub mod chunk;
pub mod document;
pub mod format;
pub mod its;
pub mod json;
mod notation;
pub mod recognizer;

pub use document::Document;
pub use format::{
    DecodeOptions, EncodeOptions, Encoded, ExportOptions, Placement, decode, encode, export,
    web_annotation,
};
pub use format::{decode_like, part_in_encoding, part_in_utf8};
