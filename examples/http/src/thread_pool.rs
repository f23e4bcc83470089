//! Thread pools for jobs that block: a monitor (one mutex for all state, and a condition variable) with a
//! [fair queue](fair_queue) of jobs and adaptive concurrency.
//!
//! A pool starts all its threads, but lets only the base number of them work. For short jobs this is
//! fastest, because a thread that is awake takes the next job sooner than another thread wakes. When a job
//! waits longer than the queue delay, the running jobs are probably long or blocked, and its caller admits
//! one additional thread for one job ([`Shared::add_worker`]). A caller that still waits admits another
//! thread after twice the delay. The additional threads stop by themselves: a thread gets its next job only
//! if it is within the base number again, or admitted again.
//!
//! A thread runs a job, spins (looks for a job for a short time before it sleeps), or is idle. Idle threads
//! that were notified but do not run yet are also counted as waking. Spinning and waking threads take a new
//! job without another notification.

mod fair_queue;

use std::collections::HashMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use glossweave::{Error, ErrorKind, Result};
use tokio::sync::oneshot;
use tokio::time::timeout;

use self::fair_queue::FairQueue;
use crate::client::{Client, Key};
use crate::quota::{Quota, client_share};

/// The time that a job waits for earlier jobs before another thread starts to work. The earlier jobs may
/// themselves wait, for example for remote services.
const QUEUE_DELAY: Duration = Duration::from_millis(2);

/// The maximum of the queue delay. It doubles with each additional thread, because many jobs may be
/// waiting.
const MAX_QUEUE_DELAY: Duration = Duration::from_millis(64);

/// The time that a thread spins for the next job before it sleeps. It is about as long as waking a thread
/// takes.
const SPIN: Duration = Duration::from_micros(50);

/// The size of a pool.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// The maximum number of jobs that run at once.
    pub threads: usize,
    /// The number of jobs that run at once when all jobs are short.
    pub base_threads: usize,
    /// The maximum number of waiting jobs.
    pub waiting: usize,
    /// The share of one client, in percent.
    pub share: usize,
    /// The niceness of the threads, as for `nice`.
    pub nice: i32,
}

/// A pool that runs and queues a limited number of jobs, and refuses further jobs. Clients with few jobs
/// take priority over clients with many jobs, and if the pool has several threads, no client uses all of
/// them.
///
/// While jobs are short, only the base number of threads work, one job after the other, because waking
/// another thread for each job would often cost more than the job.
#[derive(Debug)]
pub struct Pool {
    shared: Arc<Shared>,
}

type Job = Box<dyn FnOnce() + Send>;

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    /// Wakes sleeping threads when there are jobs, or when the pool ends.
    wakeup: Condvar,
    /// The number of threads that work while no job waits too long.
    base_threads: usize,
    /// The maximum number of threads that one client may use.
    share: usize,
    /// The quota for waiting and running jobs.
    quota: Quota,
    /// The number of waiting jobs, for spinning threads, which do not hold the lock. It is only a hint, so
    /// relaxed ordering is enough: a thread takes a job under the lock.
    waiting: AtomicUsize,
    queue_delay: Duration,
}

#[derive(Default)]
struct State {
    jobs: FairQueue,
    running: usize,
    /// The number of running jobs of each client.
    clients: HashMap<Key, usize>,
    /// The time at which the last job ended.
    ended_job: Option<Instant>,
    /// The number of threads that wait for a notification, including `waking`.
    idle: usize,
    /// The number of threads that look for a job before they sleep.
    spinning: usize,
    /// The number of threads that were woken but do not run yet.
    waking: usize,
    /// The number of threads that may take a job in addition to the base number.
    extra: usize,
    ended: bool,
}

impl Pool {
    /// Creates a pool. Returns `ErrorKind::Internal` if no threads can be created.
    pub fn new(size: Size) -> Result<Pool> {
        Pool::with_queue_delay(size, QUEUE_DELAY)
    }

    fn with_queue_delay(size: Size, queue_delay: Duration) -> Result<Pool> {
        let threads = size.threads.max(1);
        let shared = Arc::new(Shared {
            state: Mutex::default(),
            wakeup: Condvar::new(),
            base_threads: size.base_threads.clamp(1, threads),
            share: client_share(threads, size.share),
            quota: Quota::new(threads.saturating_add(size.waiting), size.share),
            waiting: AtomicUsize::new(0),
            queue_delay,
        });
        let pool = Pool { shared };
        for _ in 0..threads {
            let shared = pool.shared.clone();
            let builder = thread::Builder::new().name("work".to_owned());
            let failed = |error: io::Error| {
                Error::new(ErrorKind::Internal, "threads cannot be started").because(error)
            };
            let work = move || {
                // Only Linux has priorities per thread. If the priority cannot be set, the priority of the
                // process applies.
                if cfg!(target_os = "linux") && size.nice > 0 {
                    let _ = rustix::process::nice(size.nice);
                }
                shared.work();
            };
            builder.spawn(work).map_err(failed)?;
        }
        Ok(pool)
    }

    /// Returns `true` if jobs have waited longer than `limit` and no job has ended in that time, so that
    /// the running jobs may never end.
    pub fn is_stuck(&self, limit: Duration) -> bool {
        let state = self.shared.lock();
        let ended = state.ended_job.map_or(Duration::MAX, |moment| moment.elapsed());
        state.jobs.longest_wait().is_some_and(|waited| waited.min(ended) > limit)
    }

    /// Returns the number of running and waiting jobs.
    pub fn occupancy(&self) -> (usize, usize) {
        let state = self.shared.lock();
        (state.running, state.jobs.len())
    }

    /// Runs a job. A running job is finished even if its caller no longer waits for it. Returns
    /// `ErrorKind::Unavailable`, with the time to wait, if the queue is full, `ErrorKind::Throttled` if the
    /// share of the client is used up, `ErrorKind::Internal` if the job panics, and the errors of the job.
    pub async fn run<T: Send + 'static>(
        &self,
        client: &Client,
        job: impl FnOnce() -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (sender, mut receiver) = oneshot::channel();
        let reservation = self.shared.quota.take(client, 1)?;
        let job = Box::new(move || {
            // A job whose caller has gone before it starts is skipped.
            let done = (!sender.is_closed()).then(|| {
                catch_unwind(AssertUnwindSafe(job))
                    .unwrap_or_else(|payload| Err(Error::from_panic(payload.as_ref())))
            });
            // Released before the result is sent, because the receiver may submit the next job immediately.
            drop(reservation);
            let _ = done.map(|done| sender.send(done));
        });
        self.shared.add(*client, job);
        let stops = |_| Err(Error::new(ErrorKind::Unavailable, "the service stops"));
        let mut queue_delay = self.shared.queue_delay;
        loop {
            match timeout(queue_delay, &mut receiver).await {
                Ok(done) => return done.unwrap_or_else(stops),
                Err(_) if self.shared.add_worker() => {
                    queue_delay = (queue_delay * 2).min(MAX_QUEUE_DELAY)
                }
                // Jobs start in order, so this job has started.
                Err(_) => return receiver.await.unwrap_or_else(stops),
            }
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.lock().ended = true;
        self.shared.wakeup.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, client: Client, job: Job) {
        let mut state = self.lock();
        state.jobs.push(client, job);
        self.waiting.store(state.jobs.len(), Ordering::Relaxed);
        let awake = state.spinning + state.waking;
        if state.jobs.len() > awake && state.running + awake < self.base_threads {
            self.wake(state);
        }
    }

    /// Allows one thread in addition to the base number to take a job, if a job is waiting. Wakes another
    /// thread, because the thread that was woken before may have taken a job as part of the base number.
    fn add_worker(&self) -> bool {
        let mut state = self.lock();
        let waits = state.jobs.len() > 0;
        if waits {
            state.extra = 1;
            self.wake(state);
        }
        waits
    }

    /// Wakes a thread.
    fn wake(&self, mut state: MutexGuard<'_, State>) {
        if state.idle > state.waking {
            state.waking += 1;
            drop(state);
            self.wakeup.notify_one();
        }
    }

    /// Runs jobs until the pool ends.
    fn work(&self) {
        let (mut state, mut worked) = (self.lock(), false);
        while !state.ended {
            if let Some((client, job)) = state.next(self.base_threads, self.share) {
                self.waiting.store(state.jobs.len(), Ordering::Relaxed);
                state.begin(&client);
                drop(state);
                job();
                state = self.lock();
                state.end(&client);
                worked = true;
            } else if worked && state.running + state.spinning < self.base_threads {
                // The client of the last job often sends its next request at once. A thread that was only
                // woken, and found no job, does not spin again.
                state.spinning += 1;
                drop(state);
                self.spin();
                state = self.lock();
                state.spinning -= 1;
                worked = false;
            } else {
                state.idle += 1;
                state = self.wakeup.wait(state).unwrap_or_else(PoisonError::into_inner);
                state.idle -= 1;
                // A spurious wakeup may count for another thread, which then wakes without being counted.
                state.waking = state.waking.saturating_sub(1);
            }
        }
    }

    /// Spins for a short time until a job is waiting.
    fn spin(&self) {
        let from = Instant::now();
        while self.waiting.load(Ordering::Relaxed) == 0 && from.elapsed() < SPIN {
            thread::yield_now();
        }
    }
}

impl State {
    /// Returns the next job for an idle thread, if it may take one.
    fn next(&mut self, base_threads: usize, share: usize) -> Option<(Client, Job)> {
        let is_more = self.running >= base_threads;
        if is_more && self.extra == 0 {
            return None;
        }
        // A job counts for several keys, for example an address and a token, and needs a share of each.
        let clients = &self.clients;
        let may = |key| clients.get(&key).is_none_or(|running| *running < share);
        let job = self.jobs.take(|client| client.keys().all(may))?;
        self.extra -= usize::from(is_more);
        Some(job)
    }

    fn begin(&mut self, client: &Client) {
        self.running += 1;
        client.keys().for_each(|key| *self.clients.entry(key).or_default() += 1);
    }

    fn end(&mut self, client: &Client) {
        self.running -= 1;
        self.ended_job = Some(Instant::now());
        for key in client.keys() {
            if let Some(running) = self.clients.get_mut(&key) {
                *running -= 1;
                if *running == 0 {
                    self.clients.remove(&key);
                }
            }
        }
    }
}

impl std::fmt::Debug for State {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (running, waiting) = (self.running, self.jobs.len());
        out.debug_struct("State").field("running", &running).field("waiting", &waiting).finish()
    }
}

#[cfg(test)]
mod tests;
