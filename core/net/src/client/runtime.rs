//! The network thread. Callers send their calls to this thread and wait on a channel, because a caller may
//! itself be in an asynchronous runtime, which must not block on another runtime.

use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::task::Poll;
use std::thread::JoinHandle;
use std::time::Instant;

use tokio::runtime::Runtime;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot::Receiver;
use tokio::time::timeout_at;

use super::attempt::Call;
use super::connection::{Clients, Lookup};
use super::retry;
use crate::HttpResponse;
use glossweave_base::error::{Error, ErrorKind, Result};

/// The maximum number of concurrent name look-ups. A resolver that hangs uses one of them until it returns.
const LOOKUPS: usize = 16;

/// A call for the thread.
pub(super) struct Job {
    pub(super) call: Arc<Call>,
    pub(super) deadline: Instant,
    pub(super) answer: SyncSender<Result<HttpResponse>>,
    /// Closes when the caller no longer waits.
    pub(super) gone: Receiver<()>,
}

/// The running thread.
#[derive(Debug)]
pub(super) struct Thread {
    jobs: Option<UnboundedSender<Job>>,
    handle: Option<JoinHandle<()>>,
    /// The id of the process in which the thread runs. A forked process does not have the thread.
    process: u32,
}

impl Thread {
    pub(super) fn start(lookup: Lookup, at_once: usize) -> Result<Thread> {
        let failed = |error| {
            Error::new(ErrorKind::Unavailable, "the thread of the network does not start")
                .because(error)
        };
        let mut builder = tokio::runtime::Builder::new_current_thread();
        let builder = builder.enable_io().enable_time().max_blocking_threads(LOOKUPS);
        let runtime = builder.build().map_err(failed)?;
        let (jobs, inbox) = unbounded_channel();
        let run = move || {
            // A panic in a library ends this thread, not the process. The next call starts another thread.
            let _ = catch_unwind(AssertUnwindSafe(|| run(runtime, &lookup, inbox, at_once)));
        };
        let name = "glossweave-network".to_owned();
        let handle = std::thread::Builder::new().name(name).spawn(run).map_err(failed)?;
        Ok(Thread { jobs: Some(jobs), handle: Some(handle), process: std::process::id() })
    }

    /// Passes a job to the thread. Returns the job if the thread has ended.
    pub(super) fn take(&self, job: Job) -> std::result::Result<(), Job> {
        match &self.jobs {
            Some(jobs) if self.is_here() => jobs.send(job).map_err(|refused| refused.0),
            _ => Err(job),
        }
    }

    fn is_here(&self) -> bool {
        self.process == std::process::id()
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        let here = self.is_here();
        match (self.jobs.take(), self.handle.take()) {
            (jobs, Some(handle)) if here => {
                drop(jobs);
                let _ = handle.join();
            }
            // The data of a thread that does not exist after a fork is not freed, because its locks may be
            // held.
            both => std::mem::forget(both),
        }
    }
}

fn run(runtime: Runtime, lookup: &Lookup, mut inbox: UnboundedReceiver<Job>, at_once: usize) {
    runtime.block_on(async {
        let places = Arc::new(Semaphore::new(at_once));
        let mut clients = None;
        while let Some(job) = inbox.recv().await {
            if clients.is_none() {
                clients = Clients::new(lookup).map_err(|error| refuse(&job, error)).ok();
            }
            if let Some(clients) = &clients {
                tokio::spawn(perform(job, Clients::clone(clients), places.clone()));
            }
        }
    });
    // Does not wait for look-ups that hang.
    runtime.shutdown_background();
}

fn refuse(job: &Job, error: Error) {
    let _ = job.answer.try_send(Err(error));
}

async fn perform(job: Job, clients: Clients, places: Arc<Semaphore>) {
    let Job { call, deadline, answer, gone } = job;
    let deadline = deadline.into();
    let begun = Instant::now();
    let work = async {
        match timeout_at(deadline, places.acquire_owned()).await {
            Ok(_place) => retry::carry_out(&call, &clients, deadline).await,
            Err(_) => Err(retry::late(&call, begun.elapsed())),
        }
    };
    if let Some(done) = unless_gone(gone, work).await {
        let _ = answer.try_send(done);
    }
}

/// Runs `work` until it ends or the caller no longer waits. In the second case the connection is closed.
async fn unless_gone<T>(gone: Receiver<()>, work: impl Future<Output = T>) -> Option<T> {
    let (mut gone, mut work) = (pin!(gone), pin!(work));
    poll_fn(|context| match work.as_mut().poll(context) {
        Poll::Ready(done) => Poll::Ready(Some(done)),
        Poll::Pending => gone.as_mut().poll(context).map(|_| None),
    })
    .await
}
