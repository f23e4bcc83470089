//! Web Annotations: annotations as JSON-LD of the W3C's
//! [data model](https://www.w3.org/TR/annotation-model/), for tools that annotate the web.

mod body;
mod options;
mod write;

#[cfg(test)]
mod tests;

pub use options::Options;
pub use write::write;

/// The media type of the output
/// ([Web Annotation Vocabulary](https://www.w3.org/TR/annotation-vocab/), appendix B).
pub const MEDIA_TYPE: &str = "application/ld+json; profile=\"http://www.w3.org/ns/anno.jsonld\"";

/// The JSON-LD context that defines the terms of the model.
pub const CONTEXT: &str = "http://www.w3.org/ns/anno.jsonld";
