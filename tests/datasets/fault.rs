//! Failures of the store, and the state of files when a commit fails.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use glossweave::resource::ResourceUpdate;
use glossweave::store::{
    Backend, Change, CommitOutcome, CounterUpdate, Precondition, Row, SledBackend, SledOptions,
    Snapshot, Table,
};
use glossweave::{Engine, Error, ErrorKind, Result, Settings};

use super::{Fixture, PLACES};

const BONN: &str = "uri,label\nhttp://ex.org/Bonn,Bonn\n";

/// A store that executes commits, and can report a failure afterwards.
#[derive(Clone, Debug)]
struct Faulty {
    store: Arc<SledBackend>,
    commit: Arc<AtomicBool>,
    flush: Arc<AtomicBool>,
}

impl Faulty {
    fn open(folder: &Path) -> Faulty {
        let store = SledBackend::open(folder, &SledOptions::default()).unwrap();
        Faulty { store: Arc::new(store), commit: Arc::default(), flush: Arc::default() }
    }

    fn fixture(&self) -> Fixture {
        Fixture::of(Engine::builder(Settings::default()).backend(self.clone()).open().unwrap())
    }
}

fn unless(fails: &AtomicBool) -> Result<()> {
    match fails.load(Ordering::Relaxed) {
        true => Err(Error::new(ErrorKind::Storage, "the disk is full")),
        false => Ok(()),
    }
}

impl Backend for Faulty {
    fn read(&self, table: Table, key: &str) -> Result<Option<Row>> {
        self.store.read(table, key)
    }

    fn scan(
        &self,
        table: Table,
        after: Option<&str>,
        visit: &mut dyn FnMut(&str, Row) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        self.store.scan(table, after, visit)
    }

    fn commit(&self, changes: &[Change], tallies: &[CounterUpdate]) -> Result<CommitOutcome> {
        let outcome = self.store.commit(changes, tallies)?;
        unless(&self.commit).map(|()| outcome)
    }

    fn flush(&self) -> Result<()> {
        unless(&self.flush)
    }

    fn counter(&self, name: &str) -> Result<u64> {
        self.store.counter(name)
    }

    fn snapshot(&self) -> Result<Snapshot> {
        self.store.snapshot()
    }

    fn folder(&self) -> Option<&Path> {
        self.store.folder()
    }

    fn restore(&self, snapshot: Snapshot) -> Result<()> {
        self.store.restore(snapshot)
    }
}

fn folders(store: &Path) -> usize {
    let all = fs::read_dir(store.join("datasets")).unwrap();
    all.filter(|entry| entry.as_ref().unwrap().file_name() != "uploads").count()
}

#[test]
fn files_of_a_doubtful_commit_stay() {
    let folder = tempfile::tempdir().unwrap();
    let store = Faulty::open(folder.path());
    let first = store.fixture();
    first.create("places", PLACES, &[]).unwrap();
    store.commit.store(true, Ordering::Relaxed);
    assert_eq!(first.update("places", BONN, &[]).unwrap_err().kind(), ErrorKind::Storage);
    assert_eq!(first.create("more", BONN, &[]).unwrap_err().kind(), ErrorKind::Storage);
    assert_eq!(folders(folder.path()), 3);
    drop((first, store));

    // The rows were stored, so their files are kept and other files are removed.
    let second = Faulty::open(folder.path()).fixture();
    assert_eq!(second.found("Bonn, Cork", &[("dataset", "places")]).len(), 2);
    assert_eq!(second.found("Bonn, Cork", &[("dataset", "more")]).len(), 1);
    assert_eq!(folders(folder.path()), 2);
}

#[test]
fn old_files_go_after_the_row_that_names_them() {
    let folder = tempfile::tempdir().unwrap();
    let store = Faulty::open(folder.path());
    let fixture = store.fixture();
    fixture.create("places", PLACES, &[]).unwrap();
    fixture.create("more", PLACES, &[]).unwrap();
    store.flush.store(true, Ordering::Relaxed);
    fixture.update("places", BONN, &[]).unwrap();
    fixture.anna().datasets().delete("more", &ResourceUpdate::default()).unwrap();
    assert_eq!(folders(folder.path()), 3);
    store.flush.store(false, Ordering::Relaxed);
    fixture.update("places", BONN, &[]).unwrap();
    assert_eq!(folders(folder.path()), 3, "of this update the old folder is gone");
    drop((fixture, store));
    let again = Faulty::open(folder.path()).fixture();
    assert_eq!(folders(folder.path()), 1);
    assert_eq!(again.found("Bonn, Cork", &[("dataset", "places")]).len(), 2);
}

#[test]
fn a_row_that_cannot_be_read_keeps_its_files() {
    let folder = tempfile::tempdir().unwrap();
    let store = Faulty::open(folder.path());
    let fixture = store.fixture();
    fixture.create("places", PLACES, &[]).unwrap();
    drop(fixture);
    let row = store.read(Table::Datasets, "places").unwrap().unwrap();
    let put = |value: &[u8]| {
        let change = Change::put(Table::Datasets, "places", Precondition::Present, value.to_vec());
        store.commit(&[change], &[]).unwrap()
    };
    let _ = put(b"{");
    drop(store.fixture());
    assert_eq!(folders(folder.path()), 1);
    let _ = put(&row.value);
    assert_eq!(store.fixture().found("Cork", &[("dataset", "places")]).len(), 1);
}
