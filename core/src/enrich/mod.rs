//! Enrichment: a request with bytes in, a reply with bytes out.

mod conversion;
mod dataset;
mod entity;
mod link;
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
pub use link::{Failure, LinkReply, LinkRequest, Links};
pub(crate) use link::{NoGraphs, Parts as LinkParts};
pub use mode::Modes;
pub use recognition::Recognition;
pub use remote::NifService;
pub use request::{Reply, Request};
pub(crate) use template::install_templates;
pub use template::{Endpoint, Template};
