//! Progress reports and cancellation of long calls.

use std::cmp::Ordering;

use crate::cancellation::Cancellation;
use crate::error::Result;

/// The progress of a long call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The number of bytes of the source read so far (for RDF, 0 until the end). During training, the
    /// number of sentences processed, counted once in every round.
    pub done: u64,
    /// The number of bytes of the source. During training, the maximum number of sentences to process.
    pub total: u64,
    /// The number of added entries. During training, the number of finished rounds.
    pub records: u64,
}

/// A callback that receives the progress from time to time. An error from it ends the call, which then
/// changes nothing.
pub type Watch<'w> = dyn FnMut(Progress) -> Result<()> + 'w;

/// The number of steps between two reports, which take a few milliseconds.
const STEPS: usize = 1 << 12;

/// The number of items that are sorted without a report.
const SORTED: usize = 1 << 15;

/// A reporter for steps that are too short for separate reports.
pub struct Reporter<'r, 'w> {
    watch: &'r mut Watch<'w>,
    at: Progress,
    steps: usize,
}

impl<'r, 'w> Reporter<'r, 'w> {
    /// Creates a reporter that starts at `at`.
    pub fn new(watch: &'r mut Watch<'w>, at: Progress) -> Reporter<'r, 'w> {
        Reporter { watch, at, steps: 0 }
    }

    /// Sets the progress for the next reports.
    pub fn reach(&mut self, at: Progress) {
        self.at = at;
    }

    /// Returns the progress.
    pub fn at(&self) -> Progress {
        self.at
    }

    /// Reports immediately. Returns the errors of the watcher, and `ErrorKind::Unavailable` if the call was
    /// cancelled.
    pub fn report(&mut self) -> Result<()> {
        Cancellation::current().map_or(Ok(()), |cancellation| cancellation.check())?;
        (self.watch)(self.at)
    }

    /// Reports when enough steps were done. Returns the errors of the watcher.
    pub fn step(&mut self) -> Result<()> {
        self.steps_of(1)
    }

    /// Counts `count` steps, and reports when enough were done. Returns the errors of the watcher.
    pub fn steps_of(&mut self, count: usize) -> Result<()> {
        self.steps = self.steps.saturating_add(count);
        if self.steps < STEPS {
            return Ok(());
        }
        self.steps = 0;
        self.report()
    }

    /// Sorts items, with reports in between. Equal items may change their order. Returns the errors of the
    /// watcher.
    pub fn sort<T>(&mut self, items: &mut [T], order: &impl Fn(&T, &T) -> Ordering) -> Result<()> {
        if items.len() <= SORTED {
            items.sort_unstable_by(order);
            return self.steps_of(items.len());
        }
        let middle = items.len() / 2;
        items.select_nth_unstable_by(middle, order);
        self.report()?;
        let (low, high) = items.split_at_mut(middle);
        self.sort(low, order)?;
        self.sort(high, order)
    }
}

#[cfg(test)]
mod tests {
    use super::{Progress, Reporter, SORTED, STEPS};
    use crate::error::{Error, ErrorKind};

    #[test]
    fn a_sort_in_parts_sorts_and_is_ended_between_them() {
        let mut numbers: Vec<u32> = (0..4 * SORTED as u32)
            .map(|number| number.wrapping_mul(2_654_435_761) % 5000)
            .collect();
        let mut sorted = numbers.clone();
        sorted.sort_unstable();
        let mut reports = 0;
        let mut watch = |_| {
            reports += 1;
            Ok(())
        };
        let mut all = numbers.clone();
        Reporter::new(&mut watch, Progress::default()).sort(&mut all, &u32::cmp).unwrap();
        assert_eq!(all, sorted);
        // Four sorted parts, and three splits of larger parts.
        assert_eq!(reports, 7);
        let mut end = |_| Err(Error::new(ErrorKind::Unavailable, "enough"));
        let ended = Reporter::new(&mut end, Progress::default()).sort(&mut numbers, &u32::cmp);
        assert_eq!(ended.unwrap_err().message(), "enough");
    }

    #[test]
    fn steps_are_reported_now_and_then() {
        let mut seen = Vec::new();
        let mut watch = |at: Progress| {
            seen.push(at.done);
            Ok(())
        };
        let mut reporter = Reporter::new(&mut watch, Progress::default());
        for done in 0..STEPS as u64 * 2 {
            reporter.reach(Progress { done, ..Progress::default() });
            reporter.step().unwrap();
        }
        assert_eq!(seen, [STEPS as u64 - 1, STEPS as u64 * 2 - 1]);
    }
}
