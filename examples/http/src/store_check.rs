//! Checks of the store, which may hang.

use std::sync::Arc;
use std::time::Duration;

use glossweave::{Error, ErrorKind, Result};
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::timeout;

/// The time limit for a response of the store.
const STORE_TIME: Duration = Duration::from_secs(2);

/// A lock that ensures that only one check of the store runs at a time, because a store that hangs would
/// otherwise use up a thread for each check.
#[derive(Debug, Default)]
pub struct StoreCheck(Arc<Mutex<()>>);

impl StoreCheck {
    /// Runs a check. Returns `ErrorKind::Storage` if the store does not respond in time.
    pub async fn run<T>(
        &self,
        check: impl AsyncFnOnce(OwnedMutexGuard<()>) -> Result<T>,
    ) -> Result<T> {
        let turn = self.0.clone();
        let checked = timeout(STORE_TIME, async { check(turn.lock_owned().await).await });
        let late = |_| Err(Error::new(ErrorKind::Storage, "the store does not answer"));
        checked.await.unwrap_or_else(late)
    }
}
