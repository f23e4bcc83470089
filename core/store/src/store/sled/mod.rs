//! A store on disk, in one folder.
//!
//! sled stores the bytes. This module adds guarantees that sled lacks: checksums of rows, totals of
//! all rows, a record of the acknowledged revision, and errors for calls in which sled would hang.
//! See `docs/deployment.md` for the folder and `docs/decisions/012-store.md` for the reasons.

mod ack_mark;
mod audit;
mod disk_space;
mod flush;
mod life;
mod lock_file;
mod open;
mod row_codec;
mod schema;
#[cfg(test)]
mod tests;
mod tree;
mod values;
mod worker;

use std::fmt;
use std::io;
use std::mem;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::options::{Durability, Options};
use super::{Action, Backend, Change, CommitOutcome, CounterUpdate, Row, Snapshot, Table};
use audit::Checksums;
use disk_space::WriteKind;
use flush::Flush;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::log::{Level, emit};
use life::{Life, release};
use lock_file::FolderLock;
use tree::Trees;
use values::Fresh;

/// The target of the log events.
const EVENTS: &str = "glossweave::store";

/// A store of rows in a folder, built on sled. Only one process can open it at a time; its threads
/// share it.
pub struct SledBackend {
    life: Life,
    /// The id of the process that opened the store.
    pid: u32,
}

struct Inner {
    trees: Trees,
    flush: Flush,
    /// The totals of the rows. Their lock is also the lock of writers.
    checksums: Mutex<Checksums>,
    /// `true` if sled or the disk has failed during an operation.
    broken: AtomicBool,
    /// `true` if the failure was in a transaction, so that dropping the database would hang.
    hangs: AtomicBool,
    /// The lock on the folder. It is dropped last, so that the folder cannot be opened while sled
    /// is still busy.
    holder: FolderLock,
}

impl SledBackend {
    /// Opens the store in a folder. Creates the folder and the store if they do not exist.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`] if this or another process has opened the store (the message
    /// contains its id), if the disk fails, or if rows are damaged or acknowledged changes are
    /// missing. Returns [`ErrorKind::Unsupported`] if a newer version wrote the store.
    pub fn open(path: impl AsRef<Path>, options: &Options) -> Result<SledBackend> {
        let life = Life::open(path.as_ref().to_owned(), options.clone())?;
        let store = SledBackend { life, pid: std::process::id() };
        let rows = store.run(true, |inner| Ok(inner.checksums().rows()))?;
        let shown = store.life.path.display();
        emit(Level::Info, EVENTS, format_args!("opened `{shown}`, which has {rows} rows"));
        Ok(store)
    }

    /// Syncs all changes to the disk. Use it with [`Durability::Periodic`].
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`] if the disk fails.
    pub fn flush(&self) -> Result<()> {
        Backend::flush(self)
    }

    /// Runs a call to sled. All calls go through this function.
    fn run<T>(&self, reads: bool, call: impl FnOnce(&Inner) -> Result<T>) -> Result<T> {
        if self.pid != std::process::id() {
            let message = format!(
                "the store in `{}` was opened by process {} before a fork: reopen it after the \
                 fork, when that process has closed it",
                self.life.path.display(),
                self.pid
            );
            return Err(Error::new(ErrorKind::Storage, message));
        }
        let inner = self.life.present(reads)?;
        let was = inner.is_broken();
        let done = catch_unwind(AssertUnwindSafe(|| call(&inner))).unwrap_or_else(|payload| {
            inner.hangs.store(true, Ordering::Release);
            inner.broken.store(true, Ordering::Release);
            Err(broken(Error::from_panic(payload.as_ref())))
        });
        if let Err(error) = &done
            && !was
            && inner.is_broken()
        {
            let path = self.life.path.display();
            let message = format_args!("`{path}` accepts no more changes: {error}");
            emit(Level::Error, EVENTS, message);
        }
        release(inner);
        done
    }
}

impl Inner {
    fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Acquire)
    }

    fn checksums(&self) -> MutexGuard<'_, Checksums> {
        self.checksums.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Releases the folder for the next opening. Later changes are not acknowledged.
    fn retire(&self) {
        self.flush.close();
        self.holder.release();
    }

    /// Changes rows in memory. Returns the revision that has to be synced to the disk.
    fn change(
        &self,
        changes: &[Change],
        tallies: &[CounterUpdate],
        mut fresh: Fresh<'_>,
    ) -> Result<CommitOutcome> {
        let mut checksums = self.checksums();
        let mut writes = match self.trees.prepare(changes, &fresh.places, tallies, &checksums)? {
            Ok(writes) => writes,
            Err(refused) => return Ok(refused),
        };
        let revision = writes.checksums.revision;
        writes.keep_checksums();
        fresh.keep();
        self.apply(&writes)?;
        *checksums = writes.checksums;
        self.flush.committed(revision);
        Ok(CommitOutcome::Done { revision })
    }

    /// Marks the store as broken if the result is an error, because the memory is then ahead of the
    /// disk.
    fn breaking<T>(&self, result: Result<T>) -> Result<T> {
        if result.is_err() {
            self.broken.store(true, Ordering::Release);
        }
        result
    }

    fn apply(&self, writes: &tree::Writes) -> Result<()> {
        let applied = self.trees.apply(writes);
        if applied.is_err() {
            self.hangs.store(true, Ordering::Release);
        }
        self.breaking(applied)
    }

    fn settle(&self, revision: u64) -> Result<()> {
        let synced = self.breaking(self.flush.reach(revision, &self.broken))?;
        self.trees.values().collect(synced);
        Ok(())
    }

    fn finish(&self) -> Result<()> {
        let synced = self.breaking(self.flush.finish(&self.broken))?;
        self.trees.values().collect(synced);
        Ok(())
    }
}

impl Backend for SledBackend {
    fn read(&self, table: Table, key: &str) -> Result<Option<Row>> {
        self.run(true, |inner| inner.trees.read(table, key))
    }

    fn scan(
        &self,
        table: Table,
        after: Option<&str>,
        visit: &mut dyn FnMut(&str, Row) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        let mut rows = self.run(true, |inner| Ok(inner.trees.rows(table, after)))?;
        // sled repeats an error forever, so the scan ends at the first error.
        while let Some((key, row)) = self.run(true, |_| rows.next().transpose())? {
            if visit(&key, row)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    fn commit(&self, changes: &[Change], tallies: &[CounterUpdate]) -> Result<CommitOutcome> {
        super::check(changes)?;
        // sled writes more bytes than the values: pages, neighboring pages, the log.
        let grows: u64 = changes.iter().map(|change| change.action.bytes() as u64 * 4).sum();
        let part = if grows == 0 { WriteKind::Removals } else { WriteKind::Rows };
        self.run(false, |inner| {
            self.life.disk_space.check(part, grows)?;
            let values = changes.iter().map(|change| match &change.action {
                Action::Put(value) => Some(value.as_slice()),
                Action::Keep | Action::Remove => None,
            });
            // If this fails, no row was changed.
            let fresh = inner.trees.values().write(values)?;
            let outcome = inner.breaking(inner.change(changes, tallies, fresh))?;
            if let CommitOutcome::Done { revision } = outcome {
                inner.settle(revision)?;
            }
            Ok(outcome)
        })
    }

    fn flush(&self) -> Result<()> {
        self.run(false, Inner::finish)
    }

    fn folder(&self) -> Option<&Path> {
        Some(&self.life.path)
    }

    fn check_space(&self, bytes: u64) -> Result<()> {
        self.life.disk_space.check(WriteKind::Files, bytes)
    }

    fn check(&self) -> Result<()> {
        self.life.check()
    }

    fn counter(&self, name: &str) -> Result<u64> {
        self.run(true, |inner| inner.trees.counter(name))
    }

    fn snapshot(&self) -> Result<Snapshot> {
        self.run(true, |inner| {
            let checksums = inner.checksums();
            inner.trees.snapshot(checksums.revision)
        })
    }

    fn restore(&self, snapshot: Snapshot) -> Result<()> {
        snapshot.check()?;
        self.run(false, |inner| {
            let revision = snapshot.revision;
            let mut checksums = inner.checksums();
            if checksums.revision > 0 {
                return Err(super::not_empty());
            }
            let values = snapshot.rows.iter().map(|(.., row)| Some(row.value.as_slice()));
            let mut fresh = inner.trees.values().write(values)?;
            let mut writes = inner.trees.restoration(snapshot, &fresh.places);
            writes.keep_checksums();
            fresh.keep();
            inner.apply(&writes)?;
            *checksums = writes.checksums;
            inner.flush.committed(revision);
            drop(checksums);
            inner.finish()
        })
    }
}

impl fmt::Debug for SledBackend {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("SledBackend").field("path", &self.life.path).finish_non_exhaustive()
    }
}

impl Drop for SledBackend {
    fn drop(&mut self) {
        let inner = self.life.end();
        if self.pid != std::process::id() {
            // A forked child does not have sled's threads, so dropping the database would hang.
            mem::forget(inner);
            return;
        }
        let Some(inner) = inner else { return };
        // Errors are ignored here: no caller waits for these changes, and a failure was reported
        // before or will be reported by the next opening.
        let _ = catch_unwind(AssertUnwindSafe(|| {
            if inner.is_broken() {
                inner.retire();
            } else {
                let _ = inner.finish();
            }
            release(inner);
            emit(Level::Info, EVENTS, format_args!("closed `{}`", self.life.path.display()));
        }));
    }
}

/// Returns the error for a failure or a panic of sled.
fn broken(cause: impl std::error::Error + Send + Sync + 'static) -> Error {
    Error::new(ErrorKind::Storage, format!("the store failed: {cause}")).because(cause)
}

/// Returns the error for a disk failure with a file.
fn failed(path: &Path, cause: io::Error) -> Error {
    Error::new(ErrorKind::Storage, format!("`{}` failed: {cause}", path.display())).because(cause)
}

/// Returns the error for a damaged store.
fn damaged(folder: &Path, what: &str) -> Error {
    Error::new(
        ErrorKind::Storage,
        format!(
            "the store in `{}` is damaged: {what}; import an export into an empty folder",
            folder.display()
        ),
    )
}
