//! Enrichment: a request with bytes in, a reply with bytes out.

mod conversion;
mod dataset;
mod entity;
mod link;
mod request;
mod template;

#[cfg(test)]
mod tests;

pub use dataset::Dataset;
pub use entity::Entities;
pub(crate) use link::{Graphs, Parts as LinkParts};
pub use link::{Failure, LinkReply, LinkRequest, Links};
pub use request::{Reply, Request};
pub use template::{Endpoint, Template};
