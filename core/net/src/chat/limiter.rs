//! Limits on concurrent calls, and on calls per minute.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The period of the rate limit.
pub(super) const MINUTE: Duration = Duration::from_secs(60);

/// The running calls, and the start times of the last calls.
#[derive(Default)]
pub(super) struct CallLimiter {
    calls: Mutex<Calls>,
    ended: Condvar,
}

#[derive(Default)]
struct Calls {
    running: usize,
    begun: VecDeque<Instant>,
}

/// The reason why a call cannot start in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The maximum number of calls is running.
    Busy,
    /// The maximum number of calls per minute has started. Contains the time to wait.
    Rate(Duration),
}

/// A running call, until it is dropped.
pub(super) struct RunningCall<'l>(&'l CallLimiter);

impl CallLimiter {
    /// Starts a call. Waits up to `time` until fewer than `most` calls are running, and fewer calls than
    /// the number in `rate` have started in its period.
    pub fn begin(
        &self,
        most: Option<usize>,
        rate: Option<(usize, Duration)>,
        time: Duration,
    ) -> Result<RunningCall<'_>, Refusal> {
        let deadline = Instant::now() + time;
        let mut calls = self.lock();
        loop {
            let now = Instant::now();
            let remaining = deadline.saturating_duration_since(now);
            let wait = if most.is_some_and(|most| calls.running >= most) {
                if remaining.is_zero() {
                    return Err(Refusal::Busy);
                }
                remaining
            } else if let Some(wait) = rate.and_then(|rate| calls.wait(rate, now)) {
                // A wait that would take too long is refused immediately.
                if wait > remaining {
                    return Err(Refusal::Rate(wait));
                }
                wait
            } else {
                calls.running += 1;
                if rate.is_some() {
                    calls.begun.push_back(now);
                }
                return Ok(RunningCall(self));
            };
            let waited = self.ended.wait_timeout(calls, wait);
            calls = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Calls> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Calls {
    /// Returns the time until another call can start, or `None` if it can start now.
    fn wait(&mut self, (number, time): (usize, Duration), now: Instant) -> Option<Duration> {
        while self.begun.front().is_some_and(|first| now.duration_since(*first) >= time) {
            self.begun.pop_front();
        }
        let before = self.begun.len().checked_sub(number)?;
        let first = self.begun.get(before)?;
        Some(time.saturating_sub(now.duration_since(*first)).max(Duration::from_millis(1)))
    }
}

impl Drop for RunningCall<'_> {
    fn drop(&mut self) {
        self.0.lock().running -= 1;
        self.0.ended.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;
    use std::time::{Duration, Instant};

    use super::{CallLimiter, Refusal};

    const LONG: Duration = Duration::from_secs(20);

    #[test]
    fn no_more_calls_run_at_once_than_may() {
        let limiter = CallLimiter::default();
        let (running, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..12 {
                scope.spawn(|| {
                    let call = limiter.begin(Some(3), None, LONG);
                    assert!(call.is_ok());
                    most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    thread::sleep(Duration::from_millis(20));
                    running.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        assert_eq!(most.into_inner(), 3);
        let _first = limiter.begin(Some(1), None, LONG);
        let second = limiter.begin(Some(1), None, Duration::from_millis(20)).err();
        assert_eq!(second, Some(Refusal::Busy));
    }

    #[test]
    fn calls_wait_until_the_rate_allows_them() {
        let (limiter, time) = (CallLimiter::default(), Duration::from_millis(200));
        let start = Instant::now();
        for number in 0..5 {
            assert!(limiter.begin(None, Some((2, time)), LONG).is_ok());
            assert!(start.elapsed() >= time * (number / 2), "{number}");
        }
        let refused = limiter.begin(None, Some((1, LONG)), time).err();
        assert!(matches!(refused, Some(Refusal::Rate(wait)) if wait > time && wait <= LONG));
    }
}
