//! The jobs of callers: submission, reading, cancellation and removal.

use std::ops::ControlFlow;
use std::time::Duration;

use super::id::{Id, prefix};
use super::removal::{counter, removal};
use super::row::{self, JobRow, QueueRow};
use super::{Job, JobProgress, JobState, WebhookState, expire_jobs};
use crate::acl::{
    Action, AuthContext, Caller, Delegation, Identity, PagePart, PageRequest, Relationship,
    ResourceClass, Role, may,
};
use crate::store::{Change, CommitOutcome, CounterUpdate, Precondition, Table};
use glossweave_base::clock::Timestamp;
use glossweave_base::error::{Error, ErrorKind, Result, shown};

/// The limits on jobs.
#[derive(Clone, Copy, Debug)]
pub struct JobLimits {
    /// The maximum size of a call and of a result, in bytes.
    pub bytes: usize,
    /// The maximum number of jobs of a user, including ended jobs.
    pub jobs: u64,
    /// The time for which ended jobs are kept.
    pub kept: Duration,
}

/// The parts of a new job.
#[derive(Debug)]
pub struct NewJob {
    /// The path of the call without parameters, for example `/e-link/documents`.
    pub path: String,
    /// The call.
    pub call: Vec<u8>,
    /// The URL of the webhook that is called when the job ends.
    pub webhook: Option<String>,
}

/// The jobs, on behalf of a caller.
#[derive(Clone, Debug)]
pub struct StoredJobs<'a> {
    access: &'a AuthContext,
    caller: Caller,
    limits: JobLimits,
}

/// Ends a job. Returns its row in the queue if a webhook has to be called.
pub(super) fn end(
    job: &mut JobRow,
    state: JobState,
    now: Timestamp,
    retention: Duration,
) -> Option<QueueRow> {
    job.state = state;
    job.ended = Some(now);
    let expires = std::time::SystemTime::from(now).checked_add(retention);
    job.expires = expires.map(Timestamp::from);
    job.webhook = job.url.as_ref().map(|_| WebhookState::Pending);
    job.url.as_deref().map(QueueRow::of_webhook)
}

impl<'a> StoredJobs<'a> {
    /// Returns the jobs, on behalf of a caller.
    pub fn new(access: &'a AuthContext, caller: Caller, limits: JobLimits) -> StoredJobs<'a> {
        StoredJobs { access, caller, limits }
    }

    /// Returns the calling user. If `fresh`, the user is read from the store and not from a cache.
    fn user(&self, fresh: bool) -> Result<Identity> {
        let actions = [Action::CallService, Action::Use];
        let mut user = self.access.caller_for(&self.caller, &actions, ResourceClass::Private)?;
        if fresh {
            user = self.access.identify(&self.caller)?;
        }
        user.ok_or_else(|| Error::new(ErrorKind::Unauthenticated, "expected a token, found none"))
    }

    /// Submits a job.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`] for an anonymous caller, [`ErrorKind::Forbidden`] if
    /// an API key does not have the scope `enrich`, [`ErrorKind::TooLarge`] if the call is too
    /// large or the user would exceed the quota of bytes, and [`ErrorKind::Throttled`] if the user
    /// has the maximum number of jobs.
    pub fn submit(&self, new: &NewJob) -> Result<Job> {
        let JobLimits { bytes, jobs, .. } = self.limits;
        let mut expired = false;
        loop {
            let user = self.user(true)?;
            if new.call.len() > bytes {
                let message = format!(
                    "the call has {} bytes, limit is {bytes} (`jobs.size`)",
                    new.call.len()
                );
                return Err(Error::new(ErrorKind::TooLarge, message));
            }
            let id = Id::random(user.number, self.access.moment())?;
            let size = new.call.len() as u64;
            let job = JobRow::queued(
                user.name.clone(),
                &Delegation::of(&self.caller, &user),
                new.path.clone(),
                new.webhook.clone(),
                self.access.now(),
                size,
            );
            let (key, absent) = (id.key(), Precondition::Absent);
            let queued = row::write(&QueueRow::of_call())?;
            let changes = [
                user.unchanged(),
                Change::put(Table::Jobs, &key, absent, row::write(&job)?),
                Change::put(Table::JobQueue, &id.queue_key(), absent, queued),
                Change::put(Table::JobCalls, &key, absent, new.call.clone()),
            ];
            let one_more =
                CounterUpdate { within: 1..=jobs, ..CounterUpdate::more(counter(user.number)) };
            let bound = user.role != Role::Admin;
            let reserved = self.access.usage().reserve(&user.name, size, bound)?;
            match self.access.store().commit(&changes, &[one_more])? {
                CommitOutcome::Done { .. } => {
                    reserved.keep();
                    return Ok(job.to_job(&id, None));
                }
                // The user was changed or removed.
                CommitOutcome::RefusedChange(_) => {}
                CommitOutcome::RefusedTally(_) if !expired => {
                    expired = true;
                    expire_jobs(self.access)?;
                }
                CommitOutcome::RefusedTally(_) => {
                    let message = format!(
                        "{} has reached the limit of {jobs} jobs (`quotas.jobs`): delete finished \
                         jobs",
                        shown(&user.name)
                    );
                    return Err(Error::new(ErrorKind::Throttled, message));
                }
            }
        }
    }

    /// Returns the row and the revision of a job that the caller may see.
    fn find_job(&self, id: &str, fresh: bool) -> Result<(Id, u64, JobRow)> {
        let user = self.user(fresh)?;
        let none = || Error::new(ErrorKind::NotFound, format!("no job {}", shown(id)));
        let parsed = Id::parse(id).ok_or_else(none)?;
        let relation = match user.role {
            Role::Admin => Relationship::Admin,
            Role::User if user.number == parsed.owner => Relationship::Owner,
            Role::User => Relationship::Stranger,
        };
        may(Action::Use, relation, ResourceClass::Private).pass(|| format!("job {}", shown(id)))?;
        let found = self.access.store().read(Table::Jobs, &parsed.key())?.ok_or_else(none)?;
        let job: JobRow = row::read(&found)?;
        // Expired jobs may still be in the store.
        if job.expires.is_some_and(|moment| moment <= self.access.now()) {
            return Err(none());
        }
        Ok((parsed, found.revision, job))
    }

    fn progress(&self, id: &Id, job: &JobRow) -> Result<Option<JobProgress>> {
        if job.state != JobState::Running {
            return Ok(None);
        }
        match self.access.store().read(Table::JobQueue, &id.queue_key())? {
            Some(found) => Ok(row::read::<QueueRow>(&found)?.progress),
            None => Ok(None),
        }
    }

    /// Returns a job.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`] for an anonymous caller, [`ErrorKind::Forbidden`] if
    /// an API key does not have the scope `enrich`, and [`ErrorKind::NotFound`] if the job does not
    /// exist or the caller is neither its owner nor an admin.
    pub fn read(&self, id: &str) -> Result<Job> {
        let (id, _, job) = self.find_job(id, false)?;
        let progress = self.progress(&id, &job)?;
        Ok(job.to_job(&id, progress))
    }

    /// Returns the jobs of the caller sorted by time or, for admins, the jobs of all users.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`], with the parameter `after`, if `after` is not the identifier
    /// of a job.
    pub fn list(&self, page: &PageRequest) -> Result<Vec<Job>> {
        let user = self.user(false)?;
        let own_prefix = (user.role != Role::Admin).then(|| prefix(user.number));
        let after = match page.after.as_deref() {
            None => own_prefix.clone(),
            Some(after) => {
                let id = Id::parse(after).ok_or_else(|| {
                    let message =
                        format!("expected the identifier of a job, found {}", shown(after));
                    Error::invalid(message).with_parameter("after")
                })?;
                // Earlier keys belong to jobs of other users.
                own_prefix.clone().max(Some(id.key()))
            }
        };
        let now = self.access.now();
        let mut part = PagePart::default();
        if page.is_full(0) {
            return Ok(part.things);
        }
        self.access.store().scan(Table::Jobs, after.as_deref(), &mut |key, found| {
            if own_prefix.as_deref().is_some_and(|own_prefix| !key.starts_with(own_prefix)) {
                return Ok(ControlFlow::Break(()));
            }
            let job: JobRow = row::read(&found)?;
            let is_there = job.expires.is_none_or(|moment| now < moment);
            let Some(id) = Id::of_key(key).filter(|_| is_there) else {
                return Ok(ControlFlow::Continue(()));
            };
            let progress = self.progress(&id, &job)?;
            Ok(match page.add(&mut part, found.value.len(), job.to_job(&id, progress)) {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            })
        })?;
        Ok(part.things)
    }

    /// Returns the result of a finished job.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`StoredJobs::read`], the error of a failed job, and
    /// [`ErrorKind::Conflict`] if the job has not ended or was cancelled.
    pub fn result(&self, id: &str) -> Result<Vec<u8>> {
        let (parsed, _, job) = self.find_job(id, false)?;
        let gone = || Error::new(ErrorKind::NotFound, format!("no job {}", shown(id)));
        match job.state {
            JobState::Done => {
                let found = self.access.store().read(Table::JobResults, &parsed.key())?;
                found.map(|row| row.value).ok_or_else(gone)
            }
            JobState::Failed => match &job.error {
                Some(error) => Err(error.into()),
                None => Err(Error::new(ErrorKind::Internal, "the job failed")),
            },
            JobState::Cancelled => {
                Err(Error::new(ErrorKind::Conflict, "the job was cancelled and has no result"))
            }
            JobState::Queued | JobState::Running => {
                let message = format!("the job is {} and has no result yet", job.state);
                Err(Error::new(ErrorKind::Conflict, message))
            }
        }
    }

    /// Cancels a job. A job that has ended is not changed.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`StoredJobs::read`].
    pub fn cancel(&self, id: &str) -> Result<Job> {
        loop {
            let (parsed, revision, mut job) = self.find_job(id, true)?;
            if job.state.has_ended() {
                return Ok(job.to_job(&parsed, None));
            }
            let queued = end(&mut job, JobState::Cancelled, self.access.now(), self.limits.kept);
            let bytes = std::mem::take(&mut job.bytes);
            let (key, queue_key) = (parsed.key(), parsed.queue_key());
            let (seen, there) = (Precondition::Revision(revision), Precondition::Present);
            let changes = [
                Change::put(Table::Jobs, &key, seen, row::write(&job)?),
                match queued {
                    Some(queued) => {
                        Change::put(Table::JobQueue, &queue_key, there, row::write(&queued)?)
                    }
                    None => Change::remove(Table::JobQueue, &queue_key, there),
                },
                Change::remove(Table::JobCalls, &key, there),
            ];
            if let CommitOutcome::Done { .. } = self.access.store().commit(&changes, &[])? {
                self.access.usage().subtract(&job.owner, bytes);
                return Ok(job.to_job(&parsed, None));
            }
        }
    }

    /// Removes a job with its result. A job that has not ended is stopped, and its webhook is not
    /// called.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`StoredJobs::read`].
    pub fn delete(&self, id: &str) -> Result<()> {
        loop {
            let (parsed, revision, job) = self.find_job(id, true)?;
            let (changes, fewer) = removal(&parsed, revision, &job);
            if let CommitOutcome::Done { .. } = self.access.store().commit(&changes, &[fewer])? {
                self.access.usage().subtract(&job.owner, job.bytes);
                return Ok(());
            }
        }
    }
}
