//! The components of an engine that pipelines need, and the way their results are passed on.

use std::time::Duration;

use glossweave_net::Network;

/// The components of an engine that pipelines need.
#[derive(Clone)]
pub(crate) struct Parts<'a> {
    pub network: &'a Network,
    /// The URLs of the engine itself.
    pub bases: Vec<String>,
    pub time: Duration,
    pub max_bytes: usize,
}

/// The way a result is passed to the next step. The answer is the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Handoff {
    /// As a graph, if possible.
    #[default]
    AsIs,
    /// Written and read again after every step.
    Bytes,
}
