use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// A stopwatch over the processor time of the current thread.
///
/// Use it instead of [`std::time::Instant`] to limit the time of a piece of work: the measured time does
/// not grow while other tests or programs use the processor. It does not include work that the thread
/// passes to other threads, and time during which the thread waits.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Duration);

impl Stopwatch {
    /// Returns a stopwatch that starts now.
    pub fn start() -> Stopwatch {
        Stopwatch(thread_time())
    }

    /// Returns the processor time that the current thread has used since the start.
    pub fn elapsed(&self) -> Duration {
        thread_time().saturating_sub(self.0)
    }
}

fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// The maximum time to wait for an event that happens soon on an idle machine.
///
/// When a test shows that something does not block, it compares the time with this limit, so that it does
/// not fail on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);
