//! The memory that a call may take, by the size of its input.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::error::{Error, Kind, Result};

/// The bytes that one byte of input may become, and what every input has.
const GROWTH: usize = 64;
const LEAST: usize = 64 << 20;

/// The memory that a call may still take for what its input does not bound: what is said once and
/// repeated. All parts of a call have copies, which draw on the same one.
#[derive(Clone, Debug)]
pub(crate) struct Allowance(Arc<Room>);

#[derive(Debug)]
struct Room {
    total: usize,
    left: AtomicUsize,
}

impl Allowance {
    /// So many bytes.
    pub fn new(total: usize) -> Allowance {
        Allowance(Arc::new(Room { total, left: AtomicUsize::new(total) }))
    }

    /// Returns what an input of so many bytes has: 64 times that, and at least 64 MiB.
    pub fn for_input(bytes: usize) -> Allowance {
        Allowance::new(bytes.saturating_mul(GROWTH).max(LEAST))
    }

    /// Returns the same for what comes after: with what is left, and so that what one step takes is there
    /// again for the next one.
    pub fn step(&self) -> Allowance {
        Allowance(Arc::new(Room { total: self.0.total, left: AtomicUsize::new(self.left()) }))
    }

    /// Takes for something of so many bytes what was not taken for it since there were `before` left.
    /// Kind TooLarge as for [`Allowance::take`].
    pub fn settle(&self, before: usize, bytes: usize, what: &str) -> Result<()> {
        self.take(bytes.saturating_sub(before.saturating_sub(self.left())), what)
    }

    /// Returns the number of bytes that are left.
    pub fn left(&self) -> usize {
        self.0.left.load(Ordering::Relaxed)
    }

    /// Takes some of it. Kind TooLarge where less is left; `what` says for what it was to be.
    pub fn take(&self, bytes: usize, what: &str) -> Result<()> {
        let taken = self
            .0
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(bytes));
        taken.map(drop).map_err(|_| self.exceeded(what))
    }

    /// The error for something that needs more than is left. Kind TooLarge.
    pub fn exceeded(&self, what: &str) -> Error {
        let message = format!(
            "{what} would take more memory than the {} bytes that the call has for its input; ask for \
             less, or give the input in parts",
            self.0.total
        );
        Error::new(Kind::TooLarge, message)
    }
}

/// Reads the number of bytes of a bound. Kind Invalid, about `max-bytes`, for what is none.
pub(crate) fn number_of_bytes(value: &str) -> Result<usize> {
    value
        .parse()
        .map_err(|_| Error::no_such("number of bytes", value, "digits").with_parameter("max-bytes"))
}

/// Calls are the same by what they say.
impl PartialEq for Allowance {
    fn eq(&self, _: &Allowance) -> bool {
        true
    }
}

impl Eq for Allowance {}

#[cfg(test)]
mod tests {
    use super::{Allowance, Kind, LEAST};

    #[test]
    fn what_is_taken_is_gone_for_all_copies() {
        let allowance = Allowance::new(10);
        let copy = allowance.clone();
        copy.take(7, "this").unwrap();
        assert_eq!(allowance.left(), 3);
        let error = allowance.take(4, "this").unwrap_err();
        assert_eq!(error.kind(), Kind::TooLarge);
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
        assert_eq!(call.step().settle(6, 7, "this").unwrap_err().kind(), Kind::TooLarge);
        assert!(step.exceeded("this").message().contains("than the 10 bytes"));
    }

    #[test]
    fn an_input_has_64_times_its_size() {
        assert_eq!(Allowance::for_input(10).left(), LEAST);
        assert_eq!(Allowance::for_input(2 << 20).left(), 128 << 20);
        assert_eq!(Allowance::for_input(usize::MAX).left(), usize::MAX);
    }
}
