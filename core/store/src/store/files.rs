//! Files beside the rows, for what is too large for a row: one numbered folder for each thing.
//!
//! A row names the folder that belongs to it. A folder is filled first and the row is committed
//! then, so that nobody ever sees half of it; folders that no row names are removed when the store is
//! opened again.

use std::collections::HashSet;
use std::fs::{self, DirBuilder, DirEntry, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime};

use fs2::FileExt;

use glossweave_base::error::{Error, Kind, Result};

/// How long what is not finished waits for more of it.
const PATIENCE: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// Where the folders are.
#[derive(Debug)]
#[doc(hidden)]
pub struct Files {
    place: Place,
    next: AtomicU64,
    owner: Owner,
}

/// The process that opened it: a child that was forked off has the same value and may remove nothing.
#[derive(Clone, Copy, Debug)]
struct Owner(u32);

impl Owner {
    fn this() -> Owner {
        Owner(std::process::id())
    }

    fn is_this(self) -> bool {
        self.0 == std::process::id()
    }
}

#[derive(Debug)]
enum Place {
    Kept(PathBuf),
    /// Made when it is needed, and gone with the engine.
    Temporary(OnceLock<PathBuf>),
}

impl Files {
    /// The folders below one folder, or, where there is none, some that go with this value. Kind
    /// Storage.
    pub fn open(folder: Option<&Path>) -> Result<Files> {
        let owner = Owner::this();
        let Some(folder) = folder else {
            let place = Place::Temporary(OnceLock::new());
            return Ok(Files { place, next: AtomicU64::new(1), owner });
        };
        make_folder(folder).map_err(|error| failed(folder, error))?;
        let last = numbers(folder)?.into_iter().max().unwrap_or(0);
        let next = AtomicU64::new(last.saturating_add(1));
        Ok(Files { place: Place::Kept(folder.to_owned()), next, owner })
    }

    /// Gives no number up to one any more: a row may name a folder that is not there.
    pub fn begin_behind(&self, number: u64) {
        self.next.fetch_max(number.saturating_add(1), Ordering::Relaxed);
    }

    fn folder(&self) -> Result<&Path> {
        match &self.place {
            Place::Kept(folder) => Ok(folder),
            Place::Temporary(made) => match made.get() {
                Some(folder) => Ok(folder),
                None => {
                    let folder = temporary()?;
                    // Another thread may have been faster.
                    if let Err(folder) = made.set(folder) {
                        let _ = fs::remove_dir(folder);
                    }
                    made.get()
                        .map(PathBuf::as_path)
                        .ok_or_else(|| Error::new(Kind::Internal, "a temporary folder was lost"))
                }
            },
        }
    }

    /// Makes a new folder, which goes again unless it is kept. Its number never comes again while
    /// this value is there. Kind Storage.
    pub fn begin(&self) -> Result<Bundle> {
        let folder = self.folder()?;
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(number.to_string());
            match secret().create(&path) {
                Ok(()) => {
                    let (kept, owner) = (AtomicBool::new(false), Owner::this());
                    return Ok(Bundle { number, path, kept, owner });
                }
                // A process that was forked off counts on from the same number.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failed(&path, error)),
            }
        }
    }

    /// The folder of a number. Kind Storage where there is none.
    pub fn path(&self, number: u64) -> Result<PathBuf> {
        let path = self.folder()?.join(number.to_string());
        match path.is_dir() {
            true => Ok(path),
            false => {
                let message = format!("there is no folder `{}`", path.display());
                Err(Error::new(Kind::Storage, message))
            }
        }
    }

    /// A file by a name that is no number, for what is not finished yet. Kind Storage.
    pub fn side(&self, name: &str) -> Result<PathBuf> {
        let folder = self.folder()?.join("uploads");
        make_folder(&folder).map_err(|error| failed(&folder, error))?;
        Ok(folder.join(name))
    }

    /// Removes what is not finished and was not meant to stay: its name begins with a tilde.
    pub fn tidy(&self) {
        self.unfinished().filter(|entry| begins(entry, "~")).for_each(|entry| {
            let _ = fs::remove_file(entry.path());
        });
    }

    /// Removes what is not finished and nobody added to for a week, and says how much that was.
    pub fn expire(&self, now: SystemTime) -> usize {
        let is_old = |entry: &DirEntry| {
            let modified = entry.metadata().and_then(|about| about.modified()).ok();
            let age = modified.and_then(|modified| now.duration_since(modified).ok());
            age.is_some_and(|age| age > PATIENCE)
        };
        let old = self.unfinished().filter(is_old);
        old.filter(|entry| self.owner.is_this() && fs::remove_file(entry.path()).is_ok()).count()
    }

    /// Returns the number and the bytes of the unfinished files whose names begin with a prefix, without
    /// one file.
    pub fn waiting(&self, prefix: &str, but: &Path) -> (u64, u64) {
        let others = self.unfinished().filter(|entry| begins(entry, prefix) && entry.path() != but);
        let sizes = others.filter_map(|entry| entry.metadata().ok()).map(|about| about.len());
        sizes.fold((0, 0), |(count, bytes), size| (count + 1, bytes + size))
    }

    fn unfinished(&self) -> impl Iterator<Item = DirEntry> {
        let folder = match &self.place {
            Place::Kept(folder) => Some(folder),
            Place::Temporary(made) => made.get(),
        };
        let all = folder.and_then(|folder| fs::read_dir(folder.join("uploads")).ok());
        all.into_iter().flatten().flatten()
    }

    /// Returns the bytes of the files of a folder.
    pub fn size(&self, number: u64) -> u64 {
        let entries = self.path(number).ok().and_then(|path| fs::read_dir(path).ok());
        let files = entries.into_iter().flatten().flatten();
        files.filter_map(|entry| entry.metadata().ok()).map(|about| about.len()).sum()
    }

    /// Removes a folder, one of its files before all others. What is mapped of it stays readable where
    /// the system has that; where it has not, the folder goes when the store is opened again.
    pub fn remove(&self, number: u64, first: &str) {
        if self.owner.is_this()
            && let Ok(path) = self.path(number)
            && fs::remove_file(path.join(first)).is_ok()
        {
            let _ = fs::remove_dir_all(path);
        }
    }

    /// Removes every folder but some. Kind Storage.
    pub fn keep(&self, numbers: &HashSet<u64>) -> Result<()> {
        let Place::Kept(folder) = &self.place else { return Ok(()) };
        for number in self::numbers(folder)? {
            if !numbers.contains(&number) {
                let _ = fs::remove_dir_all(folder.join(number.to_string()));
            }
        }
        Ok(())
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        if self.owner.is_this()
            && let Place::Temporary(made) = &self.place
            && let Some(folder) = made.get()
        {
            let _ = fs::remove_dir_all(folder);
        }
    }
}

/// A folder in the making.
#[derive(Debug)]
#[doc(hidden)]
pub struct Bundle {
    number: u64,
    path: PathBuf,
    kept: AtomicBool,
    owner: Owner,
}

impl Bundle {
    /// Its number.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// A file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Brings the names of its files to the disk: before the row that names it. Kind Storage.
    pub fn settle(&self) -> Result<()> {
        sync_folder(&self.path).map_err(|error| failed(&self.path, error))?;
        match self.path.parent() {
            Some(parent) => sync_folder(parent).map_err(|error| failed(parent, error)),
            None => Ok(()),
        }
    }

    /// A row names it now.
    pub fn keep(&self) {
        self.kept.store(true, Ordering::Release);
    }
}

impl Drop for Bundle {
    fn drop(&mut self) {
        if self.owner.is_this() && !self.kept.load(Ordering::Acquire) {
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}

/// A folder in the making, as part of what is committed. Two of them are alike for those who compare
/// contents.
#[derive(Clone, Debug, Default)]
#[doc(hidden)]
pub struct Pending(pub Option<Arc<Bundle>>);

impl PartialEq for Pending {
    fn eq(&self, _: &Pending) -> bool {
        true
    }
}

impl Eq for Pending {}

fn begins(entry: &DirEntry, prefix: &str) -> bool {
    entry.file_name().to_string_lossy().starts_with(prefix)
}

/// Makes a folder, and those above it, into which nobody else may look. One that is there stays as it
/// is: who made it has said who may.
pub(super) fn make_folder(path: &Path) -> io::Result<()> {
    secret().recursive(true).create(path)
}

fn secret() -> DirBuilder {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

/// Takes a file for one who writes or maps it, and says whether nobody else has it. It is given back with
/// [`unlock`], or when it is closed.
#[doc(hidden)]
pub fn lock(file: &File) -> io::Result<bool> {
    match FileExt::try_lock_exclusive(file) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(false),
        Err(error) => Err(error),
    }
}

/// Gives a file back.
#[doc(hidden)]
pub fn unlock(file: &File) -> io::Result<()> {
    FileExt::unlock(file)
}

/// Makes the names in a folder last. Where folders cannot be opened, nothing has to be done.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder) {
        Ok(file) if cfg!(unix) => file.sync_all(),
        _ => Ok(()),
    }
}

/// The names in a folder that are numbers. Kind Storage.
pub(super) fn numbers(folder: &Path) -> Result<Vec<u64>> {
    let mut numbers = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| failed(folder, error))? {
        let name = entry.map_err(|error| failed(folder, error))?.file_name();
        numbers.extend(name.to_str().and_then(|name| name.parse::<u64>().ok()));
    }
    Ok(numbers)
}

/// A new folder that nobody else may look into.
fn temporary() -> Result<PathBuf> {
    static MADE: AtomicU64 = AtomicU64::new(0);
    let parent = std::env::temp_dir();
    for _ in 0..1000 {
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let path = parent.join(format!("glossweave-{}-{number}", std::process::id()));
        match secret().create(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(failed(&path, error)),
        }
    }
    Err(Error::new(Kind::Storage, "no temporary folder can be made"))
}

fn failed(path: &Path, error: io::Error) -> Error {
    let message = format!("`{}` cannot be used: {error}", path.display());
    Error::new(Kind::Storage, message).because(error)
}

#[cfg(test)]
mod tests;
