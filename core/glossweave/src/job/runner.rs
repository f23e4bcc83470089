//! A running job: its call, or the call of its webhook.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime};

use serde_json::json;

use super::parts::{RunnerParts, TARGET};
use super::{Job, JobProgress, codec};
use glossweave_base::cancellation::Cancellation;
use glossweave_base::clock::Timestamp;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::log::{Level, emit};
use glossweave_net::HttpRequest;
use glossweave_store::acl::{Caller, Delegation};
use glossweave_store::job::{Delivered, Held, Task};

/// The maximum number of attempts to store the end of a job.
const WRITES: u32 = 100;

/// The delay between two of these attempts: the first delay, and the maximum.
const BETWEEN: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));

/// The maximum number of calls of a webhook.
const CALLS: u32 = 6;

/// The delay after the first call of a webhook. Each further delay is four times as long.
const AFTER: Duration = Duration::from_secs(2);

/// The time that the call of a webhook may take.
const TIME: Duration = Duration::from_secs(10);

/// The delay before a webhook is called again if this engine cannot sign it.
const UNSIGNED: Duration = Duration::from_secs(60);

/// The delay before a job is run again if the store failed.
const RETRY: Duration = Duration::from_secs(2);

/// The reason to stop a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Stop {
    /// The job was cancelled or taken over. Nothing is stored.
    Lost = 1,
    /// The engine is dropped. The job returns to the queue.
    Shutdown = 2,
}

/// A running job.
pub(super) struct Active {
    /// The row of the queue that the job holds until it ends.
    pub held: Mutex<Option<Held>>,
    stop: AtomicU8,
    progress: Mutex<Option<JobProgress>>,
    /// Cancels the call at any point.
    cancellation: Cancellation,
}

impl Active {
    pub fn new(held: Held) -> Active {
        Active {
            held: Mutex::new(Some(held)),
            stop: AtomicU8::new(0),
            progress: Mutex::default(),
            cancellation: Cancellation::default(),
        }
    }

    /// Stops the job before its next step.
    pub fn stop(&self, why: Stop) {
        self.stop.store(why as u8, Ordering::Relaxed);
    }

    /// Cancels the call of the job, even while it waits for a remote service.
    pub fn cancel(&self) {
        self.cancellation.cancel();
    }

    fn stops(&self, why: Stop) -> bool {
        self.stop.load(Ordering::Relaxed) == why as u8
    }

    pub fn progress(&self) -> Option<JobProgress> {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores the progress. Returns `ErrorKind::Conflict` if the job must stop.
    fn reach(&self, done: usize, total: usize) -> Result<()> {
        let reached = JobProgress { done: done as u64, total: total as u64 };
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = Some(reached);
        match self.stop.load(Ordering::Relaxed) {
            0 => Ok(()),
            _ => Err(Error::new(ErrorKind::Conflict, "the job is stopped")),
        }
    }

    /// Stores the end of the job. Repeats this until the store accepts it, unless the job was
    /// cancelled or taken over.
    fn end(&self, write: impl Fn(Held) -> Result<bool>) {
        let mut wait = BETWEEN.0;
        for _ in 0..WRITES {
            let mut guard = self.held.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(held) = guard.clone().filter(|_| !self.stops(Stop::Lost)) else { return };
            let error = match write(held) {
                Ok(_) => {
                    *guard = None;
                    return;
                }
                Err(error) => error,
            };
            // The coordinator needs this lock to renew the lease.
            drop(guard);
            emit(Level::Warn, TARGET, format_args!("the end of a job cannot be stored: {error}"));
            thread::sleep(wait);
            wait = (wait * 2).min(BETWEEN.1);
        }
    }
}

/// Runs a task of the queue, and stores its end.
pub(super) fn work(parts: &RunnerParts, active: &Active, task: Task) {
    match task {
        Task::Call(call, delegation) => {
            let done = catch_unwind(AssertUnwindSafe(|| run(parts, active, call, delegation)));
            let done = done.unwrap_or_else(|payload| {
                let error = Error::from_panic(payload.as_ref());
                // Dropping the payload of a panic may panic again.
                std::mem::forget(payload);
                Err(error)
            });
            let again = Timestamp::from(SystemTime::from(parts.now()) + RETRY);
            active.end(|held| match &done {
                Err(_) if active.stops(Stop::Shutdown) => held.release(&parts.access, None),
                // The store may be available again later.
                Err(error) if error.kind() == ErrorKind::Storage && held.has_attempts() => {
                    held.release(&parts.access, Some(again))
                }
                _ => held.finish(&parts.access, &done, &parts.limits),
            });
        }
        Task::Webhook(url, job, attempt) => {
            let outcome = deliver(parts, &url, &job, attempt);
            active.end(|held| held.delivered(&parts.access, outcome));
        }
    }
}

fn run(
    parts: &RunnerParts,
    active: &Active,
    call: Vec<u8>,
    delegation: Delegation,
) -> Result<Vec<u8>> {
    let call = codec::read_call(call)?;
    let watch = |done, total| active.reach(done, total);
    let run = || (parts.run)(Caller::Job(delegation), call, &watch);
    let answer = active.cancellation.run(run)?;
    codec::write_answer(&answer)
}

/// Calls a webhook.
fn deliver(parts: &RunnerParts, url: &str, job: &Job, attempt: u32) -> Delivered {
    let now = parts.now();
    let later = |time: Duration| Delivered::Again((SystemTime::from(now) + time).into());
    let Some(signer) = &parts.signer else { return later(UNSIGNED) };
    let body = json!({
        "type": "job.ended",
        "timestamp": job.ended,
        "data": {
            "id": job.id, "state": job.state, "created": job.created, "started": job.started,
            "ended": job.ended
        }
    });
    let (body, timestamp) = (body.to_string().into_bytes(), seconds(now));
    let signature = signer.sign(&job.id, timestamp, &body);
    let request = HttpRequest::post(url, "application/json", body)
        .with_header("webhook-id", &job.id)
        .with_header("webhook-timestamp", timestamp.to_string())
        .with_header("webhook-signature", signature)
        .with_time(TIME);
    let sent = parts.network.send(&request);
    match &sent {
        Ok(response) if response.is_success() => return Delivered::Yes,
        // A status of 410 means that the receiver no longer exists.
        Ok(response) if response.status() == 410 => return Delivered::No,
        Err(error) if matches!(error.kind(), ErrorKind::Forbidden | ErrorKind::Invalid) => {
            return Delivered::No;
        }
        _ if attempt >= CALLS => return Delivered::No,
        _ => {}
    }
    later(AFTER * 4u32.saturating_pow(attempt.saturating_sub(1)))
}

fn seconds(moment: Timestamp) -> u64 {
    let since = SystemTime::from(moment).duration_since(SystemTime::UNIX_EPOCH);
    since.map(|since| since.as_secs()).unwrap_or_default()
}
