//! Disk space that is kept free.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::store::disk::check_space;
use glossweave_base::error::Result;

/// The minimum number of bytes that are kept free. sled writes pages next to the log, and a failed
/// write of such a page leaves an unfinished buffer. A thread that waits for the buffer waits
/// forever, and all transactions of the process wait for that thread.
const LEAST: u64 = 4 << 20;

/// The kind of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WriteKind {
    /// Files next to the rows. They are refused first, so that rows can still be written.
    Files,
    /// Rows that are added or grow.
    Rows,
    /// Rows that are removed, which frees space.
    Removals,
}

/// The disk of a folder.
#[derive(Clone, Debug)]
pub(super) struct DiskSpace {
    folder: PathBuf,
    reserve: u64,
}

impl DiskSpace {
    pub(super) fn new(folder: &Path, reserve: u64) -> DiskSpace {
        DiskSpace { folder: folder.to_owned(), reserve }
    }

    /// Checks that a write of `bytes` keeps the reserve free: all of it for files, half of it for
    /// rows, an eighth for removals. Returns `ErrorKind::Storage` if it does not.
    pub(super) fn check(&self, part: WriteKind, bytes: u64) -> Result<()> {
        let reserved = match part {
            WriteKind::Files => self.reserve.max(LEAST),
            WriteKind::Rows => (self.reserve / 2).max(LEAST),
            WriteKind::Removals => (self.reserve / 8).max(LEAST / 2),
        };
        check_space(&self.folder, bytes, reserved)
    }

    /// Returns `true` if a failed store may work again: the disk has space for rows, at least
    /// `LEAST` bytes, and they can be written.
    pub(super) fn is_back(&self) -> bool {
        let least = (self.reserve / 2).max(LEAST);
        fs2::available_space(&self.folder).is_ok_and(|free| free >= least) && self.probe().is_ok()
    }

    /// Writes and removes `LEAST` bytes, because free space alone does not reveal quotas and
    /// failing disks.
    fn probe(&self) -> io::Result<()> {
        let path = self.folder.join("probe");
        let block = [b'x'; 1 << 16];
        let written = File::create(&path).and_then(|mut file| {
            for _ in 0..LEAST / block.len() as u64 {
                file.write_all(&block)?;
            }
            file.sync_data()
        });
        let removed = fs::remove_file(&path);
        written.and(removed)
    }
}
