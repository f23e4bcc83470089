//! Disk space that has to stay free.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::store::disk::check_space;
use glossweave_base::error::Result;

/// The number of bytes that stay free whatever is set: sled writes pages beside the log, and a failed
/// write of such a page leaves a buffer that is never finished. A thread that waits for it waits for
/// ever, and all transactions of the process wait for that thread.
const LEAST: u64 = 4 << 20;

/// The kind of what is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Files beside the rows. They are refused first, so that rows can still be written.
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

    /// Checks that so many bytes leave the reserve free: all of it for files, half of it for rows, an
    /// eighth for removals. Returns `ErrorKind::Storage` if they do not.
    pub(super) fn check(&self, part: Part, bytes: u64) -> Result<()> {
        let kept = match part {
            Part::Files => self.reserve.max(LEAST),
            Part::Rows => (self.reserve / 2).max(LEAST),
            Part::Removals => (self.reserve / 8).max(LEAST / 2),
        };
        check_space(&self.folder, bytes, kept)
    }

    /// Returns `true` if a store that failed may work again: there is space for its rows, `LEAST` bytes
    /// at least, and they can be written.
    pub(super) fn is_back(&self) -> bool {
        let least = (self.reserve / 2).max(LEAST);
        fs2::available_space(&self.folder).is_ok_and(|free| free >= least) && self.probe().is_ok()
    }

    /// Writes the bytes that are always kept free: quotas of the system, and disks that fail, are not
    /// seen otherwise.
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
