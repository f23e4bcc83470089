//! The trees of a database, and rows in them.

use std::collections::BTreeMap;
use std::ops::Bound;

use ::sled::transaction::{ConflictableTransactionError, TransactionError};
use ::sled::{Db, Transactional, Tree};

use super::books::{Books, COUNTERS, KEY, META};
use super::{broken, envelope};
use crate::error::{Error, Kind, Result};
use crate::store::{Action, Change, Expect, Outcome, Row, Snapshot, Table, Tally};

/// Counters, then the tables in the order of [`Table::ALL`], then what the store knows of itself.
pub(super) struct Trees {
    db: Db,
    all: Vec<Tree>,
}

/// Where the counters are among the trees.
const COUNT: usize = 0;
const META_TREE: usize = 1 + Table::ALL.len();

/// What one transaction writes.
#[derive(Debug)]
pub(super) struct Writes {
    pub(super) books: Books,
    rows: Vec<Write>,
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
    pub(super) fn new(books: Books) -> Writes {
        Writes { books, rows: Vec::new() }
    }

    /// Puts a row of the store's own.
    pub(super) fn put_meta(&mut self, key: &str, sealed: Vec<u8>) {
        self.rows.push(Write { tree: META_TREE, key: key.to_owned(), sealed: Some(sealed) });
    }

    pub(super) fn remove_meta(&mut self, key: &str) {
        self.rows.push(Write { tree: META_TREE, key: key.to_owned(), sealed: None });
    }

    /// Writes the books along. The last thing to do.
    pub(super) fn keep_books(&mut self) {
        self.put_meta(KEY, self.books.seal());
    }

    /// Puts a row or a counter in the place of another, which had a checksum.
    fn put(&mut self, tree: usize, key: String, revision: u64, value: &[u8], old: Option<u32>) {
        let (sealed, checksum) = envelope::seal(name(tree), key.as_bytes(), revision, value);
        if let Some(old) = old {
            self.books.strike(tree, old);
        }
        self.books.enter(tree, checksum);
        self.rows.push(Write { tree, key, sealed: Some(sealed) });
    }

    fn remove(&mut self, tree: usize, key: String, old: u32) {
        self.books.strike(tree, old);
        self.rows.push(Write { tree, key, sealed: None });
    }
}

impl Trees {
    pub(super) fn open(db: Db) -> Result<Trees> {
        let open = |tree| db.open_tree(name(tree)).map_err(broken);
        let all = (COUNT..=META_TREE).map(open).collect::<Result<_>>()?;
        Ok(Trees { db, all })
    }

    pub(super) fn db(&self) -> &Db {
        &self.db
    }

    fn get(&self, tree: usize, key: &str) -> Result<Option<::sled::IVec>> {
        self.all[tree].get(key).map_err(broken)
    }

    pub(super) fn read(&self, table: Table, key: &str) -> Result<Option<Row>> {
        let Some(sealed) = self.get(place(table), key)? else { return Ok(None) };
        let opened = envelope::open(table.name(), key.as_bytes(), &sealed)?;
        Ok(Some(Row { revision: opened.revision, value: opened.payload.to_vec() }))
    }

    /// A row of the store's own, as it is sealed.
    pub(super) fn meta(&self, key: &str) -> Result<Option<Vec<u8>>> {
        Ok(self.get(META_TREE, key)?.map(|sealed| sealed.to_vec()))
    }

    /// How a counter stands, and the checksum of its row where it has one.
    fn count(&self, counter: &str) -> Result<(u64, Option<u32>)> {
        let Some(sealed) = self.get(COUNT, counter)? else { return Ok((0, None)) };
        let opened = envelope::open(COUNTERS, counter.as_bytes(), &sealed)?;
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
        self.all[place(table)].range(range).map(move |row| {
            let (key, sealed) = row.map_err(broken)?;
            let opened = envelope::open(table.name(), &key, &sealed)?;
            Ok((text(&key)?, Row { revision: opened.revision, value: opened.payload.to_vec() }))
        })
    }

    /// Looks whether everything holds, and what would be written then.
    pub(super) fn prepare(
        &self,
        changes: &[Change],
        tallies: &[Tally],
        books: &Books,
    ) -> Result<std::result::Result<Writes, Outcome>> {
        let revision = books.revision + 1;
        let mut writes = Writes::new(books.at(revision));
        for (at, Change { table, key, expect, action }) in changes.iter().enumerate() {
            let sealed = self.get(place(*table), key)?;
            let old = match &sealed {
                Some(sealed) => Some(envelope::open(table.name(), key.as_bytes(), sealed)?),
                None => None,
            };
            let holds = match expect {
                Expect::Absent => old.is_none(),
                Expect::Present => old.is_some(),
                Expect::Revision(expected) => old.is_some_and(|old| old.revision == *expected),
            };
            if !holds {
                return Ok(Err(Outcome::RefusedChange(at)));
            }
            let old = old.map(|old| old.checksum);
            match (action, old) {
                (Action::Put(value), old) => {
                    writes.put(place(*table), key.clone(), revision, value, old);
                }
                (Action::Remove, Some(old)) => writes.remove(place(*table), key.clone(), old),
                (Action::Remove, None) | (Action::Keep, _) => {}
            }
        }
        let mut counts = BTreeMap::new();
        for (at, Tally { counter, by, within }) in tallies.iter().enumerate() {
            let (now, old) = match counts.get(counter.as_str()) {
                Some(known) => *known,
                None => self.count(counter)?,
            };
            let Some(then) = now.checked_add_signed(*by).filter(|then| within.contains(then))
            else {
                return Ok(Err(Outcome::RefusedTally(at)));
            };
            counts.insert(counter.as_str(), (then, old));
        }
        for (counter, (count, old)) in counts {
            writes.put(COUNT, counter.to_owned(), revision, &count.to_le_bytes(), old);
        }
        Ok(Ok(writes))
    }

    /// Writes everything or nothing. Not on disk yet.
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
            TransactionError::Abort(()) => Error::new(Kind::Internal, "a transaction was left"),
        })
    }

    /// Reads every row and enters it into new books, whose revision is that of the youngest row.
    pub(super) fn audit(&self) -> Result<Books> {
        let mut books = Books::default();
        for (tree, rows) in self.all[..META_TREE].iter().enumerate() {
            for row in rows {
                let (key, sealed) = row.map_err(broken)?;
                let opened = envelope::open(name(tree), &key, &sealed)?;
                text(&key)?;
                books.enter(tree, opened.checksum);
                books.revision = books.revision.max(opened.revision);
            }
        }
        Ok(books)
    }

    pub(super) fn snapshot(&self, revision: u64) -> Result<Snapshot> {
        let mut snapshot = Snapshot { revision, ..Snapshot::default() };
        for row in &self.all[COUNT] {
            let (key, sealed) = row.map_err(broken)?;
            let opened = envelope::open(COUNTERS, &key, &sealed)?;
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

    /// What makes an empty store the one of a snapshot.
    pub(super) fn restoration(&self, snapshot: Snapshot) -> Writes {
        let Snapshot { revision, rows, counters } = snapshot;
        let mut writes = Writes::new(Books::default().at(revision));
        for (counter, count) in counters {
            writes.put(COUNT, counter, revision, &count.to_le_bytes(), None);
        }
        for (table, key, row) in rows {
            writes.put(place(table), key, row.revision, &row.value, None);
        }
        writes
    }
}

fn number(payload: &[u8]) -> Result<u64> {
    let bytes = payload.try_into().map_err(|_| {
        Error::new(Kind::Storage, format!("a counter has {} bytes, expected 8", payload.len()))
    })?;
    Ok(u64::from_le_bytes(bytes))
}

fn text(key: &[u8]) -> Result<String> {
    String::from_utf8(key.to_vec())
        .map_err(|error| Error::new(Kind::Storage, "a key is not UTF-8").because(error))
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
