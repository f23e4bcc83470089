//! Jobs: calls of services and pipelines that run in the background.
//!
//! A job is a stored [`Call`]. [`Jobs`] submits it for a caller. A thread of this engine, or of
//! another engine with the same store, runs the call and stores its answer.

mod codec;
mod options;
mod parts;
mod runner;
mod runners;
mod signature;

use std::thread;
use std::time::{Duration, Instant};

pub use glossweave_store::job::{Job, JobError, JobProgress, JobState, WebhookState};
pub use options::JobOptions;
pub(crate) use parts::RunnerParts;
pub(crate) use runners::JobRunners;
pub(crate) use signature::Signer;

use crate::pipeline::check_path;
use crate::service::{Answer, Call};
use glossweave_base::cancellation::Cancellation;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::trace::TraceContext;
use glossweave_net::{Network, NetworkExt};
use glossweave_store::acl::{AuthContext, Caller, PageRequest};
use glossweave_store::job::{JobLimits, NewJob, StoredJobs};

/// The delay between two checks of a job that a caller waits for: the first delay, and the maximum.
const LOOK: (Duration, Duration) = (Duration::from_millis(5), Duration::from_millis(500));

/// The headers of a call that are stored. None of them contains credentials.
const HEADERS: [&str; 5] = ["accept", "content-type", "host", "traceparent", "tracestate"];

/// The service for jobs, on behalf of a caller.
///
/// ```
/// use glossweave::job::{JobOptions, JobState};
/// use glossweave::service::Call;
/// use glossweave::{Caller, Engine, ErrorKind, Settings};
/// use std::time::Duration;
/// let engine = Engine::builder(Settings::default()).open()?;
/// let session = engine.local_session()?;
/// let call = Call::new("/e-terminology/extraction?language=en").with_body("One black hole.");
/// let job = session.jobs().submit(call.clone(), &JobOptions::default())?;
///
/// let ended = session.jobs().wait(&job.id, Duration::from_secs(60))?;
/// assert_eq!((ended.state, ended.attempts), (JobState::Done, 1));
/// assert_eq!(session.jobs().result(&job.id)?.media_type, "text/turtle");
/// assert_eq!(session.jobs().list(&Default::default())?, [session.jobs().read(&job.id)?]);
/// // It has ended.
/// assert_eq!(session.jobs().cancel(&job.id)?.state, JobState::Done);
/// session.jobs().delete(&job.id)?;
/// assert_eq!(session.jobs().read(&job.id).unwrap_err().kind(), ErrorKind::NotFound);
///
/// let nobody = engine.session(Caller::Anonymous).jobs().submit(call, &JobOptions::default());
/// assert_eq!(nobody.unwrap_err().kind(), ErrorKind::Unauthenticated);
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Jobs<'a> {
    stored: StoredJobs<'a>,
    network: &'a Network,
    runners: Option<&'a JobRunners>,
}

impl<'a> Jobs<'a> {
    pub(crate) fn new(
        access: &'a AuthContext,
        caller: Caller,
        limits: JobLimits,
        network: &'a Network,
        runners: Option<&'a JobRunners>,
    ) -> Jobs<'a> {
        Jobs { stored: StoredJobs::new(access, caller, limits), network, runners }
    }

    /// Submits a call of a service or a pipeline as a job. The job runs with the rights that the
    /// caller has when it starts. Only the headers `Accept`, `Content-Type`, `Host`, `traceparent`
    /// and `tracestate` are stored. If the call has no `traceparent`, the headers of the current
    /// trace are stored.
    ///
    /// A call may run twice if an engine stops in the middle of it. Its result is stored once.
    ///
    /// # Errors
    ///
    /// - Returns [`ErrorKind::NotFound`] if no service has the path.
    /// - Returns [`ErrorKind::Unauthenticated`] for anonymous callers.
    /// - Returns [`ErrorKind::Forbidden`] for an API key without the scope `enrich`.
    /// - Returns [`ErrorKind::TooLarge`] if the call is larger than the setting `jobs.size`.
    /// - Returns [`ErrorKind::Throttled`] if the user has as many jobs as the setting `quotas.jobs`
    ///   allows.
    /// - With a webhook, returns [`ErrorKind::Unsupported`], with the parameter `webhook`, if the
    ///   setting `jobs.webhook-secret` is not set, [`ErrorKind::Invalid`] if the webhook is not a
    ///   URL, and [`ErrorKind::Forbidden`] if its host may not be called.
    pub fn submit(&self, mut call: Call, options: &JobOptions) -> Result<Job> {
        check_path(&call.path)?;
        if let Some(url) = &options.webhook {
            self.check_webhook(url).map_err(|error| error.with_parameter("webhook"))?;
        }
        call.headers.retain(|(name, _)| HEADERS.iter().any(|one| name.eq_ignore_ascii_case(one)));
        if call.header("traceparent").is_none()
            && let Some(context) = TraceContext::current()
        {
            let headers = context.headers().map(|(name, value)| (name.to_owned(), value));
            call.headers.extend(headers);
        }
        let path = call.path.split(['?', '#']).next().unwrap_or_default().to_owned();
        let call = codec::write_call(call)?;
        let new = NewJob { path, call, webhook: options.webhook.clone() };
        let job = self.stored.submit(&new)?;
        if let Some(runners) = self.runners {
            runners.wake();
        }
        Ok(job)
    }

    fn check_webhook(&self, url: &str) -> Result<()> {
        if self.runners.is_none_or(|runners| !runners.signs()) {
            let message = "webhooks are signed, and `jobs.webhook-secret` is not set";
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        self.network.check(url)
    }

    /// Returns a job.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::NotFound`] if the job does not exist, or if it belongs to another user
    /// and the caller is not an admin. Returns [`ErrorKind::Unauthenticated`] and
    /// [`ErrorKind::Forbidden`] as [`Jobs::submit`] does.
    pub fn read(&self, id: &str) -> Result<Job> {
        self.stored.read(id)
    }

    /// Returns the jobs of the caller, ordered by time. Admins get the jobs of all users. The page
    /// limits the number of jobs, and its `after` is the identifier of a job.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Jobs::read`], and [`ErrorKind::Invalid`], with the parameter
    /// `after`, if `after` is not an identifier.
    pub fn list(&self, page: &PageRequest) -> Result<Vec<Job>> {
        self.stored.list(page)
    }

    /// Returns the answer of a finished job.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Jobs::read`], the error of the call if the job has failed, and
    /// [`ErrorKind::Conflict`] if the job has not ended or was cancelled.
    pub fn result(&self, id: &str) -> Result<Answer> {
        codec::read_answer(self.stored.result(id)?)
    }

    /// Cancels a job. A queued job never runs. A running job stops before its next step, and its
    /// result is discarded in any case. A job that has ended does not change.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Jobs::read`].
    pub fn cancel(&self, id: &str) -> Result<Job> {
        let job = self.stored.cancel(id)?;
        if let Some(runners) = self.runners {
            runners.wake();
        }
        Ok(job)
    }

    /// Removes a job with its result. A job that has not ended is stopped, and its webhook is not
    /// called.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Jobs::read`].
    pub fn delete(&self, id: &str) -> Result<()> {
        self.stored.delete(id)?;
        if let Some(runners) = self.runners {
            runners.wake();
        }
        Ok(())
    }

    /// Waits until a job has ended, or until the time is over, and returns its current state.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Jobs::read`], and `ErrorKind::Unavailable` if the call was cancelled.
    pub fn wait(&self, id: &str, time: Duration) -> Result<Job> {
        let (begun, mut look) = (Instant::now(), LOOK.0);
        let cancellation = Cancellation::current().unwrap_or_default();
        loop {
            cancellation.check()?;
            let job = self.read(id)?;
            let left = time.saturating_sub(begun.elapsed());
            if job.state.has_ended() || left.is_zero() {
                return Ok(job);
            }
            thread::sleep(look.min(left));
            look = (look * 2).min(LOOK.1);
        }
    }
}
