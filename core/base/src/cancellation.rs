//! Cancellation of calls by other threads.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::{Error, ErrorKind, Result};

thread_local! {
    static CURRENT: RefCell<Option<Cancellation>> = const { RefCell::new(None) };
}

/// A switch with which other threads cancel calls. Clones share one state, and cancellation is permanent.
#[derive(Clone, Debug, Default)]
pub struct Cancellation(Arc<AtomicBool>);

impl Cancellation {
    /// Cancels the calls in progress, which end soon, and later calls.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns `true` if the calls were cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Runs work in which calls can be cancelled: the calls that this thread starts during the work. A
    /// cancelled call ends at its next check of limits.
    ///
    /// # Errors
    ///
    /// Returns the errors of the work, and [`ErrorKind::Unavailable`] if the calls are already cancelled.
    pub fn run<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let _scope = self.enter()?;
        work()
    }

    /// Makes calls cancellable until the returned scope is dropped.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unavailable`] if the calls are already cancelled.
    pub fn enter(&self) -> Result<CancellationScope> {
        self.check()?;
        Ok(CancellationScope(CURRENT.replace(Some(self.clone()))))
    }

    /// Returns the switch for calls that this thread starts, if there is one.
    #[doc(hidden)]
    pub fn current() -> Option<Cancellation> {
        CURRENT.with_borrow(Clone::clone)
    }

    /// # Errors
    ///
    /// Returns [`ErrorKind::Unavailable`] if the calls were cancelled.
    #[doc(hidden)]
    pub fn check(&self) -> Result<()> {
        if self.is_cancelled() { Err(cancelled()) } else { Ok(()) }
    }
}

pub(crate) fn cancelled() -> Error {
    Error::new(ErrorKind::Unavailable, "the call was cancelled")
}

/// The scope in which the calls of a thread can be cancelled.
#[derive(Debug)]
pub struct CancellationScope(Option<Cancellation>);

impl Drop for CancellationScope {
    fn drop(&mut self) {
        CURRENT.set(self.0.take());
    }
}
