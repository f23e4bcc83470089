//! The cancellation of calls by other threads.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::{Error, ErrorKind, Result};

thread_local! {
    static CURRENT: RefCell<Option<Cancellation>> = const { RefCell::new(None) };
}

/// A switch by which other threads cancel calls. All copies are one, and it stays switched.
#[derive(Clone, Debug, Default)]
pub struct Cancellation(Arc<AtomicBool>);

impl Cancellation {
    /// Cancels the calls in progress, which end soon, and those that begin later.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns `true` if the calls were cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Makes calls that can be cancelled: those that begin in this thread during the work. They end at the next look at
    /// their limits.
    ///
    /// # Errors
    ///
    /// Returns the errors of the work, and [`ErrorKind::Unavailable`] if the calls were cancelled before.
    pub fn run<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let _scope = self.enter()?;
        work()
    }

    /// Does the same until the scope ends.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unavailable`] if the calls were cancelled before.
    pub fn enter(&self) -> Result<CancellationScope> {
        self.check()?;
        Ok(CancellationScope(CURRENT.replace(Some(self.clone()))))
    }

    /// Returns the switch for the calls that begin in this thread, if there is one.
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

/// The time in which a thread begins calls that can be cancelled.
#[derive(Debug)]
pub struct CancellationScope(Option<Cancellation>);

impl Drop for CancellationScope {
    fn drop(&mut self) {
        CURRENT.set(self.0.take());
    }
}
