//! Pipelines: requests that run one after the other, each on the result of the one before.

mod door;
mod endpoint;
mod many;
mod outside;
mod request;
mod round_trip;
mod run;
mod stats;
mod step;
mod stored;
#[cfg(test)]
mod tests;
mod variable;
mod wishes;

pub(crate) use door::Parts;
pub use door::{Passing, Pipelines};
pub(crate) use many::run_many;
pub use many::{Done, Many, ManyOptions, Order};
pub use request::{Pairs, Request};
pub use stored::Pipeline;
