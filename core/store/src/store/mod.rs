//! The store: rows in tables, counters beside them, and changes that happen completely or not at all.
//!
//! A [`Backend`] keeps the rows: [`SledBackend`] on disk, [`MemoryBackend`] while the process runs. Rows
//! carry a revision, which every change makes anew: a writer states the revision that was seen, and is
//! refused if another one was faster. [`export`] writes everything as text, [`import`] reads that into an
//! empty store of any kind.

mod arc;
mod blob_dir;
mod disk;
mod files;
mod location;
mod memory;
mod options;
#[cfg(feature = "postgres")]
mod postgres;
pub(crate) mod random;
mod recent;
#[cfg(feature = "sled")]
mod sled;
mod snapshot;
mod table;
mod temporary_folder;
mod transfer;

#[cfg(feature = "postgres")]
pub use self::postgres::PostgresBackend;
#[cfg(feature = "sled")]
pub use self::sled::SledBackend;
pub use blob_dir::{BlobStore, StagedDir, StagedFiles};
pub use disk::{lock, unlock};
pub use files::{
    FileEntry, FileStore, FolderFiles, Lease, Revision, SharedFiles, SharedFilesOptions,
    StoredFiles, open_files,
};
pub use location::StoreLocation;
pub use memory::MemoryBackend;
pub use options::{Durability, Options as SledOptions};
pub use recent::RecentRows;
pub use snapshot::Snapshot;
pub use table::Table;
pub use transfer::{export, import, import_folder, import_to};

#[cfg(feature = "sled")]
use snapshot::shown;
use snapshot::{check, not_empty};

use std::fmt::Debug;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::Path;
use std::sync::Arc;

use glossweave_base::error::Result;

/// Opens the store in a folder, or makes a new one there.
///
/// # Errors
///
/// Returns the errors of [`SledBackend::open`], and [`ErrorKind::Unsupported`](glossweave_base::ErrorKind::Unsupported) if the library was built without
/// the feature `sled`.
pub(crate) fn open_folder(folder: &Path, options: &SledOptions) -> Result<Arc<dyn Backend>> {
    #[cfg(feature = "sled")]
    return Ok(Arc::new(SledBackend::open(folder, options)?));
    #[cfg(not(feature = "sled"))]
    {
        use glossweave_base::error::{Error, ErrorKind};
        let _ = (folder, options);
        let message = "no folder can be opened: the library was built without the feature `sled`";
        Err(Error::new(ErrorKind::Unsupported, message))
    }
}

/// A stored row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The number of the commit that wrote it. It grows with every commit of a store and is never reused,
    /// not even after the row was removed and made anew.
    pub revision: u64,
    /// The value: JSON, or bytes for calls and results of jobs.
    pub value: Vec<u8>,
}

/// The state that a row has to have for a change to happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precondition {
    /// The row does not exist.
    Absent,
    /// The row exists, with any revision.
    Present,
    /// The row exists, with this revision.
    Revision(u64),
}

/// The effect of a change on a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// The row stays as it is: only the expectation counts.
    Keep,
    /// The row gets a value, and the revision of the commit.
    Put(Vec<u8>),
    /// The row is removed.
    Remove,
}

#[cfg(feature = "sled")]
impl Action {
    /// Returns the number of bytes that it puts.
    fn bytes(&self) -> usize {
        match self {
            Action::Put(value) => value.len().max(1),
            Action::Keep | Action::Remove => 0,
        }
    }
}

/// One row of a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The table of the row.
    pub table: Table,
    /// Its key: not empty, at most 256 bytes.
    pub key: String,
    /// The expected state.
    pub expect: Precondition,
    /// The action if that holds.
    pub action: Action,
}

impl Change {
    /// Returns a change that only checks a row.
    pub fn keep(table: Table, key: &str, expect: Precondition) -> Change {
        Change { table, key: key.to_owned(), expect, action: Action::Keep }
    }

    /// Returns a change that writes a row.
    pub fn put(table: Table, key: &str, expect: Precondition, value: Vec<u8>) -> Change {
        Change { table, key: key.to_owned(), expect, action: Action::Put(value) }
    }

    /// Returns a change that removes a row.
    pub fn remove(table: Table, key: &str, expect: Precondition) -> Change {
        Change { table, key: key.to_owned(), expect, action: Action::Remove }
    }
}

/// One counter of a commit. A counter that was never touched stands at 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterUpdate {
    /// The name of the counter.
    pub counter: String,
    /// The number to add; 0 only checks.
    pub by: i64,
    /// The range in which the counter has to be afterwards.
    pub within: RangeInclusive<u64>,
}

impl CounterUpdate {
    /// Returns an update that only checks that a counter has a value.
    pub fn exactly(counter: String, count: u64) -> CounterUpdate {
        CounterUpdate { counter, by: 0, within: count..=count }
    }

    /// Returns an update that adds one to a counter.
    pub fn more(counter: String) -> CounterUpdate {
        CounterUpdate { counter, by: 1, within: 1..=u64::MAX }
    }

    /// Returns an update that subtracts one from a counter, not below 0.
    pub fn less(counter: String) -> CounterUpdate {
        CounterUpdate { counter, by: -1, within: 0..=u64::MAX }
    }
}

/// The outcome of a commit.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommitOutcome {
    /// All of it happened, and is on disk unless the backend was told not to wait for that.
    Done {
        /// The revision of every row that was put.
        revision: u64,
    },
    /// Nothing happened: the expectation of this change did not hold.
    RefusedChange(usize),
    /// Nothing happened: this counter would have left its bounds.
    RefusedTally(usize),
}

/// A store of rows. Implementations are shared between threads.
///
/// All methods return [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if a disk or server fails, and
/// for rows that are not as they were written.
pub trait Backend: Send + Sync + Debug {
    /// Returns a row.
    fn read(&self, table: Table, key: &str) -> Result<Option<Row>>;

    /// Returns a row as it is, or as it was within a time that the backend keeps rows for, such as [`RecentRows`]. It is
    /// for what changes nothing.
    fn read_recent(&self, table: Table, key: &str) -> Result<Option<Row>> {
        self.read(table, key)
    }

    /// Passes the rows of a table to `visit`, in the order of the bytes of their keys, beginning after a
    /// key. The rows are those of some moment during the call, each by itself. Nothing is locked while
    /// `visit` runs.
    fn scan(
        &self,
        table: Table,
        after: Option<&str>,
        visit: &mut dyn FnMut(&str, Row) -> Result<ControlFlow<()>>,
    ) -> Result<()>;

    /// Changes rows and counters, all of them or none. The outcome names the first thing that does not
    /// hold: changes in their order, then tallies in theirs, each on top of those before it.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) for a row that is named twice, and for a
    /// key that is empty or longer than 256 bytes.
    fn commit(&self, changes: &[Change], tallies: &[CounterUpdate]) -> Result<CommitOutcome>;

    /// Syncs everything to the disk that was acknowledged and is not there yet, so that what it replaced
    /// may be removed.
    fn flush(&self) -> Result<()> {
        Ok(())
    }

    /// Returns the value of a counter.
    fn counter(&self, name: &str) -> Result<u64>;

    /// Returns everything, as it is between two commits.
    fn snapshot(&self) -> Result<Snapshot>;

    /// Returns the folder for what is too large for rows, if there is one that is the store's alone and
    /// persists; without one such files are removed with the engine.
    fn folder(&self) -> Option<&Path> {
        None
    }

    /// Returns `true` if several engines may have the rows at once. What is too large for rows is then at a place
    /// that all of them reach (setting `files`), and nowhere if there is none.
    fn is_shared(&self) -> bool {
        false
    }

    /// Checks that files of so many bytes in that folder leave enough of the disk for the rows.
    fn check_space(&self, _bytes: u64) -> Result<()> {
        Ok(())
    }

    /// Checks that changes are accepted at all, without access to the disk.
    fn check(&self) -> Result<()> {
        Ok(())
    }

    /// Takes over a snapshot, all of it or nothing, with its revisions.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Conflict`](glossweave_base::ErrorKind::Conflict) if anything was ever committed,
    /// [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) if the snapshot contradicts itself.
    fn restore(&self, snapshot: Snapshot) -> Result<()>;
}
