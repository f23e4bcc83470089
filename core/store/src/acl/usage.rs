//! The number of bytes that each user has stored. They are counted only if they are limited.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use glossweave_base::error::shown;
use glossweave_base::error::{Error, ErrorKind, Result};

/// The bytes of all users. They are counted in memory, and again when an engine is opened.
#[derive(Debug, Default)]
pub struct Usage {
    /// The maximum for each user, or `None` if bytes are not counted.
    most: Option<u64>,
    used: Mutex<HashMap<String, u64>>,
}

/// Bytes that are counted before they are stored. They are subtracted when this value is dropped,
/// unless they are kept.
pub struct Reserved<'a> {
    usage: &'a Usage,
    user: String,
    bytes: u64,
}

impl Reserved<'_> {
    /// Keeps the bytes counted, because they are stored now.
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

    /// Returns the maximum number of bytes for each user.
    pub fn most(&self) -> Option<u64> {
        self.most
    }

    /// Returns the number of bytes that a user has stored.
    pub fn used(&self, user: &str) -> u64 {
        self.lock().get(user).copied().unwrap_or(0)
    }

    /// Counts bytes that are already stored, regardless of the limit.
    pub(crate) fn add(&self, user: &str, bytes: u64) {
        if self.most.is_some() && bytes > 0 {
            let mut used = self.lock();
            let used = used.entry(user.to_owned()).or_default();
            *used = used.saturating_add(bytes);
        }
    }

    /// Subtracts bytes that are no longer stored.
    pub(crate) fn subtract(&self, user: &str, bytes: u64) {
        if let Some(used) = self.lock().get_mut(user) {
            *used = used.saturating_sub(bytes);
        }
    }

    /// Counts bytes that will be stored. Returns `ErrorKind::TooLarge` if the user is `bound` by
    /// the limit and would exceed it.
    pub(crate) fn reserve(&self, user: &str, bytes: u64, bound: bool) -> Result<Reserved<'_>> {
        if let Some(most) = self.most.filter(|_| bytes > 0) {
            // The check and the update use the same lock, so that two calls cannot reserve the same
            // bytes.
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

/// Returns the error for a user who would exceed the limit.
pub fn full(user: &str, used: u64, most: u64, more: u64) -> Error {
    let user = shown(user);
    let message = format!(
        "{user} uses {used} bytes and needs {more} more, limit is {most} (`quotas.size`): \
         remove something first"
    );
    Error::new(ErrorKind::TooLarge, message)
}
