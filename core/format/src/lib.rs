//! Reading and writing of documents: formats, texts with positions in the source, ITS 2.0,
//! annotations and translations.
//!
//! Applications use the crate `glossweave`, which re-exports all public items. Items that are
//! hidden in these pages are for the other crates of Glossweave only and may change in any version.

pub mod annotation;
mod archive;
pub mod chunk;
pub mod document;
pub mod format;
pub mod its;
pub mod json;
mod notation;
pub mod recognizer;

pub use archive::{Archive, ArchiveRecords, Limits as ArchiveLimits, PackedFile, PackedReader};
pub use document::Document;
pub use format::{
    DecodeOptions, EncodeOptions, Encoded, ExportOptions, Placement, decode, encode, export,
    web_annotation,
};
pub use format::{decode_like, part_in_encoding, part_in_utf8};
