//! The thread pool for Saxon. A call of Saxon cannot be stopped, but it can be abandoned: if a call
//! exceeds its time, the caller gets an error and the thread continues with a lower priority.
//!
//! Threads are not interchangeable, because each thread has an isolate (the heap of a GraalVM native
//! image) of a fixed size, with the stylesheets that the thread has compiled. A job therefore goes to
//! an idle thread that has compiled its stylesheet, else to any idle thread with a heap of the right
//! size, else to a new thread. If the maximum number of threads exists, the caller waits.
//!
//! Caller and thread decide with one compare-and-swap on the [`Ticket`] of a job if the job is done or
//! abandoned, so that both agree when the job ends at the same moment as its time. The counters in
//! [`State`] satisfy `idle.len() <= live` and `live + abandoned <= threads`. The difference are threads
//! that are about to end.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::library::{Library, priority};
use super::worker::SaxonThread;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::log::{Level, emit};

/// The number of abandoned threads from which further calls are refused.
const MAX_ABANDONED: usize = 4;
/// The idle time after which a thread frees the memory of dropped stylesheets.
const SWEEP_AFTER: Duration = Duration::from_secs(1);
/// The idle time after which a thread ends and frees all its memory. One thread is kept.
const END_AFTER: Duration = Duration::from_secs(30);
/// The maximum time that [`Pool::close`] waits for the threads to end.
const CLOSING: Duration = Duration::from_secs(5);
/// The stack of a thread. Saxon refuses recursion when it is nearly used up.
const STACK: usize = 64 << 20;
/// The maximum time of a call, which prevents overflows of time values.
const MAX_TIME: Duration = Duration::from_secs(365 * 24 * 3600);

/// A function that delivers a result. It is created on the thread, and called when the thread is free again.
type Deliver = Box<dyn FnOnce() + Send>;
type Task = Box<dyn FnOnce(&mut SaxonThread) -> Deliver + Send>;

/// A call, which a thread runs.
struct Job {
    task: Task,
    ticket: Arc<Ticket>,
}

const RUNNING: u8 = 0;
const DONE: u8 = 1;
const ABANDONED: u8 = 2;

/// The state of a job, which the caller and the thread share.
#[derive(Default)]
struct Ticket {
    state: AtomicU8,
    /// The system id of the thread, or 0 if unknown.
    thread: AtomicU32,
}

impl Ticket {
    /// Sets the final state. Returns `true` if the other side has not ended the job before.
    fn becomes(&self, state: u8) -> bool {
        self.state.compare_exchange(RUNNING, state, Ordering::SeqCst, Ordering::SeqCst).is_ok()
    }
}

/// A job, with the sender to the thread that runs it. The thread does not keep the sender itself, so
/// that its receiver is disconnected when its [`Idle`] is dropped.
struct Turn {
    job: Job,
    jobs: Sender<Turn>,
}

/// An idle thread. It ends when this value is dropped, because only this value holds its sender.
struct Idle {
    number: u64,
    heap: usize,
    jobs: Sender<Turn>,
}

#[derive(Default)]
struct State {
    idle: Vec<Idle>,
    /// The number of threads that accept jobs, idle or not.
    live: usize,
    abandoned: usize,
    /// The number of existing threads.
    threads: usize,
    /// The number that identifies the last thread.
    last: u64,
    is_closed: bool,
}

/// The requirements of a job for its thread.
pub(super) struct Want {
    /// The thread that has already compiled the stylesheet.
    pub thread: u64,
    /// The heap of the isolate, in bytes.
    pub heap: usize,
    pub time: Duration,
}

/// The threads of an open library, each with a separate isolate.
pub(super) struct Pool {
    library: Arc<Library>,
    /// The process that has the threads. A fork of it has no threads.
    process: u32,
    max_threads: usize,
    state: Mutex<State>,
    changed: Condvar,
}

impl Pool {
    pub fn new(library: Arc<Library>) -> Arc<Pool> {
        let cores = thread::available_parallelism().map_or(2, usize::from);
        Arc::new(Pool {
            library,
            process: process::id(),
            max_threads: cores.clamp(2, 16),
            state: Mutex::default(),
            changed: Condvar::new(),
        })
    }

    /// Creates a pool as it would be in a forked process.
    #[cfg(test)]
    pub fn of_another_process(library: Arc<Library>) -> Arc<Pool> {
        let pool = Pool::new(library);
        let Pool { library, process, max_threads, .. } = &*pool;
        let (library, process, max_threads) = (library.clone(), process + 1, *max_threads);
        Arc::new(Pool {
            library,
            process,
            max_threads,
            state: Mutex::default(),
            changed: Condvar::new(),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns `true` if this process created the pool.
    pub fn is_ours(&self) -> bool {
        self.process == process::id()
    }

    /// Runs `work` on a thread of the pool.
    ///
    /// Returns `ErrorKind::Deadline` if it exceeds its time (it continues on an abandoned thread), and
    /// `ErrorKind::Unavailable` if no thread is free during that time, if too many threads are abandoned, or
    /// in a forked process.
    pub fn run<T, F>(self: &Arc<Pool>, want: &Want, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&mut SaxonThread) -> Result<T> + Send + 'static,
    {
        let (sender, receiver) = mpsc::sync_channel(1);
        let ticket = Arc::new(Ticket::default());
        let task: Task = Box::new(move |thread| {
            let result = catch_unwind(AssertUnwindSafe(|| work(thread)))
                .unwrap_or_else(|payload| Err(Error::from_panic(payload.as_ref())));
            // The receiver may be gone, which is not an error.
            Box::new(move || drop(sender.send(result)))
        });
        self.submit(want, Job { task, ticket: ticket.clone() })?;
        let lost = || Error::new(ErrorKind::Internal, "a thread of Saxon has ended");
        match receiver.recv_timeout(want.time.min(MAX_TIME)) {
            Ok(result) => result,
            Err(RecvTimeoutError::Disconnected) => Err(lost()),
            Err(RecvTimeoutError::Timeout) if ticket.becomes(ABANDONED) => {
                self.abandon(&ticket);
                let limit = want.time.as_millis();
                Err(Error::new(ErrorKind::Deadline, format!("Saxon ran longer than {limit} ms")))
            }
            // The job ended just now, and the thread is about to deliver its result.
            Err(RecvTimeoutError::Timeout) => receiver.recv().map_err(|_| lost())?,
        }
    }

    /// Passes a job to an idle thread, or else to a new thread, or else to the first thread that becomes
    /// free.
    fn submit(self: &Arc<Pool>, want: &Want, mut job: Job) -> Result<()> {
        let busy = |why: String| {
            Error::new(ErrorKind::Unavailable, why).with_retry_after(Duration::from_secs(1))
        };
        if !self.is_ours() {
            let message =
                "Saxon was opened before this process was forked; open it again in this process";
            return Err(Error::new(ErrorKind::Unavailable, message));
        }
        let end = Instant::now() + want.time.min(MAX_TIME);
        let mut state = self.state();
        loop {
            if state.abandoned >= MAX_ABANDONED {
                let count = state.abandoned;
                return Err(busy(format!(
                    "{count} stylesheets that do not end are blocking Saxon"
                )));
            }
            let fits = |idle: &Idle| idle.heap == want.heap;
            let known = |idle: &Idle| fits(idle) && idle.number == want.thread;
            let idle = state.idle.iter().rposition(known);
            if let Some(index) = idle.or_else(|| state.idle.iter().rposition(fits)) {
                let idle = state.idle.remove(index);
                let jobs = idle.jobs.clone();
                match idle.jobs.send(Turn { job, jobs }) {
                    Ok(()) => return Ok(()),
                    // The thread has ended, for example after a panic.
                    Err(refused) => job = refused.0.job,
                }
                state.live = state.live.saturating_sub(1);
                continue;
            }
            if state.live >= self.max_threads && !state.idle.is_empty() {
                // The heap of this thread has another size. The thread ends because nothing can send it a
                // job.
                state.idle.remove(0);
                state.live -= 1;
            }
            if state.live < self.max_threads {
                return self.spawn(&mut state, want.heap, job);
            }
            let remaining = end.saturating_duration_since(Instant::now());
            if remaining.is_zero() {
                let count = state.live;
                return Err(busy(format!("all {count} threads of Saxon are busy")));
            }
            let waited = self.changed.wait_timeout(state, remaining);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn spawn(self: &Arc<Pool>, state: &mut State, heap: usize, job: Job) -> Result<()> {
        let (jobs, turns) = mpsc::channel();
        let number = state.last + 1;
        let pool = self.clone();
        let body = move || pool.work(number, heap, &turns, Turn { job, jobs });
        thread::Builder::new().name("saxon".to_owned()).stack_size(STACK).spawn(body).map_err(
            |fault| Error::new(ErrorKind::Unavailable, "no thread for Saxon").because(fault),
        )?;
        state.last = number;
        state.live += 1;
        state.threads += 1;
        Ok(())
    }

    /// The main loop of a thread, which runs its jobs.
    fn work(self: Arc<Pool>, number: u64, heap: usize, turns: &Receiver<Turn>, first: Turn) {
        let mut thread = SaxonThread::new(self.library.clone(), number, heap);
        let mut next = Some(first);
        let mut is_abandoned = false;
        while let Some(Turn { job, jobs }) = next.take() {
            job.ticket.thread.store(priority::own_thread(), Ordering::SeqCst);
            let deliver = (job.task)(&mut thread);
            is_abandoned = !job.ticket.becomes(DONE);
            // The thread becomes free before the caller gets the result, so that the next call can use it.
            if !is_abandoned && self.is_kept(Idle { number, heap, jobs }, thread.is_spent()) {
                deliver();
                next = self.wait(&mut thread, turns, number);
            } else {
                deliver();
            }
        }
        drop(thread);
        let mut state = self.state();
        state.threads -= 1;
        // The caller has already counted an abandoned thread as no longer live.
        if is_abandoned {
            state.abandoned -= 1;
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Adds a thread to the idle threads, or returns `false` if it has to end.
    fn is_kept(&self, idle: Idle, is_spent: bool) -> bool {
        let mut state = self.state();
        let is_kept = !state.is_closed && !is_spent;
        if is_kept {
            state.idle.push(idle);
        } else {
            state.live -= 1;
        }
        drop(state);
        self.changed.notify_one();
        is_kept
    }

    /// Waits for the next job of an idle thread. Returns `None` if the thread has to end.
    fn wait(&self, thread: &mut SaxonThread, turns: &Receiver<Turn>, number: u64) -> Option<Turn> {
        let mut timeout = SWEEP_AFTER;
        loop {
            match turns.recv_timeout(timeout) {
                Ok(turn) => return Some(turn),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) if timeout == SWEEP_AFTER => thread.sweep(),
                Err(RecvTimeoutError::Timeout) => {
                    let mut state = self.state();
                    // If the thread is no longer idle, a job is on its way to it, or its sender was dropped.
                    let index = state.idle.iter().position(|idle| idle.number == number);
                    if let Some(index) = index.filter(|_| state.live > 1) {
                        state.idle.remove(index);
                        state.live -= 1;
                        return None;
                    }
                }
            }
            timeout = END_AFTER;
        }
    }

    /// Abandons a thread that did not end in time.
    fn abandon(&self, ticket: &Ticket) {
        let mut state = self.state();
        state.live -= 1;
        state.abandoned += 1;
        let count = state.abandoned;
        drop(state);
        let message = format_args!("a stylesheet does not end and was abandoned ({count} so far)");
        emit(Level::Warn, "glossweave::xslt", message);
        self.changed.notify_one();
        priority::lower(ticket.thread.load(Ordering::SeqCst));
    }

    /// Ends the threads and waits for them, except for abandoned threads.
    pub fn close(&self) {
        if !self.is_ours() {
            return;
        }
        let mut state = self.state();
        state.is_closed = true;
        state.live -= state.idle.len();
        state.idle.clear();
        let is_there = |state: &mut State| state.threads > state.abandoned;
        drop(self.changed.wait_timeout_while(state, CLOSING, is_there));
    }
}
