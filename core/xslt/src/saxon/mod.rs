//! XSLT 2.0 and 3.0 with SaxonC-HE, a library that is opened at run time.

mod compile;
mod diagnostics;
mod library;
mod locate;
mod output;
mod own;
mod pool;
mod run;
mod stylesheet;
#[cfg(test)]
pub(super) mod tests;
mod worker;

use std::fmt;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, TryLockError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use library::Library;
use pool::{Pool, Want};
use run::Stylesheet;
use stylesheet::SaxonStylesheet;

use super::Limits;
use super::program::Program;
use glossweave_base::error::{Error, ErrorKind, Result};

/// The minimum heap that Saxon needs.
const LEAST: usize = 64 << 20;
/// The maximum heap that is requested.
const MOST: usize = 1 << 40;
/// The maximum time for opening the library.
const OPENING: Duration = Duration::from_secs(60);

/// The open libraries, with the paths and the processes that opened them.
static OPEN: Mutex<Vec<(PathBuf, u32, Weak<Saxon>)>> = Mutex::new(Vec::new());

/// The open library SaxonC-HE, an XSLT 3.0 processor (<https://www.w3.org/TR/xslt-30/>).
///
/// It uses separate threads, each with a separate heap, which are freed when the last owner drops the value.
pub struct Saxon {
    path: PathBuf,
    version: String,
    pool: Arc<Pool>,
}

impl Saxon {
    /// Opens the library, or returns it if this process has already opened it.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unsupported`] if the file does not exist, is not the library, or has another
    /// version than 12.10, and [`ErrorKind::Unavailable`] if the library does not start.
    pub fn open(path: &Path) -> Result<Arc<Saxon>> {
        let named = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        // In a fork of the process, the lock may be held by a thread that does not exist.
        let end = Instant::now() + OPENING;
        let mut open = loop {
            match OPEN.try_lock() {
                Ok(open) => break open,
                Err(TryLockError::Poisoned(open)) => break open.into_inner(),
                Err(TryLockError::WouldBlock) if Instant::now() < end => {
                    thread::sleep(Duration::from_millis(1));
                }
                Err(TryLockError::WouldBlock) => {
                    return Err(Error::new(
                        ErrorKind::Unavailable,
                        "Saxon is being opened elsewhere",
                    ));
                }
            }
        };
        open.retain(|(_, _, saxon)| saxon.strong_count() > 0);
        let is_it = |entry: &&(PathBuf, u32, _)| entry.0 == named && entry.1 == process::id();
        if let Some(saxon) = open.iter().find(is_it).and_then(|(_, _, saxon)| saxon.upgrade()) {
            return Ok(saxon);
        }
        let pool = Pool::new(Library::open(&named)?);
        let want = Want { thread: 0, heap: heap(&Limits::default()), time: OPENING };
        let found = pool.run(&want, |thread| {
            let isolate = thread.isolate()?;
            let processor = isolate.processor().map_err(|diagnostic| {
                Error::new(
                    ErrorKind::Unavailable,
                    format!("Saxon does not start: {}", diagnostic.brief),
                )
            })?;
            Ok(isolate.version(&processor))
        });
        let version = found.and_then(|found| check_version(&named, &found)).inspect_err(|_| {
            pool.close();
        })?;
        let saxon = Arc::new(Saxon { path: named.clone(), version, pool });
        open.push((named, process::id(), Arc::downgrade(&saxon)));
        Ok(saxon)
    }

    /// Returns the path of the library like [`Saxon::find`], without opening it.
    pub(super) fn place(setting: Option<&Path>) -> Result<Option<PathBuf>> {
        locate::library(setting, std::env::var_os(locate::VARIABLE))
    }

    /// Finds and opens the library at the path of a setting, or else at the path in the environment variable
    /// `SAXONC_HE_LIB`. Each path can be a folder that contains the library. Returns `None` if neither is
    /// set.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Saxon::open`], and [`ErrorKind::Unsupported`] if there is no library at the
    /// path.
    pub fn find(setting: Option<&Path>) -> Result<Option<Arc<Saxon>>> {
        let path = locate::library(setting, std::env::var_os(locate::VARIABLE))?;
        path.map(|path| Saxon::open(&path)).transpose()
    }

    /// Returns the version, for example `12.10.1`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Returns the path of the library.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Compiles a stylesheet, which may read the files in `folder`.
    ///
    /// Returns `ErrorKind::Malformed` if it is not XML, `ErrorKind::Invalid` with all errors that Saxon
    /// reports, and `ErrorKind::Deadline` or `ErrorKind::TooLarge` if a limit is exceeded.
    pub(crate) fn compile(
        self: &Arc<Saxon>,
        text: &str,
        folder: Option<&Path>,
        limits: &Limits,
    ) -> Result<Arc<dyn Program>> {
        let sheet = Arc::new(SaxonStylesheet::new(text, folder)?);
        let want = Want { thread: 0, heap: heap(limits), time: limits.time };
        let compiled = sheet.clone();
        let thread = self.pool.run(&want, move |thread| {
            thread.compiled(&compiled)?;
            Ok(thread.number)
        })?;
        Ok(Arc::new(Stylesheet { saxon: self.clone(), sheet, thread: AtomicU64::new(thread) }))
    }
}

impl Drop for Saxon {
    fn drop(&mut self) {
        self.pool.close();
    }
}

impl fmt::Debug for Saxon {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Saxon").field("version", &self.version).finish_non_exhaustive()
    }
}

/// Returns the heap of a run in bytes, in steps of 1 MiB because threads are selected by their heap.
pub(super) fn heap(limits: &Limits) -> usize {
    limits.memory.clamp(LEAST, MOST).next_multiple_of(1 << 20)
}

/// Returns the version in a text such as `SaxonC-HE 12.10.1 from Saxonica`.
fn check_version(path: &Path, found: &str) -> Result<String> {
    let version = found.split(' ').find(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    let is_needed = |version: &&str| {
        let rest = version.strip_prefix(library::NEEDED);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    match version.filter(is_needed) {
        Some(version) if found.starts_with("SaxonC-HE") => Ok(version.to_owned()),
        _ => {
            let (shown, needed, how) = (path.display(), library::NEEDED, library::HOW);
            let message = format!("`{shown}` is `{found}`, expected SaxonC-HE {needed}; {how}");
            Err(Error::new(ErrorKind::Unsupported, message))
        }
    }
}
