//! Snapshots of a store, and the checks of arguments that all backends use.

use std::collections::HashSet;

use super::{Change, Row, Table};
use glossweave_base::error::{Error, ErrorKind, Result};

/// The maximum number of bytes in a key.
const LONGEST: usize = 256;

/// The whole content of a store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// The revision of the last commit.
    pub revision: u64,
    /// Rows by table and key.
    pub rows: Vec<(Table, String, Row)>,
    /// Counters by name.
    pub counters: Vec<(String, u64)>,
}

impl Snapshot {
    /// Checks the snapshot. Returns `ErrorKind::Invalid` if the content is impossible for a store.
    pub(super) fn check(&self) -> Result<()> {
        let mut rows = HashSet::new();
        for (table, key, row) in &self.rows {
            check_key(key)?;
            let Row { revision, .. } = row;
            if *revision == 0 || *revision > self.revision {
                return Err(Error::invalid(format!(
                    "{} has revision {revision}, expected 1 to {}",
                    shown(table.name(), key),
                    self.revision
                )));
            }
            if !rows.insert((*table, key)) {
                return Err(twice(*table, key));
            }
        }
        let mut counters = HashSet::new();
        for (name, count) in &self.counters {
            if !counters.insert(name) {
                return Err(Error::invalid(format!("the counter `{name}` appears twice")));
            }
            if self.revision == 0 {
                return Err(Error::invalid(format!(
                    "the counter `{name}` is {count} before any revision"
                )));
            }
        }
        Ok(())
    }
}

fn check_key(key: &str) -> Result<()> {
    match key.len() {
        1..=LONGEST => Ok(()),
        length => Err(Error::invalid(format!("a key has {length} bytes, expected 1 to {LONGEST}"))),
    }
}

fn twice(table: Table, key: &str) -> Error {
    Error::invalid(format!("{} appears twice", shown(table.name(), key)))
}

/// Returns the name of a row for messages, without the keys of tokens, API keys and invitations.
pub(super) fn shown(table: &str, key: &str) -> String {
    if [Table::Tokens, Table::KeyHashes, Table::Invitations]
        .iter()
        .any(|secret| table == secret.name())
    {
        format!("a row of `{table}`")
    } else {
        format!("the row `{key}` of `{table}`")
    }
}

/// Checks changes. Returns `ErrorKind::Invalid` if a key is empty or too long, or if two changes
/// have the same row.
pub(super) fn check(changes: &[Change]) -> Result<()> {
    for (at, Change { table, key, .. }) in changes.iter().enumerate() {
        check_key(key)?;
        if changes[..at].iter().any(|other| other.table == *table && other.key == *key) {
            return Err(twice(*table, key));
        }
    }
    Ok(())
}

/// Returns the error for restoring a snapshot to a store that is not empty.
pub(super) fn not_empty() -> Error {
    Error::new(ErrorKind::Conflict, "the store is not empty: import into an empty store")
}
