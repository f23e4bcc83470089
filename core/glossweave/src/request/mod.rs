//! Requests to the services of an engine: from the bytes of a document to those of the answer.

mod attribution;
mod conversion;
mod fields;
mod reply;

#[doc(hidden)]
pub use attribution::Attribution;
pub(crate) use conversion::check_output;
#[doc(hidden)]
pub use conversion::{Conversion, Enriched, annotate};
pub use fields::Request;
pub use reply::Reply;
