//! Now, as a component.

use std::time::{Duration, SystemTime};

/// Tells the time. Hosts and tests may hand in their own, so that one week passes at once.
///
/// ```
/// use glossweave::clock::{Clock, FixedClock};
/// use std::time::{Duration, SystemTime};
/// let clock = FixedClock::new(SystemTime::UNIX_EPOCH);
/// clock.advance(Duration::from_secs(60));
/// assert_eq!(clock.now(), SystemTime::UNIX_EPOCH + Duration::from_secs(60));
/// ```
pub trait Clock: Send + Sync {
    /// The present moment.
    fn now(&self) -> SystemTime;
}

/// The clock of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> SystemTime {
        SystemTime::now()
    }
}

/// A clock that stands still until it is moved.
#[derive(Debug)]
pub struct FixedClock(std::sync::Mutex<SystemTime>);

impl FixedClock {
    /// A clock that stands at a moment.
    pub fn new(now: SystemTime) -> FixedClock {
        FixedClock(std::sync::Mutex::new(now))
    }

    /// Moves the clock forward.
    pub fn advance(&self, by: Duration) {
        let mut now = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        *now = now.checked_add(by).unwrap_or(*now);
    }
}

impl Clock for FixedClock {
    fn now(&self) -> SystemTime {
        *self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
