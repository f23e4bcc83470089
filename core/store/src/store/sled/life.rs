//! The current opening of the folder, and its replacement after a failure.

use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError, RwLock, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use super::disk_space::DiskSpace;
use super::{EVENTS, Inner, Options, open};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::log::{Level, emit};

/// The minimum interval between two attempts to reopen the folder.
const AGAIN: Duration = Duration::from_secs(1);

pub(super) struct Life {
    /// The current opening. It is `None` if reopening failed too.
    present: RwLock<Option<Arc<Inner>>>,
    /// The time of the last attempt to reopen the folder. Only one thread at a time reopens it.
    tried: Mutex<Option<Instant>>,
    pub(super) path: PathBuf,
    options: Options,
    pub(super) disk_space: DiskSpace,
}

impl Life {
    pub(super) fn open(path: PathBuf, options: Options) -> Result<Life> {
        let inner = open::open(&path, &options)?;
        let disk_space = DiskSpace::new(&path, options.reserve);
        let present = RwLock::new(Some(Arc::new(inner)));
        Ok(Life { present, tried: Mutex::default(), path, options, disk_space })
    }

    fn now(&self) -> Option<Arc<Inner>> {
        self.present.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Checks that the store accepts changes.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`] if it does not.
    pub(super) fn check(&self) -> Result<()> {
        // Does not wait while the folder is being reopened.
        let present = match self.present.try_read() {
            Ok(present) => present,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return Err(self.refusal()),
        };
        match present.as_ref() {
            Some(inner) if !inner.is_broken() => Ok(()),
            _ => Err(self.refusal()),
        }
    }

    /// Returns the opening to use for a call. If the last opening failed during an operation, the
    /// folder is reopened. Until that succeeds, only calls with `reads` are accepted.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`] if the call is not accepted.
    pub(super) fn present(&self, reads: bool) -> Result<Arc<Inner>> {
        match self.now() {
            Some(inner) if !inner.is_broken() => return Ok(inner),
            // Another reference to the broken opening would keep sled's lock from the next opening.
            Some(inner) => release(inner),
            None => {}
        }
        match self.reopen() {
            Ok(Some(inner)) => Ok(inner),
            other => match self.now() {
                Some(inner) if reads => Ok(inner),
                _ => Err(other.err().unwrap_or_else(|| self.refusal())),
            },
        }
    }

    fn reopen(&self) -> Result<Option<Arc<Inner>>> {
        let Ok(mut tried) = self.tried.try_lock() else { return Ok(None) };
        if let Some(inner) = self.now().filter(|inner| !inner.is_broken()) {
            return Ok(Some(inner));
        }
        if tried.is_some_and(|tried| tried.elapsed() < AGAIN) {
            return Ok(None);
        }
        // Until the disk accepts writes again, readers continue to use the old opening.
        let opened = match self.disk_space.is_back() {
            true => self.replace().map(Some),
            false => Ok(None),
        };
        *tried = Some(Instant::now());
        opened
    }

    fn replace(&self) -> Result<Arc<Inner>> {
        if let Some(inner) = self.now() {
            inner.retire();
        }
        let mut present = self.present.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(inner) = present.take() {
            release(inner);
        }
        let inner = Arc::new(open::open(&self.path, &self.options)?);
        *present = Some(inner.clone());
        let path = self.path.display();
        emit(Level::Warn, EVENTS, format_args!("`{path}` is reopened after a failure"));
        Ok(inner)
    }

    /// Removes and returns the last opening.
    pub(super) fn end(&mut self) -> Option<Arc<Inner>> {
        self.present.get_mut().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn refusal(&self) -> Error {
        let message = format!(
            "the store in `{}` failed before, and accepts changes again when its disk does",
            self.path.display()
        );
        Error::new(ErrorKind::Storage, message)
    }
}

/// Releases the opening that a call used. If a database failed in a transaction, dropping it would
/// hang and block every thread that uses it, so it is never dropped. If it failed otherwise, it is
/// dropped in a separate thread.
pub(super) fn release(inner: Arc<Inner>) {
    if inner.hangs.load(Ordering::Acquire) {
        mem::forget(inner);
        return;
    }
    // Only the last owner ends the opening.
    let Some(inner) = Arc::into_inner(inner) else { return };
    if inner.is_broken() {
        let _ = thread::Builder::new().name("glossweave-store".to_owned()).spawn(move || {
            let _ = catch_unwind(AssertUnwindSafe(|| {
                let _ = inner.trees.db().flush();
                drop(inner);
            }));
        });
    }
}
