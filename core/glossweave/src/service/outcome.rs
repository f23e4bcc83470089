//! The result of a service, before it is converted to bytes.

use super::Answer;
use crate::request::check_output;
use glossweave_base::error::{Result, Skipped};
use glossweave_base::media::Format;
use glossweave_document::Document;
use glossweave_link::Failure;
use glossweave_rdf as rdf;
use glossweave_rdf::Graph;

/// The body of a result.
#[derive(Debug)]
pub(crate) enum Body {
    Bytes(Vec<u8>),
    /// RDF, and the format for writing it.
    Graph(Graph, Format),
}

/// An [`Answer`] whose body may be a graph.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub body: Body,
    pub media_type: String,
    pub failures: Vec<Failure>,
    pub skipped: Vec<Skipped>,
    /// The document that was read, if any.
    pub document: Option<Document>,
    /// The maximum size of the answer in bytes, if there is a limit.
    pub most: Option<usize>,
}

impl Body {
    /// Returns the bytes. Returns `ErrorKind::Unsupported` if the format cannot express the graph.
    pub fn into_bytes(self) -> Result<Vec<u8>> {
        match self {
            Body::Bytes(bytes) => Ok(bytes),
            Body::Graph(graph, format) => rdf::write(&graph, format),
        }
    }
}

impl Outcome {
    pub fn bytes(bytes: Vec<u8>, media_type: String) -> Outcome {
        let (failures, skipped) = (Vec::new(), Vec::new());
        Outcome {
            body: Body::Bytes(bytes),
            media_type,
            failures,
            skipped,
            document: None,
            most: None,
        }
    }

    /// Returns the answer. Returns the errors of [`Body::into_bytes`], and `ErrorKind::TooLarge` if
    /// the answer exceeds its limit.
    pub fn into_answer(self) -> Result<Answer> {
        let Outcome { body, media_type, failures, skipped, most, .. } = self;
        let bytes = body.into_bytes()?;
        check_output(bytes.len(), most)?;
        Ok(Answer { bytes, media_type, failures, skipped, ..Answer::default() })
    }
}
