//! A backend that can be disconnected, for example to simulate an isolated machine.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use glossweave::store::{
    Backend, Change, CommitOutcome, CounterUpdate, MemoryBackend, Row, Snapshot, Table,
};
use glossweave::{Error, ErrorKind, Result};

#[derive(Debug)]
pub struct Severed {
    memory: Arc<MemoryBackend>,
    is_severed: AtomicBool,
}

impl Severed {
    pub fn new() -> Arc<Severed> {
        Severed::over(&Arc::new(MemoryBackend::new()))
    }

    pub fn over(memory: &Arc<MemoryBackend>) -> Arc<Severed> {
        Arc::new(Severed { memory: memory.clone(), is_severed: AtomicBool::new(false) })
    }

    pub fn sever(&self, is_severed: bool) {
        self.is_severed.store(is_severed, Ordering::SeqCst);
    }

    fn reached(&self) -> Result<&MemoryBackend> {
        match self.is_severed.load(Ordering::SeqCst) {
            false => Ok(&self.memory),
            true => Err(Error::new(ErrorKind::Storage, "the store is not reached")),
        }
    }
}

impl Backend for Severed {
    fn read(&self, table: Table, key: &str) -> Result<Option<Row>> {
        self.reached()?.read(table, key)
    }

    fn scan(
        &self,
        table: Table,
        after: Option<&str>,
        visit: &mut dyn FnMut(&str, Row) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        self.reached()?.scan(table, after, visit)
    }

    fn commit(&self, changes: &[Change], tallies: &[CounterUpdate]) -> Result<CommitOutcome> {
        self.reached()?.commit(changes, tallies)
    }

    fn counter(&self, name: &str) -> Result<u64> {
        self.reached()?.counter(name)
    }

    fn snapshot(&self) -> Result<Snapshot> {
        self.reached()?.snapshot()
    }

    fn restore(&self, snapshot: Snapshot) -> Result<()> {
        self.reached()?.restore(snapshot)
    }
}
