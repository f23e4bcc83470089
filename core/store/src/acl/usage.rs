//! The bytes that each user has stored, counted if they are bounded.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::shown;
use glossweave_base::error::{Error, Kind, Result};

/// The bytes of all users. What is counted is lost with the process, and counted anew when an engine is opened.
#[derive(Debug, Default)]
#[doc(hidden)]
pub struct Usage {
    /// None where nothing is counted.
    most: Option<u64>,
    used: Mutex<HashMap<String, u64>>,
}

/// Bytes that are counted already, and go again unless they are kept.
#[doc(hidden)]
pub struct Reserved<'a> {
    usage: &'a Usage,
    user: String,
    bytes: u64,
}

impl Reserved<'_> {
    /// Says that they are stored.
    pub(crate) fn keep(mut self) {
        self.bytes = 0;
    }
}

impl Drop for Reserved<'_> {
    fn drop(&mut self) {
        self.usage.subtract(&self.user, self.bytes);
    }
}

impl Usage {
    pub(super) fn new(most: Option<u64>) -> Usage {
        Usage { most, used: Mutex::default() }
    }

    /// Returns how many bytes a user may have.
    #[doc(hidden)]
    pub fn most(&self) -> Option<u64> {
        self.most
    }

    #[doc(hidden)]
    pub fn used(&self, user: &str) -> u64 {
        self.lock().get(user).copied().unwrap_or(0)
    }

    /// Counts what is stored already, whatever is allowed.
    pub(crate) fn add(&self, user: &str, bytes: u64) {
        if self.most.is_some() && bytes > 0 {
            let mut used = self.lock();
            let used = used.entry(user.to_owned()).or_default();
            *used = used.saturating_add(bytes);
        }
    }

    /// Takes away what is not stored any more.
    pub(crate) fn subtract(&self, user: &str, bytes: u64) {
        if let Some(used) = self.lock().get_mut(user) {
            *used = used.saturating_sub(bytes);
        }
    }

    /// Counts what is about to be stored. Kind TooLarge where a user who is `bound` may not have that much.
    pub(crate) fn reserve(&self, user: &str, bytes: u64, bound: bool) -> Result<Reserved<'_>> {
        if let Some(most) = self.most.filter(|_| bytes > 0) {
            // Looked at and counted at once: two calls do not get the same room.
            let mut all = self.lock();
            let used = all.entry(user.to_owned()).or_default();
            let sum = used.saturating_add(bytes);
            if bound && sum > most {
                return Err(full(user, *used, most, bytes));
            }
            *used = sum;
        }
        Ok(Reserved { usage: self, user: user.to_owned(), bytes })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, u64>> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The refusal of a user who has too much.
#[doc(hidden)]
pub fn full(user: &str, used: u64, most: u64, more: u64) -> Error {
    let user = shown(user);
    let message = format!(
        "{user} has stored {used} bytes, {more} more are needed, and {most} are allowed (`quota-bytes`): \
         remove something first"
    );
    Error::new(Kind::TooLarge, message)
}
