//! Bringing commits to the disk, several at once where several wait.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use ::sled::Db;

use super::witness::Witness;
use super::{Durability, failed};
use crate::error::Result;
use crate::store::files::sync_folder;

/// How long commits may wait for the disk where nobody waits for them.
pub(super) const PERIOD: Duration = Duration::from_millis(500);

#[derive(Debug)]
pub(super) struct Flush {
    durability: Durability,
    /// The last commit, whether on disk or not.
    committed: AtomicU64,
    disk: Mutex<Disk>,
}

#[derive(Debug)]
struct Disk {
    witness: Witness,
    last: Instant,
    /// sled writes with `sync_file_range`, which leaves the disk's own cache alone.
    log: File,
    /// Where sled puts large pages, which it does not sync at all.
    blobs: PathBuf,
    synced: HashSet<OsString>,
}

impl Flush {
    pub(super) fn new(
        durability: Durability,
        database: &Path,
        witness: Witness,
        committed: u64,
    ) -> Result<Flush> {
        let log = database.join("db");
        let disk = Disk {
            witness,
            last: Instant::now(),
            log: File::open(&log).map_err(|error| failed(&log, error))?,
            blobs: database.join("blobs"),
            synced: HashSet::new(),
        };
        Ok(Flush { durability, committed: committed.into(), disk: disk.into() })
    }

    /// Takes down that a commit was made. The lock of writers is held.
    pub(super) fn committed(&self, revision: u64) {
        self.committed.store(revision, Ordering::Release);
    }

    /// Returns when a commit may be acknowledged.
    pub(super) fn reach(&self, db: &Db, revision: u64) -> Result<()> {
        let mut disk = match self.durability {
            Durability::Flush => self.disk.lock().unwrap_or_else(PoisonError::into_inner),
            Durability::Periodic => match self.disk.try_lock() {
                Ok(disk) if disk.last.elapsed() >= PERIOD => disk,
                Ok(_) | Err(TryLockError::WouldBlock) => return Ok(()),
                Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            },
        };
        // Who waited for the lock was mostly taken along by the one who had it.
        if disk.witness.revision() >= revision {
            return Ok(());
        }
        disk.sync(db, self.committed.load(Ordering::Acquire))
    }

    /// Brings everything to the disk.
    pub(super) fn finish(&self, db: &Db) -> Result<()> {
        let mut disk = self.disk.lock().unwrap_or_else(PoisonError::into_inner);
        let committed = self.committed.load(Ordering::Acquire);
        if disk.witness.revision() < committed { disk.sync(db, committed) } else { Ok(()) }
    }
}

impl Disk {
    fn sync(&mut self, db: &Db, revision: u64) -> Result<()> {
        db.flush().map_err(super::broken)?;
        self.log.sync_data().map_err(|error| failed(&self.blobs, error))?;
        self.sync_blobs().map_err(|error| failed(&self.blobs, error))?;
        self.witness.write(revision)?;
        self.last = Instant::now();
        Ok(())
    }

    fn sync_blobs(&mut self) -> std::io::Result<()> {
        let mut present = HashSet::new();
        let mut fresh = false;
        for entry in fs::read_dir(&self.blobs)? {
            let name = entry?.file_name();
            if !self.synced.contains(&name) {
                // sled removes blobs that were replaced, at any time.
                if let Ok(file) = File::open(self.blobs.join(&name)) {
                    file.sync_data()?;
                    fresh = true;
                }
            }
            present.insert(name);
        }
        if fresh {
            sync_folder(&self.blobs)?;
        }
        self.synced = present;
        Ok(())
    }
}
