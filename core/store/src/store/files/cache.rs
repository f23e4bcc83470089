//! A folder with copies of revisions, which several engines and processes use at once.
//!
//! | name | content |
//! |---|---|
//! | `lock` | locked while anything in the folder begins or ends |
//! | `<id>/` | the files of a revision, all of them |
//! | `<id>.part/` | files that are being fetched or removed |
//! | `<id>.lock` | the number of bytes that are counted for it; its time is that of the last use |
//!
//! `<id>.lock` is locked by whoever fetches the revision, and shared by those who use it. Each is taken only
//! under `lock`, and never waited for there.

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

/// The time after which a use is noted again.
const NOTED: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub(super) struct FileCache {
    folder: PathBuf,
    /// The most bytes of all revisions together.
    bytes: u64,
}

/// A revision in a cache. It stays there until this value is dropped.
#[derive(Debug)]
pub struct Lease {
    folder: PathBuf,
    lock: File,
    /// The time of the last use that was noted, in seconds since 1970.
    noted: AtomicU64,
}

impl Lease {
    /// Returns the folder with the files.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Notes that the revision is used, so that others leave the cache before it.
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
            // Without the time another one may leave first, which is no harm.
            let _ = self.lock.set_modified(now);
        }
    }
}

/// The state of a revision in a cache.
pub(super) enum Cached {
    /// It is there.
    Ready(Lease),
    /// Another thread or process is fetching it.
    Busy,
    /// It does not fit beside those that are used.
    Full,
    /// It is to be fetched.
    Missing(Fetch),
}

impl FileCache {
    /// Opens a cache, or creates it. Returns `ErrorKind::Storage` if the disk fails.
    pub fn open(folder: PathBuf, bytes: u64) -> Result<FileCache> {
        make_folder(&folder).map_err(|error| failed(&folder, error))?;
        Ok(FileCache { folder, bytes })
    }

    /// Looks for a revision, and frees space for it if it is missing. Returns `ErrorKind::Storage` if it is larger
    /// than the cache or the disk fails.
    pub fn begin(&self, revision: &Revision) -> Result<Cached> {
        let size = revision.size();
        if size > self.bytes {
            let message = format!(
                "the files have {size} bytes, and the cache holds {} (`files.cache-size`)",
                self.bytes
            );
            return Err(Error::new(ErrorKind::Storage, message));
        }
        self.look(revision, size).map_err(|error| failed(&self.folder, error))
    }

    fn look(&self, revision: &Revision, size: u64) -> io::Result<Cached> {
        let guard = guard(&self.folder)?;
        let entry = Entry::of(&self.folder, &revision.id);
        let mut own = entry.open_lock()?;
        if is_complete(&entry.folder, revision) {
            // It is locked for others only until they have removed or renamed it, which `guard` is held for.
            FileExt::lock_shared(&own)?;
            let lease = Lease { folder: entry.folder, lock: own, noted: AtomicU64::new(0) };
            lease.note_use();
            return Ok(Cached::Ready(lease));
        }
        if !lock(&own)? {
            return Ok(Cached::Busy);
        }
        entry.clear()?;
        if !self.free_space(size, &entry)? {
            fs::remove_file(&entry.lock)?;
            return Ok(Cached::Full);
        }
        own.set_len(0)?;
        own.write_all(size.to_string().as_bytes())?;
        make_folder(&entry.part)?;
        drop(guard);
        Ok(Cached::Missing(Fetch { cache: self.folder.clone(), entry, lock: Some(own) }))
    }

    /// Removes what was not used for longest and is not used now, until so many bytes fit. Returns `false` if
    /// they do not.
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

    /// Removes the files. They are renamed first, so that a half of them never looks like the whole.
    fn clear(&self) -> io::Result<()> {
        remove_folder(&self.part)?;
        if self.folder.exists() {
            fs::rename(&self.folder, &self.part)?;
            remove_folder(&self.part)?;
        }
        Ok(())
    }

    /// Returns the bytes that are counted: those that were announced, or more if files were added.
    fn size(&self) -> io::Result<u64> {
        let mut announced = String::new();
        File::open(&self.lock)?.read_to_string(&mut announced)?;
        Ok(announced.parse().unwrap_or(0).max(folder_size(&self.folder)))
    }
}

/// A revision that is being fetched. It is removed again unless it is finished.
#[derive(Debug)]
pub(super) struct Fetch {
    cache: PathBuf,
    entry: Entry,
    /// `None` if it is finished.
    lock: Option<File>,
}

impl Fetch {
    /// Returns the path for one of the files.
    pub fn file(&self, name: &str) -> PathBuf {
        self.entry.part.join(name)
    }

    /// Shows the files to others. Returns `ErrorKind::Storage` if the disk fails.
    pub fn finish(self) -> Result<Lease> {
        let from = self.entry.part.clone();
        self.take(&from)
    }

    /// Takes a folder with all of the files, which has to be on the same disk.
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
        // Nobody else takes it meanwhile, as `guard` is held.
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

/// Locks a cache, for a short time.
fn guard(folder: &Path) -> io::Result<File> {
    let path = folder.join("lock");
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
    FileExt::lock_exclusive(&file)?;
    Ok(file)
}

/// Returns `true` if all files are there with their sizes. Whoever made them has compared their checksums.
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
