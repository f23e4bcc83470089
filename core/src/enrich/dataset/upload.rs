//! Sources on their way in.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Depot;
use super::door::Load;
use super::read::Watch;
use crate::error::{Error, Kind, Result};
use crate::image::Mapped;
use crate::store::Backend;

/// A source that is copied to the disk before anything of it is read.
///
/// Made by [`Datasets::upload`](super::Datasets::upload).
#[derive(Debug)]
pub struct Upload {
    name: String,
    path: PathBuf,
    file: File,
    length: u64,
    most: u64,
    stays: bool,
    store: Arc<dyn Backend>,
}

impl Upload {
    /// One that stays until it is loaded.
    pub(super) fn open(depot: &Depot, name: &str, owner: u64, most: usize) -> Result<Upload> {
        let path = depot.side(&format!("{owner}-{name}"))?;
        let mut options = OpenOptions::new();
        let file = options.append(true).create(true).open(&path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        let name = name.to_owned();
        let most = (most as u64).saturating_sub(depot.waiting(&format!("{owner}-"), &path));
        Ok(Upload { name, path, file, length, most, stays: true, store: depot.store() })
    }

    /// One that goes with this value.
    pub(super) fn passing(depot: &Depot, name: &str, most: usize) -> Result<Upload> {
        static MADE: AtomicU64 = AtomicU64::new(0);
        loop {
            let number = MADE.fetch_add(1, Ordering::Relaxed);
            // No name of a dataset has a tilde.
            let path = depot.side(&format!("~{}-{number}", std::process::id()))?;
            match OpenOptions::new().append(true).create_new(true).open(&path) {
                Ok(file) => {
                    let (name, most) = (name.to_owned(), most as u64);
                    let (length, store) = (0, depot.store());
                    return Ok(Upload { name, path, file, length, most, stays: false, store });
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failed(error)),
            }
        }
    }

    /// The name of the dataset that it is for.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many bytes are here.
    pub fn len(&self) -> u64 {
        self.length
    }

    /// Whether nothing is here yet.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Adds bytes at the end. Kinds: TooLarge, with nothing added, beyond what the settings allow;
    /// Storage where the disk does not take them.
    pub fn append(&mut self, bytes: &[u8]) -> Result<()> {
        let length = self.length + bytes.len() as u64;
        if length > self.most {
            let message =
                format!("the source has {length} bytes or more, allowed are {}", self.most);
            return Err(Error::new(Kind::TooLarge, message));
        }
        self.store.room(bytes.len() as u64)?;
        if let Err(error) = self.file.write_all(bytes) {
            // Half of it would spoil what comes next.
            let _ = self.file.set_len(self.length);
            return Err(failed(error));
        }
        self.length = length;
        Ok(())
    }

    /// Adds what a reader gives, which is never held as a whole. Where that fails, what was read
    /// before is here; [`Upload::len`] says how much. Kinds: Unavailable where the reader fails, and
    /// those of [`Upload::append`].
    ///
    /// ```
    /// # use glossweave::{Caller, Engine, Settings};
    /// # let engine = Engine::builder(Settings::default()).open()?;
    /// # let users = engine.session(Caller::Anonymous).users();
    /// # users.create("anna", "correct horse")?;
    /// # let anna = Caller::Token(users.authenticate("anna", "correct horse")?);
    /// let mut upload = engine.session(anna).datasets().upload("places")?;
    /// upload.append_from(&mut "uri,label\n".as_bytes())?;
    /// assert_eq!(upload.len(), 10);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn append_from(&mut self, input: &mut dyn Read) -> Result<()> {
        let mut buffer = vec![0; 1 << 20];
        loop {
            match input.read(&mut buffer) {
                Ok(0) => return Ok(()),
                Ok(count) => self.append(&buffer[..count])?,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    let message = "the source of the dataset cannot be read";
                    return Err(Error::new(Kind::Unavailable, message).because(error));
                }
            }
        }
    }

    /// Gives it up.
    pub fn discard(mut self) {
        self.stays = false;
    }

    /// Copies what a reader gives, then hands it over.
    pub(super) fn with<T>(
        mut self,
        load: Load<'_>,
        then: impl FnOnce(&[u8], &mut Watch<'_>) -> Result<T>,
    ) -> Result<T> {
        self.append_from(load.input)?;
        let source = Mapped::open("source", &self.path)?;
        match load.watch {
            Some(watch) => then(&source, watch),
            None => then(&source, &mut |_| Ok(())),
        }
    }

    /// Hands over what is here, and goes where that goes well. Kind NotFound where nothing is: an
    /// upload of another name, or one that was loaded already, would leave an empty dataset.
    pub(super) fn load<T>(mut self, then: impl FnOnce(&[u8]) -> Result<T>) -> Result<T> {
        if self.stays {
            self.file.sync_all().map_err(failed)?;
        }
        let source = Mapped::open("source", &self.path)?;
        if source.is_empty() {
            let message = format!("nothing was uploaded for `{}`", self.name);
            return Err(Error::new(Kind::NotFound, message));
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
    let message = format!("the source of a dataset cannot be kept: {error}");
    Error::new(Kind::Storage, message).because(error)
}
