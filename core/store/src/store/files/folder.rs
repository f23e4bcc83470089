//! A store of files in a folder, for example on a file system that several machines share.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::{FileEntry, FileStore, check_name};
use crate::store::disk::{check_space, failed, make_folder, sync_folder};
use crate::store::options::Options;
use crate::store::random::random;
use glossweave_base::error::{Error, ErrorKind, Result};

/// A [`FileStore`] in a folder.
#[derive(Debug)]
pub struct FolderFiles {
    folder: PathBuf,
    /// The disk space that is kept free, in bytes.
    reserve: u64,
}

/// The number of bytes to write between two checks of the free space.
const BLOCK: usize = 1 << 20;

impl FolderFiles {
    /// Opens a folder, or creates it.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`] if the folder cannot be created.
    pub fn open(folder: impl Into<PathBuf>) -> Result<FolderFiles> {
        let folder = folder.into();
        make_folder(&folder).map_err(|error| failed(&folder, error))?;
        Ok(FolderFiles { folder, reserve: Options::RESERVE })
    }

    /// Sets the disk space that is kept free, in bytes. Files that do not fit are refused. Default:
    /// 32 MiB.
    pub fn with_reserve(self, bytes: u64) -> FolderFiles {
        FolderFiles { reserve: bytes, ..self }
    }

    fn path(&self, name: &str) -> Result<PathBuf> {
        check_name(name).map(|()| self.folder.join(name))
    }
}

impl FileStore for FolderFiles {
    fn put(&self, name: &str, content: &mut dyn Read) -> Result<()> {
        let path = self.path(name)?;
        let parent = path.parent().unwrap_or(&self.folder);
        make_folder(parent).map_err(|error| failed(parent, error))?;
        let number = u64::from_le_bytes(random()?);
        let unfinished = self.path(&format!("{name}.{number:x}.unfinished"))?;
        let disk = |error| failed(&path, error);
        let mut write = || {
            let mut file = File::create(&unfinished).map_err(disk)?;
            loop {
                check_space(&self.folder, BLOCK as u64, self.reserve)?;
                let mut block = Read::take(&mut *content, BLOCK as u64);
                if io::copy(&mut block, &mut file).map_err(disk)? == 0 {
                    break;
                }
            }
            file.sync_all().map_err(disk)?;
            fs::rename(&unfinished, &path).map_err(disk)?;
            sync_folder(parent).map_err(disk)
        };
        write().inspect_err(|_| {
            let _ = fs::remove_file(&unfinished);
        })
    }

    fn open(&self, name: &str) -> Result<Box<dyn Read + Send>> {
        let path = self.path(name)?;
        match File::open(&path) {
            Ok(file) => Ok(Box::new(file)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let message = format!("there is no file `{}`", path.display());
                Err(Error::new(ErrorKind::NotFound, message))
            }
            Err(error) => Err(failed(&path, error)),
        }
    }

    fn remove(&self, name: &str) -> Result<()> {
        let path = self.path(name)?;
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed(&path, error)),
            _ => {
                // A folder is removed with its last file.
                if let Some(parent) = path.parent().filter(|parent| *parent != self.folder) {
                    let _ = fs::remove_dir(parent);
                }
                Ok(())
            }
        }
    }

    fn list(&self, prefix: &str) -> Result<Vec<FileEntry>> {
        let mut entries = Vec::new();
        let mut folders = vec![prefix.to_owned()];
        while let Some(prefix) = folders.pop() {
            let folder = self.folder.join(&prefix);
            gather(&folder, &prefix, &mut folders, &mut entries)
                .map_err(|error| failed(&folder, error))?;
        }
        Ok(entries)
    }
}

/// Adds the entries of a folder, and skips entries that another process removes in the meantime.
fn gather(
    folder: &Path,
    prefix: &str,
    folders: &mut Vec<String>,
    entries: &mut Vec<FileEntry>,
) -> io::Result<()> {
    let gone = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
    let listed = match fs::read_dir(folder) {
        Err(error) if gone(&error) => return Ok(()),
        listed => listed?,
    };
    for entry in listed {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let name = format!("{prefix}{name}");
        match entry.metadata() {
            Ok(about) if about.is_dir() => folders.push(format!("{name}/")),
            Ok(about) => entries.push(FileEntry { name, modified: about.modified()? }),
            Err(error) if gone(&error) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
