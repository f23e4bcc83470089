//! Detection of a server that does not respond. Calls then fail immediately instead of each waiting
//! for the server.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The time without a response after which a server is considered silent.
const SILENT: Duration = Duration::from_secs(2);
/// The time without a response after which waiting calls fail.
const LONG: Duration = Duration::from_secs(5);
/// The minimum number of calls that wait that long. A few calls may only be long queries.
const CALLS: usize = 4;
/// The interval at which one call is let through to test whether the server responds again.
const PROBE: Duration = Duration::from_secs(1);

/// The calls that wait for the server.
#[derive(Debug)]
pub(super) struct Silence(Arc<Mutex<Calls>>);

#[derive(Debug)]
struct Calls {
    next: u64,
    /// The number and the start time of each waiting call.
    pending: Vec<(u64, Instant)>,
    answered: Instant,
    probed: Instant,
}

/// A call that waits for the server until this value is dropped.
#[derive(Debug)]
pub(super) struct Pending {
    calls: Arc<Mutex<Calls>>,
    number: u64,
}

impl Silence {
    pub(super) fn new() -> Silence {
        let now = Instant::now();
        let calls = Calls { next: 0, pending: Vec::new(), answered: now, probed: now };
        Silence(Arc::new(Mutex::new(calls)))
    }

    /// Records the start of a call.
    pub(super) fn begin(&self) -> Pending {
        let mut calls = lock(&self.0);
        let number = calls.next;
        calls.next += 1;
        calls.pending.push((number, Instant::now()));
        Pending { calls: self.0.clone(), number }
    }

    /// Returns `true` if the server is known to be silent, so that another call would wait in vain.
    pub(super) fn refuses(&self) -> bool {
        lock(&self.0).refuses(Instant::now())
    }

    /// Returns `true` if waiting calls should fail because the server has been silent for long.
    pub(super) fn is_long(&self) -> bool {
        lock(&self.0).are_silent(Instant::now(), LONG)
    }
}

impl Calls {
    /// Returns `true` if several calls are waiting and the server has not responded to any call for
    /// `time`.
    fn are_silent(&self, now: Instant, time: Duration) -> bool {
        let is_past = |moment: Instant, time| now.saturating_duration_since(moment) >= time;
        let waiting = self.pending.iter().filter(|call| is_past(call.1, SILENT)).count();
        waiting >= CALLS && is_past(self.answered, time)
    }

    fn refuses(&mut self, now: Instant) -> bool {
        if !self.are_silent(now, SILENT) {
            return false;
        }
        let is_probe = now.saturating_duration_since(self.probed) >= PROBE;
        if is_probe {
            self.probed = now;
        }
        !is_probe
    }
}

impl Pending {
    /// Records that the server has responded.
    pub(super) fn answered(&self) {
        lock(&self.calls).answered = Instant::now();
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        lock(&self.calls).pending.retain(|call| call.0 != self.number);
    }
}

fn lock(calls: &Mutex<Calls>) -> MutexGuard<'_, Calls> {
    calls.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_silent_if_several_calls_wait_and_none_is_answered() {
        let silence = Silence::new();
        let begun = Instant::now();
        let mut waiting: Vec<Pending> = (0..CALLS - 1).map(|_| silence.begin()).collect();
        let refuses = |silence: &Silence, seconds| {
            lock(&silence.0).refuses(begun + Duration::from_secs(seconds))
        };
        assert!(!refuses(&silence, 60), "three calls may be three long queries");
        waiting.push(silence.begin());
        // The first call is let through as a probe.
        let expected = [(1, false), (60, false), (60, true), (61, false), (61, true)];
        for (seconds, expected) in expected {
            assert_eq!(refuses(&silence, seconds), expected, "{seconds}");
        }
        waiting[0].answered();
        assert!(!refuses(&silence, 1));
        drop(waiting.pop());
        assert!(!refuses(&silence, 61), "the calls have ended");
    }
}
