//! Work on a thread with a stack for deep recursion, which the caller may stop waiting for.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use glossweave_base::error::{Error, ErrorKind, Result};

/// The address space of a stack; memory is taken only for the part that is used.
const STACK: usize = 256 << 20;
/// The time for which work is waited for after its limit: by then it should have ended by itself.
const GRACE: Duration = Duration::from_millis(300);
/// The maximum number of threads with abandoned work.
const LEFT: usize = 4;
/// The time after which to try again if there are so many.
const RETRY: Duration = Duration::from_secs(5);

/// The states of a thread: running, abandoned, done.
const RUNS: u8 = 0;
const ALONE: u8 = 1;
const DONE: u8 = 2;

static ABANDONED: AtomicUsize = AtomicUsize::new(0);

/// Runs something. Returns `ErrorKind::Deadline` if it does not end in time, `ErrorKind::Unavailable` if too much
/// abandoned work is running or the system provides no thread.
pub(super) fn run<T: Send + 'static>(
    time: Duration,
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    if ABANDONED.load(Ordering::Relaxed) >= LEFT {
        let message = "too many stylesheets are still running that did not end in time";
        return Err(Error::new(ErrorKind::Unavailable, message).with_retry_after(RETRY));
    }
    let (sender, receiver) = mpsc::sync_channel(1);
    let state = Arc::new(AtomicU8::new(RUNS));
    let own = state.clone();
    let begin = move || {
        let found = catch_unwind(AssertUnwindSafe(work))
            .unwrap_or_else(|payload| Err(Error::from_panic(payload.as_ref())));
        let _ = sender.send(found);
        if own.swap(DONE, Ordering::AcqRel) == ALONE {
            ABANDONED.fetch_sub(1, Ordering::Relaxed);
        }
    };
    let builder = thread::Builder::new().name("glossweave-xslt".into()).stack_size(STACK);
    let thread = builder.spawn(begin).map_err(|error| {
        let message = "the system gives no thread for a stylesheet";
        Error::new(ErrorKind::Unavailable, message).because(error)
    })?;
    let found = receiver.recv_timeout(time.saturating_add(GRACE)).or_else(|error| {
        // Counted before the thread can see that nobody waits.
        ABANDONED.fetch_add(1, Ordering::Relaxed);
        if state.compare_exchange(RUNS, ALONE, Ordering::AcqRel, Ordering::Acquire).is_ok() {
            return Err(error);
        }
        ABANDONED.fetch_sub(1, Ordering::Relaxed);
        receiver.try_recv().map_err(|_| error)
    });
    match found {
        Ok(found) => {
            // It has nothing left to do; a host that ends now does not end beside it.
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
