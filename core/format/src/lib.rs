//! Documents: formats read into text that knows where it stands in the source, ITS 2.0, annotations, and the
//! source again with annotations and translations in it.
//!
//! A host uses the crate `glossweave`, which re-exports all that is public here. What is hidden in these
//! pages is for the other crates of Glossweave alone and may change with any version.

pub mod annotation;
pub mod document;
pub mod format;
pub mod its;

pub use document::Document;
pub use format::{DecodeOptions, EncodeOptions, Encoded, Placement, decode, encode};
