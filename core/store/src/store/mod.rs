//! What outlives a request: rows in tables, counters beside them, changes that happen whole or not
//! at all.
//!
//! A [`Backend`] keeps the rows: [`SledBackend`] on disk, [`MemoryBackend`] while the process runs.
//! Rows carry a revision, which every change makes anew: who changes a row says which revision was
//! seen, and is refused where somebody else was faster. [`export`] writes everything down as text,
//! [`import`] reads that into an empty store of any kind.

mod files;
mod memory;
mod sled;
mod snapshot;
mod transfer;

pub use self::sled::{Durability, Options as SledOptions, SledBackend};
#[doc(hidden)]
pub use files::{Bundle, Files, Pending, lock, unlock};
pub use memory::MemoryBackend;
pub use snapshot::Snapshot;
pub use transfer::{export, import, import_folder};

use snapshot::{check, not_empty, shown};

use std::fmt::Debug;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::Path;

use glossweave_base::error::Result;

/// The tables of a store.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Table {
    /// Users by their name.
    Users,
    /// Tokens by the hash of their secret.
    Tokens,
    /// Enrichment templates.
    Templates,
    /// Filters.
    Filters,
    /// Pipelines.
    Pipelines,
    /// Datasets.
    Datasets,
    /// XSLT converters.
    Converters,
}

impl Table {
    /// Every table.
    pub const ALL: &[Table] = &[
        Table::Users,
        Table::Tokens,
        Table::Templates,
        Table::Filters,
        Table::Pipelines,
        Table::Datasets,
        Table::Converters,
    ];

    /// The name, which never changes: stores on disk and exports have it.
    pub const fn name(self) -> &'static str {
        match self {
            Table::Users => "users",
            Table::Tokens => "tokens",
            Table::Templates => "templates",
            Table::Filters => "filters",
            Table::Pipelines => "pipelines",
            Table::Datasets => "datasets",
            Table::Converters => "converters",
        }
    }
}

/// A row as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Which commit wrote it. Grows with every commit of a store and never comes again, not even
    /// after the row was removed and made anew.
    pub revision: u64,
    /// What it holds: JSON.
    pub value: Vec<u8>,
}

/// What a row has to be like for a change to happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expect {
    /// There is no such row.
    Absent,
    /// There is one, of any revision.
    Present,
    /// There is one, of this revision.
    Revision(u64),
}

/// What happens to a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// It stays as it is: only the expectation counts.
    Keep,
    /// It gets a value, and the revision of the commit.
    Put(Vec<u8>),
    /// It goes.
    Remove,
}

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
    /// Where the row is.
    pub table: Table,
    /// Its key: not empty, at most 256 bytes.
    pub key: String,
    /// What has to hold.
    pub expect: Expect,
    /// What then happens.
    pub action: Action,
}

impl Change {
    /// A row that only has to be as expected.
    pub fn keep(table: Table, key: &str, expect: Expect) -> Change {
        Change { table, key: key.to_owned(), expect, action: Action::Keep }
    }

    /// A row that gets a value.
    pub fn put(table: Table, key: &str, expect: Expect, value: Vec<u8>) -> Change {
        Change { table, key: key.to_owned(), expect, action: Action::Put(value) }
    }

    /// A row that goes.
    pub fn remove(table: Table, key: &str, expect: Expect) -> Change {
        Change { table, key: key.to_owned(), expect, action: Action::Remove }
    }
}

/// One counter of a commit. A counter that was never touched stands at 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The name of the counter.
    pub counter: String,
    /// How much is added; 0 only looks.
    pub by: i64,
    /// What the counter has to be afterwards.
    pub within: RangeInclusive<u64>,
}

impl Tally {
    /// A counter that only has to stand at a number.
    pub fn exactly(counter: String, count: u64) -> Tally {
        Tally { counter, by: 0, within: count..=count }
    }

    /// A counter that grows by one.
    pub fn more(counter: String) -> Tally {
        Tally { counter, by: 1, within: 1..=u64::MAX }
    }

    /// A counter that shrinks by one, not below 0.
    pub fn less(counter: String) -> Tally {
        Tally { counter, by: -1, within: 0..=u64::MAX }
    }
}

/// What became of a commit.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All of it happened, and is on disk unless the backend was told not to wait for that.
    Done {
        /// The revision of every row that was put.
        revision: u64,
    },
    /// Nothing happened: what was expected of this change did not hold.
    RefusedChange(usize),
    /// Nothing happened: this counter would have left its bounds.
    RefusedTally(usize),
}

/// Keeps rows. Implementations are shared between threads.
///
/// Every method gives Kind Storage for a disk or server that fails, and for rows that are not what
/// was written.
pub trait Backend: Send + Sync + Debug {
    /// A row.
    fn read(&self, table: Table, key: &str) -> Result<Option<Row>>;

    /// Shows the rows of a table, in the order of the bytes of their keys, beginning behind a key.
    /// The rows are those of some moment during the call, each by itself. Nothing is locked while
    /// `visit` runs.
    fn scan(
        &self,
        table: Table,
        after: Option<&str>,
        visit: &mut dyn FnMut(&str, Row) -> Result<ControlFlow<()>>,
    ) -> Result<()>;

    /// Changes rows and counters, all of them or none. The first thing that does not hold is what
    /// the outcome names: changes in their order, then tallies in theirs, each on top of those
    /// before it.
    ///
    /// Kind Invalid for a row that is named twice, and for a key that is empty or longer than 256
    /// bytes.
    fn commit(&self, changes: &[Change], tallies: &[Tally]) -> Result<Outcome>;

    /// Brings everything to the disk that was acknowledged and is not there yet, so that what it
    /// replaced may go.
    fn flush(&self) -> Result<()> {
        Ok(())
    }

    /// How a counter stands.
    fn counter(&self, name: &str) -> Result<u64>;

    /// Everything, as it is between two commits.
    fn snapshot(&self) -> Result<Snapshot>;

    /// A folder for what is too large for rows, where there is one that is the store's alone and
    /// stays; without one such things go with the engine.
    fn folder(&self) -> Option<&Path> {
        None
    }

    /// Refuses files of so many bytes in that folder, where the disk would be too full for the rows
    /// then.
    fn room(&self, _bytes: u64) -> Result<()> {
        Ok(())
    }

    /// Checks that changes are taken at all, without asking the disk.
    fn check(&self) -> Result<()> {
        Ok(())
    }

    /// Takes over a snapshot, all of it or nothing, with its revisions. Kind Conflict where
    /// anything was ever committed, Invalid for a snapshot that contradicts itself.
    fn restore(&self, snapshot: Snapshot) -> Result<()>;
}
