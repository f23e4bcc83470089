//! Work on a thread of its own, with a stack for deep recursion, that its caller need not wait for.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use glossweave_base::error::{Error, Kind, Result};

/// The address space of a stack; memory is taken only for what is used of it.
const STACK: usize = 256 << 20;
/// How long after its limit work is waited for: by then it should have ended by itself.
const GRACE: Duration = Duration::from_millis(300);
/// How many threads may still work on what nobody waits for.
const LEFT: usize = 4;
/// When to try again where there are so many.
const RETRY: Duration = Duration::from_secs(5);

/// What a thread is at: it works, it works and nobody waits, it has ended.
const RUNS: u8 = 0;
const ALONE: u8 = 1;
const DONE: u8 = 2;

static ABANDONED: AtomicUsize = AtomicUsize::new(0);

/// Runs something. Kinds: Deadline where it does not end in time; Unavailable where too much goes on
/// that nobody waits for, or the system gives no thread.
pub(super) fn run<T: Send + 'static>(
    time: Duration,
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    if ABANDONED.load(Ordering::Relaxed) >= LEFT {
        let message = "too many stylesheets are still running that did not end in time";
        return Err(Error::new(Kind::Unavailable, message).with_retry_after(RETRY));
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
        Error::new(Kind::Unavailable, message).because(error)
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
            Err(Error::new(Kind::Internal, "a thread ended without an answer"))
        }
    }
}

/// How many threads work on what nobody waits for.
#[cfg(test)]
pub(super) fn abandoned() -> usize {
    ABANDONED.load(Ordering::Relaxed)
}

/// The error for what did not end in time.
pub(super) fn late(time: Duration) -> Error {
    let message = format!("the stylesheet took longer than {} ms", time.as_millis());
    Error::new(Kind::Deadline, message)
}
