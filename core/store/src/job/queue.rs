//! The queue of jobs, which runners use.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::id::Id;
use super::jobs::{JobLimits, end};
use super::row::{self, JobRow, Purpose, QueueRow};
use super::{Job, JobError, JobProgress, JobState, WebhookState};
use crate::acl::{AuthContext, Delegation};
use crate::store::random::random;
use crate::store::{Change, CommitOutcome, Precondition, Table};
use glossweave_base::clock::Timestamp;
use glossweave_base::error::{Error, ErrorKind, Result};

/// The maximum number of attempts to run a job.
pub const ATTEMPTS: u32 = 3;

/// An item of the queue.
#[derive(Clone)]
pub struct Waiting {
    id: Id,
    /// The revision of its row.
    pub revision: u64,
    row: QueueRow,
}

impl Waiting {
    /// Returns the key of its row.
    pub fn key(&self) -> String {
        self.id.queue_key()
    }

    /// Returns the number of its owner.
    pub fn owner(&self) -> u64 {
        self.id.owner
    }

    /// Returns the runner that holds the item, or `None` if the item is free.
    pub fn runner(&self) -> Option<&str> {
        self.row.runner.as_deref()
    }

    /// Returns `true` if the item is a webhook call and not a job.
    pub fn is_webhook(&self) -> bool {
        self.row.purpose == Purpose::Webhook
    }

    /// Returns the host of a webhook.
    pub fn host(&self) -> Option<&str> {
        self.row.host.as_deref()
    }

    /// Returns `true` if the item is due, so that runners may take it.
    fn is_due(&self, now: Timestamp) -> bool {
        self.row.not_before.is_none_or(|moment| moment <= now)
    }
}

/// Returns a unique name for a runner. Returns `ErrorKind::Internal` if the system provides no
/// random numbers.
pub fn new_runner() -> Result<String> {
    random::<8>().map(|bytes| format!("{:016x}", u64::from_le_bytes(bytes)))
}

/// Returns the items that runners hold, and the free items that are due: the oldest `most` jobs of
/// each owner, and the oldest `most` webhooks of each host. The limit per owner prevents that the
/// jobs of a user hide the jobs of other users.
pub fn waiting(access: &AuthContext, most: usize) -> Result<Vec<Waiting>> {
    let now = access.now();
    let mut all = Vec::new();
    let mut counts: HashMap<(u64, Option<String>), usize> = HashMap::new();
    access.store().scan(Table::JobQueue, None, &mut |key, found| {
        let Some(id) = Id::of_queue(key) else { return Ok(ControlFlow::Continue(())) };
        let entry = Waiting { id, revision: found.revision, row: row::read(&found)? };
        let is_wanted = entry.runner().is_some()
            || entry.is_due(now) && {
                let host = entry.is_webhook().then(|| entry.host().unwrap_or_default().to_owned());
                let count = counts.entry((entry.owner(), host)).or_default();
                *count += 1;
                *count <= most
            };
        if is_wanted {
            all.push(entry);
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(all)
}

/// Returns `true` if the queue is empty.
pub fn is_idle(access: &AuthContext) -> Result<bool> {
    let mut is_idle = true;
    access.store().scan(Table::JobQueue, None, &mut |_, _| {
        is_idle = false;
        Ok(ControlFlow::Break(()))
    })?;
    Ok(is_idle)
}

/// The number of jobs and webhooks in the queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueueLength {
    /// The number of jobs, including running jobs.
    pub jobs: usize,
    /// The number of webhooks to call.
    pub webhooks: usize,
}

/// Returns the length of the queue.
pub fn length(access: &AuthContext) -> Result<QueueLength> {
    let mut length = QueueLength::default();
    access.store().scan(Table::JobQueue, None, &mut |_, found| {
        let row: QueueRow = row::read(&found)?;
        match row.purpose {
            Purpose::Webhook => length.webhooks += 1,
            _ => length.jobs += 1,
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(length)
}

/// The task of an item of the queue.
pub enum Task {
    /// A call, and the caller whose rights it uses.
    Call(Vec<u8>, Delegation),
    /// The URL of a webhook, the job that it reports, and the number of the attempt, from 1.
    Webhook(String, Box<Job>, u32),
}

/// The outcome of a webhook call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivered {
    /// The webhook has responded with a success.
    Yes,
    /// The call failed and is not retried.
    No,
    /// The call failed and is retried at this time.
    Again(Timestamp),
}

/// An item that a runner holds until its lease ends.
#[derive(Clone)]
pub struct Held {
    id: Id,
    queue: QueueRow,
    /// The revision of the row in the queue. While it is current, no other runner holds the item.
    revision: u64,
    job: JobRow,
    job_revision: u64,
}

/// Takes an item from the queue for a runner. Returns `None` if another runner was faster.
///
/// If a job was already begun [`ATTEMPTS`] times, it fails instead.
pub fn take(
    access: &AuthContext,
    waiting: &Waiting,
    runner: &str,
    limits: &JobLimits,
) -> Result<Option<(Held, Task)>> {
    let Waiting { id, revision, row } = waiting;
    let Some(found) = access.store().read(Table::Jobs, &id.key())? else { return Ok(None) };
    let (job_revision, mut job) = (found.revision, row::read::<JobRow>(&found)?);
    let mut queue = row.clone();
    if queue.purpose == Purpose::Call && queue.attempts >= ATTEMPTS {
        // If the runner has renewed its lease since then, the commit is refused and the runner
        // continues.
        queue.runner = None;
        let held = Held { id: id.clone(), queue, revision: *revision, job, job_revision };
        let message = format!("the job was started {ATTEMPTS} times and never finished");
        held.finish(access, &Err(Error::new(ErrorKind::Internal, message)), limits)?;
        return Ok(None);
    }
    queue.runner = Some(runner.to_owned());
    queue.lease += 1;
    queue.attempts += 1;
    (queue.progress, queue.not_before) = (None, None);
    let seen = Precondition::Revision(*revision);
    let mut changes =
        vec![Change::put(Table::JobQueue, &id.queue_key(), seen, row::write(&queue)?)];
    let task = match (queue.purpose, &job.url) {
        (Purpose::Call, _) => {
            let Some(call) = access.store().read(Table::JobCalls, &id.key())? else {
                return Ok(None);
            };
            job.state = JobState::Running;
            job.started = Some(access.now());
            job.attempts = queue.attempts;
            let seen = Precondition::Revision(job_revision);
            changes.push(Change::put(Table::Jobs, &id.key(), seen, row::write(&job)?));
            Task::Call(call.value, job.delegation(id))
        }
        (Purpose::Webhook, url) => {
            let url = url.clone().unwrap_or_default();
            Task::Webhook(url, Box::new(job.to_job(id, None)), queue.attempts)
        }
    };
    let CommitOutcome::Done { revision } = access.store().commit(&changes, &[])? else {
        return Ok(None);
    };
    let job_revision = if queue.purpose == Purpose::Call { revision } else { job_revision };
    Ok(Some((Held { id: id.clone(), queue, revision, job, job_revision }, task)))
}

impl Held {
    /// Returns the key of its row.
    pub fn key(&self) -> String {
        self.id.queue_key()
    }

    /// Returns `true` if the item is still held. A commit may have happened even if it returned an
    /// error, so the row is read again.
    fn is_held(&mut self, access: &AuthContext) -> Result<bool> {
        let Some(found) = access.store().read(Table::JobQueue, &self.key())? else {
            return Ok(false);
        };
        let row: QueueRow = row::read(&found)?;
        let is_own = row.runner.is_some() && row.runner == self.queue.runner;
        if is_own && row.lease == self.queue.lease && row.purpose == self.queue.purpose {
            self.revision = found.revision;
            return Ok(true);
        }
        Ok(false)
    }

    /// Returns `true` if the item is still held, without changing it.
    pub fn check(&mut self, access: &AuthContext) -> Result<bool> {
        self.is_held(access)
    }

    /// Renews the lease, and records the progress. Returns `false` if the item is no longer held.
    pub fn renew(&mut self, access: &AuthContext, progress: Option<JobProgress>) -> Result<bool> {
        self.queue.progress = progress;
        let value = row::write(&self.queue)?;
        loop {
            let seen = Precondition::Revision(self.revision);
            let change = Change::put(Table::JobQueue, &self.key(), seen, value.clone());
            match access.store().commit(&[change], &[])? {
                CommitOutcome::Done { revision } => {
                    self.revision = revision;
                    return Ok(true);
                }
                _ if self.is_held(access)? => {}
                _ => return Ok(false),
            }
        }
    }

    /// Ends a job with a result or an error. If the job is no longer held, changes nothing and
    /// returns `false`.
    pub fn finish(
        mut self,
        access: &AuthContext,
        result: &Result<Vec<u8>>,
        limits: &JobLimits,
    ) -> Result<bool> {
        let size = result.as_ref().map_or(0, Vec::len);
        let message =
            format!("the result has {size} bytes, limit is {} (`jobs.size`)", limits.bytes);
        let too_large = Error::new(ErrorKind::TooLarge, message);
        let result = match result {
            Ok(_) if size > limits.bytes => Err(&too_large),
            result => result.as_ref(),
        };
        let state = if result.is_ok() { JobState::Done } else { JobState::Failed };
        let mut job = self.job.clone();
        let queued = end(&mut job, state, access.now(), limits.kept);
        job.error = result.err().map(JobError::from);
        let before = std::mem::take(&mut job.bytes);
        job.bytes = result.map_or(0, Vec::len) as u64;
        let (key, queue_key) = (self.id.key(), self.key());
        let mut changes = Vec::with_capacity(4);
        let seen = Precondition::Revision(self.revision);
        changes.push(match queued {
            Some(queued) => Change::put(Table::JobQueue, &queue_key, seen, row::write(&queued)?),
            None => Change::remove(Table::JobQueue, &queue_key, seen),
        });
        let seen = Precondition::Revision(self.job_revision);
        changes.push(Change::put(Table::Jobs, &key, seen, row::write(&job)?));
        changes.push(Change::remove(Table::JobCalls, &key, Precondition::Present));
        if let Ok(bytes) = result {
            changes.push(Change::put(Table::JobResults, &key, Precondition::Absent, bytes.clone()));
        }
        let done = self.commit(access, changes)?;
        if done {
            access.usage().subtract(&job.owner, before);
            access.usage().add(&job.owner, job.bytes);
        }
        Ok(done)
    }

    /// Returns `true` if the job can be retried after this attempt.
    pub fn has_attempts(&self) -> bool {
        self.queue.attempts < ATTEMPTS
    }

    /// Returns a job to the queue for a retry at the time `from`. If `from` is `None`, the current
    /// attempt is not counted. Returns `false` if the job is no longer held.
    pub fn release(mut self, access: &AuthContext, from: Option<Timestamp>) -> Result<bool> {
        let mut queue = self.queue.clone();
        queue.runner = None;
        queue.progress = None;
        queue.not_before = from;
        if from.is_none() {
            queue.attempts = queue.attempts.saturating_sub(1);
        }
        let seen = Precondition::Revision(self.revision);
        let mut changes =
            vec![Change::put(Table::JobQueue, &self.key(), seen, row::write(&queue)?)];
        if queue.purpose == Purpose::Call {
            let job = JobRow {
                state: JobState::Queued,
                started: None,
                attempts: queue.attempts,
                ..self.job.clone()
            };
            let seen = Precondition::Revision(self.job_revision);
            changes.push(Change::put(Table::Jobs, &self.id.key(), seen, row::write(&job)?));
        }
        self.commit(access, changes)
    }

    /// Records the outcome of a webhook call. Returns `false` if the item is no longer held.
    pub fn delivered(mut self, access: &AuthContext, outcome: Delivered) -> Result<bool> {
        let seen = Precondition::Revision(self.revision);
        let state = match outcome {
            Delivered::Yes => WebhookState::Delivered,
            Delivered::No => WebhookState::Failed,
            Delivered::Again(moment) => {
                let mut queue = self.queue.clone();
                (queue.runner, queue.not_before) = (None, Some(moment));
                let value = row::write(&queue)?;
                let change = Change::put(Table::JobQueue, &self.key(), seen, value);
                return self.commit(access, vec![change]);
            }
        };
        let job = JobRow { webhook: Some(state), ..self.job.clone() };
        let seen_job = Precondition::Revision(self.job_revision);
        let changes = vec![
            Change::remove(Table::JobQueue, &self.key(), seen),
            Change::put(Table::Jobs, &self.id.key(), seen_job, row::write(&job)?),
        ];
        self.commit(access, changes)
    }

    /// Commits changes as long as the item is held. The first change must be the change of the row
    /// in the queue.
    fn commit(&mut self, access: &AuthContext, mut changes: Vec<Change>) -> Result<bool> {
        loop {
            match access.store().commit(&changes, &[])? {
                CommitOutcome::Done { .. } => return Ok(true),
                _ => {
                    let before = self.revision;
                    if !self.is_held(access)? || self.revision == before {
                        return Ok(false);
                    }
                    if let Some(first) = changes.first_mut() {
                        first.expect = Precondition::Revision(self.revision);
                    }
                }
            }
        }
    }
}
