//! The memory limits of a call, which depend on the size of its input, and the memory of all calls.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::error::{Error, ErrorKind, Result};

/// The bytes of memory per byte of input, and the minimum for every input.
const GROWTH: usize = 64;
const LEAST: usize = 64 << 20;

/// The memory that a call can still use for content that is stored once and repeated, and therefore not
/// bounded by the size of the input. All parts of a call use clones, which share one count.
#[derive(Clone, Debug)]
pub struct Allowance(Arc<Shared>);

/// The bytes that a call can use without drawing on the memory of all calls, so that small calls run next
/// to large ones.
const FREE: usize = 1 << 20;

/// The size of one draw beyond that, in bytes.
const PART: usize = 1 << 20;

#[derive(Debug)]
struct Shared {
    total: usize,
    left: AtomicUsize,
    /// The bytes at the start.
    begun: usize,
    all: Option<Share>,
}

/// The share of a call in the memory of all calls.
#[derive(Debug)]
struct Share {
    all: Arc<Budget>,
    /// The bytes that the call can use before it draws more.
    covered: AtomicUsize,
    /// The bytes that were drawn.
    drawn: Mutex<usize>,
}

/// The memory of all calls.
#[derive(Debug)]
pub struct Budget {
    total: usize,
    left: AtomicUsize,
}

impl Budget {
    pub(crate) fn new(total: usize) -> Budget {
        Budget { total, left: AtomicUsize::new(total) }
    }

    fn take(&self, bytes: usize) -> Result<()> {
        let taken = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |remaining| {
            remaining.checked_sub(bytes)
        });
        taken.map(drop).map_err(|_| self.exceeded())
    }

    fn exceeded(&self) -> Error {
        let message = format!(
            "all calls together have reached the memory limit, {} bytes (`limits.total-memory`)",
            self.total
        );
        Error::new(ErrorKind::Unavailable, message).with_retry_after(Duration::from_secs(1))
    }
}

impl Share {
    /// Draws memory until `taken` bytes are covered. Returns `ErrorKind::Unavailable` if all calls together
    /// use too much.
    fn cover(&self, taken: usize) -> Result<()> {
        if taken <= self.covered.load(Ordering::Relaxed) {
            return Ok(());
        }
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        let more = taken.saturating_sub(FREE.saturating_add(*drawn));
        if more > 0 {
            // At the end of the budget, draws no more than necessary.
            let part = more.checked_next_multiple_of(PART).unwrap_or(more);
            let got = match self.all.take(part) {
                Ok(()) => part,
                Err(_) => self.all.take(more).map(|()| more)?,
            };
            *drawn += got;
            self.covered.store(FREE.saturating_add(*drawn), Ordering::Relaxed);
        }
        Ok(())
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let drawn = *self.drawn.get_mut().unwrap_or_else(PoisonError::into_inner);
        self.all.left.fetch_add(drawn, Ordering::Relaxed);
    }
}

impl Allowance {
    /// Creates an allowance of `total` bytes.
    pub fn new(total: usize) -> Allowance {
        Allowance::of(total, total, None)
    }

    /// Returns the allowance limited to the memory of all calls, on which it draws.
    pub(crate) fn within(&self, all: &Arc<Budget>) -> Allowance {
        Allowance::of(self.0.total.min(all.total), self.left(), Some(all))
    }

    fn of(total: usize, remaining: usize, all: Option<&Arc<Budget>>) -> Allowance {
        let remaining = remaining.min(total);
        let all = all.map(|all| Share {
            all: all.clone(),
            covered: AtomicUsize::new(FREE),
            drawn: Mutex::default(),
        });
        Allowance(Arc::new(Shared {
            total,
            left: AtomicUsize::new(remaining),
            begun: remaining,
            all,
        }))
    }

    /// Returns the allowance for an input of `bytes` bytes: 64 times its size, at least 64 MiB.
    pub fn for_input(bytes: usize) -> Allowance {
        Allowance::new(bytes.saturating_mul(GROWTH).max(LEAST))
    }

    /// Returns an allowance for the next step, with the remaining bytes. The bytes that the step uses are
    /// available again to the step after it.
    pub fn step(&self) -> Allowance {
        Allowance::of(self.0.total, self.left(), self.0.all.as_ref().map(|share| &share.all))
    }

    /// Takes the part of `bytes` that was not taken since the allowance had `before` bytes.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Allowance::take`].
    pub fn settle(&self, before: usize, bytes: usize, what: &str) -> Result<()> {
        self.take(bytes.saturating_sub(before.saturating_sub(self.left())), what)
    }

    /// Returns the number of remaining bytes.
    pub fn left(&self) -> usize {
        self.0.left.load(Ordering::Relaxed)
    }

    /// Takes `bytes` bytes. `what` describes their use in the error message.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::TooLarge`] if fewer bytes remain, and [`ErrorKind::Unavailable`] if all calls
    /// together use too much.
    pub fn take(&self, bytes: usize, what: &str) -> Result<()> {
        let Shared { left, begun, all, .. } = &*self.0;
        let taken = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |remaining| {
            remaining.checked_sub(bytes)
        });
        let before = taken.map_err(|_| self.exceeded(what))?;
        match all {
            None => Ok(()),
            // Bytes that were not granted are returned.
            Some(share) => share.cover(begun - (before - bytes)).inspect_err(|_| {
                left.fetch_add(bytes, Ordering::Relaxed);
            }),
        }
    }

    /// Creates the [`ErrorKind::TooLarge`] error for something that needs more than the remaining bytes.
    pub fn exceeded(&self, what: &str) -> Error {
        exceeded(what, self.0.total)
    }

    /// Returns the number of bytes at the start.
    pub(crate) fn total(&self) -> usize {
        self.0.total
    }

    /// Returns the number of bytes for all calls.
    pub(crate) fn of_all(&self) -> usize {
        self.0.all.as_ref().map_or(usize::MAX, |share| share.all.total)
    }

    /// Returns `false` if all calls together would use too much when this call uses `bytes` bytes.
    pub(crate) fn covers(&self, bytes: usize) -> bool {
        self.0.all.as_ref().is_none_or(|share| share.cover(bytes).is_ok())
    }

    /// Creates the [`ErrorKind::Unavailable`] error for the case that all calls together use too much.
    pub(crate) fn exceeded_by_all(&self) -> Error {
        let all = self.0.all.as_ref();
        all.map_or_else(|| self.exceeded("the call"), |share| share.all.exceeded())
    }
}

/// Creates the [`ErrorKind::TooLarge`] error for something that needs more than the `most` bytes of a call.
pub(crate) fn exceeded(what: &str, most: usize) -> Error {
    let message = format!(
        "{what} would exceed the memory limit of the call for its input, {most} bytes; request \
         less, or send the input in parts"
    );
    Error::new(ErrorKind::TooLarge, message)
}

/// Always equal, so that calls are compared only by their options.
impl PartialEq for Allowance {
    fn eq(&self, _: &Allowance) -> bool {
        true
    }
}

impl Eq for Allowance {}

#[cfg(test)]
mod tests {
    use super::{Allowance, Arc, Budget, ErrorKind, FREE, LEAST, Ordering, PART};

    #[test]
    fn what_is_taken_is_gone_for_all_copies() {
        let allowance = Allowance::new(10);
        let copy = allowance.clone();
        copy.take(7, "this").unwrap();
        assert_eq!(allowance.left(), 3);
        let error = allowance.take(4, "this").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooLarge);
        assert!(
            error.message().starts_with(
                "this would exceed the memory limit of the call for its input, 10 bytes"
            )
        );
        assert_eq!(copy.left(), 3);
    }

    #[test]
    fn a_step_gives_back_what_it_took_and_nothing_counts_twice() {
        let call = Allowance::new(10);
        call.take(4, "this").unwrap();
        let step = call.step();
        let before = step.left();
        step.take(5, "this").unwrap();
        step.settle(before, 6, "this").unwrap();
        assert_eq!((step.left(), call.left()), (0, 6));
        assert_eq!(call.step().settle(6, 7, "this").unwrap_err().kind(), ErrorKind::TooLarge);
        assert!(step.exceeded("this").message().contains("for its input, 10 bytes"));
    }

    #[test]
    fn all_calls_together_have_a_bound() {
        let all = Arc::new(Budget::new(8 << 20));
        let of_call = || Allowance::for_input(10).within(&all);
        let first = of_call();
        // A call never has more than all calls together.
        assert_eq!(first.left(), 8 << 20);
        first.take(FREE + 5 * PART + 1, "this").unwrap();
        let second = of_call();
        // A small request always fits, and memory is granted up to the last byte.
        second.take(FREE, "this").unwrap();
        second.take(2 * PART, "this").unwrap();
        let error = second.take(PART, "this").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unavailable);
        assert!(error.retry_after().is_some() && error.message().contains("`limits.total-memory`"));
        of_call().take(FREE, "this").unwrap();
        let step = first.step();
        assert_eq!(step.take(FREE + 1, "this").unwrap_err().kind(), ErrorKind::Unavailable);
        drop((first, second));
        step.take(PART, "this").unwrap();
        drop(step);
        assert_eq!(all.left.load(Ordering::Relaxed), 8 << 20);
        assert_eq!(of_call().take(9 << 20, "this").unwrap_err().kind(), ErrorKind::TooLarge);
    }

    #[test]
    fn an_input_has_64_times_its_size() {
        assert_eq!(Allowance::for_input(10).left(), LEAST);
        assert_eq!(Allowance::for_input(2 << 20).left(), 128 << 20);
        assert_eq!(Allowance::for_input(usize::MAX).left(), usize::MAX);
    }
}
