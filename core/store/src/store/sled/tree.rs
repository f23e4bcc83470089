//! The trees of a database and their rows.

use std::collections::{BTreeMap, HashSet};
use std::ops::Bound;
use std::sync::Arc;

use ::sled::transaction::{ConflictableTransactionError, TransactionError};
use ::sled::{Db, Transactional, Tree};

use super::audit::{COUNTERS, Checksums, KEY, META};
use super::row_codec::{Format, Opened};
use super::values::{ValueLocation, Values};
use super::{broken, row_codec};
use crate::store::{
    Action, Change, CommitOutcome, CounterUpdate, Precondition, Row, Snapshot, Table,
};
use glossweave_base::error::{Error, ErrorKind, Result};

/// The trees: counters, then the tables in the order of [`Table::ALL`], then the store's metadata.
pub(super) struct Trees {
    db: Db,
    all: Vec<Tree>,
    values: Arc<Values>,
}

/// The index of the counters among the trees.
const COUNT: usize = 0;
const META_TREE: usize = 1 + Table::ALL.len();

/// The writes of one transaction.
#[derive(Debug)]
pub(super) struct Writes {
    pub(super) checksums: Checksums,
    rows: Vec<Write>,
    /// The value files that have no row afterwards.
    replaced: Vec<u64>,
}

#[derive(Debug)]
struct Write {
    tree: usize,
    key: String,
    sealed: Option<Vec<u8>>,
}

fn place(table: Table) -> usize {
    1 + table as usize
}

fn name(tree: usize) -> &'static str {
    match tree.checked_sub(1) {
        None => COUNTERS,
        Some(table) => Table::ALL.get(table).map_or(META, |table| table.name()),
    }
}

impl Writes {
    pub(super) fn new(checksums: Checksums) -> Writes {
        Writes { checksums, rows: Vec::new(), replaced: Vec::new() }
    }

    /// Writes a row of metadata.
    pub(super) fn put_meta(&mut self, key: &str, sealed: Vec<u8>) {
        self.rows.push(Write { tree: META_TREE, key: key.to_owned(), sealed: Some(sealed) });
    }

    pub(super) fn remove_meta(&mut self, key: &str) {
        self.rows.push(Write { tree: META_TREE, key: key.to_owned(), sealed: None });
    }

    /// Adds the totals to the writes. This must be the last call.
    pub(super) fn keep_checksums(&mut self) {
        self.put_meta(KEY, self.checksums.seal());
    }

    /// Writes a row or a counter. `old` is the checksum of the row that it replaces.
    fn put(
        &mut self,
        tree: usize,
        key: String,
        revision: u64,
        (format, payload): (Format, &[u8]),
        old: Option<u32>,
    ) {
        let table = name(tree);
        let (sealed, checksum) =
            row_codec::seal_as(format, table, key.as_bytes(), revision, payload);
        if let Some(old) = old {
            self.checksums.remove(tree, old);
        }
        self.checksums.add(tree, checksum);
        self.rows.push(Write { tree, key, sealed: Some(sealed) });
    }

    /// Writes a row, with the location of its value if the value is in a file.
    fn put_row(
        &mut self,
        table: Table,
        key: String,
        revision: u64,
        (value, at): (&[u8], Option<ValueLocation>),
        old: Option<u32>,
    ) {
        let bytes = at.map(ValueLocation::to_bytes);
        let payload = match &bytes {
            Some(bytes) => (Format::ValueLocation, &bytes[..]),
            None => (Format::Value, value),
        };
        self.put(place(table), key, revision, payload, old);
    }

    fn remove(&mut self, tree: usize, key: String, old: u32) {
        self.checksums.remove(tree, old);
        self.rows.push(Write { tree, key, sealed: None });
    }
}

impl Trees {
    pub(super) fn open(db: Db, values: Arc<Values>) -> Result<Trees> {
        let open = |tree| db.open_tree(name(tree)).map_err(broken);
        let all = (COUNT..=META_TREE).map(open).collect::<Result<_>>()?;
        Ok(Trees { db, all, values })
    }

    pub(super) fn values(&self) -> &Values {
        &self.values
    }

    pub(super) fn db(&self) -> &Db {
        &self.db
    }

    fn get(&self, tree: usize, key: &str) -> Result<Option<::sled::IVec>> {
        self.all[tree].get(key).map_err(broken)
    }

    pub(super) fn read(&self, table: Table, key: &str) -> Result<Option<Row>> {
        read(&self.all[place(table)], &self.values, table, key)
    }

    /// Returns an encoded row of metadata.
    pub(super) fn meta(&self, key: &str) -> Result<Option<Vec<u8>>> {
        Ok(self.get(META_TREE, key)?.map(|sealed| sealed.to_vec()))
    }

    /// Returns the value of a counter, and the checksum of its row if it exists.
    fn count(&self, counter: &str) -> Result<(u64, Option<u32>)> {
        let Some(sealed) = self.get(COUNT, counter)? else { return Ok((0, None)) };
        let opened = row_codec::open(COUNTERS, counter.as_bytes(), &sealed)?;
        Ok((number(opened.payload)?, Some(opened.checksum)))
    }

    pub(super) fn counter(&self, name: &str) -> Result<u64> {
        self.count(name).map(|(count, _)| count)
    }

    pub(super) fn rows(
        &self,
        table: Table,
        after: Option<&str>,
    ) -> impl Iterator<Item = Result<(String, Row)>> + use<> {
        let from = after.map_or(Bound::Unbounded, |key| Bound::Excluded(key.as_bytes().to_vec()));
        let range = (from, Bound::<Vec<u8>>::Unbounded);
        let (tree, values) = (self.all[place(table)].clone(), self.values.clone());
        tree.range(range).filter_map(move |row| {
            let row = row.map_err(broken).and_then(|(key, sealed)| {
                let opened = row_codec::open(table.name(), &key, &sealed)?;
                let key = text(&key)?;
                let row = match value(&opened, &values, table.name(), &key)? {
                    Some(value) => Some(Row { revision: opened.revision, value }),
                    // The row was changed or removed in the meantime.
                    None => read(&tree, &values, table, &key)?,
                };
                Ok(row.map(|row| (key, row)))
            });
            row.transpose()
        })
    }

    /// Returns the writes of a commit, or the first precondition that fails. `places` contains the
    /// location of each change's value, or `None` if the value is in the row.
    pub(super) fn prepare(
        &self,
        changes: &[Change],
        places: &[Option<ValueLocation>],
        tallies: &[CounterUpdate],
        checksums: &Checksums,
    ) -> Result<std::result::Result<Writes, CommitOutcome>> {
        let revision = checksums.revision + 1;
        let mut writes = Writes::new(checksums.at(revision));
        for (at, Change { table, key, expect, action }) in changes.iter().enumerate() {
            let sealed = self.get(place(*table), key)?;
            let old = match &sealed {
                Some(sealed) => Some(row_codec::open(table.name(), key.as_bytes(), sealed)?),
                None => None,
            };
            let holds = match expect {
                Precondition::Absent => old.is_none(),
                Precondition::Present => old.is_some(),
                Precondition::Revision(expected) => {
                    old.is_some_and(|old| old.revision == *expected)
                }
            };
            if !holds {
                return Ok(Err(CommitOutcome::RefusedChange(at)));
            }
            if *action != Action::Keep {
                writes.replaced.extend(old.and_then(|old| placed(&old)).map(|at| at.number));
            }
            let old = old.map(|old| old.checksum);
            match (action, old) {
                (Action::Put(value), old) => {
                    let at = places.get(at).copied().flatten();
                    writes.put_row(*table, key.clone(), revision, (value, at), old);
                }
                (Action::Remove, Some(old)) => writes.remove(place(*table), key.clone(), old),
                (Action::Remove, None) | (Action::Keep, _) => {}
            }
        }
        let mut counts = BTreeMap::new();
        for (at, CounterUpdate { counter, by, within }) in tallies.iter().enumerate() {
            let (now, old) = match counts.get(counter.as_str()) {
                Some(known) => *known,
                None => self.count(counter)?,
            };
            let Some(then) = now.checked_add_signed(*by).filter(|then| within.contains(then))
            else {
                return Ok(Err(CommitOutcome::RefusedTally(at)));
            };
            counts.insert(counter.as_str(), (then, old));
        }
        for (counter, (count, old)) in counts {
            let payload = (Format::Value, &count.to_le_bytes()[..]);
            writes.put(COUNT, counter.to_owned(), revision, payload, old);
        }
        Ok(Ok(writes))
    }

    /// Applies all writes or none of them, without syncing them to the disk.
    pub(super) fn apply(&self, writes: &Writes) -> Result<()> {
        let done = self.all.as_slice().transaction(|views| {
            for Write { tree, key, sealed } in &writes.rows {
                match sealed {
                    Some(sealed) => views[*tree].insert(key.as_bytes(), sealed.as_slice())?,
                    None => views[*tree].remove(key.as_bytes())?,
                };
            }
            Ok::<(), ConflictableTransactionError<()>>(())
        });
        done.map_err(|error| match error {
            TransactionError::Storage(error) => broken(error),
            TransactionError::Abort(()) => {
                Error::new(ErrorKind::Internal, "a transaction was aborted")
            }
        })?;
        self.values.replace(writes.checksums.revision, &writes.replaced);
        Ok(())
    }

    /// Reads all rows and their values, and computes new totals with the revision of the latest
    /// row. Also returns the files that the rows refer to.
    pub(super) fn audit(&self) -> Result<(Checksums, HashSet<u64>)> {
        let (mut checksums, mut named) = (Checksums::default(), HashSet::new());
        for (tree, rows) in self.all[..META_TREE].iter().enumerate() {
            for row in rows {
                let (key, sealed) = row.map_err(broken)?;
                let opened = row_codec::open(name(tree), &key, &sealed)?;
                let key = text(&key)?;
                if value(&opened, &self.values, name(tree), &key)?.is_none() {
                    let what = "the file with its value is missing";
                    return Err(row_codec::damaged(name(tree), key.as_bytes(), what));
                }
                named.extend(placed(&opened).map(|at| at.number));
                checksums.add(tree, opened.checksum);
                checksums.revision = checksums.revision.max(opened.revision);
            }
        }
        Ok((checksums, named))
    }

    pub(super) fn snapshot(&self, revision: u64) -> Result<Snapshot> {
        let mut snapshot = Snapshot { revision, ..Snapshot::default() };
        for row in &self.all[COUNT] {
            let (key, sealed) = row.map_err(broken)?;
            let opened = row_codec::open(COUNTERS, &key, &sealed)?;
            snapshot.counters.push((text(&key)?, number(opened.payload)?));
        }
        for table in Table::ALL {
            for row in self.rows(*table, None) {
                let (key, row) = row?;
                snapshot.rows.push((*table, key, row));
            }
        }
        Ok(snapshot)
    }

    /// Returns the writes that restore a snapshot to an empty store. `places` contains the location
    /// of each row's value, or `None` if the value is in the row.
    pub(super) fn restoration(
        &self,
        snapshot: Snapshot,
        places: &[Option<ValueLocation>],
    ) -> Writes {
        let Snapshot { revision, rows, counters } = snapshot;
        let mut writes = Writes::new(Checksums::default().at(revision));
        for (counter, count) in counters {
            writes.put(COUNT, counter, revision, (Format::Value, &count.to_le_bytes()), None);
        }
        for (at, (table, key, row)) in rows.into_iter().enumerate() {
            let at = places.get(at).copied().flatten();
            writes.put_row(table, key, row.revision, (&row.value, at), None);
        }
        writes
    }
}

fn read(tree: &Tree, values: &Values, table: Table, key: &str) -> Result<Option<Row>> {
    let mut last = None;
    loop {
        let Some(sealed) = tree.get(key).map_err(broken)? else { return Ok(None) };
        let opened = row_codec::open(table.name(), key.as_bytes(), &sealed)?;
        if let Some(value) = value(&opened, values, table.name(), key)? {
            return Ok(Some(Row { revision: opened.revision, value }));
        }
        // A commit has replaced the row in the meantime, unless the row is unchanged.
        if last.replace(opened.checksum) == Some(opened.checksum) {
            let what = "the file with its value is missing";
            return Err(row_codec::damaged(table.name(), key.as_bytes(), what));
        }
    }
}

/// Returns the location of a row's value, or `None` if the value is in the row.
fn placed(opened: &Opened<'_>) -> Option<ValueLocation> {
    match opened.format {
        Format::Value => None,
        Format::ValueLocation => ValueLocation::from_bytes(opened.payload),
    }
}

/// Returns the value of a row, or `None` if its file is missing.
fn value(opened: &Opened<'_>, values: &Values, table: &str, key: &str) -> Result<Option<Vec<u8>>> {
    if opened.format == Format::Value {
        return Ok(Some(opened.payload.to_vec()));
    }
    match placed(opened) {
        Some(place) => values.read(place),
        None => {
            Err(row_codec::damaged(table, key.as_bytes(), "the position of its value is missing"))
        }
    }
}

fn number(payload: &[u8]) -> Result<u64> {
    let bytes = payload.try_into().map_err(|_| {
        Error::new(ErrorKind::Storage, format!("a counter has {} bytes, expected 8", payload.len()))
    })?;
    Ok(u64::from_le_bytes(bytes))
}

fn text(key: &[u8]) -> Result<String> {
    String::from_utf8(key.to_vec())
        .map_err(|error| Error::new(ErrorKind::Storage, "a key is not UTF-8").because(error))
}

#[cfg(test)]
mod tests {
    use super::{META_TREE, Table, name, place};

    #[test]
    fn each_table_has_its_tree() {
        for table in Table::ALL {
            assert_eq!(name(place(*table)), table.name());
        }
        assert_eq!([name(0), name(META_TREE)], ["counters", "meta"]);
    }
}
