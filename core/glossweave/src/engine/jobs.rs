//! The jobs of an engine, and the function that runs their calls.

use std::sync::Arc;

use super::{Engine, Parts, Session};
use crate::job::{JobRunners, Jobs, RunnerParts, Signer};
use crate::pipeline::Watch;
use crate::service::{Answer, Call};
use glossweave_base::error::Result;
use glossweave_store::acl::Caller;
use glossweave_store::job::{QueueLength, is_idle, length};

impl Engine {
    /// Creates an engine. It starts to look for jobs if the store is shared or contains jobs.
    pub(super) fn of(parts: Parts, signer: Option<Signer>) -> Result<Engine> {
        let parts = Arc::new(parts);
        // Runners get an engine without runners, because a reference to themselves would keep them
        // alive.
        let inner = Engine(parts.clone(), None);
        let run = move |caller: Caller, call: Call, watch: &Watch<'_>| {
            inner.session(caller).run(call, watch)
        };
        let settings = &parts.settings.jobs;
        let runners = JobRunners::new(RunnerParts {
            access: parts.access.clone(),
            network: parts.network.clone(),
            limits: parts.settings.job_limits(),
            threads: settings.threads,
            lease: settings.lease,
            signer,
            run: Box::new(run),
        });
        let store = parts.access.store();
        if store.is_shared() || !is_idle(&parts.access)? {
            runners.wake();
        }
        Ok(Engine(parts, Some(Arc::new(runners))))
    }

    /// Returns the number of jobs and webhooks in the queue of the store, for the metrics of
    /// servers.
    pub fn queue_length(&self) -> Result<QueueLength> {
        length(&self.0.access)
    }
}

impl<'a> Session<'a> {
    /// Returns the jobs: calls that run in the background, and their answers.
    ///
    /// ```
    /// use glossweave::job::{JobOptions, JobState};
    /// use glossweave::service::Call;
    /// use glossweave::{Engine, Settings};
    /// use std::time::Duration;
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let jobs = engine.local_session()?.jobs();
    /// let call = Call::new("/e-terminology/extraction?language=en").with_body("One black hole.");
    /// let job = jobs.submit(call, &JobOptions::default())?;
    /// assert_eq!(jobs.wait(&job.id, Duration::from_secs(60))?.state, JobState::Done);
    /// assert_eq!(jobs.result(&job.id)?.media_type, "text/turtle");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn jobs(&self) -> Jobs<'a> {
        let Engine(parts, runners) = self.engine;
        let limits = parts.settings.job_limits();
        let caller = self.caller.clone();
        Jobs::new(&parts.access, caller, limits, &parts.network, runners.as_deref())
    }

    /// Runs the call of a job.
    fn run(&self, call: Call, watch: &'a Watch<'a>) -> Result<Answer> {
        let time = self.engine.0.settings.jobs.time;
        call.run_traced(|call| self.pipelines().watched(time, watch).call(call))
    }
}
