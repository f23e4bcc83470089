//! Requests that run one after the other, each on what the one before gave.

mod request;
mod stored;
#[cfg(test)]
mod tests;

pub use request::{Pairs, Request};
pub use stored::Pipeline;
