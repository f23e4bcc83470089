//! Requests to the services of an engine: from the bytes of a document to those of the answer.

mod conversion;
mod request;

#[doc(hidden)]
pub use conversion::{Conversion, Enriched, annotate, check_output};
pub use request::{Reply, Request};
