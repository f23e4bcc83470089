//! Work that blocks, on threads of its own.

use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use glossweave::{Error, Kind, Result};
use tokio::sync::oneshot;
use tokio::time::timeout;

/// How long a job waits for those before it, which are on the processor for the most part, before one
/// more thread is put to work: they may be waiting themselves, for others over HTTP.
const PATIENCE: Duration = Duration::from_millis(2);

/// Who waits for long asks less and less often: there may be many.
const MOST_PATIENCE: Duration = Duration::from_millis(64);

/// How long a thread that has worked looks for the next job before it rests, giving way to others all the
/// time: about what it costs to be woken.
const LOOK: Duration = Duration::from_micros(50);

/// So many jobs run at once, so many more wait, and the rest is told to come back.
///
/// While jobs are short, no more than the usual number of threads work, which take one job after the other:
/// waking another thread for each job would cost as much as many a job.
#[derive(Debug)]
pub struct Pool {
    shared: Arc<Shared>,
}

type Job = Box<dyn FnOnce(&AtomicUsize) + Send>;

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    /// Tells threads that rest that there is something to do, or that they end.
    bell: Condvar,
    /// How many threads work while nobody loses patience.
    usual: usize,
    /// How many jobs wait or run.
    places: AtomicUsize,
    /// How many jobs wait, for those who look.
    waiting: AtomicUsize,
    /// How many jobs there are room for.
    most: usize,
    patience: Duration,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    running: usize,
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
    /// A pool with threads for jobs that run, of which up to `usual` do so while all goes fast, and room
    /// for jobs that wait. Kind Internal where no threads can be made.
    pub fn new(threads: usize, usual: usize, waiting: usize) -> Result<Pool> {
        Pool::with_patience(threads, usual, waiting, PATIENCE)
    }

    fn with_patience(
        threads: usize,
        usual: usize,
        waiting: usize,
        patience: Duration,
    ) -> Result<Pool> {
        let threads = threads.max(1);
        let shared = Arc::new(Shared {
            state: Mutex::default(),
            bell: Condvar::new(),
            usual: usual.clamp(1, threads),
            places: AtomicUsize::new(0),
            waiting: AtomicUsize::new(0),
            most: threads.saturating_add(waiting),
            patience,
        });
        let pool = Pool { shared };
        for _ in 0..threads {
            let shared = pool.shared.clone();
            let builder = thread::Builder::new().name("work".to_owned());
            let failed = |error: io::Error| {
                Error::new(Kind::Internal, "no threads can be made").because(error)
            };
            builder.spawn(move || shared.work()).map_err(failed)?;
        }
        Ok(pool)
    }

    /// Runs a job. One that has begun goes on where nobody waits for it any more. Kinds: Unavailable, with
    /// the time to wait, where all places are taken; Internal where the job panics; those of the job.
    pub async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (tell, mut told) = oneshot::channel();
        self.shared.add(Box::new(move |places| {
            let done = (!tell.is_closed()).then(|| {
                catch_unwind(AssertUnwindSafe(job))
                    .unwrap_or_else(|payload| Err(Error::from_panic(payload.as_ref())))
            });
            // Before anybody is told, who may have the next job already.
            places.fetch_sub(1, Ordering::Relaxed);
            let _ = done.map(|done| tell.send(done));
        }))?;
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

    fn add(&self, job: Job) -> Result<()> {
        let mut state = self.lock();
        if self.places.load(Ordering::Relaxed) >= self.most {
            let error = Error::new(Kind::Unavailable, "the service has as much to do as it can");
            return Err(error.with_retry_after(Duration::from_secs(1)));
        }
        self.places.fetch_add(1, Ordering::Relaxed);
        state.jobs.push_back(job);
        self.waiting.store(state.jobs.len(), Ordering::Relaxed);
        let awake = state.looking + state.coming;
        if state.jobs.len() > awake && state.running + awake < self.usual {
            self.call(state);
        }
        Ok(())
    }

    /// Lets one thread more than usual take a job, if any waits.
    fn relieve(&self) -> bool {
        let mut state = self.lock();
        let waits = !state.jobs.is_empty();
        if waits && state.relief == 0 {
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
            if let Some(job) = state.next(self.usual) {
                self.waiting.store(state.jobs.len(), Ordering::Relaxed);
                state.running += 1;
                drop(state);
                job(&self.places);
                state = self.lock();
                state.running -= 1;
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
    fn next(&mut self, usual: usize) -> Option<Job> {
        if self.running >= usual {
            self.relief = self.relief.checked_sub(1)?;
        }
        self.jobs.pop_front()
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
