use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// A stopwatch over the processor time of the current thread.
///
/// Limits on the time of a piece of work use it in place of [`std::time::Instant`]: the measured time does not grow
/// while other tests or programs use the processor. Work that the thread hands to other threads, and time that it
/// waits, are not counted.
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

/// The longest time to wait for an event that comes soon on an idle machine.
///
/// A test that shows that something is not waited for compares with this time, so a busy machine does not fail it.
pub const PATIENCE: Duration = Duration::from_secs(60);
