//! A cache of rows that were read recently.

use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::{Backend, Change, CommitOutcome, CounterUpdate, Row, Snapshot, Table};
use glossweave_base::error::Result;

/// The maximum number of rows.
const ROWS: usize = 10_000;
/// The maximum size of all rows together, in bytes.
const BYTES: usize = 32 << 20;
/// The maximum size of one row, in bytes.
const LONGEST: usize = 1 << 20;

/// A backend that caches the rows of another backend for some time after reading them, for
/// [`Backend::read_recent`]. Rows that it changes are read again.
pub struct RecentRows {
    rows_of: Arc<dyn Backend>,
    time: Duration,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    rows: HashMap<(Table, String), Recent>,
    bytes: usize,
    /// The last time when all rows were dropped.
    cleared: Option<Instant>,
}

struct Recent {
    since: Instant,
    known: Known,
}

enum Known {
    /// The row when it was read, or `None` if it did not exist.
    Read(Option<Row>),
    /// The row was changed here. A thread that began to read it earlier must not insert its result.
    Changed,
}

impl Recent {
    fn bytes(&self) -> usize {
        match &self.known {
            Known::Read(Some(row)) => row.value.len(),
            Known::Read(None) | Known::Changed => 0,
        }
    }
}

impl State {
    fn insert(&mut self, key: (Table, String), recent: Recent, time: Duration) {
        let more = recent.bytes();
        if self.is_full(more) {
            self.rows.retain(|_, recent| recent.since.elapsed() < time);
            self.bytes = self.rows.values().map(Recent::bytes).sum();
        }
        if self.is_full(more) {
            self.rows.clear();
            self.bytes = 0;
            self.cleared = Some(Instant::now());
        }
        self.bytes += more;
        if let Some(old) = self.rows.insert(key, recent) {
            self.bytes -= old.bytes();
        }
    }

    fn is_full(&self, more: usize) -> bool {
        self.rows.len() >= ROWS || self.bytes + more > BYTES
    }
}

impl RecentRows {
    /// Creates a backend that caches the rows of another backend for `time`.
    pub fn new(rows_of: Arc<dyn Backend>, time: Duration) -> RecentRows {
        RecentRows { rows_of, time, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Backend for RecentRows {
    fn read(&self, table: Table, key: &str) -> Result<Option<Row>> {
        self.rows_of.read(table, key)
    }

    fn read_recent(&self, table: Table, key: &str) -> Result<Option<Row>> {
        let at = (table, key.to_owned());
        if let Some(Recent { since, known: Known::Read(row) }) = self.state().rows.get(&at)
            && since.elapsed() < self.time
        {
            return Ok(row.clone());
        }
        let since = Instant::now();
        let row = self.rows_of.read(table, key)?;
        if row.as_ref().is_some_and(|row| row.value.len() > LONGEST) {
            return Ok(row);
        }
        let mut state = self.state();
        let newest = state.rows.get(&at).map(|recent| recent.since).max(state.cleared);
        if newest.is_none_or(|newest| newest < since) {
            state.insert(at, Recent { since, known: Known::Read(row.clone()) }, self.time);
        }
        Ok(row)
    }

    fn scan(
        &self,
        table: Table,
        after: Option<&str>,
        visit: &mut dyn FnMut(&str, Row) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        self.rows_of.scan(table, after, visit)
    }

    fn commit(&self, changes: &[Change], tallies: &[CounterUpdate]) -> Result<CommitOutcome> {
        let outcome = self.rows_of.commit(changes, tallies);
        // Also after an error, because the commit may have happened, and after a refusal, because
        // the cached row is out of date.
        let mut state = self.state();
        for change in changes {
            let changed = Recent { since: Instant::now(), known: Known::Changed };
            state.insert((change.table, change.key.clone()), changed, self.time);
        }
        outcome
    }

    fn flush(&self) -> Result<()> {
        self.rows_of.flush()
    }

    fn counter(&self, name: &str) -> Result<u64> {
        self.rows_of.counter(name)
    }

    fn snapshot(&self) -> Result<Snapshot> {
        self.rows_of.snapshot()
    }

    fn folder(&self) -> Option<&Path> {
        self.rows_of.folder()
    }

    fn is_shared(&self) -> bool {
        self.rows_of.is_shared()
    }

    fn check_space(&self, bytes: u64) -> Result<()> {
        self.rows_of.check_space(bytes)
    }

    fn check(&self) -> Result<()> {
        self.rows_of.check()
    }

    fn restore(&self, snapshot: Snapshot) -> Result<()> {
        self.rows_of.restore(snapshot)
    }
}

impl fmt::Debug for RecentRows {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("RecentRows").field("time", &self.time).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{MemoryBackend, Precondition};

    fn put(store: &dyn Backend, key: &str, value: &[u8]) {
        let expect = match store.read(Table::Filters, key).unwrap() {
            Some(row) => Precondition::Revision(row.revision),
            None => Precondition::Absent,
        };
        let change = Change::put(Table::Filters, key, expect, value.to_vec());
        assert!(matches!(store.commit(&[change], &[]).unwrap(), CommitOutcome::Done { .. }));
    }

    fn recent(store: &dyn Backend, key: &str) -> Option<Vec<u8>> {
        store.read_recent(Table::Filters, key).unwrap().map(|row| row.value)
    }

    #[test]
    fn others_changes_are_read_when_the_time_is_over_and_own_ones_at_once() {
        let others: Arc<dyn Backend> = Arc::new(MemoryBackend::new());
        let time = Duration::from_millis(300);
        let rows = RecentRows::new(others.clone(), time);
        put(&others, "a", b"1");
        assert_eq!((recent(&rows, "a"), recent(&rows, "b")), (Some(b"1".to_vec()), None));
        put(&others, "a", b"2");
        put(&others, "b", b"2");
        assert_eq!((recent(&rows, "a"), recent(&rows, "b")), (Some(b"1".to_vec()), None));
        assert_eq!(rows.read(Table::Filters, "a").unwrap().unwrap().value, b"2");
        std::thread::sleep(time);
        assert_eq!(
            (recent(&rows, "a"), recent(&rows, "b")),
            (Some(b"2".to_vec()), Some(b"2".to_vec()))
        );
        put(&rows, "a", b"3");
        assert_eq!(recent(&rows, "a"), Some(b"3".to_vec()));
    }

    /// A backend in which a row changes while it is read.
    #[derive(Debug)]
    struct Changing(MemoryBackend, Mutex<Option<std::sync::Weak<RecentRows>>>);

    impl Backend for Changing {
        fn read(&self, table: Table, key: &str) -> Result<Option<Row>> {
            let row = self.0.read(table, key)?;
            let rows = self.1.lock().unwrap().take().and_then(|rows| rows.upgrade());
            if let Some(rows) = rows {
                put(rows.as_ref(), key, b"2");
            }
            Ok(row)
        }
        fn scan(
            &self,
            table: Table,
            after: Option<&str>,
            visit: &mut dyn FnMut(&str, Row) -> Result<ControlFlow<()>>,
        ) -> Result<()> {
            self.0.scan(table, after, visit)
        }
        fn commit(&self, changes: &[Change], tallies: &[CounterUpdate]) -> Result<CommitOutcome> {
            self.0.commit(changes, tallies)
        }
        fn counter(&self, name: &str) -> Result<u64> {
            self.0.counter(name)
        }
        fn snapshot(&self) -> Result<Snapshot> {
            self.0.snapshot()
        }
        fn restore(&self, snapshot: Snapshot) -> Result<()> {
            self.0.restore(snapshot)
        }
    }

    #[test]
    fn a_row_that_changes_while_it_is_read_is_read_again() {
        let memory = MemoryBackend::new();
        put(&memory, "a", b"1");
        let changing = Arc::new(Changing(memory, Mutex::default()));
        let rows = Arc::new(RecentRows::new(changing.clone(), Duration::from_secs(60)));
        *changing.1.lock().unwrap() = Some(Arc::downgrade(&rows));
        assert_eq!(recent(rows.as_ref(), "a"), Some(b"1".to_vec()));
        assert_eq!(recent(rows.as_ref(), "a"), Some(b"2".to_vec()));
    }

    #[test]
    fn many_rows_and_long_ones_take_no_more_memory() {
        let rows = RecentRows::new(Arc::new(MemoryBackend::new()), Duration::from_secs(60));
        for number in 0..ROWS + 10 {
            assert_eq!(recent(&rows, &number.to_string()), None);
        }
        assert!(rows.state().rows.len() <= ROWS);
        for number in 0..40 {
            let key = format!("long{number}");
            put(&rows, &key, &vec![b'a'; LONGEST]);
            assert_eq!(recent(&rows, &key).unwrap().len(), LONGEST);
            let state = rows.state();
            assert!(state.bytes <= BYTES);
            assert_eq!(state.bytes, state.rows.values().map(Recent::bytes).sum::<usize>());
        }
        put(&rows, "longer", &vec![b'a'; LONGEST + 1]);
        assert_eq!(recent(&rows, "longer").unwrap().len(), LONGEST + 1);
        assert!(!matches!(
            rows.state().rows.get(&(Table::Filters, "longer".to_owned())),
            Some(Recent { known: Known::Read(_), .. })
        ));
    }
}
