//! Access to the disk: private folders, locked and synced files, and their errors.

use std::fs::{DirBuilder, File};
use std::io;
use std::path::Path;

use fs2::FileExt;

use glossweave_base::error::{DISK_FULL, Error, ErrorKind, Result};

/// Creates a folder and its parents with access for the current user only. The permissions of
/// existing folders do not change.
pub(super) fn make_folder(path: &Path) -> io::Result<()> {
    secret().recursive(true).create(path)
}

/// Returns a builder of folders that only the current user can access.
pub(super) fn secret() -> DirBuilder {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

/// Locks a file for writing or mapping. Returns `false` if another handle has locked it. Use
/// [`unlock`] to release the lock, or close the file.
pub fn lock(file: &File) -> io::Result<bool> {
    match FileExt::try_lock_exclusive(file) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(false),
        Err(error) => Err(error),
    }
}

/// Unlocks a file.
pub fn unlock(file: &File) -> io::Result<()> {
    FileExt::unlock(file)
}

/// Syncs the names in a folder to the disk. Does nothing if the system cannot open folders.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder) {
        Ok(file) if cfg!(unix) => file.sync_all(),
        _ => Ok(()),
    }
}

/// Checks that the disk of a folder has `reserve` bytes free after `bytes` are written. Returns
/// `ErrorKind::Storage` if it has not.
pub(super) fn check_space(folder: &Path, bytes: u64, reserve: u64) -> Result<()> {
    // If the free space is unknown, the write itself reports a full disk.
    let Ok(free) = fs2::available_space(folder) else { return Ok(()) };
    if free >= reserve.saturating_add(bytes) {
        return Ok(());
    }
    let message = format!(
        "the disk of `{}` is full: {free} bytes are free, {bytes} are needed, and {reserve} are kept free \
         (`store.reserve`)",
        folder.display()
    );
    Err(Error::new(ErrorKind::Storage, message).with_code(DISK_FULL))
}

pub(super) fn failed(path: &Path, error: io::Error) -> Error {
    let message = format!("`{}` cannot be used: {error}", path.display());
    Error::new(ErrorKind::Storage, message).because(error)
}
