//! Requests to the services of an engine: from the bytes of a document to those of the answer.

mod conversion;
mod fields;

#[doc(hidden)]
pub use conversion::{Conversion, Enriched, annotate, check_output};
pub use fields::{Reply, Request};
