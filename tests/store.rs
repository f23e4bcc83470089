//! Test suites for the backends of the store, and for failures of folders.

#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

mod conformance;
mod crash;
mod damage;
#[cfg(unix)]
mod failing;
#[cfg(unix)]
mod full;
mod growth;
#[cfg(feature = "postgres")]
mod postgres;
mod process;
#[cfg(feature = "postgres")]
mod registration;
mod session;
#[cfg(all(feature = "postgres", unix))]
mod tls;
mod transfer;

use std::path::Path;

use glossweave::Result;
use glossweave::store::{
    Action, Backend, Change, CommitOutcome, CounterUpdate, Precondition, SledBackend, SledOptions,
    Table,
};

fn open(path: &Path) -> Result<SledBackend> {
    SledBackend::open(path, &SledOptions::default())
}

fn change(key: &str, expect: Precondition, action: Action) -> Change {
    Change { table: Table::Filters, key: key.to_owned(), expect, action }
}

fn put(key: &str, expect: Precondition, value: impl Into<Vec<u8>>) -> Change {
    change(key, expect, Action::Put(value.into()))
}

fn tally(counter: &str, by: i64) -> CounterUpdate {
    CounterUpdate { counter: counter.to_owned(), by, within: 0..=u64::MAX }
}

/// Returns the revision of a commit that must succeed.
fn done(store: &dyn Backend, changes: &[Change], tallies: &[CounterUpdate]) -> u64 {
    match store.commit(changes, tallies).unwrap() {
        CommitOutcome::Done { revision } => revision,
        refused => unreachable!("{refused:?}"),
    }
}
