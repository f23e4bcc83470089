//! Enrichment: a request with bytes in, a reply with bytes out.

mod dataset;
mod entity;
mod mode;
mod recognition;
mod remote;
mod request;
mod template;
mod vocabularies;

#[cfg(test)]
mod tests;

pub use dataset::{Dataset, Datasets, Load, Progress, Upload};
pub(crate) use dataset::{Depot, Vocabulary};
pub use entity::Entities;
pub use mode::Modes;
pub use recognition::Recognition;
pub use remote::NifService;
pub use request::{Reply, Request};
pub use template::{Endpoint, Template};
