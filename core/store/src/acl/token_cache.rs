//! Identities of tokens that were looked up a moment ago.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::Identity;

/// The maximum number of identities.
const IDENTITIES: usize = 10_000;

/// Identities by the hash of their token, each for a time after it was looked up.
#[derive(Default)]
pub(super) struct TokenCache {
    time: Duration,
    identities: Mutex<HashMap<String, (Instant, Identity)>>,
}

impl TokenCache {
    /// Creates a cache; with a time of zero it is always empty.
    pub fn new(time: Duration) -> TokenCache {
        TokenCache { time, ..TokenCache::default() }
    }

    /// Returns the identity of a token, if it was looked up within the time.
    pub fn get(&self, hash: &str) -> Option<Identity> {
        if self.time.is_zero() {
            return None;
        }
        let identities = self.identities();
        let (looked_up, identity) = identities.get(hash)?;
        (looked_up.elapsed() < self.time).then(|| identity.clone())
    }

    /// Adds the identity of a token whose look-up began at a time.
    pub fn insert(&self, hash: String, looked_up: Instant, identity: &Identity) {
        if self.time.is_zero() {
            return;
        }
        let mut identities = self.identities();
        if identities.len() >= IDENTITIES {
            identities.retain(|_, (looked_up, _)| looked_up.elapsed() < self.time);
        }
        if identities.len() >= IDENTITIES {
            identities.clear();
        }
        identities.insert(hash, (looked_up, identity.clone()));
    }

    /// Forgets all identities, after a change of users, tokens or keys.
    pub fn clear(&self) {
        self.identities().clear();
    }

    fn identities(&self) -> MutexGuard<'_, HashMap<String, (Instant, Identity)>> {
        self.identities.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for TokenCache {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("TokenCache").field("time", &self.time).finish_non_exhaustive()
    }
}
