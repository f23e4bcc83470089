//! The folders whose files may be read.

use std::fs::File;
use std::io::Read;
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use glossweave::{Error, ErrorKind, Result};
use rustix::fs::{FileType, Mode, OFlags, fstat, open, openat};

/// The folders whose files may be read. Each folder is opened once. Symbolic links below the
/// folders are not followed, so that no other file of the system can be read.
///
/// For example, open a folder and read a file below it:
///
/// ```
/// use glossweave::ErrorKind;
/// use glossweave_mcp::Folders;
/// let folder = tempfile::tempdir().unwrap();
/// std::fs::write(folder.path().join("a.html"), "<p>Cork").unwrap();
/// let folders = Folders::open([folder.path()])?;
/// assert_eq!(folders.read("a.html", 100)?, b"<p>Cork");
/// assert_eq!(folders.read(folder.path().join("a.html"), 100)?, b"<p>Cork");
/// let error = folders.read("/etc/passwd", 100).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Forbidden);
/// assert_eq!(folders.read("../a.html", 100).unwrap_err().kind(), ErrorKind::Forbidden);
/// assert_eq!(folders.read("a.html", 3).unwrap_err().kind(), ErrorKind::TooLarge);
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Folders(Arc<[Folder]>);

#[derive(Debug)]
struct Folder {
    /// The paths of the folder: the original path, and the path without symbolic links.
    paths: [PathBuf; 2],
    handle: OwnedFd,
}

impl Folders {
    /// Opens folders.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::NotFound` if a path is not a folder or cannot be opened.
    pub fn open<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Result<Folders> {
        let folder = |path: P| {
            let path = path.as_ref();
            let wrong = |error: std::io::Error| {
                let message = format!("the folder `{}` cannot be opened", path.display());
                Error::new(ErrorKind::NotFound, message).with_parameter("allow").because(error)
            };
            let real = path.canonicalize().map_err(wrong)?;
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
            let handle = open(&real, flags, Mode::empty()).map_err(|error| wrong(error.into()))?;
            let absolute = std::path::absolute(path).map_err(wrong)?;
            Ok(Folder { paths: [absolute, real], handle })
        };
        Ok(Folders(paths.into_iter().map(folder).collect::<Result<_>>()?))
    }

    /// Returns `true` if no file may be read.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reads a file by its path below a folder, or by an absolute path.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Forbidden` if a path is not below a folder, contains `..` or a symbolic
    /// link, or does not name a file; `ErrorKind::NotFound` if the file does not exist; and
    /// `ErrorKind::TooLarge` if the file has more than `max_bytes`.
    pub fn read(&self, path: impl AsRef<Path>, max_bytes: usize) -> Result<Vec<u8>> {
        let path = path.as_ref();
        let mut last = forbidden(path, "is not below a folder that is allowed");
        for folder in self.0.iter() {
            let below = match path.is_absolute() {
                true => folder.paths.iter().find_map(|known| path.strip_prefix(known).ok()),
                false => Some(path),
            };
            let Some(below) = below else { continue };
            match read_below(&folder.handle, below, path, max_bytes) {
                Err(error) if error.kind() == ErrorKind::NotFound => last = error,
                other => return other,
            }
        }
        Err(last)
    }
}

fn read_below(folder: &OwnedFd, below: &Path, path: &Path, max_bytes: usize) -> Result<Vec<u8>> {
    let mut names = Vec::new();
    for component in below.components() {
        match component {
            Component::Normal(name) => names.push(name),
            Component::CurDir => {}
            _ => return Err(forbidden(path, "is not below a folder that is allowed")),
        }
    }
    let Some(file) = names.pop() else { return Err(forbidden(path, "is not a file")) };
    let failed = |error: rustix::io::Errno| match error {
        rustix::io::Errno::LOOP | rustix::io::Errno::NOTDIR => {
            forbidden(path, "has a symbolic link, or goes through a file")
        }
        error => {
            let message = format!("there is no file `{}`", path.display());
            let error = std::io::Error::from(error);
            Error::new(ErrorKind::NotFound, message).with_parameter("path").because(error)
        }
    };
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let mut inner: Option<OwnedFd> = None;
    for name in names {
        let outer = inner.as_ref().map_or(folder.as_fd(), AsFd::as_fd);
        let opened = openat(outer, name, flags | OFlags::DIRECTORY, Mode::empty());
        inner = Some(opened.map_err(failed)?);
    }
    let outer = inner.as_ref().map_or(folder.as_fd(), AsFd::as_fd);
    // Without this flag, opening a pipe would wait for a writer.
    let opened = openat(outer, file, flags | OFlags::NONBLOCK, Mode::empty()).map_err(failed)?;
    let about = fstat(&opened).map_err(failed)?;
    if FileType::from_raw_mode(about.st_mode) != FileType::RegularFile {
        return Err(forbidden(path, "is not a file"));
    }
    let mut bytes = Vec::new();
    let most = u64::try_from(max_bytes).unwrap_or(u64::MAX).saturating_add(1);
    File::from(opened).take(most).read_to_end(&mut bytes).map_err(|error| {
        let message = format!("`{}` cannot be read", path.display());
        Error::new(ErrorKind::Unavailable, message).with_parameter("path").because(error)
    })?;
    if bytes.len() > max_bytes {
        let message = format!("`{}` exceeds the limit of {max_bytes} bytes", path.display());
        return Err(Error::new(ErrorKind::TooLarge, message).with_parameter("path"));
    }
    Ok(bytes)
}

fn forbidden(path: &Path, reason: &str) -> Error {
    let message = format!("`{}` {reason}", path.display());
    Error::new(ErrorKind::Forbidden, message).with_parameter("path")
}
