//! Files that are read in place: the only place that maps memory.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::ops::Deref;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use memmap2::Mmap;

use crate::error::{Error, Kind, Result};

/// The bytes of a file, or those of one in the making.
pub(super) enum Bytes {
    Owned(Vec<u8>),
    Mapped(Mmap),
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Owned(bytes) => bytes,
            Bytes::Mapped(map) => map,
        }
    }
}

impl Bytes {
    /// Maps a file; reads it where it has fewer bytes than some. `what` it is goes into messages.
    /// Kind Storage.
    #[allow(unsafe_code)]
    pub fn open(what: &str, path: &Path, least: usize) -> Result<Bytes> {
        let failed = |cause: io::Error| {
            let message = format!("{what} `{}` cannot be opened: {cause}", path.display());
            Error::new(Kind::Storage, message).because(cause)
        };
        let file = File::open(path).map_err(failed)?;
        let metadata = file.metadata().map_err(failed)?;
        if metadata.is_dir() {
            return Err(failed(io::ErrorKind::IsADirectory.into()));
        }
        if metadata.len() < least as u64 {
            return fs::read(path).map(Bytes::Owned).map_err(failed);
        }
        // SAFETY: the map is read-only and private to who opened it. Its bytes are taken for numbers
        // and, after a check, for UTF-8 that does not outlive one call; no invariant rests on them
        // from one read to the next, so a writer elsewhere can make results wrong and nothing
        // more. `save` never writes into a file in place. Only truncation by another process can
        // stop the program (SIGBUS), as with every map; the documentation of what is opened says so.
        let map = unsafe { Mmap::map(&file) }.map_err(failed)?;
        Ok(Bytes::Mapped(map))
    }
}

/// Writes beside `path` and renames, so that whoever has the old file open keeps it. Kind Storage.
pub(super) fn save(what: &str, bytes: &[u8], path: &Path) -> Result<()> {
    let mut beside = path.as_os_str().to_owned();
    static SAVED: AtomicU32 = AtomicU32::new(0);
    let number = SAVED.fetch_add(1, Ordering::Relaxed);
    beside.push(format!(".{}-{number}.partial", std::process::id()));
    let beside = Path::new(&beside);
    let written = (|| {
        let mut file = OpenOptions::new().write(true).create_new(true).open(beside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(beside, path)
    })();
    written.map_err(|cause| {
        // A left-over is of no use; that it cannot be removed says nothing new.
        let _ = fs::remove_file(beside);
        let message = format!("{what} `{}` cannot be saved", path.display());
        Error::new(Kind::Storage, message).because(cause)
    })
}

pub(super) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))
}

pub(super) fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
}

/// A checksum against accidents, not against intent.
pub(super) fn sum(bytes: &[u8]) -> u64 {
    let step =
        |sum: u64, word: u64| (sum.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let (words, rest) = bytes.as_chunks::<8>();
    let sum =
        words.iter().fold(bytes.len() as u64, |sum, word| step(sum, u64::from_le_bytes(*word)));
    rest.iter().fold(sum, |sum, byte| step(sum, u64::from(*byte)))
}
