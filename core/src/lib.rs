//! Glossweave: an embeddable content-enrichment engine.

pub mod annotation;
pub mod clock;
pub mod document;
pub mod error;
pub mod format;
pub mod its;
pub mod markup;
mod media;
pub mod nif;
pub mod provider;
pub mod rdf;
pub mod text;

pub use document::Document;
pub use error::{Error, Kind, Location, Result};
pub use format::{DecodeOptions, EncodeOptions, Encoded, Placement, decode, encode};
pub use media::Format;

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
