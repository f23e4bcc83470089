//! Pipelines: sequences of requests, each of which uses the result of the previous request.

mod batch;
mod builder;
mod chain_options;
mod endpoint;
mod http_step;
mod parameters;
mod parts;
mod pipelines;
mod request;
mod round_trip;
mod run;
mod stats;
mod step;
mod stored;
#[cfg(test)]
mod tests;
mod variable;

pub(crate) use batch::run_many;
pub use batch::{BatchHandle, BatchOptions, CallBatch, CallResult, Order};
pub use builder::Pipeline;
pub(crate) use endpoint::{VERSIONS, check_path};
pub use parts::Handoff;
pub(crate) use parts::{Parts, Watch};
pub use pipelines::Pipelines;
pub use request::{Pairs, Request};
pub use stored::StoredPipeline;
