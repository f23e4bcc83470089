//! Files that are too large for rows: one numbered folder for each resource.
//!
//! A row contains the number of its folder. The folder is filled first and the row is committed
//! afterwards, so that readers never see an incomplete folder. Folders without a row are removed
//! when the store is opened again.

use std::collections::HashSet;
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime};

use super::disk::{failed, make_folder, secret, sync_folder};
use super::random::random;
use super::temporary_folder::TemporaryFolder;
use glossweave_base::error::{Error, ErrorKind, Result};

/// The time after which an unfinished file that does not grow is removed.
const MAX_AGE: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// The folders of a store.
#[derive(Debug)]
pub struct BlobStore {
    place: BlobFolder,
    next: AtomicU64,
    owner: Owner,
}

/// The process that opened the folders. A forked child has a copy of this value, and must not
/// remove any folder.
#[derive(Clone, Copy, Debug)]
pub(super) struct Owner(u32);

impl Owner {
    pub(super) fn this() -> Owner {
        Owner(std::process::id())
    }

    pub(super) fn is_this(self) -> bool {
        self.0 == std::process::id()
    }
}

#[derive(Debug)]
enum BlobFolder {
    Kept(PathBuf),
    /// A folder that is created at its first use, and removed with the engine.
    Temporary(OnceLock<TemporaryFolder>),
}

impl BlobStore {
    /// Opens the folders below a folder or, if it is `None`, below a temporary folder that is
    /// removed when this value is dropped. Returns `ErrorKind::Storage` if the disk fails.
    pub fn open(folder: Option<&Path>) -> Result<BlobStore> {
        let owner = Owner::this();
        let Some(folder) = folder else {
            let place = BlobFolder::Temporary(OnceLock::new());
            return Ok(BlobStore { place, next: AtomicU64::new(1), owner });
        };
        make_folder(folder).map_err(|error| failed(folder, error))?;
        let last = numbers(folder)?.into_iter().max().unwrap_or(0);
        let next = AtomicU64::new(last.saturating_add(1));
        Ok(BlobStore { place: BlobFolder::Kept(folder.to_owned()), next, owner })
    }

    /// Reserves all numbers up to this one. For example, a row may refer to a folder that is
    /// missing.
    pub fn begin_behind(&self, number: u64) {
        self.next.fetch_max(number.saturating_add(1), Ordering::Relaxed);
    }

    /// Continues from a random number, so that two stores use different numbers. Returns
    /// `ErrorKind::Internal` if the system provides no random numbers.
    pub fn begin_anywhere(&self) -> Result<()> {
        // Below 2^52, because every JSON parser reads such numbers exactly.
        self.begin_behind(u64::from_le_bytes(random()?) >> 12);
        Ok(())
    }

    fn folder(&self) -> Result<&Path> {
        match &self.place {
            BlobFolder::Kept(folder) => Ok(folder),
            BlobFolder::Temporary(made) => match made.get() {
                Some(folder) => Ok(folder.path()),
                None => {
                    let folder = TemporaryFolder::create()?;
                    // If another thread was faster, its folder is used.
                    if let Err(folder) = made.set(folder) {
                        let _ = fs::remove_dir_all(folder.path());
                    }
                    made.get().map(TemporaryFolder::path).ok_or_else(|| {
                        Error::new(ErrorKind::Internal, "a temporary folder was lost")
                    })
                }
            },
        }
    }

    /// Creates a folder, which is removed when it is dropped unless it is kept. Its number is not
    /// reused while this value exists. Returns `ErrorKind::Storage` if the disk fails.
    pub fn begin(&self) -> Result<StagedDir> {
        let folder = self.folder()?;
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(number.to_string());
            match secret().create(&path) {
                Ok(()) => {
                    let (kept, owner) = (AtomicBool::new(false), Owner::this());
                    return Ok(StagedDir { number, path, kept, owner });
                }
                // A forked process counts from the same number.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failed(&path, error)),
            }
        }
    }

    /// Returns the path of the folder with a number. Returns `ErrorKind::Storage` if the folder
    /// does not exist.
    pub fn path(&self, number: u64) -> Result<PathBuf> {
        let path = self.folder()?.join(number.to_string());
        match path.is_dir() {
            true => Ok(path),
            false => {
                let message = format!("there is no folder `{}`", path.display());
                Err(Error::new(ErrorKind::Storage, message))
            }
        }
    }

    /// Returns the path for an unfinished file, whose name is not a number. Returns
    /// `ErrorKind::Storage` if the disk fails.
    pub fn side(&self, name: &str) -> Result<PathBuf> {
        let folder = self.folder()?.join("uploads");
        make_folder(&folder).map_err(|error| failed(&folder, error))?;
        Ok(folder.join(name))
    }

    /// Returns the path of the cache for files that several engines share. Returns
    /// `ErrorKind::Storage` if the disk fails.
    pub fn cache(&self) -> Result<PathBuf> {
        Ok(self.folder()?.join("cache"))
    }

    /// Removes the temporary unfinished files, whose names begin with a tilde.
    pub fn tidy(&self) {
        self.unfinished().filter(|entry| begins(entry, "~")).for_each(|entry| {
            let _ = fs::remove_file(entry.path());
        });
    }

    /// Removes unfinished files that have not grown for a week, and returns their number.
    pub fn expire(&self, now: SystemTime) -> usize {
        let is_old = |entry: &DirEntry| {
            let modified = entry.metadata().and_then(|about| about.modified()).ok();
            let age = modified.and_then(|modified| now.duration_since(modified).ok());
            age.is_some_and(|age| age > MAX_AGE)
        };
        let old = self.unfinished().filter(is_old);
        old.filter(|entry| self.owner.is_this() && fs::remove_file(entry.path()).is_ok()).count()
    }

    /// Returns the number and the total bytes of the unfinished files whose names begin with a
    /// prefix, except for one file.
    pub fn waiting(&self, prefix: &str, but: &Path) -> (u64, u64) {
        let others = self.unfinished().filter(|entry| begins(entry, prefix) && entry.path() != but);
        let sizes = others.filter_map(|entry| entry.metadata().ok()).map(|about| about.len());
        sizes.fold((0, 0), |(count, bytes), size| (count + 1, bytes + size))
    }

    fn unfinished(&self) -> impl Iterator<Item = DirEntry> {
        let folder = match &self.place {
            BlobFolder::Kept(folder) => Some(folder.as_path()),
            BlobFolder::Temporary(made) => made.get().map(TemporaryFolder::path),
        };
        let all = folder.and_then(|folder| fs::read_dir(folder.join("uploads")).ok());
        all.into_iter().flatten().flatten()
    }

    /// Returns the total bytes of the files of a folder, 0 if the folder does not exist.
    pub fn size(&self, number: u64) -> u64 {
        self.path(number).map_or(0, |path| folder_size(&path))
    }

    /// Removes a folder, beginning with the file `first`. Mapped files stay readable if the system
    /// supports this. Otherwise the folder is removed when the store is opened again.
    pub fn remove(&self, number: u64, first: &str) {
        if self.owner.is_this()
            && let Ok(path) = self.path(number)
            && fs::remove_file(path.join(first)).is_ok()
        {
            let _ = fs::remove_dir_all(path);
        }
    }

    /// Removes all folders except those with the given numbers. Returns `ErrorKind::Storage` if the
    /// disk fails.
    pub fn keep(&self, numbers: &HashSet<u64>) -> Result<()> {
        let BlobFolder::Kept(folder) = &self.place else { return Ok(()) };
        for number in self::numbers(folder)? {
            if !numbers.contains(&number) {
                let _ = fs::remove_dir_all(folder.join(number.to_string()));
            }
        }
        Ok(())
    }
}

impl Drop for BlobStore {
    fn drop(&mut self) {
        if self.owner.is_this()
            && let BlobFolder::Temporary(made) = &self.place
            && let Some(folder) = made.get()
        {
            let _ = fs::remove_dir_all(folder.path());
        }
    }
}

/// A folder under construction.
#[derive(Debug)]
pub struct StagedDir {
    number: u64,
    path: PathBuf,
    kept: AtomicBool,
    owner: Owner,
}

impl StagedDir {
    /// Returns the number of the folder.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of a file in the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Syncs the names of the files to the disk. Call it before the row is committed. Returns
    /// `ErrorKind::Storage` if the disk fails.
    pub fn settle(&self) -> Result<()> {
        sync_folder(&self.path).map_err(|error| failed(&self.path, error))?;
        match self.path.parent() {
            Some(parent) => sync_folder(parent).map_err(|error| failed(parent, error)),
            None => Ok(()),
        }
    }

    /// Keeps the folder when this value is dropped, because a row refers to it now.
    pub fn keep(&self) {
        self.kept.store(true, Ordering::Release);
    }
}

impl Drop for StagedDir {
    fn drop(&mut self) {
        if self.owner.is_this() && !self.kept.load(Ordering::Acquire) {
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}

/// A folder under construction that belongs to a commit. All values are equal, so that comparisons
/// of contents ignore them.
#[derive(Clone, Debug, Default)]
pub struct StagedFiles(pub Option<Arc<StagedDir>>);

impl PartialEq for StagedFiles {
    fn eq(&self, _: &StagedFiles) -> bool {
        true
    }
}

impl Eq for StagedFiles {}

/// Returns the total bytes of the files of a folder, 0 if the folder does not exist.
pub(super) fn folder_size(path: &Path) -> u64 {
    let files = fs::read_dir(path).into_iter().flatten().flatten();
    files.filter_map(|entry| entry.metadata().ok()).map(|about| about.len()).sum()
}

fn begins(entry: &DirEntry, prefix: &str) -> bool {
    entry.file_name().to_string_lossy().starts_with(prefix)
}

/// Returns the names in a folder that are numbers. Returns `ErrorKind::Storage` if the disk fails.
pub(super) fn numbers(folder: &Path) -> Result<Vec<u64>> {
    let mut numbers = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| failed(folder, error))? {
        let name = entry.map_err(|error| failed(folder, error))?.file_name();
        numbers.extend(name.to_str().and_then(|name| name.parse::<u64>().ok()));
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests;
