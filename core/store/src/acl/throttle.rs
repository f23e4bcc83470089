//! Waiting times after failed log-ins.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use sha2::{Digest, Sha256};

use glossweave_base::error::{Error, ErrorKind, Result};

/// The number of failures in a row that are free for a name at an address.
const FREE: u32 = 5;
/// The number of failures that are free for a name at all addresses together.
const FREE_ALL: u32 = 100;
/// The longest wait.
const LONGEST: Duration = Duration::from_secs(60);
/// The number of names, and of names at addresses, that are remembered.
const NAMES: usize = 10_000;

type Key = [u8; 32];

/// The numbers of failed log-ins by user name, whether or not there is such a user, and address. Whoever
/// guesses has to wait, and keeps nobody else out. Guesses from many addresses are counted by the name
/// alone.
#[derive(Debug, Default)]
pub(super) struct Throttle(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    failures: HashMap<Key, Failures>,
    /// The names and addresses of users who logged in, each with the time of the last log-in.
    known: HashMap<Key, SystemTime>,
}

#[derive(Clone, Copy, Debug)]
struct Failures {
    count: u32,
    free: u32,
    last: SystemTime,
}

impl Failures {
    /// Returns the time from now until the next attempt.
    fn wait(&self, now: SystemTime) -> Option<Duration> {
        let beyond = self.count.checked_sub(self.free)?;
        let wait = Duration::from_secs(1 << beyond.min(6)).min(LONGEST);
        // A clock that was put back has to run no further than the whole wait.
        let past = now.duration_since(self.last).unwrap_or_default();
        wait.checked_sub(past).filter(|wait| !wait.is_zero())
    }
}

impl Throttle {
    /// Checks that an attempt does not come too early. Returns `ErrorKind::Throttled`, with the time to wait,
    /// if it does.
    pub fn check(&self, name: &str, address: Option<IpAddr>, now: SystemTime) -> Result<()> {
        let state = self.state();
        let waits = keys(name, address).into_iter().flatten().filter_map(|(key, _)| {
            state.failures.get(&key).and_then(|failures| failures.wait(now))
        });
        match waits.max() {
            None => Ok(()),
            Some(wait) => {
                let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
                let message = format!("too many failed log-ins, wait {seconds} seconds");
                Err(Error::new(ErrorKind::Throttled, message).with_retry_after(wait))
            }
        }
    }

    /// Returns `true` if a user of the name logged in from the address before: then the right
    /// password is never refused.
    pub fn knows(&self, name: &str, address: Option<IpAddr>) -> bool {
        address.is_some_and(|address| self.state().known.contains_key(&pair(name, address)))
    }

    /// Counts a failure.
    pub fn count(&self, name: &str, address: Option<IpAddr>, now: SystemTime) {
        let mut state = self.state();
        let known = address.is_some_and(|address| state.known.contains_key(&pair(name, address)));
        // Who has got in before is no stranger who guesses from everywhere.
        let counted = if known { 1 } else { 2 };
        for (key, free) in keys(name, address).into_iter().flatten().take(counted) {
            count(&mut state.failures, key, free, now);
        }
    }

    /// Forgets the failures of a user who has logged in.
    pub fn forget(&self, name: &str, address: Option<IpAddr>, now: SystemTime) {
        let mut state = self.state();
        let [first, _] = keys(name, address);
        if let Some((key, _)) = first {
            state.failures.remove(&key);
        }
        if let Some(address) = address {
            let key = pair(name, address);
            if state.known.len() >= NAMES && !state.known.contains_key(&key) {
                let oldest = state.known.iter().min_by_key(|(_, last)| **last).map(|(key, _)| *key);
                oldest.map(|key| state.known.remove(&key));
            }
            state.known.insert(key, now);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn count(all: &mut HashMap<Key, Failures>, key: Key, free: u32, now: SystemTime) {
    if all.len() >= NAMES && !all.contains_key(&key) {
        all.retain(|_, failures| failures.wait(now).is_some());
    }
    if all.len() >= NAMES && !all.contains_key(&key) {
        let oldest = all.iter().min_by_key(|(_, failures)| failures.last);
        if let Some(oldest) = oldest.map(|(key, _)| *key) {
            all.remove(&oldest);
        }
    }
    let failures = all.entry(key).or_insert(Failures { count: 0, free, last: now });
    failures.count = failures.count.saturating_add(1);
    failures.last = now;
}

/// Returns the keys that failures are counted under, each with the number that is free there. Names
/// may be long, what is kept of them is not.
fn keys(name: &str, address: Option<IpAddr>) -> [Option<(Key, u32)>; 2] {
    let all = Sha256::digest(name.as_bytes()).into();
    match address {
        None => [Some((all, FREE)), None],
        Some(address) => [Some((pair(name, address), FREE)), Some((all, FREE_ALL))],
    }
}

fn pair(name: &str, address: IpAddr) -> Key {
    Sha256::digest(format!("{address} {name}").as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::{NAMES, Throttle};
    use std::time::SystemTime;

    #[test]
    fn many_names_take_no_more_memory_and_push_nobody_out_who_waits() {
        let now = SystemTime::UNIX_EPOCH;
        let throttle = Throttle::default();
        (0..5).for_each(|_| throttle.count("anna", None, now));
        for name in 0..NAMES * 2 {
            throttle.count(&name.to_string(), None, now);
            assert!(throttle.state().failures.len() <= NAMES);
        }
        throttle.check("anna", None, now).unwrap_err();
        // Where all of them wait, the oldest goes.
        let later = now + std::time::Duration::from_millis(500);
        for name in 0..NAMES {
            (0..5).for_each(|_| throttle.count(&name.to_string(), None, later));
        }
        assert!(throttle.state().failures.len() <= NAMES);
        throttle.check("anna", None, later).unwrap();
    }
}
