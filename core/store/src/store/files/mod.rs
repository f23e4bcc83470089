//! Files that several engines share: content that is too large for a row, when the store of rows
//! has no folder.
//!
//! A [`FileStore`] stores complete files by name, for example as objects in object storage.
//! [`SharedFiles`] stores revisions in it: first the files of a revision are stored under a random
//! name, then the row with this name is committed. Readers download a revision to a [cache](cache)
//! and use it from there.

mod cache;
mod folder;
#[cfg(feature = "object-store")]
mod object;
mod revision;
mod shared;

pub use cache::Lease;
pub use folder::FolderFiles;
pub use revision::{Revision, StoredFiles};
pub use shared::{SharedFiles, SharedFilesOptions};

use std::fmt::Debug;
use std::io::Read;
use std::sync::Arc;
use std::time::SystemTime;

use glossweave_base::error::{Error, ErrorKind, Result};

/// A store of complete files by name, which several engines use at the same time. Names consist of
/// segments of ASCII letters, digits, `.`, `-` and `_`, separated by slashes. A name is stored once
/// and never changed.
///
/// All methods return [`ErrorKind::Storage`] if a disk or server fails.
pub trait FileStore: Send + Sync + Debug {
    /// Stores a file, completely or not at all.
    fn put(&self, name: &str, content: &mut dyn Read) -> Result<()>;

    /// Opens a file.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::NotFound`] if the file does not exist.
    fn open(&self, name: &str) -> Result<Box<dyn Read + Send>>;

    /// Removes a file if it exists.
    fn remove(&self, name: &str) -> Result<()>;

    /// Returns the files with a prefix in their names. The prefix is empty or ends with a slash.
    fn list(&self, prefix: &str) -> Result<Vec<FileEntry>>;
}

/// A file of a [`FileStore`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEntry {
    /// The name of the file.
    pub name: String,
    /// The time when the file was stored, by the clock of the store.
    pub modified: SystemTime,
}

/// Opens a store of files: `file:` and a folder, with `reserve` bytes kept free on its disk, or the
/// URL of a bucket, for example `s3://bucket/prefix`.
///
/// # Errors
///
/// Returns [`ErrorKind::Invalid`] if the location is neither, [`ErrorKind::Storage`] if the store
/// cannot be opened, and [`ErrorKind::Unsupported`] for buckets if the library was built without
/// the feature `object-store`.
pub fn open_files(place: &str, reserve: u64) -> Result<Arc<dyn FileStore>> {
    if let Some(folder) = place.strip_prefix("file:") {
        // Accepts both `file:/folder` and `file:///folder`.
        let folder = folder.strip_prefix("//").unwrap_or(folder);
        return Ok(Arc::new(FolderFiles::open(folder)?.with_reserve(reserve)));
    }
    let scheme = place.split_once("://").map_or("", |(scheme, _)| scheme);
    match scheme {
        #[cfg(feature = "object-store")]
        "s3" | "gs" | "az" => Ok(Arc::new(object::ObjectFiles::open(place)?)),
        #[cfg(not(feature = "object-store"))]
        "s3" | "gs" | "az" => {
            let message = format!(
                "no bucket can be opened at `{scheme}:`: the library was built without the feature \
                 `object-store`"
            );
            Err(Error::new(ErrorKind::Unsupported, message))
        }
        // The message does not quote the location, because it may contain a secret by mistake.
        _ => {
            let message = "expected `file:` and a folder, `s3://`, `gs://` or `az://` and a bucket";
            Err(Error::new(ErrorKind::Invalid, message))
        }
    }
}

/// Checks the name of a file. Returns `ErrorKind::Invalid` if it is not allowed.
fn check_name(name: &str) -> Result<()> {
    let is_plain = |segment: &str| {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
        !segment.is_empty() && !segment.starts_with('.') && segment.bytes().all(allowed)
    };
    match name.split('/').all(is_plain) {
        true => Ok(()),
        false => Err(Error::invalid(format!("`{name}` is not the name of a file"))),
    }
}

#[cfg(test)]
mod tests;
