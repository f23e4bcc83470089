//! The state of the audit log of an engine.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// The audit log of an engine.
pub(super) struct AuditLog {
    /// The time for which entries are kept.
    pub time: Duration,
    /// The number of added entries.
    entries: AtomicU32,
}

impl AuditLog {
    /// Creates a log that keeps entries for `time`.
    pub fn new(time: Duration) -> AuditLog {
        AuditLog { time, entries: AtomicU32::new(0) }
    }

    /// Returns the number of the next entry.
    pub fn next_number(&self) -> u32 {
        self.entries.fetch_add(1, Ordering::Relaxed)
    }
}
