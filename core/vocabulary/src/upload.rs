//! Uploads: sources of datasets that are sent in parts.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Load, VocabularyFiles};
use glossweave_base::error::{Error, ErrorKind, Result, shown};
use glossweave_base::mmap_file::MappedFile;
use glossweave_base::progress::Watch;
use glossweave_store::acl::{Identity, Role, Usage, full};
use glossweave_store::resource::Limits;
use glossweave_store::store::{Backend, lock, unlock};

/// A source that is copied to disk before it is read.
///
/// Use [`Datasets::upload`](super::Datasets::upload) to create an upload.
#[derive(Debug)]
pub struct Upload {
    name: String,
    path: PathBuf,
    file: File,
    length: u64,
    bound: Bound,
    stays: bool,
    store: Arc<dyn Backend>,
}

/// The owner of an upload, and the limits that apply to this user.
pub(super) struct Uploader<'a> {
    pub(super) user: Identity,
    pub(super) limits: &'a Limits,
    pub(super) usage: &'a Usage,
}

/// The size limit of an upload.
#[derive(Debug)]
struct Bound {
    most: u64,
    /// The user, the size of the data that is already stored or uploaded, and the quota. Set if the
    /// quota is the lower limit.
    quota: Option<(String, u64, u64)>,
}

impl Uploader<'_> {
    fn is_bound(&self) -> bool {
        self.user.role != Role::Admin
    }

    /// Returns the number and the total size of the other uploads of the user.
    fn others(&self, folder: &VocabularyFiles, but: &Path) -> (u64, u64) {
        let number = self.user.number;
        let (lasting, passing) = (
            folder.waiting(&format!("{number}-"), but),
            folder.waiting(&format!("~{number}-"), but),
        );
        (lasting.0 + passing.0, lasting.1 + passing.1)
    }

    /// Returns `ErrorKind::Throttled` if the user has too many uploads.
    fn check_number(&self, folder: &VocabularyFiles, path: &Path) -> Result<()> {
        let Some(most) = self.limits.quota_uploads.filter(|_| self.is_bound()) else {
            return Ok(());
        };
        let (count, _) = self.others(folder, path);
        if count < most {
            return Ok(());
        }
        let user = shown(&self.user.name);
        let message = format!(
            "{user} has {count} uploads, limit is {most} (`quotas.uploads`); load or discard an upload first"
        );
        Err(Error::new(ErrorKind::Throttled, message))
    }

    /// Returns the size limit of an upload. `most` is the limit without a quota.
    fn bound(&self, folder: &VocabularyFiles, path: &Path, most: u64) -> Bound {
        if let Some(allowed) = self.usage.most().filter(|_| self.is_bound()) {
            let used = self.usage.used(&self.user.name).saturating_add(self.others(folder, path).1);
            let remaining = allowed.saturating_sub(used);
            if remaining < most {
                let quota = Some((self.user.name.clone(), used, allowed));
                return Bound { most: remaining, quota };
            }
        }
        Bound { most, quota: None }
    }
}

impl Bound {
    fn check(&self, length: u64) -> Result<()> {
        if length <= self.most {
            return Ok(());
        }
        match &self.quota {
            Some((user, used, allowed)) => Err(full(user, *used, *allowed, length)),
            None => {
                let message =
                    format!("the source has {length} bytes or more, limit is {}", self.most);
                Err(Error::new(ErrorKind::TooLarge, message))
            }
        }
    }
}

impl Upload {
    /// Opens an upload that is kept until it is loaded.
    pub(super) fn open(folder: &VocabularyFiles, name: &str, who: &Uploader<'_>) -> Result<Upload> {
        let owner = who.user.number;
        let path = folder.side(&format!("{owner}-{name}"))?;
        let _beginning = folder.beginning();
        if !path.exists() {
            who.check_number(folder, &path)?;
        }
        let mut options = OpenOptions::new();
        let file = options.append(true).create(true).open(&path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        let name = name.to_owned();
        let (_, waiting) = folder.waiting(&format!("{owner}-"), &path);
        let bound = who.bound(folder, &path, (who.limits.dataset as u64).saturating_sub(waiting));
        Ok(Upload { name, path, file, length, bound, stays: true, store: folder.store() })
    }

    /// Creates an upload that is removed when it is dropped.
    pub(super) fn passing(
        folder: &VocabularyFiles,
        name: &str,
        who: &Uploader<'_>,
    ) -> Result<Upload> {
        static MADE: AtomicU64 = AtomicU64::new(0);
        let _beginning = folder.beginning();
        let owner = who.user.number;
        loop {
            let number = MADE.fetch_add(1, Ordering::Relaxed);
            // The tilde avoids collisions, because names of datasets cannot contain it.
            let path = folder.side(&format!("~{owner}-{}-{number}", std::process::id()))?;
            who.check_number(folder, &path)?;
            match OpenOptions::new().append(true).create_new(true).open(&path) {
                Ok(file) => {
                    let bound = who.bound(folder, &path, who.limits.dataset as u64);
                    let (name, length, store) = (name.to_owned(), 0, folder.store());
                    return Ok(Upload { name, path, file, length, bound, stays: false, store });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failed(error)),
            }
        }
    }

    /// Returns the name of the dataset.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the number of bytes that were uploaded so far.
    pub fn len(&self) -> u64 {
        self.length
    }

    /// Returns `true` if no bytes were uploaded so far.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Appends bytes.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::TooLarge`] if the size would exceed the limit in the settings,
    /// [`ErrorKind::Conflict`] if another call is loading the upload or appending to it, and
    /// [`ErrorKind::Storage`] if the bytes cannot be written to disk. If the limit is exceeded, nothing is
    /// appended.
    pub fn append(&mut self, bytes: &[u8]) -> Result<()> {
        self.lock()?;
        let added = self.add(bytes);
        let unlocked = unlock(&self.file).map_err(failed);
        added.and(unlocked)
    }

    /// Locks the file against other writers, because it is mapped into memory while it is loaded and
    /// must not be truncated.
    fn lock(&mut self) -> Result<()> {
        if !lock(&self.file).map_err(failed)? {
            let message = format!("the upload for `{}` is in use by another call", self.name);
            return Err(Error::new(ErrorKind::Conflict, message));
        }
        // Updates the length, because another upload with the same name may have appended bytes.
        self.length = self.file.metadata().map_err(failed)?.len();
        Ok(())
    }

    fn add(&mut self, bytes: &[u8]) -> Result<()> {
        let length = self.length + bytes.len() as u64;
        self.bound.check(length)?;
        self.store.check_space(bytes.len() as u64)?;
        if let Err(error) = self.file.write_all(bytes) {
            // Removes the bytes that were written partially, because they would corrupt the rest of
            // the upload.
            let _ = self.file.set_len(self.length);
            return Err(failed(error));
        }
        self.length = length;
        Ok(())
    }

    /// Appends the data of a reader, which is never held in memory completely. If an error occurs, the
    /// data that was read before is kept. Use [`Upload::len`] to find out how much was appended.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unavailable`] if the reader fails, and the errors of [`Upload::append`].
    pub fn append_from(&mut self, input: &mut dyn Read) -> Result<()> {
        let mut buffer = vec![0; 1 << 20];
        loop {
            match input.read(&mut buffer) {
                Ok(0) => return Ok(()),
                Ok(count) => self.append(&buffer[..count])?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    let message = "the source of the dataset cannot be read";
                    return Err(Error::new(ErrorKind::Unavailable, message).because(error));
                }
            }
        }
    }

    /// Discards the upload.
    pub fn discard(mut self) {
        self.stays = false;
    }

    /// Copies the data of a reader, and then passes it to `then`.
    pub(super) fn with<T>(
        mut self,
        load: Load<'_>,
        then: impl FnOnce(&[u8], &mut Watch<'_>) -> Result<T>,
    ) -> Result<T> {
        self.append_from(load.input)?;
        self.lock()?;
        let source = MappedFile::open("source", &self.path)?;
        match load.watch {
            Some(watch) => then(&source, watch),
            None => then(&source, &mut |_| Ok(())),
        }
    }

    /// Passes the upload to `then`, and removes it if `then` succeeds. Returns `ErrorKind::NotFound` if the
    /// upload is empty, because the name may be wrong or the upload may already be loaded, and an empty
    /// dataset would be created.
    pub(super) fn load<T>(mut self, then: impl FnOnce(&[u8]) -> Result<T>) -> Result<T> {
        self.lock()?;
        if self.stays {
            self.file.sync_all().map_err(failed)?;
        }
        let source = MappedFile::open("source", &self.path)?;
        if source.is_empty() {
            let message = format!("nothing was uploaded for `{}`", self.name);
            return Err(Error::new(ErrorKind::NotFound, message));
        }
        let made = then(&source)?;
        self.stays = false;
        Ok(made)
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        if !self.stays {
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn failed(error: io::Error) -> Error {
    let message = format!("the source of a dataset cannot be stored: {error}");
    Error::new(ErrorKind::Storage, message).because(error)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use glossweave_base::clock::SystemClock;
    use glossweave_store::acl::{AuthContext, Caller, Users};
    use glossweave_store::resource::expire;
    use glossweave_store::store::MemoryBackend;

    #[test]
    fn what_is_loaded_is_not_written() {
        let access =
            AuthContext::new(Arc::new(MemoryBackend::new()), Arc::new(SystemClock), expire);
        Users::new(&access, Caller::Anonymous).create("anna", "correct horse").unwrap();
        let folder = VocabularyFiles::open(&access).unwrap();
        let (user, limits) = (access.user("anna").unwrap().unwrap(), Limits::default());
        let who = Uploader { user, limits: &limits, usage: access.usage() };
        let open = || Upload::open(&folder, "places", &who).unwrap();
        let (mut first, mut second) = (open(), open());
        first.append(b"ab").unwrap();
        second.append(b"cd").unwrap();
        // The second handle knows the bytes that the first handle appended, so that a failed write
        // is truncated at the right offset.
        first.append(b"ef").unwrap();
        assert_eq!((first.len(), second.len()), (6, 4));
        let loaded = first.load(|source| {
            let error = second.append(b"gh").unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Conflict);
            assert!(error.message().contains("is in use by another call"));
            Ok(source.to_vec())
        });
        assert_eq!(loaded.unwrap(), b"abcdef");
        open().append(b"x").unwrap();
    }
}
