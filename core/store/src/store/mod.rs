//! The store: rows in tables, counters, and atomic commits that change both.
//!
//! Concurrency control is optimistic: no lock is held between reading a row and writing it. Counters
//! are part of the same commits, so that a limit (for example, of the resources of a user) holds
//! even if several writers add resources at the same time.
//!
//! A [`Backend`] stores the rows: for example, [`SledBackend`] uses a folder on disk, and
//! [`MemoryBackend`] the memory of the process. Every change gives a row a new revision. A writer
//! specifies the revision that it has read, and the commit is refused if another writer has changed
//! the row since. [`export`] writes the whole store as text, and [`import`] reads the text into an
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

/// Opens the store in a folder, or creates a new store there.
///
/// # Errors
///
/// Returns the errors of [`SledBackend::open`], and `ErrorKind::Unsupported` if the library was
/// built without the feature `sled`.
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
    /// The number of the commit that wrote the row. It grows with every commit of a store and is
    /// never reused, even if the row is removed and created again.
    pub revision: u64,
    /// The value: JSON, or bytes for the calls and results of jobs.
    pub value: Vec<u8>,
}

/// The state of a row that a change requires.
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
    /// Leaves the row unchanged. Only the precondition is checked.
    Keep,
    /// Writes a value to the row, with the revision of the commit.
    Put(Vec<u8>),
    /// Removes the row.
    Remove,
}

#[cfg(feature = "sled")]
impl Action {
    /// Returns the number of bytes that the action writes.
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
    /// The key of the row: 1 to 256 bytes.
    pub key: String,
    /// The required state of the row.
    pub expect: Precondition,
    /// The action if the row has this state.
    pub action: Action,
}

impl Change {
    /// Creates a change that only checks a row.
    pub fn keep(table: Table, key: &str, expect: Precondition) -> Change {
        Change { table, key: key.to_owned(), expect, action: Action::Keep }
    }

    /// Creates a change that writes a row.
    pub fn put(table: Table, key: &str, expect: Precondition, value: Vec<u8>) -> Change {
        Change { table, key: key.to_owned(), expect, action: Action::Put(value) }
    }

    /// Creates a change that removes a row.
    pub fn remove(table: Table, key: &str, expect: Precondition) -> Change {
        Change { table, key: key.to_owned(), expect, action: Action::Remove }
    }
}

/// The update of one counter in a commit. New counters are 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterUpdate {
    /// The name of the counter.
    pub counter: String,
    /// The number to add. 0 only checks the counter.
    pub by: i64,
    /// The range that has to contain the result.
    pub within: RangeInclusive<u64>,
}

impl CounterUpdate {
    /// Creates an update that only checks that a counter has a value.
    pub fn exactly(counter: String, count: u64) -> CounterUpdate {
        CounterUpdate { counter, by: 0, within: count..=count }
    }

    /// Creates an update that adds one to a counter.
    pub fn more(counter: String) -> CounterUpdate {
        CounterUpdate { counter, by: 1, within: 1..=u64::MAX }
    }

    /// Creates an update that subtracts one from a counter, if the result is not negative.
    pub fn less(counter: String) -> CounterUpdate {
        CounterUpdate { counter, by: -1, within: 0..=u64::MAX }
    }
}

/// The outcome of a commit.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommitOutcome {
    /// All changes are made. They are on disk, unless the backend is configured to acknowledge
    /// changes earlier.
    Done {
        /// The revision of all rows that the commit wrote.
        revision: u64,
    },
    /// No change was made because the precondition of the change with this index failed.
    RefusedChange(usize),
    /// No change was made because the result of the counter update with this index would be outside its
    /// range.
    RefusedTally(usize),
}

/// A store of rows. Threads share the same value.
///
/// All methods return [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if a disk or
/// server fails, or if rows are damaged.
pub trait Backend: Send + Sync + Debug {
    /// Returns a row. Returns `None` if it does not exist.
    fn read(&self, table: Table, key: &str) -> Result<Option<Row>>;

    /// Returns a row, possibly as it was a moment ago if the backend caches rows, as [`RecentRows`]
    /// does. Use it only for calls that change nothing.
    fn read_recent(&self, table: Table, key: &str) -> Result<Option<Row>> {
        self.read(table, key)
    }

    /// Passes the rows of a table to `visit`, in the byte order of their keys, beginning after a
    /// key. Each row is read at some time during the call; the rows are not a consistent snapshot.
    /// The store is not locked while `visit` runs.
    fn scan(
        &self,
        table: Table,
        after: Option<&str>,
        visit: &mut dyn FnMut(&str, Row) -> Result<ControlFlow<()>>,
    ) -> Result<()>;

    /// Applies all changes of rows and counters, or none of them. If any is refused, the outcome
    /// reports the first: changes are checked in order, then counter updates. An
    /// update is checked against its counter after the previous updates.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) if two changes have the
    /// same row, or if a key is empty or longer than 256 bytes.
    fn commit(&self, changes: &[Change], updates: &[CounterUpdate]) -> Result<CommitOutcome>;

    /// Syncs all acknowledged changes to the disk, so that replaced files can be removed.
    fn flush(&self) -> Result<()> {
        Ok(())
    }

    /// Returns the value of a counter. Counters that were never updated are 0.
    fn counter(&self, name: &str) -> Result<u64>;

    /// Returns the whole content, as it is between two commits.
    fn snapshot(&self) -> Result<Snapshot>;

    /// Returns the persistent folder for files that are too large for rows, if the store owns one.
    /// Without a folder, such files are temporary and are removed with the engine.
    fn folder(&self) -> Option<&Path> {
        None
    }

    /// Returns `true` if several engines can use the rows at the same time. Files that are too
    /// large for rows then need a location that all engines share (setting `files`); without one,
    /// they cannot be stored.
    fn is_shared(&self) -> bool {
        false
    }

    /// Checks that writing this number of bytes to the folder leaves enough disk space for the
    /// rows.
    fn check_space(&self, _bytes: u64) -> Result<()> {
        Ok(())
    }

    /// Checks that the store accepts changes, without access to the disk.
    fn check(&self) -> Result<()> {
        Ok(())
    }

    /// Restores a snapshot with its revisions, completely or not at all.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Conflict`](glossweave_base::ErrorKind::Conflict) if the store has had a
    /// commit, and [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) if the snapshot is
    /// inconsistent.
    fn restore(&self, snapshot: Snapshot) -> Result<()>;
}
