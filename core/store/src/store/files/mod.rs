//! Files that several engines share: what is too large for a row, where the rows have no folder of their own.
//!
//! A [`FileStore`] keeps whole files by their names, such as objects in object storage. [`SharedFiles`] makes
//! revisions of them: a revision is stored under a random name first, and the row that names it is committed
//! then. Readers fetch it into a [cache](cache) and use it there.

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

/// A store of whole files by their names, which several engines use at once. Names consist of segments of ASCII
/// letters, digits, `.`, `-` and `_`, separated by slashes. A name is stored once and never changed.
///
/// All methods return [`ErrorKind::Storage`] if a disk or server fails.
pub trait FileStore: Send + Sync + Debug {
    /// Stores a file, all of it or nothing.
    fn put(&self, name: &str, content: &mut dyn Read) -> Result<()>;

    /// Opens a file.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::NotFound`] if there is none of that name.
    fn open(&self, name: &str) -> Result<Box<dyn Read + Send>>;

    /// Removes a file, if there is one of that name.
    fn remove(&self, name: &str) -> Result<()>;

    /// Returns the files whose names begin with a prefix, which is empty or ends with a slash.
    fn list(&self, prefix: &str) -> Result<Vec<FileEntry>>;
}

/// A file of a [`FileStore`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEntry {
    /// Its name.
    pub name: String,
    /// The time at which it was stored, by the clock of the store.
    pub modified: SystemTime,
}

/// Opens the store of files at a place: `file:` and a folder, on whose disk so many bytes are kept free, or the URL of a
/// bucket, such as `s3://bucket/prefix`.
///
/// # Errors
///
/// Returns [`ErrorKind::Invalid`] for other places, [`ErrorKind::Storage`] if it does not open, and
/// [`ErrorKind::Unsupported`] for buckets if the library was built without the feature `object-store`.
pub fn open_files(place: &str, reserve: u64) -> Result<Arc<dyn FileStore>> {
    if let Some(folder) = place.strip_prefix("file:") {
        // Both `file:/folder` and `file:///folder`.
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
        // The place itself may have a secret in it by mistake.
        _ => {
            let message = "expected `file:` and a folder, `s3://`, `gs://` or `az://` and a bucket";
            Err(Error::new(ErrorKind::Invalid, message))
        }
    }
}

/// Returns `ErrorKind::Invalid` for what is not the name of a file.
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
