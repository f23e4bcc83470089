//! Shared backends.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use super::{Backend, Change, CommitOutcome, CounterUpdate, Row, Snapshot, Table};
use glossweave_base::error::Result;

impl<B: Backend + ?Sized> Backend for Arc<B> {
    fn read(&self, table: Table, key: &str) -> Result<Option<Row>> {
        (**self).read(table, key)
    }

    fn read_recent(&self, table: Table, key: &str) -> Result<Option<Row>> {
        (**self).read_recent(table, key)
    }

    fn scan(
        &self,
        table: Table,
        after: Option<&str>,
        visit: &mut dyn FnMut(&str, Row) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        (**self).scan(table, after, visit)
    }

    fn commit(&self, changes: &[Change], tallies: &[CounterUpdate]) -> Result<CommitOutcome> {
        (**self).commit(changes, tallies)
    }

    fn flush(&self) -> Result<()> {
        (**self).flush()
    }

    fn counter(&self, name: &str) -> Result<u64> {
        (**self).counter(name)
    }

    fn snapshot(&self) -> Result<Snapshot> {
        (**self).snapshot()
    }

    fn folder(&self) -> Option<&Path> {
        (**self).folder()
    }

    fn is_shared(&self) -> bool {
        (**self).is_shared()
    }

    fn check_space(&self, bytes: u64) -> Result<()> {
        (**self).check_space(bytes)
    }

    fn check(&self) -> Result<()> {
        (**self).check()
    }

    fn restore(&self, snapshot: Snapshot) -> Result<()> {
        (**self).restore(snapshot)
    }
}
