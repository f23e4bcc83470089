//! The temporary folder of a store in memory. If a process was killed, the next process removes its
//! folder.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::disk::{failed, lock, secret};
use glossweave_base::error::{Error, ErrorKind, Result};

/// The prefix of the names, which continue with the id of the process and a count.
const PREFIX: &str = "glossweave-";

/// The file in the folder that its process keeps locked.
const LOCK: &str = "lock";

/// A folder that only the current user can access.
#[derive(Debug)]
pub(super) struct TemporaryFolder {
    path: PathBuf,
    _lock: File,
}

impl TemporaryFolder {
    /// Creates a folder, and removes the folders of processes that ended without cleanup. Returns
    /// `ErrorKind::Storage` if the disk fails.
    pub fn create() -> Result<TemporaryFolder> {
        let parent = std::env::temp_dir();
        let made = TemporaryFolder::create_in(&parent)?;
        remove_abandoned(&parent, &made.path);
        Ok(made)
    }

    fn create_in(parent: &Path) -> Result<TemporaryFolder> {
        static MADE: AtomicU64 = AtomicU64::new(0);
        for _ in 0..1000 {
            let number = MADE.fetch_add(1, Ordering::Relaxed);
            let path = parent.join(format!("{PREFIX}{}-{number}", std::process::id()));
            match secret().create(&path) {
                Ok(()) => {
                    let _lock = locked(&path).map_err(|error| failed(&path, error))?;
                    return Ok(TemporaryFolder { path, _lock });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failed(&path, error)),
            }
        }
        Err(Error::new(ErrorKind::Storage, "a temporary folder cannot be created"))
    }

    /// Returns the path.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Creates the locked file. It is renamed only when it is locked, so that no other process can lock
/// it first.
fn locked(folder: &Path) -> io::Result<File> {
    let new = folder.join("lock.new");
    let file = File::create_new(&new)?;
    if !lock(&file)? {
        return Err(io::ErrorKind::WouldBlock.into());
    }
    fs::rename(new, folder.join(LOCK))?;
    Ok(file)
}

/// Removes the folders of the same user whose lock file is not locked.
fn remove_abandoned(parent: &Path, own_folder: &Path) {
    let Ok(own_data) = fs::symlink_metadata(own_folder) else { return };
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().to_str().is_some_and(is_name)
            && entry.path() != own_folder
            && entry.metadata().is_ok_and(|data| data.is_dir() && same_user(&data, &own_data));
        let path = entry.path().join(LOCK);
        if is_ours
            && fs::symlink_metadata(&path).is_ok_and(|data| data.is_file())
            && let Ok(file) = File::open(path)
            && lock(&file).is_ok_and(|is_free| is_free)
        {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn is_name(name: &str) -> bool {
    let numbers = name.strip_prefix(PREFIX).and_then(|numbers| numbers.split_once('-'));
    let is_number = |text: &str| text.parse::<u64>().is_ok_and(|number| number.to_string() == text);
    numbers.is_some_and(|(process, count)| is_number(process) && is_number(count))
}

#[cfg(unix)]
fn same_user(left: &Metadata, right: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    left.uid() == right.uid()
}

/// On other systems the folder for temporary files belongs to the user.
#[cfg(not(unix))]
fn same_user(_: &Metadata, _: &Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_dead_processes_are_removed_and_no_others() {
        let parent = tempfile::tempdir().unwrap();
        let folder = |name: &str, files: &[&str]| {
            let path = parent.path().join(name);
            fs::create_dir(&path).unwrap();
            files.iter().for_each(|file| fs::write(path.join(file), "").unwrap());
            path
        };
        let dead = folder("glossweave-4711-0", &["lock", "1"]);
        let others = [
            folder("glossweave-4711-1", &["1"]),
            folder("glossweave-models", &["lock"]),
            folder("another-4711-0", &["lock"]),
        ];
        let alive = TemporaryFolder::create_in(parent.path()).unwrap();
        let own_folder = TemporaryFolder::create_in(parent.path()).unwrap();
        remove_abandoned(parent.path(), own_folder.path());
        assert!(!dead.exists());
        for path in others.iter().map(PathBuf::as_path).chain([alive.path(), own_folder.path()]) {
            assert!(path.exists(), "{}", path.display());
        }
    }
}
