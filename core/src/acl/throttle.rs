//! Who fails to log in has to wait.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use sha2::{Digest, Sha256};

use crate::error::{Error, Kind, Result};

/// How many failures in a row are free.
const FREE: u32 = 5;
/// The longest wait.
const LONGEST: Duration = Duration::from_secs(60);
/// How many names are kept in mind.
const NAMES: usize = 10_000;

/// Counts failed log-ins by the name of the user, whether or not there is one.
#[derive(Debug, Default)]
pub(super) struct Throttle(Mutex<HashMap<[u8; 32], Failures>>);

#[derive(Clone, Copy, Debug)]
struct Failures {
    count: u32,
    last: SystemTime,
}

impl Failures {
    /// How long it takes from now on until the next attempt.
    fn wait(&self, now: SystemTime) -> Option<Duration> {
        let beyond = self.count.checked_sub(FREE)?;
        let wait = Duration::from_secs(1 << beyond.min(6)).min(LONGEST);
        // A clock that was put back has to run no further than the whole wait.
        let past = now.duration_since(self.last).unwrap_or_default();
        wait.checked_sub(past).filter(|wait| !wait.is_zero())
    }
}

impl Throttle {
    /// Refuses an attempt that comes too early. Kind Throttled, with the time to wait.
    pub fn check(&self, name: &str, now: SystemTime) -> Result<()> {
        let names = self.names();
        let wait = names.get(&key(name)).and_then(|failures| failures.wait(now));
        match wait {
            None => Ok(()),
            Some(wait) => {
                let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
                let message = format!("too many failed log-ins, wait {seconds} seconds");
                Err(Error::new(Kind::Throttled, message).with_retry_after(wait))
            }
        }
    }

    /// Counts a failure.
    pub fn count(&self, name: &str, now: SystemTime) {
        let key = key(name);
        let mut names = self.names();
        if names.len() >= NAMES && !names.contains_key(&key) {
            names.retain(|_, failures| failures.wait(now).is_some());
        }
        if names.len() >= NAMES && !names.contains_key(&key) {
            let oldest = names.iter().min_by_key(|(_, failures)| failures.last);
            if let Some(oldest) = oldest.map(|(key, _)| *key) {
                names.remove(&oldest);
            }
        }
        let failures = names.entry(key).or_insert(Failures { count: 0, last: now });
        failures.count = failures.count.saturating_add(1);
        failures.last = now;
    }

    /// Forgets the failures of who got in.
    pub fn forget(&self, name: &str) {
        self.names().remove(&key(name));
    }

    fn names(&self) -> MutexGuard<'_, HashMap<[u8; 32], Failures>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Names may be long, what is kept of them is not.
fn key(name: &str) -> [u8; 32] {
    Sha256::digest(name.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::{NAMES, Throttle};
    use std::time::SystemTime;

    #[test]
    fn many_names_take_no_more_room_and_push_nobody_out_who_waits() {
        let now = SystemTime::UNIX_EPOCH;
        let throttle = Throttle::default();
        (0..5).for_each(|_| throttle.count("anna", now));
        for name in 0..NAMES * 2 {
            throttle.count(&name.to_string(), now);
            assert!(throttle.names().len() <= NAMES);
        }
        throttle.check("anna", now).unwrap_err();
        // Where all of them wait, the oldest goes.
        let later = now + std::time::Duration::from_millis(500);
        for name in 0..NAMES {
            (0..5).for_each(|_| throttle.count(&name.to_string(), later));
        }
        assert!(throttle.names().len() <= NAMES);
        throttle.check("anna", later).unwrap();
    }
}
