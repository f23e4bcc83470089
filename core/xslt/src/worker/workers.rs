//! The workers of a process. Some idle workers are kept, and workers that do not finish in time are killed.

use std::fs;
use std::io::{self, BufReader, BufWriter};
use std::path::{Path, PathBuf};
use std::process::{self, Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use super::{ARGUMENT, frame, message};
use crate::{Limits, saxon};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::log::{Level, emit};

/// The maximum number of idle workers.
const READY: usize = 4;
/// The maximum time for starting a worker.
const OPENING: Duration = Duration::from_secs(60);
/// The time that a caller waits for an answer beyond the limit, because the worker checks the limit, too.
const GRACE: Duration = Duration::from_millis(200);
/// The interval at which the memory of a worker is checked.
const LOOK: Duration = Duration::from_millis(20);
/// The memory that a worker may use in addition to the heap of a run, in bytes.
const BESIDE: usize = 128 << 20;
/// The maximum time limit, which prevents overflows of time values.
const EVER: Duration = Duration::from_secs(365 * 24 * 3600);

type Fields = Vec<Vec<u8>>;

/// The workers of this process, by program and processor.
static ALL: Mutex<Vec<Weak<Workers>>> = Mutex::new(Vec::new());

/// Workers that use one program and one processor.
#[derive(Debug)]
pub(crate) struct Workers {
    program: PathBuf,
    /// The library of Saxon. `None` for libxslt.
    library: Option<PathBuf>,
    /// The parent process of the workers.
    process: u32,
    most: usize,
    state: Mutex<State>,
    changed: Condvar,
    /// The maximum number of bytes of a worker, independent of its heap.
    #[cfg(test)]
    memory_limit: std::sync::atomic::AtomicUsize,
}

#[derive(Debug, Default)]
struct State {
    ready: Vec<Worker>,
    /// The number of all workers, including busy workers.
    live: usize,
}

/// A worker. The process is killed when this value is dropped.
#[derive(Debug)]
struct Worker {
    child: Child,
    process: u32,
    orders: Sender<Fields>,
    answers: Receiver<io::Result<Option<Fields>>>,
    /// The stylesheet that the worker ran last.
    last: u64,
}

impl Drop for Worker {
    fn drop(&mut self) {
        // After a fork, the worker belongs to the parent process.
        if self.process == process::id() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

impl Workers {
    /// Returns the workers of a program, using Saxon from a library, or libxslt.
    pub fn of(program: &Path, library: Option<&Path>) -> Arc<Workers> {
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|workers| workers.strong_count() > 0);
        let is_it = |workers: &Arc<Workers>| {
            workers.program == program
                && workers.library.as_deref() == library
                && workers.process == process::id()
        };
        if let Some(workers) = all.iter().filter_map(Weak::upgrade).find(is_it) {
            return workers;
        }
        let cores = thread::available_parallelism().map_or(2, usize::from);
        let workers = Arc::new(Workers {
            program: program.to_owned(),
            library: library.map(Path::to_owned),
            process: process::id(),
            most: match library {
                Some(_) => cores.clamp(2, 16),
                // As many as can run in the process itself, so that the runs of one user do not have to wait
                // for all runs of other users.
                None => (4 * cores).clamp(8, 32),
            },
            state: Mutex::default(),
            changed: Condvar::new(),
            #[cfg(test)]
            memory_limit: usize::MAX.into(),
        });
        all.push(Arc::downgrade(&workers));
        workers
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the bytes that a run may use in a worker.
    pub fn heap(&self, limits: &Limits) -> usize {
        match self.library {
            Some(_) => saxon::heap(limits),
            None => limits.memory,
        }
    }

    /// Sends an order for the stylesheet with this number to a worker, and returns the answer.
    ///
    /// Returns `ErrorKind::Deadline` or `ErrorKind::TooLarge` if the worker had to be killed,
    /// `ErrorKind::Internal` if it ended on its own, `ErrorKind::Unavailable` if no worker is free in time,
    /// and `ErrorKind::Provider` if the program is not a worker.
    pub fn ask(&self, number: u64, order: Fields, heap: usize, time: Duration) -> Result<Fields> {
        let time = time.min(EVER);
        #[cfg(test)]
        let heap = heap.min(self.memory_limit.load(std::sync::atomic::Ordering::SeqCst));
        let worker = self.take(number, Instant::now() + time)?;
        let found = worker.and_then(|mut worker| {
            worker.last = number;
            let answer = worker.ask(order, heap, time)?;
            Ok((worker, answer))
        });
        let mut state = self.state();
        let answer = match found {
            Ok((worker, answer)) => {
                // The worker is not reused if an abandoned run continues in it, or if it still uses much
                // memory after a large run.
                let is_large = memory(worker.child.id()).is_some_and(|held| held > BESIDE);
                if message::is_late(&answer) || is_large || state.ready.len() >= READY {
                    state.live = state.live.saturating_sub(1);
                    drop(state);
                    drop(worker);
                } else {
                    state.ready.push(worker);
                    drop(state);
                }
                Ok(answer)
            }
            Err(error) => {
                state.live = state.live.saturating_sub(1);
                drop(state);
                Err(error)
            }
        };
        self.changed.notify_one();
        answer
    }

    /// Limits the memory of workers to this number of bytes, independent of their heaps.
    #[cfg(test)]
    pub fn limit_memory(&self, most: usize) {
        self.memory_limit.store(most, std::sync::atomic::Ordering::SeqCst);
    }

    /// Returns the process ids of the idle workers.
    #[cfg(test)]
    pub fn ready(&self) -> Vec<u32> {
        self.state().ready.iter().map(|worker| worker.child.id()).collect()
    }

    /// Returns a worker, which counts as live even if it could not be started. Returns
    /// `ErrorKind::Unavailable` if all workers are busy.
    fn take(&self, number: u64, end: Instant) -> Result<Result<Worker>> {
        if self.process != process::id() {
            let message = "workers were started before this process was forked; compile again in this process";
            return Err(Error::new(ErrorKind::Unavailable, message));
        }
        let mut state = self.state();
        loop {
            let known = state.ready.iter().rposition(|worker| worker.last == number);
            if let Some(at) = known.or_else(|| state.ready.len().checked_sub(1)) {
                let mut worker = state.ready.remove(at);
                if worker.is_alive() {
                    return Ok(Ok(worker));
                }
                state.live = state.live.saturating_sub(1);
                continue;
            }
            if state.live < self.most {
                state.live += 1;
                drop(state);
                return Ok(self.begin());
            }
            let remaining = end.saturating_duration_since(Instant::now());
            if remaining.is_zero() {
                let message = format!("all {} workers for stylesheets are busy", state.live);
                let error = Error::new(ErrorKind::Unavailable, message);
                return Err(error.with_retry_after(Duration::from_secs(1)));
            }
            let waited = self.changed.wait_timeout(state, remaining);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Starts a worker.
    fn begin(&self) -> Result<Worker> {
        let shown = self.program.display();
        let no = |why: &str| Error::new(ErrorKind::Provider, format!("`{shown}` {why}"));
        let mut child = Command::new(&self.program)
            .arg(ARGUMENT)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // Discards the messages that Saxon prints.
            .stderr(Stdio::null())
            .spawn()
            .map_err(|fault| no("does not start as a worker").because(fault))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (orders, taken) = mpsc::channel::<Fields>();
        let (sender, answers) = mpsc::channel();
        let worker = Worker { child, process: process::id(), orders, answers, last: 0 };
        let Some((input, output)) = pipes else { return Err(no("has no pipes")) };
        let drive = move || {
            let (mut input, mut output) = (BufWriter::new(input), BufReader::new(output));
            while let Ok(order) = taken.recv() {
                let answer =
                    frame::write(&mut input, &order).and_then(|()| frame::read(&mut output));
                let is_over = !matches!(answer, Ok(Some(_)));
                if sender.send(answer).is_err() || is_over {
                    return;
                }
            }
        };
        thread::Builder::new()
            .name("xslt-worker".to_owned())
            .spawn(drive)
            .map_err(|fault| Error::new(ErrorKind::Unavailable, "no thread").because(fault))?;
        let library = self.library.as_deref().unwrap_or(Path::new(""));
        let library = library.to_string_lossy().into_owned().into_bytes();
        let hello =
            worker.ask(vec![library], usize::MAX, OPENING).map_err(|error| match error.kind() {
                ErrorKind::Internal => no("is not a worker: it ended without an answer"),
                _ => no("is not a worker: its answer cannot be read"),
            })?;
        let hello = message::accepted(hello)?;
        match hello.first() {
            Some(first) if first == message::HELLO.as_bytes() => Ok(worker),
            _ => Err(no("is not a worker: it sent a different greeting")),
        }
    }
}

impl Worker {
    /// Returns `false` if the process ended while it was idle.
    fn is_alive(&mut self) -> bool {
        // A killed process cannot be waited for while its threads end.
        let state = fs::read_to_string(format!("/proc/{}/stat", self.child.id()));
        let is_ending = state.is_ok_and(|state| state.contains(") Z "));
        !is_ending && matches!(self.child.try_wait(), Ok(None))
    }

    /// Sends an order and waits for the answer, up to the limits of time and memory.
    fn ask(&self, order: Fields, heap: usize, time: Duration) -> Result<Fields> {
        let ended = || Error::new(ErrorKind::Internal, "a worker for stylesheets has ended");
        let end = Instant::now() + time + GRACE;
        self.orders.send(order).map_err(|_| ended())?;
        loop {
            match self.answers.recv_timeout(LOOK) {
                Ok(Ok(Some(answer))) => return Ok(answer),
                Ok(Ok(None)) | Err(RecvTimeoutError::Disconnected) => return Err(ended()),
                Ok(Err(fault)) => return Err(ended().because(fault)),
                Err(RecvTimeoutError::Timeout) if Instant::now() >= end => {
                    let message = format!("the stylesheet ran longer than {} ms", time.as_millis());
                    emit(
                        Level::Warn,
                        "glossweave::xslt",
                        format_args!("{message}; its worker is killed"),
                    );
                    return Err(Error::new(ErrorKind::Deadline, message));
                }
                Err(RecvTimeoutError::Timeout) => {
                    if memory(self.child.id())
                        .is_some_and(|held| held > heap.saturating_add(BESIDE))
                    {
                        let message = "the stylesheet exceeds its memory limit";
                        return Err(Error::new(ErrorKind::TooLarge, message));
                    }
                }
            }
        }
    }
}

/// Returns the anonymous resident memory of a process in bytes, on Linux.
fn memory(process: u32) -> Option<usize> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<usize>().ok()? << 10)
}
