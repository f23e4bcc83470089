//! Large values in separate files next to the database.
//!
//! sled removes the file of a large page only with the part of its log that refers to it, which may
//! never happen. The files here are written and synced before the row is committed, and removed
//! when the commit that replaced the row is on disk. Files without a row are removed when the store
//! is opened.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::failed;
use crate::store::blob_dir::numbers;
use crate::store::disk::{make_folder, sync_folder};
use glossweave_base::error::{Error, ErrorKind, Result};

/// The maximum size of a value in a row, in bytes. sled stores up to 17 rows in a page, and uses
/// separate files for pages of more than 128 KiB.
pub(super) const INLINE: usize = 4096;

/// The files of a store.
pub(super) struct Values {
    folder: PathBuf,
    next: AtomicU64,
    /// The files that existed when the store was opened.
    found: Mutex<Vec<u64>>,
    /// Files without a row, with the commit that replaced the row. Until this commit is on disk, a
    /// crash may restore the older row.
    replaced: Mutex<Vec<(u64, u64)>>,
}

/// The location of a value, as stored in its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ValueLocation {
    pub(super) number: u64,
    length: u64,
    checksum: u32,
}

impl ValueLocation {
    /// The number of bytes in a row.
    const SIZE: usize = 8 + 8 + 4;

    pub(super) fn to_bytes(self) -> [u8; ValueLocation::SIZE] {
        let mut bytes = [0; ValueLocation::SIZE];
        bytes[..8].copy_from_slice(&self.number.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.length.to_le_bytes());
        bytes[16..].copy_from_slice(&self.checksum.to_le_bytes());
        bytes
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Option<ValueLocation> {
        let (number, rest) = bytes.split_first_chunk::<8>()?;
        let (length, rest) = rest.split_first_chunk::<8>()?;
        Some(ValueLocation {
            number: u64::from_le_bytes(*number),
            length: u64::from_le_bytes(*length),
            checksum: u32::from_le_bytes(rest.try_into().ok()?),
        })
    }
}

/// Files that were written for a commit. They are removed when this value is dropped, unless they
/// are kept.
pub(super) struct Fresh<'a> {
    values: &'a Values,
    /// The location of each value, `None` for values that are stored in their rows.
    pub(super) places: Vec<Option<ValueLocation>>,
    is_kept: bool,
}

impl Fresh<'_> {
    /// Keeps the files, because rows refer to them now or may do so.
    pub(super) fn keep(&mut self) {
        self.is_kept = true;
    }
}

impl Drop for Fresh<'_> {
    fn drop(&mut self) {
        if !self.is_kept {
            for place in self.places.iter().flatten() {
                self.values.remove(place.number);
            }
        }
    }
}

impl Values {
    /// Opens the value files of a store, and creates their folder if it is missing.
    pub(super) fn open(store: &Path) -> Result<Values> {
        let folder = store.join("values");
        make_folder(&folder).map_err(|error| failed(&folder, error))?;
        let found = numbers(&folder)?;
        let last = found.iter().copied().max().unwrap_or(0);
        let next = AtomicU64::new(last.saturating_add(1));
        Ok(Values { folder, next, found: found.into(), replaced: Mutex::default() })
    }

    fn path(&self, number: u64) -> PathBuf {
        self.folder.join(number.to_string())
    }

    /// Writes and syncs the values that are too large for a row. Returns `ErrorKind::Storage` if
    /// the disk fails.
    pub(super) fn write<'a, 'b>(
        &'a self,
        values: impl Iterator<Item = Option<&'b [u8]>>,
    ) -> Result<Fresh<'a>> {
        let mut fresh = Fresh { values: self, places: Vec::new(), is_kept: false };
        for value in values {
            let place = match value {
                Some(value) if value.len() > INLINE => Some(self.put(value)?),
                _ => None,
            };
            fresh.places.push(place);
        }
        if fresh.places.iter().any(Option::is_some) {
            sync_folder(&self.folder).map_err(|error| failed(&self.folder, error))?;
        }
        Ok(fresh)
    }

    fn put(&self, value: &[u8]) -> Result<ValueLocation> {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let path = self.path(number);
            let mut file = match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => file,
                // A call that uses an earlier opening of the folder may still be running.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(failed(&path, error)),
            };
            if let Err(error) = file.write_all(value).and_then(|()| file.sync_all()) {
                self.remove(number);
                return Err(failed(&path, error));
            }
            let (length, checksum) = (value.len() as u64, crc32fast::hash(value));
            return Ok(ValueLocation { number, length, checksum });
        }
    }

    /// Reads a value. Returns `None` if its file is missing, because a later commit has replaced
    /// the row or, if the row is unchanged, the file is lost. Returns `ErrorKind::Storage` if the
    /// file is damaged.
    pub(super) fn read(&self, place: ValueLocation) -> Result<Option<Vec<u8>>> {
        let path = self.path(place.number);
        let mut value = Vec::new();
        let read = File::open(&path).and_then(|file| {
            let length = file.metadata()?.len().min(place.length);
            value.reserve_exact(length as usize);
            file.take(place.length.saturating_add(1)).read_to_end(&mut value)
        });
        match read {
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(&path, error)),
        }
        if value.len() as u64 == place.length && crc32fast::hash(&value) == place.checksum {
            return Ok(Some(value));
        }
        let name = path.display();
        Err(Error::new(
            ErrorKind::Storage,
            format!("`{name}` is damaged: its checksum does not match"),
        ))
    }

    /// Records the files of rows that a commit replaced.
    pub(super) fn replace(&self, revision: u64, numbers: &[u64]) {
        let mut replaced = self.replaced.lock().unwrap_or_else(PoisonError::into_inner);
        replaced.extend(numbers.iter().map(|number| (revision, *number)));
    }

    /// Removes the files of rows that were replaced by commits up to `synced`, which is on disk.
    pub(super) fn collect(&self, synced: u64) {
        let mut replaced = self.replaced.lock().unwrap_or_else(PoisonError::into_inner);
        let (gone, later) = replaced.drain(..).partition(|(revision, _)| *revision <= synced);
        *replaced = later;
        drop(replaced);
        let gone: Vec<(u64, u64)> = gone;
        for (_, number) in gone {
            self.remove(number);
        }
    }

    /// Removes the files that existed at opening, except for those in `named`.
    pub(super) fn sweep(&self, named: &HashSet<u64>) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        for number in std::mem::take(&mut *found) {
            if !named.contains(&number) {
                self.remove(number);
            }
        }
    }

    /// Removes a file. If this fails, for example for lack of permission, the next opening tries
    /// again.
    fn remove(&self, number: u64) {
        let _: io::Result<()> = fs::remove_file(self.path(number));
    }
}
