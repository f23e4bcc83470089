//! The memory limits of a call, by the size of its input, and of all calls together.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::error::{Error, ErrorKind, Result};

/// The bytes of memory for each byte of input, and the minimum for every input.
const GROWTH: usize = 64;
const LEAST: usize = 64 << 20;

/// The memory that a call may still take beyond what its input bounds, for content that is stored once and
/// repeated. All parts of a call have copies, which share one count.
#[derive(Clone, Debug)]
pub struct Allowance(Arc<Shared>);

/// The bytes that a call may take without drawing on the memory of all calls: small calls run beside large
/// ones.
const FREE: usize = 1 << 20;

/// The size in bytes of one draw beyond that.
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
    /// The bytes that the call may take before it draws more.
    covered: AtomicUsize,
    /// The bytes that are drawn.
    drawn: Mutex<usize>,
}

/// The memory of all calls together.
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
        let taken = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(bytes));
        taken.map(drop).map_err(|_| self.exceeded())
    }

    fn exceeded(&self) -> Error {
        let message = format!(
            "all calls together take as much memory as they may, {} bytes (`limits.total-memory`)",
            self.total
        );
        Error::new(ErrorKind::Unavailable, message).with_retry_after(Duration::from_secs(1))
    }
}

impl Share {
    /// Ensures that so many bytes are covered. Returns `ErrorKind::Unavailable` if all calls together take too
    /// much.
    fn cover(&self, taken: usize) -> Result<()> {
        if taken <= self.covered.load(Ordering::Relaxed) {
            return Ok(());
        }
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        let more = taken.saturating_sub(FREE.saturating_add(*drawn));
        if more > 0 {
            // At the end of the budget, no more than is needed.
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

    /// Returns the same with at most the memory of all calls, on which it draws.
    pub(crate) fn within(&self, all: &Arc<Budget>) -> Allowance {
        Allowance::of(self.0.total.min(all.total), self.left(), Some(all))
    }

    fn of(total: usize, left: usize, all: Option<&Arc<Budget>>) -> Allowance {
        let left = left.min(total);
        let all = all.map(|all| Share {
            all: all.clone(),
            covered: AtomicUsize::new(FREE),
            drawn: Mutex::default(),
        });
        Allowance(Arc::new(Shared { total, left: AtomicUsize::new(left), begun: left, all }))
    }

    /// Returns the allowance for an input of so many bytes: 64 times that, at least 64 MiB.
    pub fn for_input(bytes: usize) -> Allowance {
        Allowance::new(bytes.saturating_mul(GROWTH).max(LEAST))
    }

    /// Returns an allowance for the next step, with the bytes that are left. Bytes that the step takes are
    /// available again to the step after it.
    pub fn step(&self) -> Allowance {
        Allowance::of(self.0.total, self.left(), self.0.all.as_ref().map(|share| &share.all))
    }

    /// Takes the part of `bytes` that was not taken since `before` bytes were left.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Allowance::take`].
    pub fn settle(&self, before: usize, bytes: usize, what: &str) -> Result<()> {
        self.take(bytes.saturating_sub(before.saturating_sub(self.left())), what)
    }

    /// Returns the number of bytes that are left.
    pub fn left(&self) -> usize {
        self.0.left.load(Ordering::Relaxed)
    }

    /// Takes `bytes` of it; `what` names their use in the message.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::TooLarge`] if less is left, and [`ErrorKind::Unavailable`] if all calls together take too
    /// much.
    pub fn take(&self, bytes: usize, what: &str) -> Result<()> {
        let Shared { left, begun, all, .. } = &*self.0;
        let taken =
            left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(bytes));
        let before = taken.map_err(|_| self.exceeded(what))?;
        match all {
            None => Ok(()),
            // What was not given is not taken.
            Some(share) => share.cover(begun - (before - bytes)).inspect_err(|_| {
                left.fetch_add(bytes, Ordering::Relaxed);
            }),
        }
    }

    /// Creates the error of [`ErrorKind::TooLarge`] for something that needs more than is left.
    pub fn exceeded(&self, what: &str) -> Error {
        exceeded(what, self.0.total)
    }

    /// Returns the number of bytes at the start.
    pub(crate) fn total(&self) -> usize {
        self.0.total
    }

    /// Returns the number of bytes of all calls together.
    pub(crate) fn of_all(&self) -> usize {
        self.0.all.as_ref().map_or(usize::MAX, |share| share.all.total)
    }

    /// Returns `false` if all calls together would take too much with so many bytes of this one.
    pub(crate) fn covers(&self, bytes: usize) -> bool {
        self.0.all.as_ref().is_none_or(|share| share.cover(bytes).is_ok())
    }

    /// Creates the error of [`ErrorKind::Unavailable`] if all calls together take too much.
    pub(crate) fn exceeded_by_all(&self) -> Error {
        let all = self.0.all.as_ref();
        all.map_or_else(|| self.exceeded("the call"), |share| share.all.exceeded())
    }
}

/// Creates the error of [`ErrorKind::TooLarge`] for something that needs more than the `most` bytes of a call.
pub(crate) fn exceeded(what: &str, most: usize) -> Error {
    let message = format!(
        "{what} would take more memory than the {most} bytes that the call has for its input; ask for \
         less, or give the input in parts"
    );
    Error::new(ErrorKind::TooLarge, message)
}

/// Parses the number of bytes of a limit.
///
/// # Errors
///
/// Returns [`ErrorKind::Invalid`] for the parameter `max-bytes` if the value is not a number.
pub fn number_of_bytes(value: &str) -> Result<usize> {
    value
        .parse()
        .map_err(|_| Error::no_such("number of bytes", value, "digits").with_parameter("max-bytes"))
}

/// All allowances are equal, so that calls are compared by their options only.
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
        assert!(error.message().starts_with("this would take more memory than the 10 bytes"));
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
        assert!(step.exceeded("this").message().contains("than the 10 bytes"));
    }

    #[test]
    fn all_calls_together_have_a_bound() {
        let all = Arc::new(Budget::new(8 << 20));
        let of_call = || Allowance::for_input(10).within(&all);
        let first = of_call();
        // No call has more than all.
        assert_eq!(first.left(), 8 << 20);
        first.take(FREE + 5 * PART + 1, "this").unwrap();
        let second = of_call();
        // A small request always fits, and parts are granted up to the last byte.
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
