//! Revisions in a store of files, and the cache that they are used from.
//!
//! `<owner>/<id>/<file>` is a file of a revision; the owner is a number that the rows have, so that two stores of
//! rows at one place of files leave each other's alone. `<owner>/<id>/removed` is empty: its time is that at
//! which no row named the revision any more.

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

/// The counter of rows with the number of the owner.
const OWNER: &str = "files/owner";

/// The time between two looks at what another one fetches.
const LOOK: Duration = Duration::from_millis(20);

/// The time that another one may take to fetch.
const WAIT: Duration = Duration::from_secs(600);

/// The options of shared files.
#[derive(Clone, Debug)]
pub struct SharedFilesOptions {
    /// The folder of the cache, on the disk of the folders that revisions are made in if it can be.
    pub cache: PathBuf,
    /// The most bytes of the cache.
    pub cache_bytes: u64,
    /// The time for which files stay that no row names.
    pub grace: Duration,
}

/// The revisions of the files of a store of rows.
pub struct SharedFiles {
    files: Arc<dyn FileStore>,
    prefix: String,
    cache: FileCache,
    grace: Duration,
    /// The last error of revisions that could not be fetched: those who waited for it get it too.
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

    /// Stores the files of a folder. They are in the cache then, and the folder is empty or gone.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the store of files or the disk fails, and if it takes longer than
    /// unnamed files stay.
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
                "storing the files took {} seconds, and such that no row names are removed after {} \
                 (`files.grace`)",
                took.as_secs(),
                self.grace.as_secs()
            );
            return Err(Error::new(ErrorKind::Storage, message));
        }
        // It saves a fetch, and is no harm if there is no space or the cache is on another disk.
        if let Ok(Cached::Missing(fetch)) = self.cache.begin(&revision) {
            let _ = fetch.take(folder);
        }
        Ok(revision)
    }

    /// Fetches a revision unless it is in the cache. `release` gives up revisions that are open and not used.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if a file is missing or not as it was stored, if the store of files or the
    /// disk fails, and if the cache is full of revisions in use.
    pub fn open_revision(&self, revision: &Revision, release: &dyn Fn()) -> Result<Lease> {
        if !revision.is_valid() {
            return Err(Error::new(ErrorKind::Storage, "the row names files that cannot be"));
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
                        // Noted before `fetch` is given up: whoever waits for it looks then.
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

    /// Fetches the files of a revision and compares their checksums.
    fn fill(&self, revision: &Revision, fetch: &Fetch) -> Result<()> {
        for file in &revision.files {
            let name = self.name(&revision.id, &file.name);
            let storage = |error: Error| {
                let message = format!("the file `{name}` cannot be fetched: {}", error.message());
                Error::new(ErrorKind::Storage, message).because(error)
            };
            // One more byte than expected is too many, however many there are.
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

    /// Returns the error of a fetch that failed while this one waited for it.
    fn failed_since(&self, id: &str, begun: Instant) -> Option<Error> {
        let failures = self.failures();
        let (at, kind, message) = failures.get(id)?;
        (*at > begun).then(|| Error::new(*kind, message.clone()))
    }

    fn failures(&self) -> std::sync::MutexGuard<'_, HashMap<String, (Instant, ErrorKind, String)>> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that no row names a revision any more. Its files stay for the time of grace.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the store of files fails.
    pub fn remove_later(&self, revision: &Revision) -> Result<()> {
        self.files.put(&self.name(&revision.id, REMOVED), &mut io::empty())
    }

    /// Removes the files of revisions that no row has named for the time of grace, and returns the number of
    /// revisions. `named` reads the rows; it is called after all files were listed.
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
            // An engine ended before it could note the removal: the time begins now.
            if !files.iter().any(|file| file.name == mark) {
                self.files.put(&mark, &mut io::empty())?;
                continue;
            }
            // The mark goes last: what is left after a failure is removed the next time.
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

/// Returns the number of the owner of files, which the rows get when they are first used with such files.
fn owner(rows: &dyn Backend) -> Result<u64> {
    loop {
        let known = rows.counter(OWNER)?;
        if known != 0 {
            return Ok(known);
        }
        // 52 bits: every reader of JSON has the exact number.
        let number = u64::from_le_bytes(random()?) >> 12 | 1;
        let once =
            CounterUpdate { counter: OWNER.to_owned(), by: number as i64, within: number..=number };
        if let CommitOutcome::Done { .. } = rows.commit(&[], &[once])? {
            return Ok(number);
        }
    }
}

/// Copies to a new file. Returns the bytes and the SHA-256.
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

/// A reader that counts and hashes what is read.
struct Summed<R> {
    from: R,
    bytes: u64,
    hash: Sha256,
}

impl<R: Read> Summed<R> {
    fn new(from: R) -> Summed<R> {
        Summed { from, bytes: 0, hash: Sha256::new() }
    }

    /// Returns the bytes and the SHA-256 of what was read.
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
