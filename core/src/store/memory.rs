//! A store that ends with its process.

use std::collections::{BTreeMap, HashMap};
use std::ops::{Bound, ControlFlow};
use std::sync::{PoisonError, RwLock};

use super::{Action, Backend, Change, Expect, Outcome, Row, Table, Tally};
use crate::error::Result;

/// Keeps rows in memory, for hosts that want no disk.
///
/// ```
/// use glossweave::store::{Action, Backend, Change, Expect, MemoryBackend, Outcome, Table};
/// let store = MemoryBackend::new();
/// let change = Change {
///     table: Table::Filters,
///     key: "places".to_owned(),
///     expect: Expect::Absent,
///     action: Action::Put(b"{}".to_vec()),
/// };
/// assert_eq!(store.commit(&[change.clone()], &[])?, Outcome::Done { revision: 1 });
/// assert_eq!(store.commit(&[change], &[])?, Outcome::RefusedChange(0));
/// assert_eq!(store.read(Table::Filters, "places")?.unwrap().value, b"{}");
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct MemoryBackend(RwLock<State>);

#[derive(Debug, Default)]
struct State {
    revision: u64,
    tables: HashMap<Table, BTreeMap<String, Row>>,
    counters: HashMap<String, u64>,
}

impl MemoryBackend {
    /// An empty store.
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
            Expect::Absent => revision.is_none(),
            Expect::Present => revision.is_some(),
            Expect::Revision(expected) => revision == Some(expected),
        }
    }

    /// How a counter would stand, where it stays within its bounds.
    fn counted(&self, tally: &Tally) -> Option<u64> {
        let now = self.counters.get(&tally.counter).copied().unwrap_or_default();
        now.checked_add_signed(tally.by).filter(|then| tally.within.contains(then))
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

    fn commit(&self, changes: &[Change], tallies: &[Tally]) -> Result<Outcome> {
        let mut state = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(refused) = changes.iter().position(|change| !state.holds(change)) {
            return Ok(Outcome::RefusedChange(refused));
        }
        if let Some(refused) = tallies.iter().position(|tally| state.counted(tally).is_none()) {
            return Ok(Outcome::RefusedTally(refused));
        }
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
        for tally in tallies {
            if let Some(count) = state.counted(tally) {
                state.counters.insert(tally.counter.clone(), count);
            }
        }
        Ok(Outcome::Done { revision })
    }

    fn counter(&self, name: &str) -> Result<u64> {
        Ok(self.look(|state| state.counters.get(name).copied().unwrap_or_default()))
    }
}
