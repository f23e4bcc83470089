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

/// The minimum heap that Saxon works with.
const LEAST: usize = 64 << 20;
/// The maximum heap that is requested.
const MOST: usize = 1 << 40;
/// The maximum time for opening.
const OPENING: Duration = Duration::from_secs(60);

/// The open libraries, by path and by the process that opened them.
static OPEN: Mutex<Vec<(PathBuf, u32, Weak<Saxon>)>> = Mutex::new(Vec::new());

/// The opened library SaxonC-HE: a processor of XSLT 3.0, <https://www.w3.org/TR/xslt-30/>.
///
/// It runs on its own threads, each with its own heap, which are freed when the last owner drops it.
pub struct Saxon {
    path: PathBuf,
    version: String,
    pool: Arc<Pool>,
}

impl Saxon {
    /// Opens the library, or returns it again if this process has it open.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unsupported`] if there is none, if it is another version than 12.10, or if it is
    /// not such a library; [`ErrorKind::Unavailable`] if it does not start.
    pub fn open(path: &Path) -> Result<Arc<Saxon>> {
        let named = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        // In a fork of the process the lock may belong to a thread that is not there.
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

    /// Returns the path of the library as [`Saxon::find`] does, without opening it.
    pub(super) fn place(setting: Option<&Path>) -> Result<Option<PathBuf>> {
        locate::library(setting, std::env::var_os(locate::VARIABLE))
    }

    /// Finds the library and opens it: at the path of a setting, else at that of the environment variable
    /// `SAXONC_HE_LIB`. Either may be a folder with the library in it. Returns `None` if neither is set.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Saxon::open`], and [`ErrorKind::Unsupported`] if there is no library at the
    /// path.
    pub fn find(setting: Option<&Path>) -> Result<Option<Arc<Saxon>>> {
        let path = locate::library(setting, std::env::var_os(locate::VARIABLE))?;
        path.map(|path| Saxon::open(&path)).transpose()
    }

    /// Returns the version, such as `12.10.1`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Returns the path of the library.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Compiles a stylesheet, which may read the files of `folder`.
    ///
    /// Returns `ErrorKind::Malformed` if it is not XML, `ErrorKind::Invalid` with all errors that Saxon finds,
    /// `ErrorKind::Deadline` or `ErrorKind::TooLarge` at the limits.
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

/// Returns the heap of a run in bytes. It has steps, as threads are chosen by it.
pub(super) fn heap(limits: &Limits) -> usize {
    limits.memory.clamp(LEAST, MOST).next_multiple_of(1 << 20)
}

/// Returns the version in `SaxonC-HE 12.10.1 from Saxonica`.
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
            let message = format!(
                "`{shown}` is `{found}`, needed is SaxonC-HE {needed}, whose interface is known; {how}"
            );
            Err(Error::new(ErrorKind::Unsupported, message))
        }
    }
}
