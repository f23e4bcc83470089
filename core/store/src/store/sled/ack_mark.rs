//! The last acknowledged revision, stored separately from the database.
//!
//! sled silently drops an incomplete end of its log. The revision here shows how far the log must
//! reach. Two slots are written alternately, so that one of them is always complete when the
//! process ends.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use fs2::FileExt;

use super::{damaged, failed};
use crate::store::disk::sync_folder;
use glossweave_base::error::{Error, ErrorKind, Result};

const MAGIC: &[u8; 8] = b"GWSTORE\n";
/// The version of the folder's layout.
const FORMAT: u32 = 1;
/// The number of bytes in a slot: magic, format, revision, checksum.
const SLOT: usize = 8 + 4 + 8 + 4;
/// The distance between the slots, so that they are in different blocks of the disk.
const STRIDE: u64 = 4096;

#[derive(Debug)]
pub(super) struct AckMark {
    path: PathBuf,
    file: File,
    /// The slot for the next write.
    slot: u64,
    revision: u64,
}

impl Drop for AckMark {
    fn drop(&mut self) {
        self.release();
    }
}

impl AckMark {
    /// Opens the file of a folder, or creates it if there is no database yet. The file is locked
    /// while it is open, because `lock` may have been removed. Returns `ErrorKind::Storage` if
    /// another process has locked it.
    pub(super) fn open(folder: &Path, database: &Path) -> Result<AckMark> {
        let ack_mark = AckMark::find(folder, database)?;
        match ack_mark.file.try_lock_exclusive() {
            Ok(()) => Ok(ack_mark),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                let shown = folder.display();
                let message = format!(
                    "the store in `{shown}` is in use by another process, although `lock` was removed"
                );
                Err(Error::new(ErrorKind::Storage, message))
            }
            Err(error) => Err(failed(&ack_mark.path, error)),
        }
    }

    /// Releases the lock. Closing the file is not enough if a forked child has it open too.
    pub(super) fn release(&self) {
        let _ = FileExt::unlock(&self.file);
    }

    fn find(folder: &Path, database: &Path) -> Result<AckMark> {
        let path = folder.join("witness");
        match OpenOptions::new().read(true).write(true).open(&path) {
            Ok(file) => AckMark::read(folder, path, file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let exists = database.try_exists().map_err(|error| failed(&path, error))?;
                if exists {
                    return Err(damaged(folder, "`witness` is missing next to a database"));
                }
                AckMark::create(folder, path)
            }
            Err(error) => Err(failed(&path, error)),
        }
    }

    /// Creates the file. It is written under another name first, so that it is either complete or
    /// missing.
    fn create(folder: &Path, path: PathBuf) -> Result<AckMark> {
        let draft = folder.join("witness.new");
        let write = || {
            let mut options = OpenOptions::new();
            options.read(true).write(true).create(true).truncate(true);
            let mut file = options.open(&draft)?;
            for slot in 0..2 {
                file.seek(SeekFrom::Start(slot * STRIDE))?;
                file.write_all(&encode_slot(0))?;
            }
            file.sync_all()?;
            fs::rename(&draft, &path)?;
            sync_folder(folder)?;
            Ok(file)
        };
        let file = write().map_err(|error| failed(&path, error))?;
        Ok(AckMark { path, file, slot: 0, revision: 0 })
    }

    fn read(folder: &Path, path: PathBuf, file: File) -> Result<AckMark> {
        let mut bytes = Vec::new();
        (&file).take(2 * STRIDE).read_to_end(&mut bytes).map_err(|error| failed(&path, error))?;
        let slots = [0, STRIDE as usize].map(|at| bytes.get(at..at + SLOT).and_then(read_slot));
        if let Some((format, _)) = slots.iter().flatten().find(|(format, _)| *format != FORMAT) {
            return Err(Error::new(
                ErrorKind::Unsupported,
                format!(
                    "the store in `{}` has layout {format}, expected {FORMAT}",
                    folder.display()
                ),
            ));
        }
        let (slot, revision) = match slots {
            [Some((_, first)), Some((_, second))] if first > second => (1, first),
            [_, Some((_, second))] => (0, second),
            [Some((_, first)), None] => (1, first),
            [None, None] => return Err(damaged(folder, "`witness` does not verify")),
        };
        Ok(AckMark { path, file, slot, revision })
    }

    /// Returns the last acknowledged revision.
    pub(super) fn revision(&self) -> u64 {
        self.revision
    }

    /// Writes to the disk the revision up to which commits can be acknowledged.
    pub(super) fn write(&mut self, revision: u64) -> Result<()> {
        let mut write = || {
            self.file.seek(SeekFrom::Start(self.slot * STRIDE))?;
            self.file.write_all(&encode_slot(revision))?;
            self.file.sync_data()
        };
        write().map_err(|error| failed(&self.path, error))?;
        self.slot = 1 - self.slot;
        self.revision = revision;
        Ok(())
    }
}

fn encode_slot(revision: u64) -> [u8; SLOT] {
    let mut word = [0; SLOT];
    word[..8].copy_from_slice(MAGIC);
    word[8..12].copy_from_slice(&FORMAT.to_le_bytes());
    word[12..20].copy_from_slice(&revision.to_le_bytes());
    let checksum = crc32fast::hash(&word[..20]);
    word[20..].copy_from_slice(&checksum.to_le_bytes());
    word
}

/// Returns the format and the revision of a slot whose checksum matches.
fn read_slot(slot: &[u8]) -> Option<(u32, u64)> {
    let rest = slot.strip_prefix(MAGIC)?;
    let (format, rest) = rest.split_first_chunk::<4>()?;
    let (revision, checksum) = rest.split_first_chunk::<8>()?;
    let holds = checksum == crc32fast::hash(slot.get(..20)?).to_le_bytes();
    holds.then_some((u32::from_le_bytes(*format), u64::from_le_bytes(*revision)))
}
