//! Work that blocks, on threads of its own.

mod fair_queue;

use std::collections::HashMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use glossweave::{Error, Kind, Result};
use tokio::sync::oneshot;
use tokio::time::timeout;

use self::fair_queue::Turns;
use crate::client::{Client, Key};
use crate::quota::{Bound, share};

/// How long a job waits for those before it, which are on the processor for the most part, before one
/// more thread is put to work: they may be waiting themselves, for others over HTTP.
const PATIENCE: Duration = Duration::from_millis(2);

/// Who waits for long asks less and less often: there may be many.
const MOST_PATIENCE: Duration = Duration::from_millis(64);

/// How long a thread that has worked looks for the next job before it rests, giving way to others all the
/// time: about what it costs to be woken.
const LOOK: Duration = Duration::from_micros(50);

/// The size of a pool.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// The number of jobs that run at once.
    pub threads: usize,
    /// The number of jobs that do so while all goes fast.
    pub usual: usize,
    /// The number of jobs that wait.
    pub waiting: usize,
    /// The part of it that one client may have, in percent.
    pub share: usize,
    /// The niceness of its threads beside others of the machine, as `nice` has it.
    pub nice: i32,
}

/// So many jobs run at once, so many more wait, and the rest is told to come back. Those who have few jobs
/// go before those who have many, and nobody has all threads, where there are several.
///
/// While jobs are short, no more than the usual number of threads work, which take one job after the other:
/// waking another thread for each job would cost as much as many a job.
#[derive(Debug)]
pub struct Pool {
    shared: Arc<Shared>,
}

type Job = Box<dyn FnOnce() + Send>;

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    /// Tells threads that rest that there is something to do, or that they end.
    bell: Condvar,
    /// How many threads work while nobody loses patience.
    usual: usize,
    /// The maximum number of threads that one client may have.
    share: usize,
    /// The jobs that wait or run.
    places: Bound,
    /// How many jobs wait, for those who look.
    waiting: AtomicUsize,
    patience: Duration,
}

#[derive(Default)]
struct State {
    jobs: Turns,
    running: usize,
    /// The number of running jobs of each client.
    clients: HashMap<Key, usize>,
    /// When a job ended.
    ended_job: Option<Instant>,
    resting: usize,
    /// Threads that look for a job before they rest.
    looking: usize,
    /// Threads that were told and are not there yet.
    coming: usize,
    /// How many threads more than usual may take a job.
    relief: usize,
    ended: bool,
}

impl Pool {
    /// A pool. Kind Internal where no threads can be made.
    pub fn new(size: Size) -> Result<Pool> {
        Pool::with_patience(size, PATIENCE)
    }

    fn with_patience(size: Size, patience: Duration) -> Result<Pool> {
        let threads = size.threads.max(1);
        let shared = Arc::new(Shared {
            state: Mutex::default(),
            bell: Condvar::new(),
            usual: size.usual.clamp(1, threads),
            share: share(threads, size.share),
            places: Bound::new(threads.saturating_add(size.waiting), size.share),
            waiting: AtomicUsize::new(0),
            patience,
        });
        let pool = Pool { shared };
        for _ in 0..threads {
            let shared = pool.shared.clone();
            let builder = thread::Builder::new().name("work".to_owned());
            let failed = |error: io::Error| {
                Error::new(Kind::Internal, "no threads can be made").because(error)
            };
            let work = move || {
                // A thread has a priority of its own on Linux alone; where it may have none, it has that of
                // all.
                if cfg!(target_os = "linux") && size.nice > 0 {
                    let _ = rustix::process::nice(size.nice);
                }
                shared.work();
            };
            builder.spawn(work).map_err(failed)?;
        }
        Ok(pool)
    }

    /// Returns `true` if jobs have waited so long while none ended that those that run may never do
    /// so.
    pub fn is_stuck(&self, most: Duration) -> bool {
        let state = self.shared.lock();
        let ended = state.ended_job.map_or(Duration::MAX, |moment| moment.elapsed());
        state.jobs.waited().is_some_and(|waited| waited.min(ended) > most)
    }

    /// Runs a job. One that has begun goes on where nobody waits for it any more. Kinds: Unavailable, with
    /// the time to wait, where all places are taken, Throttled where those of the client are; Internal where the
    /// job panics; those of the job.
    pub async fn run<T: Send + 'static>(
        &self,
        client: &Client,
        job: impl FnOnce() -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (tell, mut told) = oneshot::channel();
        let place = self.shared.places.take(client, 1)?;
        let job = Box::new(move || {
            let done = (!tell.is_closed()).then(|| {
                catch_unwind(AssertUnwindSafe(job))
                    .unwrap_or_else(|payload| Err(Error::from_panic(payload.as_ref())))
            });
            // Before anybody is told, who may have the next job already.
            drop(place);
            let _ = done.map(|done| tell.send(done));
        });
        self.shared.add(*client, job);
        let stops = |_| Err(Error::new(Kind::Unavailable, "the service stops"));
        let mut patience = self.shared.patience;
        loop {
            match timeout(patience, &mut told).await {
                Ok(done) => return done.unwrap_or_else(stops),
                Err(_) if self.shared.relieve() => patience = (patience * 2).min(MOST_PATIENCE),
                // Jobs begin in their turn: this one has.
                Err(_) => return told.await.unwrap_or_else(stops),
            }
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.lock().ended = true;
        self.shared.bell.notify_all();
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
        let awake = state.looking + state.coming;
        if state.jobs.len() > awake && state.running + awake < self.usual {
            self.call(state);
        }
    }

    /// Lets one thread more than usual take a job, if any waits. The one that was called before may have
    /// taken a job in the place of a usual one, so another is called.
    fn relieve(&self) -> bool {
        let mut state = self.lock();
        let waits = state.jobs.len() > 0;
        if waits {
            state.relief = 1;
            self.call(state);
        }
        waits
    }

    /// Wakes a thread.
    fn call(&self, mut state: MutexGuard<'_, State>) {
        if state.resting > state.coming {
            state.coming += 1;
            drop(state);
            self.bell.notify_one();
        }
    }

    /// What a thread does.
    fn work(&self) {
        let (mut state, mut worked) = (self.lock(), false);
        while !state.ended {
            if let Some((client, job)) = state.next(self.usual, self.share) {
                self.waiting.store(state.jobs.len(), Ordering::Relaxed);
                state.begin(&client);
                drop(state);
                job();
                state = self.lock();
                state.end(&client);
                worked = true;
            } else if worked && state.running + state.looking < self.usual {
                state.looking += 1;
                drop(state);
                self.look();
                state = self.lock();
                state.looking -= 1;
                worked = false;
            } else {
                state.resting += 1;
                state = self.bell.wait(state).unwrap_or_else(PoisonError::into_inner);
                state.resting -= 1;
                state.coming = state.coming.saturating_sub(1);
            }
        }
    }

    /// Waits for a job, though not for long.
    fn look(&self) {
        let from = Instant::now();
        while self.waiting.load(Ordering::Relaxed) == 0 && from.elapsed() < LOOK {
            thread::yield_now();
        }
    }
}

impl State {
    /// The next job for a thread that does nothing, if it is its turn.
    fn next(&mut self, usual: usize, share: usize) -> Option<(Client, Job)> {
        let is_more = self.running >= usual;
        if is_more && self.relief == 0 {
            return None;
        }
        let clients = &self.clients;
        let may = |key| clients.get(&key).is_none_or(|running| *running < share);
        let job = self.jobs.take(|client| client.keys().all(may))?;
        self.relief -= usize::from(is_more);
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
