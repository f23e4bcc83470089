//! Syncing commits to the disk. If several callers wait, one sync covers all their commits.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use ::sled::Db;

use super::ack_mark::AckMark;
use super::worker::Worker;
use super::{Durability, failed};
use crate::store::disk::sync_folder;
use glossweave_base::error::{Error, ErrorKind, Result};

/// The maximum time that commits stay unsynced if no caller waits for them.
pub(super) const PERIOD: Duration = Duration::from_millis(500);

#[derive(Debug)]
pub(super) struct Flush {
    durability: Durability,
    /// The revision of the last commit, on disk or not.
    committed: AtomicU64,
    disk: Mutex<Disk>,
}

#[derive(Debug)]
struct Disk {
    ack_mark: AckMark,
    worker: Worker,
    /// `true` if the folder was released for another opening.
    closed: bool,
    last: Instant,
    /// The log. sled writes it with `sync_file_range`, which does not flush the cache of the disk.
    log: File,
    /// The folder of sled's large pages, which sled does not sync.
    blobs: PathBuf,
    synced: HashSet<OsString>,
}

impl Flush {
    pub(super) fn new(
        durability: Durability,
        db: Db,
        database: &Path,
        ack_mark: AckMark,
        committed: u64,
    ) -> Result<Flush> {
        let log = database.join("db");
        let disk = Disk {
            ack_mark,
            worker: Worker::start(db)?,
            closed: false,
            last: Instant::now(),
            log: File::open(&log).map_err(|error| failed(&log, error))?,
            blobs: database.join("blobs"),
            synced: HashSet::new(),
        };
        Ok(Flush { durability, committed: committed.into(), disk: disk.into() })
    }

    /// Records a commit. The caller must hold the lock of writers.
    pub(super) fn committed(&self, revision: u64) {
        self.committed.store(revision, Ordering::Release);
    }

    /// Waits until a commit can be acknowledged. Returns the last revision that is known to be on
    /// disk.
    pub(super) fn reach(&self, revision: u64, broken: &AtomicBool) -> Result<u64> {
        let mut disk = match self.durability {
            Durability::Flush => self.disk.lock().unwrap_or_else(PoisonError::into_inner),
            Durability::Periodic => match self.disk.try_lock() {
                Ok(disk) if disk.last.elapsed() >= PERIOD => disk,
                Ok(_) | Err(TryLockError::WouldBlock) => return Ok(0),
                Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            },
        };
        // A caller that waited for the lock usually finds its commit already synced.
        if disk.ack_mark.revision() < revision {
            disk.sync(self.committed.load(Ordering::Acquire), broken)?;
        }
        Ok(disk.ack_mark.revision())
    }

    /// Syncs all commits to the disk, and returns the revision of the last commit.
    pub(super) fn finish(&self, broken: &AtomicBool) -> Result<u64> {
        let mut disk = self.disk.lock().unwrap_or_else(PoisonError::into_inner);
        let committed = self.committed.load(Ordering::Acquire);
        if disk.ack_mark.revision() < committed {
            disk.sync(committed, broken)?;
        }
        Ok(disk.ack_mark.revision())
    }

    /// Stops all further acknowledgements.
    pub(super) fn close(&self) {
        let mut disk = self.disk.lock().unwrap_or_else(PoisonError::into_inner);
        disk.closed = true;
        disk.ack_mark.release();
    }
}

impl Disk {
    fn sync(&mut self, revision: u64, broken: &AtomicBool) -> Result<()> {
        if !self.closed {
            self.worker.flush(broken)?;
        }
        if self.closed || broken.load(Ordering::Acquire) {
            return Err(Error::new(ErrorKind::Storage, "the store failed in another call"));
        }
        self.log.sync_data().map_err(|error| failed(&self.blobs.with_file_name("db"), error))?;
        self.sync_blobs().map_err(|error| failed(&self.blobs, error))?;
        self.ack_mark.write(revision)?;
        self.last = Instant::now();
        Ok(())
    }

    fn sync_blobs(&mut self) -> std::io::Result<()> {
        let mut present = HashSet::new();
        let mut fresh = false;
        for entry in fs::read_dir(&self.blobs)? {
            let name = entry?.file_name();
            if !self.synced.contains(&name) {
                // sled can remove replaced blobs at any time.
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
