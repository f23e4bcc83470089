//! Requests to the services of an engine, and their answers.

mod attribution;
mod conversion;
mod fields;
mod reply;

#[doc(hidden)]
pub use attribution::Attribution;
#[doc(hidden)]
pub use conversion::{Conversion, Enriched, annotate};
pub(crate) use conversion::{check_output, no_document};
pub use fields::Request;
pub use reply::Reply;
