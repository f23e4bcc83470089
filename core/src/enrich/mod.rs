//! Enrichment: a request with bytes in, a reply with bytes out.

mod dataset;
mod entity;
mod remote;
mod request;
mod template;

#[cfg(test)]
mod tests;

pub use dataset::Dataset;
pub use entity::Entities;
pub use remote::NifService;
pub use request::{Reply, Request};
pub use template::{Endpoint, Template};
