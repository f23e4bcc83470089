//! Revisions in a store of files, and the cache from which they are used.
//!
//! `<owner>/<id>/<file>` is a file of a revision. The owner is a number that the rows contain, so
//! that two stores of rows can use the same store of files. `<owner>/<id>/removed` is an empty
//! file. Its time is the time when the last row with the revision was removed.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use sha2::{Digest, Sha256};

use super::cache::{Cached, Fetch, FileCache};
use super::revision::{FileSum, REMOVED, Revision, StoredFiles};
use super::{FileEntry, FileStore, Lease};
use crate::store::disk::failed;
use crate::store::random::random;
use crate::store::{Backend, CommitOutcome, CounterUpdate};
use glossweave_base::error::{Error, ErrorKind, Result};

/// The counter that stores the number of the owner in the rows.
const OWNER: &str = "files/owner";

/// The interval at which a download by another process is checked.
const LOOK: Duration = Duration::from_millis(20);

/// The maximum time to wait for a download by another process.
const WAIT: Duration = Duration::from_secs(600);

/// The options of shared files.
#[derive(Clone, Debug)]
pub struct SharedFilesOptions {
    /// The folder of the cache. It should be on the same disk as the folders in which revisions are
    /// created.
    pub cache: PathBuf,
    /// The maximum size of the cache, in bytes.
    pub cache_bytes: u64,
    /// The time for which files without a row are kept.
    pub grace: Duration,
}

/// The revisions of the files of a store of rows.
pub struct SharedFiles {
    files: Arc<dyn FileStore>,
    prefix: String,
    cache: FileCache,
    grace: Duration,
    /// The last error of each failed download, for the threads that waited for it.
    failures: Mutex<HashMap<String, (Instant, ErrorKind, String)>>,
}

impl SharedFiles {
    /// Opens the files of a store of rows. Returns `ErrorKind::Storage` if the rows or the disk fail.
    pub fn open(
        rows: &dyn Backend,
        files: Arc<dyn FileStore>,
        options: SharedFilesOptions,
    ) -> Result<SharedFiles> {
        let SharedFilesOptions { cache, cache_bytes, grace } = options;
        let prefix = format!("{:013x}/", owner(rows)?);
        let cache = FileCache::open(cache, cache_bytes)?;
        Ok(SharedFiles { files, prefix, cache, grace, failures: Mutex::default() })
    }

    /// Stores the files of a folder and moves them into the cache. The folder is empty or gone
    /// afterwards.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the store of files or the disk fails, or if it takes longer
    /// than the grace time of files without a row.
    pub fn put(&self, folder: &Path) -> Result<Revision> {
        let begun = Instant::now();
        let id: [u8; 16] = random()?;
        let id = id.iter().map(|byte| format!("{byte:02x}")).collect();
        let mut revision = Revision { id, files: Vec::new() };
        let listed = fs::read_dir(folder).and_then(|all| all.collect::<io::Result<Vec<_>>>());
        for entry in listed.map_err(|error| failed(folder, error))? {
            let name = entry.file_name().to_string_lossy().into_owned();
            let file = File::open(entry.path()).map_err(|error| failed(&entry.path(), error))?;
            let mut content = Summed::new(file);
            self.files.put(&self.name(&revision.id, &name), &mut content)?;
            let (bytes, sha256) = content.sum();
            revision.files.push(FileSum { name, bytes, sha256 });
        }
        let took = begun.elapsed();
        if took > self.grace {
            let message = format!(
                "storing the files took {} seconds, but files without a row are removed after {} \
                 (`files.grace`)",
                took.as_secs(),
                self.grace.as_secs()
            );
            return Err(Error::new(ErrorKind::Storage, message));
        }
        // Moving the files saves a download. It may fail, for example if the cache has no space or
        // is on another disk.
        if let Ok(Cached::Missing(fetch)) = self.cache.begin(&revision) {
            let _ = fetch.take(folder);
        }
        Ok(revision)
    }

    /// Returns a revision, and downloads it if it is not in the cache. `release` closes revisions
    /// that are open but not in use.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if a file is missing or damaged, if the store of files or the
    /// disk fails, or if the cache is full of revisions in use.
    pub fn open_revision(&self, revision: &Revision, release: &dyn Fn()) -> Result<Lease> {
        if !revision.is_valid() {
            return Err(Error::new(ErrorKind::Storage, "the row refers to invalid files"));
        }
        let begun = Instant::now();
        let mut released = false;
        loop {
            match self.cache.begin(revision)? {
                Cached::Ready(lease) => return Ok(lease),
                Cached::Busy if begun.elapsed() > WAIT => {
                    let message = format!(
                        "another process has been fetching the files for {} seconds",
                        WAIT.as_secs()
                    );
                    return Err(Error::new(ErrorKind::Storage, message));
                }
                Cached::Busy => sleep(LOOK),
                Cached::Full if released => {
                    let message = "the cache is full of files that are in use (`files.cache-size`)";
                    return Err(Error::new(ErrorKind::Storage, message));
                }
                Cached::Full => {
                    release();
                    released = true;
                }
                Cached::Missing(fetch) => {
                    if let Some(error) = self.failed_since(&revision.id, begun) {
                        return Err(error);
                    }
                    if let Err(error) = self.fill(revision, &fetch) {
                        // Recorded before `fetch` is dropped, so that the waiting threads find the
                        // error.
                        let failure = (Instant::now(), error.kind(), error.message().to_owned());
                        self.failures().insert(revision.id.clone(), failure);
                        return Err(error);
                    }
                    self.failures().remove(&revision.id);
                    return fetch.finish();
                }
            }
        }
    }

    /// Downloads the files of a revision and compares their checksums.
    fn fill(&self, revision: &Revision, fetch: &Fetch) -> Result<()> {
        for file in &revision.files {
            let name = self.name(&revision.id, &file.name);
            let storage = |error: Error| {
                let message = format!("the file `{name}` cannot be fetched: {}", error.message());
                Error::new(ErrorKind::Storage, message).because(error)
            };
            // Reading one byte more than expected is enough to detect a file that is too long.
            let content = self.files.open(&name).map_err(storage)?.take(file.bytes + 1);
            let mut content = Summed::new(content);
            let path = fetch.file(&file.name);
            let copied = copy(&mut content, &path, &name)?;
            if (file.bytes, &file.sha256) != (copied.0, &copied.1) {
                let message = format!(
                    "the file `{name}` is damaged: it has {} bytes or more with the SHA-256 {}, expected \
                     {} with {}",
                    copied.0, copied.1, file.bytes, file.sha256
                );
                return Err(Error::new(ErrorKind::Storage, message));
            }
        }
        Ok(())
    }

    /// Returns the error of a download that failed while this call waited for it.
    fn failed_since(&self, id: &str, begun: Instant) -> Option<Error> {
        let failures = self.failures();
        let (at, kind, message) = failures.get(id)?;
        (*at > begun).then(|| Error::new(*kind, message.clone()))
    }

    fn failures(&self) -> std::sync::MutexGuard<'_, HashMap<String, (Instant, ErrorKind, String)>> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that no row contains a revision any more. The files are kept for the grace time.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the store of files fails.
    pub fn remove_later(&self, revision: &Revision) -> Result<()> {
        self.files.put(&self.name(&revision.id, REMOVED), &mut io::empty())
    }

    /// Removes revisions that have had no row for the grace time, and returns their number. `named`
    /// reads the rows. It is called after all files were listed, so that a revision that is
    /// committed in between is not removed.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the store of files fails, and the errors of `named`.
    pub fn expire(
        &self,
        now: SystemTime,
        named: impl FnOnce() -> Result<Vec<StoredFiles>>,
    ) -> Result<usize> {
        let mut listed: HashMap<String, Vec<FileEntry>> = HashMap::new();
        for entry in self.files.list(&self.prefix)? {
            let below = entry.name.strip_prefix(&self.prefix).unwrap_or_default();
            if let Some((id, _)) = below.split_once('/') {
                listed.entry(id.to_owned()).or_default().push(entry);
            }
        }
        let ids = named()?.into_iter().filter_map(|files| match files {
            StoredFiles::Shared(revision) => Some(revision.id),
            StoredFiles::Folder(_) => None,
        });
        let named: HashSet<String> = ids.collect();
        let mut removed = 0;
        for (id, files) in listed {
            let is_old = |file: &FileEntry| {
                now.duration_since(file.modified).is_ok_and(|age| age > self.grace)
            };
            if named.contains(&id) || !files.iter().all(is_old) {
                continue;
            }
            let mark = self.name(&id, REMOVED);
            // An engine ended before it could record the removal, so the grace time begins now.
            if !files.iter().any(|file| file.name == mark) {
                self.files.put(&mark, &mut io::empty())?;
                continue;
            }
            // The mark is removed last, so that the next call can continue after a failure.
            let (marks, files): (Vec<_>, Vec<_>) =
                files.into_iter().partition(|file| file.name == mark);
            files.iter().chain(&marks).try_for_each(|file| self.files.remove(&file.name))?;
            removed += 1;
        }
        Ok(removed)
    }

    fn name(&self, id: &str, file: &str) -> String {
        format!("{}{id}/{file}", self.prefix)
    }
}

impl fmt::Debug for SharedFiles {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SharedFiles { files, prefix, cache, .. } = self;
        let mut shown = out.debug_struct("SharedFiles");
        shown.field("files", files).field("prefix", prefix).field("cache", cache);
        shown.finish_non_exhaustive()
    }
}

/// Returns the number of the owner. It is assigned when the rows are first used with shared files.
fn owner(rows: &dyn Backend) -> Result<u64> {
    loop {
        let known = rows.counter(OWNER)?;
        if known != 0 {
            return Ok(known);
        }
        // 52 bits, because every JSON parser reads such numbers exactly.
        let number = u64::from_le_bytes(random()?) >> 12 | 1;
        let once =
            CounterUpdate { counter: OWNER.to_owned(), by: number as i64, within: number..=number };
        if let CommitOutcome::Done { .. } = rows.commit(&[], &[once])? {
            return Ok(number);
        }
    }
}

/// Copies to a new file. Returns the number of bytes and the SHA-256.
fn copy(from: &mut Summed<impl Read>, path: &Path, name: &str) -> Result<(u64, String)> {
    let mut file = File::create(path).map_err(|error| failed(path, error))?;
    let mut buffer = vec![0; 1 << 20];
    loop {
        let count = from.read(&mut buffer).map_err(|error| {
            let message = format!("the file `{name}` cannot be fetched: {error}");
            Error::new(ErrorKind::Storage, message).because(error)
        })?;
        let Some(bytes) = buffer.get(..count).filter(|bytes| !bytes.is_empty()) else { break };
        file.write_all(bytes).map_err(|error| failed(path, error))?;
    }
    file.sync_all().map_err(|error| failed(path, error))?;
    Ok(from.sum())
}

/// A reader that counts and hashes the bytes that pass through.
struct Summed<R> {
    from: R,
    bytes: u64,
    hash: Sha256,
}

impl<R: Read> Summed<R> {
    fn new(from: R) -> Summed<R> {
        Summed { from, bytes: 0, hash: Sha256::new() }
    }

    /// Returns the number and the SHA-256 of the bytes so far.
    fn sum(&self) -> (u64, String) {
        let hash = self.hash.clone().finalize();
        (self.bytes, hash.iter().map(|byte| format!("{byte:02x}")).collect())
    }
}

impl<R: Read> Read for Summed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.from.read(buffer)?;
        self.hash.update(buffer.get(..count).unwrap_or_default());
        self.bytes += count as u64;
        Ok(count)
    }
}
