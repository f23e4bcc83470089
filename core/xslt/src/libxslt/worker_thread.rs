//! A thread with a large stack for deep recursion. The caller can stop waiting for it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use glossweave_base::error::{Error, ErrorKind, Result};

/// The address space of a stack. Only the part that is used takes memory.
const STACK: usize = 256 << 20;
/// The time for which the caller waits beyond the limit of the work, which should have ended by then.
const GRACE: Duration = Duration::from_millis(300);
/// The maximum number of threads with abandoned work.
const LEFT: usize = 4;
/// The time after which callers may retry when there are too many.
const RETRY: Duration = Duration::from_secs(5);

/// The states of a thread: running, abandoned, done.
const RUNS: u8 = 0;
const ALONE: u8 = 1;
const DONE: u8 = 2;

static ABANDONED: AtomicUsize = AtomicUsize::new(0);

/// Runs `work` on a thread. Returns `ErrorKind::Deadline` if it does not end in time, and
/// `ErrorKind::Unavailable` if there is too much abandoned work or the system provides no thread.
pub(super) fn run<T: Send + 'static>(
    time: Duration,
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    if ABANDONED.load(Ordering::Relaxed) >= LEFT {
        let message = "too many stylesheets are still running after their time limit";
        return Err(Error::new(ErrorKind::Unavailable, message).with_retry_after(RETRY));
    }
    let (sender, receiver) = mpsc::sync_channel(1);
    let state = Arc::new(AtomicU8::new(RUNS));
    let shared_state = state.clone();
    let begin = move || {
        let found = catch_unwind(AssertUnwindSafe(work))
            .unwrap_or_else(|payload| Err(Error::from_panic(payload.as_ref())));
        let _ = sender.send(found);
        if shared_state.swap(DONE, Ordering::AcqRel) == ALONE {
            ABANDONED.fetch_sub(1, Ordering::Relaxed);
        }
    };
    let builder = thread::Builder::new().name("glossweave-xslt".into()).stack_size(STACK);
    let thread = builder.spawn(begin).map_err(|error| {
        let message = "no thread is available for a stylesheet";
        Error::new(ErrorKind::Unavailable, message).because(error)
    })?;
    let found = receiver.recv_timeout(time.saturating_add(GRACE)).or_else(|error| {
        // Counted before the thread can see that it was abandoned.
        ABANDONED.fetch_add(1, Ordering::Relaxed);
        if state.compare_exchange(RUNS, ALONE, Ordering::AcqRel, Ordering::Acquire).is_ok() {
            return Err(error);
        }
        ABANDONED.fetch_sub(1, Ordering::Relaxed);
        receiver.try_recv().map_err(|_| error)
    });
    match found {
        Ok(found) => {
            // The thread is done. It is joined, so that it has ended when the host exits.
            let _ = thread.join();
            found
        }
        Err(RecvTimeoutError::Timeout) => Err(late(time)),
        Err(RecvTimeoutError::Disconnected) => {
            Err(Error::new(ErrorKind::Internal, "a thread ended without an answer"))
        }
    }
}

/// Returns the number of threads with abandoned work.
#[cfg(test)]
pub(super) fn abandoned() -> usize {
    ABANDONED.load(Ordering::Relaxed)
}

/// Returns the error for work that did not end in time.
pub(super) fn late(time: Duration) -> Error {
    let message = format!("the stylesheet took longer than {} ms", time.as_millis());
    Error::new(ErrorKind::Deadline, message)
}
