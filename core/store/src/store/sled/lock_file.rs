//! The lock on a store.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use std::time::SystemTime;

use fs2::FileExt;
use serde::{Deserialize, Serialize};

use super::{Options, failed};
use glossweave_base::clock::Timestamp;
use glossweave_base::error::{Error, ErrorKind, Result};

/// The lock on a folder. It is released when this value is dropped.
#[derive(Debug)]
pub(super) struct FolderLock(File);

impl Drop for FolderLock {
    fn drop(&mut self) {
        self.release();
    }
}

/// The content of the lock file, for other processes.
#[derive(Serialize, Deserialize)]
struct LockOwner {
    program: String,
    pid: u32,
    since: Timestamp,
}

impl FolderLock {
    /// Releases the lock. Closing the file is not enough if a forked child has it open too.
    pub(super) fn release(&self) {
        let _ = FileExt::unlock(&self.0);
    }

    /// Acquires the lock. Returns `ErrorKind::Storage` if another process holds it.
    pub(super) fn take(folder: &Path, options: &Options) -> Result<FolderLock> {
        let path = folder.join("lock");
        let mut opening = OpenOptions::new();
        opening.read(true).write(true).create(true).truncate(false);
        let mut file = opening.open(&path).map_err(|error| failed(&path, error))?;
        if let Err(error) = file.try_lock_exclusive() {
            if error.kind() != io::ErrorKind::WouldBlock {
                return Err(failed(&path, error));
            }
            return Err(Error::new(
                ErrorKind::Storage,
                format!(
                    "the store in `{}` is in use {}",
                    folder.display(),
                    describe_owner(&mut file)
                ),
            ));
        }
        let card = LockOwner {
            program: options.program.clone().unwrap_or_else(program),
            pid: std::process::id(),
            since: SystemTime::now().into(),
        };
        let text = serde_json::to_string(&card).unwrap_or_default();
        let write = |file: &mut File| {
            file.set_len(0)?;
            file.rewind()?;
            file.write_all(text.as_bytes())?;
            file.write_all(b"\n")
        };
        write(&mut file).map_err(|error| failed(&path, error))?;
        Ok(FolderLock(file))
    }
}

/// Describes the owner in the file. The owner may be missing, because it is written after the lock
/// is acquired.
fn describe_owner(file: &mut File) -> String {
    let mut text = String::new();
    let read = file.take(4096).read_to_string(&mut text);
    match read.ok().and_then(|_| serde_json::from_str::<LockOwner>(&text).ok()) {
        Some(LockOwner { program, pid, since }) => {
            format!("by process {pid} (`{program}`) since {since}")
        }
        None => "by another process".to_owned(),
    }
}

fn program() -> String {
    let path = std::env::current_exe().unwrap_or_default();
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
