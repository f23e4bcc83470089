//! Streams of calls on several threads.

use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use crate::service::{Answer, Call};
use glossweave_base::cancellation::Cancellation;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::{option_words, request_options};

/// The order of answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The order of the documents.
    #[default]
    Kept,
    /// The order in which the documents are finished.
    Free,
}

option_words!(Order, "order", "kept" => Kept, "free" => Free);

request_options! {
    /// The options for a stream of documents.
    ///
    /// ```
    /// use glossweave::pipeline::{BatchOptions, Order};
    /// use glossweave::service::Call;
    /// use glossweave::{Caller, Engine, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let calls = (0..20).map(|_| Ok(Call::new("/e-terminology/extraction?language=en").with_body("One black hole.")));
    /// let options = BatchOptions { threads: 4, order: Order::Free };
    /// let answers = engine.session(Caller::Anonymous).call_many(calls, &options);
    /// // In the order in which they are finished; each has its index.
    /// let mut indexes: Vec<usize> = answers.map(|answer| answer.index).collect();
    /// indexes.sort_unstable();
    /// assert!(indexes.into_iter().eq(0..20));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct BatchOptions {
        /// The number of threads. By default, the number of cores of the machine.
        pub threads: usize => "threads": Range(0, THREADS) default "0",
        /// The order of the answers: the order of the documents, or the order in which they are finished.
        pub order: Order => "order": Word(Order::VALUES) default "kept",
    }
}

/// A finished document.
#[derive(Debug)]
pub struct CallResult {
    /// The index of the document, from 0.
    pub index: usize,
    /// The answer, or the error of this document. An error does not stop the batch.
    pub answer: Result<Answer>,
}

/// The answers to a stream of calls. Calls are taken from the stream when answers are requested:
/// for each thread, at most four calls are in progress or wait for an earlier answer. Dropping the
/// batch stops the work, and waits for the calls in progress.
///
/// ```
/// use glossweave::pipeline::BatchOptions;
/// use glossweave::service::Call;
/// use glossweave::{Caller, Engine, Settings};
/// let engine = Engine::builder(Settings::default()).open()?;
/// // A path that no service has: each call fails, and the others go on.
/// let calls = (0..3).map(|number| Ok(Call::new(format!("/nowhere/{number}"))));
/// let mut batch = engine.session(Caller::Anonymous).call_many(calls, &BatchOptions::default());
/// assert!(batch.next().unwrap().answer.is_err());
/// batch.by_ref().for_each(drop);
/// assert_eq!(batch.progress(), (3, 3));
/// batch.cancel();
/// // The same for a thread that has only the handle.
/// batch.handle().cancel();
/// # Ok::<(), glossweave::Error>(())
/// ```
///
/// Use the [handle](CallBatch::handle) to stop the batch from another thread.
pub struct CallBatch {
    answers: Option<Receiver<CallResult>>,
    workers: Vec<JoinHandle<()>>,
    waiting: BTreeMap<usize, Result<Answer>>,
    next: usize,
    shared: Arc<Shared>,
}

/// A handle of a [`CallBatch`] for other threads. It does not keep the batch alive.
///
/// ```
/// use glossweave::pipeline::BatchOptions;
/// use glossweave::service::Call;
/// use glossweave::{Caller, Engine, Settings};
/// let engine = Engine::builder(Settings::default()).open()?;
/// let calls = (0..).map(|number| Ok(Call::new(format!("/nowhere/{number}"))));
/// let batch = engine.session(Caller::Anonymous).call_many(calls, &BatchOptions::default());
/// let handle = batch.handle();
/// let answers = std::thread::spawn(move || batch.count());
/// handle.cancel();
/// assert!(answers.join().unwrap() < 1_000_000);
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone)]
pub struct BatchHandle(Arc<Shared>);

impl BatchHandle {
    /// Stops the work, as [`CallBatch::cancel`] does.
    pub fn cancel(&self) {
        self.0.cancel();
    }
}

impl fmt::Debug for BatchHandle {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("BatchHandle").finish_non_exhaustive()
    }
}

struct Shared {
    stop: AtomicBool,
    /// The cancellation of the thread that started the batch.
    cancellation: Cancellation,
    done: AtomicUsize,
    failed: AtomicUsize,
    /// The window, if the order of the documents is kept.
    window: Option<Window>,
}

/// The remaining calls, with the index of the next call.
struct Source<I> {
    calls: Option<I>,
    next: usize,
}

/// The maximum number of threads.
const THREADS: u32 = 256;
/// The maximum number of waiting answers for each thread.
const AHEAD: usize = 4;

/// The limit on how far workers may be ahead of the next answer.
struct Window {
    size: usize,
    emitted: Mutex<usize>,
    moved: Condvar,
}

impl Window {
    /// Waits until a call is within the window, or until the work is stopped.
    fn wait(&self, index: usize, shared: &Shared) {
        let mut emitted = self.emitted.lock().unwrap_or_else(PoisonError::into_inner);
        while index >= *emitted + self.size && !shared.stops() {
            emitted = self.moved.wait(emitted).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn advance(&self, emitted: usize) {
        *self.emitted.lock().unwrap_or_else(PoisonError::into_inner) = emitted;
        self.moved.notify_all();
    }
}

impl Shared {
    fn stops(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.cancellation.is_cancelled()
    }

    /// Stops the work, and wakes waiting threads.
    fn cancel(&self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(window) = &self.window {
            let emitted = *window.emitted.lock().unwrap_or_else(PoisonError::into_inner);
            window.advance(emitted);
        }
    }
}

/// Runs calls on several threads.
pub(crate) fn run_many<I>(
    calls: I,
    options: &BatchOptions,
    work: impl Fn(Call) -> Result<Answer> + Send + Sync + 'static,
) -> CallBatch
where
    I: Iterator<Item = Result<Call>> + Send + 'static,
{
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let threads =
        if options.threads == 0 { cores() } else { options.threads.min(THREADS as usize) };
    let (done, answers) = sync_channel(threads);
    let (size, moved) = (threads * AHEAD, Condvar::new());
    let window = Window { size, emitted: Mutex::new(0), moved };
    let shared = Arc::new(Shared {
        stop: AtomicBool::new(false),
        cancellation: Cancellation::current().unwrap_or_default(),
        done: AtomicUsize::new(0),
        failed: AtomicUsize::new(0),
        window: (options.order == Order::Kept).then_some(window),
    });
    let source = Arc::new(Mutex::new(Source { calls: Some(calls), next: 0 }));
    let work = Arc::new(work);
    let mut workers = Vec::with_capacity(threads);
    let mut waiting = BTreeMap::new();
    for _ in 0..threads {
        let (source, shared, work) = (source.clone(), shared.clone(), work.clone());
        let done = done.clone();
        let worker = move || {
            run(&source, &shared, &*work, &done);
            if shared.stops() {
                // Wake the other workers. They may wait for a call that will never be made.
                shared.cancel();
            }
        };
        let name = "glossweave-many".to_owned();
        match thread::Builder::new().name(name).spawn(worker) {
            Ok(worker) => workers.push(worker),
            Err(error) => {
                // If no more threads can be started, the existing threads do the work.
                if workers.is_empty() {
                    let message = "no thread can be started";
                    waiting
                        .insert(0, Err(Error::new(ErrorKind::Unavailable, message).because(error)));
                }
                break;
            }
        }
    }
    CallBatch { answers: Some(answers), workers, waiting, next: 0, shared }
}

fn run<I: Iterator<Item = Result<Call>>>(
    source: &Mutex<Source<I>>,
    shared: &Shared,
    work: &(dyn Fn(Call) -> Result<Answer> + Send + Sync),
    done: &SyncSender<CallResult>,
) {
    while !shared.stops() {
        let Some((index, call)) = take(source) else { return };
        if let Some(window) = &shared.window {
            window.wait(index, shared);
        }
        if shared.stops() {
            return;
        }
        let answer = call.and_then(|call| {
            catch_unwind(AssertUnwindSafe(|| shared.cancellation.run(|| work(call))))
                .unwrap_or_else(|payload| Err(Error::from_panic(payload.as_ref())))
        });
        shared.done.fetch_add(1, Ordering::Relaxed);
        shared.failed.fetch_add(usize::from(answer.is_err()), Ordering::Relaxed);
        if done.send(CallResult { index, answer }).is_err() {
            return;
        }
    }
}

/// Returns the next call. If the stream panics, the error is the last item.
fn take<I: Iterator<Item = Result<Call>>>(
    source: &Mutex<Source<I>>,
) -> Option<(usize, Result<Call>)> {
    let mut source = source.lock().unwrap_or_else(PoisonError::into_inner);
    let mut calls = source.calls.take()?;
    let (calls, call) = match catch_unwind(AssertUnwindSafe(|| (calls.next(), calls))) {
        Ok((call, calls)) => (Some(calls), call?),
        Err(payload) => (None, Err(Error::from_panic(payload.as_ref()))),
    };
    source.calls = calls;
    let index = source.next;
    source.next += 1;
    Some((index, call))
}

impl CallBatch {
    /// Stops the work. Finished answers are still returned.
    ///
    /// ```
    /// use glossweave::pipeline::BatchOptions;
    /// use glossweave::service::Call;
    /// use glossweave::{Caller, Engine, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// // Documents without an end.
    /// let calls = (0..).map(|number| Ok(Call::new(format!("/nowhere/{number}"))));
    /// let options = BatchOptions { threads: 2, ..BatchOptions::default() };
    /// let mut batch = engine.session(Caller::Anonymous).call_many(calls, &options);
    /// assert_eq!(batch.next().unwrap().index, 0);
    /// batch.cancel();
    /// // The rest of the answers is finite.
    /// assert!(batch.count() < 1_000);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn cancel(&self) {
        self.shared.cancel();
    }

    /// Returns a handle that stops the work, even while another thread waits for the next answer.
    pub fn handle(&self) -> BatchHandle {
        BatchHandle(self.shared.clone())
    }

    /// Returns the number of finished documents, and how many of them failed.
    pub fn progress(&self) -> (usize, usize) {
        let Shared { done, failed, .. } = &*self.shared;
        (done.load(Ordering::Relaxed), failed.load(Ordering::Relaxed))
    }

    /// Returns the next answer if it is waiting.
    fn waiting(&mut self) -> Option<CallResult> {
        let answer = self.waiting.remove(&self.next)?;
        let index = self.next;
        self.next += 1;
        if let Some(window) = &self.shared.window {
            window.advance(self.next);
        }
        Some(CallResult { index, answer })
    }
}

impl Iterator for CallBatch {
    type Item = CallResult;

    fn next(&mut self) -> Option<CallResult> {
        loop {
            if let Some(done) = self.waiting() {
                return Some(done);
            }
            let received = self.answers.as_ref()?.recv();
            match received {
                Ok(done) if self.shared.window.is_none() => return Some(done),
                Ok(CallResult { index, answer }) => drop(self.waiting.insert(index, answer)),
                // All workers have ended. If the work was stopped, some indexes are missing and are
                // skipped.
                Err(_) => self.next = *self.waiting.keys().next()?,
            }
        }
    }
}

impl Drop for CallBatch {
    fn drop(&mut self) {
        self.shared.cancel();
        // Wakes workers that wait to send an answer.
        self.answers = None;
        for worker in self.workers.drain(..) {
            // The answer of the call has reported the panic.
            let _ = worker.join();
        }
    }
}

impl fmt::Debug for CallBatch {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("CallBatch").field("progress", &self.progress()).finish_non_exhaustive()
    }
}
