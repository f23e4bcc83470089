//! Enrichment: a request with bytes in, a reply with bytes out.

mod entity;
mod request;

#[cfg(test)]
mod tests;

pub use entity::Entities;
pub use request::{Reply, Request};
