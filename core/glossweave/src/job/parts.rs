//! The components of an engine that runners need.

use std::sync::Arc;
use std::time::Duration;

use super::Signer;
use crate::pipeline::Watch;
use crate::service::{Answer, Call};
use glossweave_base::clock::Timestamp;
use glossweave_base::error::Result;
use glossweave_net::Network;
use glossweave_store::acl::{AuthContext, Caller};
use glossweave_store::job::JobLimits;

/// The target of log events.
pub(super) const TARGET: &str = "glossweave::job";

/// A function that runs a call for a caller.
pub(crate) type RunCall = dyn Fn(Caller, Call, &Watch<'_>) -> Result<Answer> + Send + Sync;

/// The components that runners need.
pub(crate) struct RunnerParts {
    pub access: Arc<AuthContext>,
    pub network: Arc<Network>,
    pub limits: JobLimits,
    /// The number of jobs that run at once.
    pub threads: usize,
    /// The time after which another engine takes over a job whose runner has not renewed its lease.
    pub lease: Duration,
    pub signer: Option<Signer>,
    pub run: Box<RunCall>,
}

impl RunnerParts {
    pub fn now(&self) -> Timestamp {
        self.access.now()
    }
}
