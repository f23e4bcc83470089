//! The components of an engine that pipelines need, and the way their results are passed on.

use std::time::Duration;

use glossweave_base::error::Result;
use glossweave_net::Network;

/// The components of an engine that pipelines need.
#[derive(Clone)]
pub(crate) struct Parts<'a> {
    pub network: &'a Network,
    /// The URLs of the engine itself.
    pub bases: Vec<String>,
    pub time: Duration,
    pub max_bytes: usize,
    /// Called before each step with the numbers of steps that are done and of all steps of the outermost pipeline. An
    /// error ends the run.
    pub watch: Option<&'a Watch<'a>>,
}

/// A callback for the progress of a pipeline.
pub(crate) type Watch<'w> = dyn Fn(usize, usize) -> Result<()> + Send + Sync + 'w;

/// The way a result is passed to the next step. The answer is the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Handoff {
    /// As a graph, if possible.
    #[default]
    AsIs,
    /// Written and read again after every step.
    Bytes,
}
