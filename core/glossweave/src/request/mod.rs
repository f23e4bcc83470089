//! Requests to the services of an engine, and their answers.

mod attribution;
mod conversion;
mod fields;
mod reply;

pub(crate) use attribution::Attribution;
pub(crate) use conversion::{Conversion, Enriched, annotate, check_output, no_document};
pub use fields::Request;
pub use reply::Reply;
