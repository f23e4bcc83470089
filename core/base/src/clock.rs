//! The current time, as a replaceable component.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, SystemTime};

use crate::error::Error;

/// A source of the current time. Hosts and tests can use a different implementation, for example to skip a
/// week.
pub trait Clock: Send + Sync {
    /// Returns the current time.
    fn now(&self) -> SystemTime;
}

/// A point in time in UTC, with a precision of one second. It is formatted as in RFC 3339.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(u64);

/// The last second of the year 9999, because years of RFC 3339 have four digits.
const LAST: u64 = 253_402_300_799;

impl From<SystemTime> for Timestamp {
    fn from(moment: SystemTime) -> Timestamp {
        let since = moment.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Timestamp(since.as_secs().min(LAST))
    }
}

impl From<Timestamp> for SystemTime {
    fn from(moment: Timestamp) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(moment.0)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        humantime::format_rfc3339_seconds(SystemTime::from(*self)).fmt(out)
    }
}

impl FromStr for Timestamp {
    type Err = Error;

    fn from_str(text: &str) -> Result<Timestamp, Error> {
        humantime::parse_rfc3339(text).map(Timestamp::from).map_err(|error| {
            Error::invalid(format!("expected a time in RFC 3339, found `{text}`")).because(error)
        })
    }
}

impl serde::Serialize for Timestamp {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Timestamp {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Timestamp, D::Error> {
        let text = <std::borrow::Cow<str> as serde::Deserialize>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// The system clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> SystemTime {
        SystemTime::now()
    }
}

/// A clock that changes only when it is advanced.
#[derive(Debug)]
pub struct FixedClock(std::sync::Mutex<SystemTime>);

impl FixedClock {
    /// Creates a clock with a fixed time.
    pub fn new(now: SystemTime) -> FixedClock {
        FixedClock(std::sync::Mutex::new(now))
    }

    /// Advances the clock.
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

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::Timestamp;

    #[test]
    fn moments_after_the_year_9999_are_its_last_second() {
        let last = SystemTime::UNIX_EPOCH + Duration::from_secs(253_402_300_799);
        for moment in [last, last + Duration::from_secs(86_400)] {
            assert_eq!(Timestamp::from(moment).to_string(), "9999-12-31T23:59:59Z");
        }
    }
}
