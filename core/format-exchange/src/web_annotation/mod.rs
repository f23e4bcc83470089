//! Reading and writing of Web Annotations: annotations as JSON-LD in the W3C [data
//! model](https://www.w3.org/TR/annotation-model/), which tools for annotating web pages use.

mod body;
mod options;
mod read;
mod write;

#[cfg(test)]
mod tests;

pub use options::Options;
pub(crate) use read::{Anchors, is_not_accepted, items, place};
pub use read::{Reading, STATUS, read};
pub use write::write;
pub(crate) use write::{EmbeddedDocument, write_page};

/// The media type of the output ([Web Annotation Vocabulary](https://www.w3.org/TR/annotation-vocab/), appendix B).
pub const MEDIA_TYPE: &str = "application/ld+json; profile=\"http://www.w3.org/ns/anno.jsonld\"";

/// The JSON-LD context that defines the terms of the model.
pub const CONTEXT: &str = "http://www.w3.org/ns/anno.jsonld";

/// The property of a page that contains the document itself, if the file includes the document.
pub const DOCUMENT: &str = "dcterms:references";
