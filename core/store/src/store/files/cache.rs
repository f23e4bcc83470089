//! A folder with copies of revisions, which several engines and processes use at the same time.
//!
//! | name | content |
//! |---|---|
//! | `lock` | locked during changes of the folder |
//! | `<id>/` | all files of a revision |
//! | `<id>.part/` | files during a download or removal |
//! | `<id>.lock` | the counted size in bytes; the file is modified at the time of the last use |
//!
//! A process locks `<id>.lock` exclusively while it downloads the revision, and shares the lock
//! while it uses the files. Both locks are taken only while `lock` is held, and never waited for.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use fs2::FileExt;

use super::revision::Revision;
use crate::store::blob_dir::folder_size;
use crate::store::disk::{failed, lock, make_folder, sync_folder};
use glossweave_base::error::{Error, ErrorKind, Result};

/// The minimum time between two updates of the last use.
const NOTED: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub(super) struct FileCache {
    folder: PathBuf,
    /// The maximum number of bytes of all revisions together.
    bytes: u64,
}

/// A revision in a cache. It is not removed before this value is dropped.
#[derive(Debug)]
pub struct Lease {
    folder: PathBuf,
    lock: File,
    /// The recorded time of the last use, in seconds since 1970.
    noted: AtomicU64,
}

impl Lease {
    /// Returns the folder with the files.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Records a use of the revision, so that other revisions are removed from the cache first.
    pub fn note_use(&self) {
        let now = SystemTime::now();
        let seconds = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
        let noted = self.noted.load(Ordering::Relaxed);
        if noted.saturating_add(NOTED.as_secs()) <= seconds
            && self
                .noted
                .compare_exchange(noted, seconds, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
        {
            // If the update fails, the revision may only be removed earlier than necessary.
            let _ = self.lock.set_modified(now);
        }
    }
}

/// The state of a revision in a cache.
pub(super) enum Cached {
    /// The revision is in the cache.
    Ready(Lease),
    /// Another thread or process is downloading the revision.
    Busy,
    /// The revision does not fit next to the revisions in use.
    Full,
    /// The revision has to be downloaded.
    Missing(Fetch),
}

impl FileCache {
    /// Opens a cache, or creates it. Returns `ErrorKind::Storage` if the disk fails.
    pub fn open(folder: PathBuf, bytes: u64) -> Result<FileCache> {
        make_folder(&folder).map_err(|error| failed(&folder, error))?;
        Ok(FileCache { folder, bytes })
    }

    /// Looks up a revision, and frees space for it if it is missing. Returns `ErrorKind::Storage`
    /// if it is larger than the cache or the disk fails.
    pub fn begin(&self, revision: &Revision) -> Result<Cached> {
        let size = revision.size();
        if size > self.bytes {
            let message = format!(
                "the files have {size} bytes, limit of the cache is {} (`files.cache-size`)",
                self.bytes
            );
            return Err(Error::new(ErrorKind::Storage, message));
        }
        self.look(revision, size).map_err(|error| failed(&self.folder, error))
    }

    fn look(&self, revision: &Revision, size: u64) -> io::Result<Cached> {
        let guard = guard(&self.folder)?;
        let entry = Entry::of(&self.folder, &revision.id);
        let mut own_lock = entry.open_lock()?;
        if is_complete(&entry.folder, revision) {
            // Other processes lock the file exclusively only while they hold `guard`, so this does
            // not wait.
            FileExt::lock_shared(&own_lock)?;
            let lease = Lease { folder: entry.folder, lock: own_lock, noted: AtomicU64::new(0) };
            lease.note_use();
            return Ok(Cached::Ready(lease));
        }
        if !lock(&own_lock)? {
            return Ok(Cached::Busy);
        }
        entry.clear()?;
        if !self.free_space(size, &entry)? {
            fs::remove_file(&entry.lock)?;
            return Ok(Cached::Full);
        }
        own_lock.set_len(0)?;
        own_lock.write_all(size.to_string().as_bytes())?;
        make_folder(&entry.part)?;
        drop(guard);
        Ok(Cached::Missing(Fetch { cache: self.folder.clone(), entry, lock: Some(own_lock) }))
    }

    /// Removes the least recently used revisions that are not in use until `size` bytes fit.
    /// Returns `false` if they do not fit.
    fn free_space(&self, size: u64, but: &Entry) -> io::Result<bool> {
        let mut others = Vec::new();
        for found in fs::read_dir(&self.folder)? {
            let name = found?.file_name();
            let id = name.to_str().and_then(|name| name.strip_suffix(".lock"));
            let Some(id) = id.filter(|id| Entry::of(&self.folder, id).lock != but.lock) else {
                continue;
            };
            let entry = Entry::of(&self.folder, id);
            let used = fs::metadata(&entry.lock)?.modified()?;
            others.push((used, entry.size()?, entry));
        }
        others.sort_by_key(|(used, ..)| *used);
        let mut total = others.iter().fold(size, |sum, (_, size, _)| sum.saturating_add(*size));
        for (_, size, entry) in others {
            if total <= self.bytes {
                break;
            }
            let file = entry.open_lock()?;
            if lock(&file)? {
                entry.clear()?;
                fs::remove_file(&entry.lock)?;
                total -= size;
            }
        }
        Ok(total <= self.bytes)
    }
}

/// The paths of a revision.
#[derive(Debug)]
struct Entry {
    folder: PathBuf,
    part: PathBuf,
    lock: PathBuf,
}

impl Entry {
    fn of(cache: &Path, id: &str) -> Entry {
        let [part, lock] = [".part", ".lock"].map(|end| cache.join(format!("{id}{end}")));
        Entry { folder: cache.join(id), part, lock }
    }

    fn open_lock(&self) -> io::Result<File> {
        OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&self.lock)
    }

    /// Removes the files. The folder is renamed first, so that a partly removed folder never looks
    /// complete.
    fn clear(&self) -> io::Result<()> {
        remove_folder(&self.part)?;
        if self.folder.exists() {
            fs::rename(&self.folder, &self.part)?;
            remove_folder(&self.part)?;
        }
        Ok(())
    }

    /// Returns the size that counts: the announced size, or the actual size if it is larger because
    /// files were added.
    fn size(&self) -> io::Result<u64> {
        let mut announced = String::new();
        File::open(&self.lock)?.read_to_string(&mut announced)?;
        Ok(announced.parse().unwrap_or(0).max(folder_size(&self.folder)))
    }
}

/// A revision that is being downloaded. It is removed when this value is dropped, unless it is
/// finished.
#[derive(Debug)]
pub(super) struct Fetch {
    cache: PathBuf,
    entry: Entry,
    /// The lock, or `None` if the download is finished.
    lock: Option<File>,
}

impl Fetch {
    /// Returns the path for a file of the revision.
    pub fn file(&self, name: &str) -> PathBuf {
        self.entry.part.join(name)
    }

    /// Makes the files visible to other processes. Returns `ErrorKind::Storage` if the disk fails.
    pub fn finish(self) -> Result<Lease> {
        let from = self.entry.part.clone();
        self.take(&from)
    }

    /// Moves a folder with all files into the cache. The folder must be on the same disk.
    pub fn take(mut self, from: &Path) -> Result<Lease> {
        let folder = self.entry.folder.clone();
        let shown = self.show(from).map_err(|error| failed(&folder, error))?;
        Ok(Lease { folder, lock: shown, noted: AtomicU64::new(0) })
    }

    fn show(&mut self, from: &Path) -> io::Result<File> {
        sync_folder(from)?;
        let _guard = guard(&self.cache)?;
        fs::rename(from, &self.entry.folder)?;
        sync_folder(&self.cache)?;
        let lock = self.lock.take().ok_or(io::ErrorKind::NotFound)?;
        // No other process can take the lock in between, because `guard` is held.
        FileExt::unlock(&lock)?;
        FileExt::lock_shared(&lock)?;
        remove_folder(&self.entry.part)?;
        Ok(lock)
    }
}

impl Drop for Fetch {
    fn drop(&mut self) {
        if let (Some(_lock), Ok(_guard)) = (&self.lock, guard(&self.cache)) {
            let _ = remove_folder(&self.entry.part);
            let _ = fs::remove_file(&self.entry.lock);
        }
    }
}

/// Locks a cache. The lock is held only for a short time.
fn guard(folder: &Path) -> io::Result<File> {
    let path = folder.join("lock");
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
    FileExt::lock_exclusive(&file)?;
    Ok(file)
}

/// Returns `true` if all files exist with the expected sizes. Their checksums were compared when
/// they were stored.
fn is_complete(folder: &Path, revision: &Revision) -> bool {
    revision.files.iter().all(|file| {
        let about = fs::metadata(folder.join(&file.name));
        about.is_ok_and(|about| about.is_file() && about.len() == file.bytes)
    })
}

fn remove_folder(path: &Path) -> io::Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
