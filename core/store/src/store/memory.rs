//! A store in the memory of its process.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::ops::{Bound, ControlFlow};
use std::sync::{PoisonError, RwLock};

use super::{
    Action, Backend, Change, CommitOutcome, CounterUpdate, Precondition, Row, Snapshot, Table,
};
use glossweave_base::error::Result;

/// A store of rows in memory, for hosts without a disk.
#[derive(Default)]
pub struct MemoryBackend(RwLock<State>);

#[derive(Default)]
struct State {
    revision: u64,
    tables: HashMap<Table, BTreeMap<String, Row>>,
    counters: HashMap<String, u64>,
}

impl fmt::Debug for MemoryBackend {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Rows are not printed because they contain hashes of passwords.
        out.debug_struct("MemoryBackend").finish_non_exhaustive()
    }
}

impl MemoryBackend {
    /// Creates an empty store.
    pub fn new() -> MemoryBackend {
        MemoryBackend::default()
    }

    fn look<T>(&self, look: impl FnOnce(&State) -> T) -> T {
        look(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl State {
    fn row(&self, table: Table, key: &str) -> Option<&Row> {
        self.tables.get(&table)?.get(key)
    }

    fn holds(&self, change: &Change) -> bool {
        let revision = self.row(change.table, &change.key).map(|row| row.revision);
        match change.expect {
            Precondition::Absent => revision.is_none(),
            Precondition::Present => revision.is_some(),
            Precondition::Revision(expected) => revision == Some(expected),
        }
    }

    /// Returns the counters after the updates, or the index of the first update that is refused.
    fn counted(
        &self,
        tallies: &[CounterUpdate],
    ) -> std::result::Result<HashMap<String, u64>, usize> {
        let mut counts = HashMap::new();
        for (at, CounterUpdate { counter, by, within }) in tallies.iter().enumerate() {
            let known = counts.get(counter).or_else(|| self.counters.get(counter));
            let now = known.copied().unwrap_or_default();
            let then = now.checked_add_signed(*by).filter(|then| within.contains(then));
            counts.insert(counter.clone(), then.ok_or(at)?);
        }
        Ok(counts)
    }
}

impl Backend for MemoryBackend {
    fn read(&self, table: Table, key: &str) -> Result<Option<Row>> {
        Ok(self.look(|state| state.row(table, key).cloned()))
    }

    fn scan(
        &self,
        table: Table,
        after: Option<&str>,
        visit: &mut dyn FnMut(&str, Row) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        let mut last = after.map(str::to_owned);
        loop {
            let next = self.look(|state| {
                let from = last.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
                let mut rows = state.tables.get(&table)?.range::<str, _>((from, Bound::Unbounded));
                rows.next().map(|(key, row)| (key.clone(), row.clone()))
            });
            let Some((key, row)) = next else { return Ok(()) };
            if visit(&key, row)?.is_break() {
                return Ok(());
            }
            last = Some(key);
        }
    }

    fn commit(&self, changes: &[Change], tallies: &[CounterUpdate]) -> Result<CommitOutcome> {
        super::check(changes)?;
        let mut state = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(refused) = changes.iter().position(|change| !state.holds(change)) {
            return Ok(CommitOutcome::RefusedChange(refused));
        }
        let counts = match state.counted(tallies) {
            Ok(counts) => counts,
            Err(refused) => return Ok(CommitOutcome::RefusedTally(refused)),
        };
        state.revision += 1;
        let revision = state.revision;
        for Change { table, key, action, .. } in changes {
            let rows = state.tables.entry(*table).or_default();
            match action {
                Action::Keep => {}
                Action::Put(value) => {
                    rows.insert(key.clone(), Row { revision, value: value.clone() });
                }
                Action::Remove => {
                    rows.remove(key);
                }
            }
        }
        state.counters.extend(counts);
        Ok(CommitOutcome::Done { revision })
    }

    fn counter(&self, name: &str) -> Result<u64> {
        Ok(self.look(|state| state.counters.get(name).copied().unwrap_or_default()))
    }

    fn snapshot(&self) -> Result<Snapshot> {
        Ok(self.look(|state| {
            let mut snapshot = Snapshot { revision: state.revision, ..Snapshot::default() };
            for table in Table::ALL {
                let rows = state.tables.get(table).into_iter().flatten();
                snapshot.rows.extend(rows.map(|(key, row)| (*table, key.clone(), row.clone())));
            }
            let counters = state.counters.iter().map(|(name, count)| (name.clone(), *count));
            snapshot.counters.extend(counters);
            snapshot.counters.sort_unstable();
            snapshot
        }))
    }

    fn restore(&self, snapshot: Snapshot) -> Result<()> {
        snapshot.check()?;
        let mut state = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if state.revision > 0 {
            return Err(super::not_empty());
        }
        for (table, key, row) in snapshot.rows {
            state.tables.entry(table).or_default().insert(key, row);
        }
        state.counters.extend(snapshot.counters);
        state.revision = snapshot.revision;
        Ok(())
    }
}
