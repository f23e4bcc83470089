//! The components of an engine that pipelines need, and the handoff of results between steps.

use std::time::Duration;

use glossweave_base::error::Result;
use glossweave_net::Network;

/// The components of an engine that pipelines need.
#[derive(Clone)]
pub(crate) struct Parts<'a> {
    pub network: &'a Network,
    /// The public URLs of the engine.
    pub bases: Vec<String>,
    pub time: Duration,
    pub max_bytes: usize,
    /// A callback before each step, with the number of finished steps and the number of all steps
    /// of the outermost pipeline. If it returns an error, the run ends.
    pub watch: Option<&'a Watch<'a>>,
}

/// A callback for the progress of a pipeline.
pub(crate) type Watch<'w> = dyn Fn(usize, usize) -> Result<()> + Send + Sync + 'w;

/// The form in which a result is passed to the next step. It does not change the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Handoff {
    /// As a graph, if possible.
    #[default]
    AsIs,
    /// As bytes, written and parsed again at every step.
    Bytes,
}
