//! Glossweave: an embeddable content-enrichment engine.

pub mod acl;
pub mod annotation;
pub mod clock;
pub mod document;
pub mod engine;
pub mod enrich;
pub mod error;
pub mod format;
pub mod its;
pub mod markup;
mod media;
pub mod nif;
pub mod provider;
pub mod rdf;
pub mod text;

pub use acl::Caller;
pub use document::Document;
pub use engine::{Engine, Session, Settings};
pub use enrich::{Reply, Request};
pub use error::{Error, Kind, Location, Result};
pub use format::{DecodeOptions, EncodeOptions, Encoded, Placement, decode, encode};
pub use media::Format;

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
