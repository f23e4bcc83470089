//! A store on disk, in one folder.
//!
//! sled keeps the bytes; what it does not promise is added here: envelopes around rows, books about
//! how many there are, a witness of what was acknowledged, and refusals where sled would hang. See
//! `docs/store.md` for the folder and `docs/decisions/012-store.md` for the reasons.

mod books;
mod envelope;
mod flush;
mod holder;
mod open;
mod schema;
#[cfg(test)]
mod tests;
mod tree;
mod witness;

use std::fmt;
use std::io;
use std::mem;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::{Backend, Change, Outcome, Row, Snapshot, Table, Tally};
use crate::error::{Error, Kind, Result};
use crate::event::{Level, tell};
use books::Books;
use flush::Flush;
use holder::Holder;
use tree::Trees;

/// What its events are filed under.
const EVENTS: &str = "glossweave::store";

/// When a change may be acknowledged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Durability {
    /// When it is on disk: nothing that was acknowledged is ever lost.
    #[default]
    Flush,
    /// At once. It is brought to the disk within about a second; a crash loses what was not.
    Periodic,
}

impl Durability {
    /// Every durability.
    pub const ALL: &[Durability] = &[Durability::Flush, Durability::Periodic];

    /// The name in settings.
    pub const fn name(self) -> &'static str {
        match self {
            Durability::Flush => "flush",
            Durability::Periodic => "periodic",
        }
    }
}

impl FromStr for Durability {
    type Err = Error;

    /// Reads a name; Kind Invalid for another word.
    fn from_str(word: &str) -> Result<Durability> {
        let found = Durability::ALL.iter().find(|durability| durability.name() == word);
        found.copied().ok_or_else(|| Error::no_such("durability", word, "`flush` or `periodic`"))
    }
}

/// How a folder is opened.
#[derive(Clone, Debug)]
pub struct Options {
    durability: Durability,
    program: Option<String>,
    cache: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options { durability: Durability::Flush, program: None, cache: 64 << 20 }
    }
}

impl Options {
    /// Says when a change may be acknowledged: [`Durability::Flush`] unless set.
    pub fn with_durability(mut self, durability: Durability) -> Options {
        self.durability = durability;
        self
    }

    /// Says what other processes are told about who has the folder; the name of the executable
    /// unless set.
    pub fn with_program(mut self, program: impl Into<String>) -> Options {
        self.program = Some(program.into());
        self
    }

    /// Sets about how many bytes of the store are kept in memory: 64 MiB unless set.
    pub fn with_cache(mut self, bytes: u64) -> Options {
        self.cache = bytes;
        self
    }
}

/// Keeps rows in a folder, by sled. One process has it at a time; its threads share it.
///
/// ```
/// use glossweave::store::{Backend, Change, Action, Expect, SledBackend, SledOptions, Table};
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path();
/// let store = SledBackend::open(folder, &SledOptions::default())?;
/// let _ = store.commit(&[Change {
///     table: Table::Filters,
///     key: "places".to_owned(),
///     expect: Expect::Absent,
///     action: Action::Put(b"{}".to_vec()),
/// }], &[])?;
/// let second = SledBackend::open(folder, &SledOptions::default()).unwrap_err();
/// assert!(second.to_string().contains("is in use by process"));
/// drop(store);
/// let store = SledBackend::open(folder, &SledOptions::default())?;
/// assert_eq!(store.read(Table::Filters, "places")?.unwrap().value, b"{}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SledBackend {
    /// Taken out in a forked child only, where its threads are missing and its end would hang.
    inner: Option<Inner>,
    path: PathBuf,
    /// The process that opened it.
    pid: u32,
}

struct Inner {
    trees: Trees,
    flush: Flush,
    /// The lock of writers too.
    books: Mutex<Books>,
    /// Set once sled or the disk failed in the middle of something.
    broken: AtomicBool,
    /// Goes last: nobody else may come while sled is still busy.
    #[expect(dead_code, reason = "the lock ends with it")]
    holder: Holder,
}

impl SledBackend {
    /// Opens the store in a folder, and makes both where there are none.
    ///
    /// Kind Storage where another process, or this one, has it already (the message says who), where
    /// the disk fails, and where rows are damaged or acknowledged ones are missing; Unsupported
    /// where a newer version wrote it.
    pub fn open(path: impl AsRef<Path>, options: &Options) -> Result<SledBackend> {
        let path = path.as_ref().to_owned();
        let inner = open::open(&path, options)?;
        let rows = inner.books.lock().unwrap_or_else(PoisonError::into_inner).rows();
        let shown = path.display();
        tell(Level::Info, EVENTS, format_args!("opened `{shown}`, which has {rows} rows"));
        Ok(SledBackend { inner: Some(inner), path, pid: std::process::id() })
    }

    /// Brings everything to the disk that was not yet, for [`Durability::Periodic`].
    pub fn flush(&self) -> Result<()> {
        Backend::flush(self)
    }

    /// Every call to sled goes through here.
    fn run<T>(&self, call: impl FnOnce(&Inner) -> Result<T>) -> Result<T> {
        if self.pid != std::process::id() {
            return Err(self.refusal(&format!(
                "was opened by process {} before a fork: open it anew after the fork, when that \
                 process has closed it",
                self.pid
            )));
        }
        let Some(inner) = &self.inner else { return Err(self.refusal("is closed")) };
        if inner.broken.load(Ordering::Relaxed) {
            return Err(self.refusal("failed before: open it anew"));
        }
        let done = catch_unwind(AssertUnwindSafe(|| call(inner))).unwrap_or_else(|payload| {
            inner.broken.store(true, Ordering::Relaxed);
            Err(broken(Error::from_panic(payload.as_ref())))
        });
        if let Err(error) = &done
            && inner.broken.load(Ordering::Relaxed)
        {
            let path = self.path.display();
            let message = format_args!("`{path}` takes no more changes: {error}");
            tell(Level::Error, EVENTS, message);
        }
        done
    }

    fn refusal(&self, what: &str) -> Error {
        Error::new(Kind::Storage, format!("the store in `{}` {what}", self.path.display()))
    }
}

impl Inner {
    /// Changes rows in memory, and says up to where the disk has to follow.
    fn change(&self, changes: &[Change], tallies: &[Tally]) -> Result<Outcome> {
        let mut books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
        let mut writes = match self.trees.prepare(changes, tallies, &books)? {
            Ok(writes) => writes,
            Err(refused) => return Ok(refused),
        };
        let revision = writes.books.revision;
        writes.keep_books();
        self.trees.apply(&writes)?;
        *books = writes.books;
        self.flush.committed(revision);
        Ok(Outcome::Done { revision })
    }

    /// Where this fails, memory is ahead of the disk: nothing more may come of it.
    fn breaking<T>(&self, result: Result<T>) -> Result<T> {
        if result.is_err() {
            self.broken.store(true, Ordering::Relaxed);
        }
        result
    }

    fn settle(&self, revision: u64) -> Result<()> {
        self.breaking(self.flush.reach(self.trees.db(), revision))
    }
}

impl Backend for SledBackend {
    fn read(&self, table: Table, key: &str) -> Result<Option<Row>> {
        self.run(|inner| inner.trees.read(table, key))
    }

    fn scan(
        &self,
        table: Table,
        after: Option<&str>,
        visit: &mut dyn FnMut(&str, Row) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        let mut rows = self.run(|inner| Ok(inner.trees.rows(table, after)))?;
        // sled repeats an error for ever: the first one ends it.
        while let Some((key, row)) = self.run(|_| rows.next().transpose())? {
            if visit(&key, row)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    fn commit(&self, changes: &[Change], tallies: &[Tally]) -> Result<Outcome> {
        super::check(changes)?;
        self.run(|inner| {
            let outcome = inner.breaking(inner.change(changes, tallies))?;
            if let Outcome::Done { revision } = outcome {
                inner.settle(revision)?;
            }
            Ok(outcome)
        })
    }

    fn flush(&self) -> Result<()> {
        self.run(|inner| inner.breaking(inner.flush.finish(inner.trees.db())))
    }

    fn folder(&self) -> Option<&Path> {
        Some(&self.path)
    }

    fn counter(&self, name: &str) -> Result<u64> {
        self.run(|inner| inner.trees.counter(name))
    }

    fn snapshot(&self) -> Result<Snapshot> {
        self.run(|inner| {
            let books = inner.books.lock().unwrap_or_else(PoisonError::into_inner);
            inner.trees.snapshot(books.revision)
        })
    }

    fn restore(&self, snapshot: Snapshot) -> Result<()> {
        snapshot.check()?;
        self.run(|inner| {
            let revision = snapshot.revision;
            let mut books = inner.books.lock().unwrap_or_else(PoisonError::into_inner);
            if books.revision > 0 {
                return Err(super::not_empty());
            }
            let mut writes = inner.trees.restoration(snapshot);
            writes.keep_books();
            inner.breaking(inner.trees.apply(&writes))?;
            *books = writes.books;
            inner.flush.committed(revision);
            drop(books);
            inner.breaking(inner.flush.finish(inner.trees.db()))
        })
    }
}

impl fmt::Debug for SledBackend {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("SledBackend").field("path", &self.path).finish_non_exhaustive()
    }
}

impl Drop for SledBackend {
    fn drop(&mut self) {
        let inner = self.inner.take();
        if self.pid != std::process::id() {
            mem::forget(inner);
            return;
        }
        // A failure here was or will be said elsewhere: nothing waited for these bytes.
        let _ = catch_unwind(AssertUnwindSafe(|| {
            let Some(inner) = inner else { return };
            if !inner.broken.load(Ordering::Relaxed) {
                let _ = inner.flush.finish(inner.trees.db());
            }
            drop(inner);
            tell(Level::Info, EVENTS, format_args!("closed `{}`", self.path.display()));
        }));
    }
}

/// An error of sled, or one of its panics.
fn broken(cause: impl std::error::Error + Send + Sync + 'static) -> Error {
    Error::new(Kind::Storage, format!("the store failed: {cause}")).because(cause)
}

/// An error of the disk about one file.
fn failed(path: &Path, cause: io::Error) -> Error {
    Error::new(Kind::Storage, format!("`{}` failed: {cause}", path.display())).because(cause)
}

/// A store that is not what was written.
fn damaged(folder: &Path, what: &str) -> Error {
    Error::new(
        Kind::Storage,
        format!(
            "the store in `{}` is damaged: {what}; import an export into an empty folder",
            folder.display()
        ),
    )
}
