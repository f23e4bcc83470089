use std::fs;
use std::path::Path;

use super::tree::{Trees, Writes};
use super::values::Values;
use super::{Inner, Options, SledBackend, audit::Checksums, row_codec, schema};
use crate::store::{Action, Backend, Change, CommitOutcome, CounterUpdate, Precondition, Table};
use glossweave_base::error::{Error, ErrorKind, Result};

fn open(path: &Path) -> Result<SledBackend> {
    SledBackend::open(path, &Options::default())
}

fn put(key: &str, value: &str) -> Change {
    Change {
        table: Table::Filters,
        key: key.to_owned(),
        expect: Precondition::Absent,
        action: Action::Put(value.into()),
    }
}

fn one_more(counter: &str) -> CounterUpdate {
    CounterUpdate { counter: counter.to_owned(), by: 1, within: 0..=u64::MAX }
}

#[test]
fn a_forked_child_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path()).unwrap();
    let _ = store.commit(&[put("a", "1")], &[]).unwrap();
    let pid = store.pid;
    store.pid = pid.wrapping_add(1);
    let errors = [
        store.read(Table::Filters, "a").unwrap_err(),
        store.commit(&[put("b", "2")], &[]).unwrap_err(),
        store.counter("admins").unwrap_err(),
        store.scan(Table::Filters, None, &mut |_, _| unreachable!()).unwrap_err(),
        store.snapshot().unwrap_err(),
        store.flush().unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.kind(), ErrorKind::Storage);
        assert!(error.message().contains("before a fork: reopen it"), "{error}");
    }
    store.pid = pid;
    assert!(store.read(Table::Filters, "a").unwrap().is_some());
}

#[test]
fn a_store_that_failed_is_opened_anew() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).unwrap();
    let _ = store.commit(&[put("a", "1")], &[]).unwrap();
    let panics = || store.run(false, |_| -> Result<()> { panic!("as sled does") }).unwrap_err();
    assert_eq!(panics().kind(), ErrorKind::Storage);
    assert_eq!(store.check().unwrap_err().kind(), ErrorKind::Storage);
    // The next call reopens the folder.
    assert_eq!(store.commit(&[put("b", "1")], &[]).unwrap(), CommitOutcome::Done { revision: 2 });
    store.check().unwrap();
    // The folder is not reopened again at once. Until then rows can be read but not changed.
    let fails = |inner: &Inner| inner.breaking(Err::<(), _>(Error::malformed("a write failed")));
    store.run(false, fails).unwrap_err();
    assert!(store.read(Table::Filters, "a").unwrap().is_some());
    let refused = store.commit(&[put("c", "1")], &[]).unwrap_err();
    assert!(refused.message().contains("failed before, and accepts changes again"), "{refused}");
    std::thread::sleep(std::time::Duration::from_millis(1_100));
    assert_eq!(store.commit(&[put("c", "1")], &[]).unwrap(), CommitOutcome::Done { revision: 3 });
    drop(store);
    assert!(open(folder.path()).is_ok());
}

#[test]
fn without_its_lock_a_store_is_still_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).unwrap();
    fs::remove_file(folder.path().join("lock")).unwrap();
    let error = open(folder.path()).unwrap_err();
    assert!(error.message().contains("is in use by another process"), "{error}");
    let _ = store.commit(&[put("a", "1")], &[]).unwrap();
    drop(store);
    assert!(open(folder.path()).unwrap().read(Table::Filters, "a").unwrap().is_some());
}

/// Changes a row without updating the totals.
fn tamper(path: &Path, with: impl FnOnce(&Trees) -> Writes) {
    let db = ::sled::open(path.join("sled")).unwrap();
    let trees = Trees::open(db, Values::open(path).unwrap().into()).unwrap();
    trees.apply(&with(&trees)).unwrap();
    trees.db().flush().unwrap();
}

#[test]
fn rows_that_are_not_in_the_books_are_damage() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).unwrap();
    let _ = store.commit(&[put("a", "1")], &[one_more("admins")]).unwrap();
    let old = store.snapshot().unwrap();
    let change = Change { expect: Precondition::Present, ..put("a", "2") };
    let _ = store.commit(&[change], &[]).unwrap();
    drop(store);
    // Restores the old row, with a valid checksum.
    tamper(folder.path(), |trees| trees.restoration(old, &[]));
    let error = open(folder.path()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Storage);
    assert!(
        error.message().contains("is damaged: it has 2 rows and counters, which differ"),
        "{error}"
    );
}

#[test]
fn a_lost_end_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).unwrap();
    let _ = store.commit(&[put("a", "1")], &[]).unwrap();
    drop(store);
    let before = folder.path().join("before");
    fs::create_dir(&before).unwrap();
    for file in fs::read_dir(folder.path().join("sled")).unwrap() {
        let file = file.unwrap();
        if file.file_type().unwrap().is_file() {
            fs::copy(file.path(), before.join(file.file_name())).unwrap();
        }
    }
    let store = open(folder.path()).unwrap();
    let _ = store.commit(&[put("b", "1")], &[]).unwrap();
    drop(store);
    fs::remove_dir_all(folder.path().join("sled")).unwrap();
    fs::rename(before, folder.path().join("sled")).unwrap();
    let error = open(folder.path()).unwrap_err();
    assert!(error.message().contains("ends with revision 1, expected 2 or later"), "{error}");
}

#[test]
fn a_newer_version_is_unsupported() {
    let folder = tempfile::tempdir().unwrap();
    drop(open(folder.path()).unwrap());
    tamper(folder.path(), |_| {
        let mut writes = Writes::new(Checksums::default());
        schema::write_version(&mut writes, schema::CURRENT + 1);
        writes
    });
    let error = open(folder.path()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert!(error.message().contains("has version 4, expected at most 3"), "{error}");
}

/// Converts a store of the current version to version 1, by removing the additions of later
/// versions.
fn back_to_version_1(path: &Path) {
    let revision = open(path).unwrap().snapshot().unwrap().revision;
    tamper(path, |_| {
        let mut writes = Writes::new(Checksums::default());
        let key = schema::SEQUENCE;
        writes.put_meta(key, row_codec::seal("meta", key.as_bytes(), revision, b"").0);
        writes.remove_meta("books");
        schema::write_version(&mut writes, 1);
        writes
    });
}

#[test]
fn version_1_becomes_the_present_one() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).unwrap();
    for key in ["a", "b", "c"] {
        let _ = store.commit(&[put(key, "{}")], &[one_more("owned/kay/filter")]).unwrap();
    }
    let before = store.snapshot().unwrap();
    drop(store);
    back_to_version_1(folder.path());
    for _ in 0..2 {
        let store = open(folder.path()).unwrap();
        assert_eq!(store.snapshot().unwrap(), before);
    }
    let store = open(folder.path()).unwrap();
    assert_eq!(store.commit(&[put("d", "")], &[]).unwrap(), CommitOutcome::Done { revision: 4 });
}

#[cfg(unix)]
#[test]
fn nobody_else_may_look_into_its_folders() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("above/store");
    drop(open(&path).unwrap());
    for made in [path.as_path(), path.parent().unwrap(), &path.join("sled"), &path.join("values")] {
        let mode = fs::metadata(made).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700, "{}", made.display());
    }
    // The permissions of an existing folder are not changed, only the permissions of its content.
    let existing = folder.path().join("given");
    fs::create_dir(&existing).unwrap();
    fs::set_permissions(&existing, fs::Permissions::from_mode(0o750)).unwrap();
    drop(open(&existing).unwrap());
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&existing), mode(&existing.join("sled"))), (0o750, 0o700));
}

/// Returns the number of value files.
fn files(store: &Path) -> usize {
    fs::read_dir(store.join("values")).unwrap().count()
}

#[test]
fn files_of_values_are_there_as_long_as_a_row_names_them() {
    let folder = tempfile::tempdir().unwrap();
    let large = |word: &str| word.repeat(3_000);
    let store = open(folder.path()).unwrap();
    let _ = store.commit(&[put("a", &large("ab")), put("b", "1")], &[]).unwrap();
    assert_eq!(files(folder.path()), 1);
    // A refused commit leaves no file.
    let refused = store.commit(&[put("c", &large("cd")), put("b", &large("ef"))], &[]).unwrap();
    assert_eq!((refused, files(folder.path())), (CommitOutcome::RefusedChange(1), 1));
    let change = Change { expect: Precondition::Present, ..put("a", &large("gh")) };
    let _ = store.commit(&[change], &[]).unwrap();
    assert_eq!(files(folder.path()), 1);
    assert_eq!(store.read(Table::Filters, "a").unwrap().unwrap().value, large("gh").into_bytes());
    // A process that is killed before its commit leaves such files.
    let written = large("ij");
    let values = [Some(written.as_bytes())].into_iter();
    store
        .run(false, |inner| inner.trees.values().write(values).map(|mut fresh| fresh.keep()))
        .unwrap();
    assert_eq!(files(folder.path()), 2);
    drop(store);
    let store = open(folder.path()).unwrap();
    assert_eq!(files(folder.path()), 1);
    assert_eq!(store.read(Table::Filters, "a").unwrap().unwrap().value, large("gh").into_bytes());
    let _ =
        store.commit(&[Change::remove(Table::Filters, "a", Precondition::Present)], &[]).unwrap();
    assert_eq!(files(folder.path()), 0);
}

#[test]
fn a_damaged_file_of_a_value_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).unwrap();
    let _ = store.commit(&[put("a", &"x".repeat(5_000))], &[]).unwrap();
    let file = fs::read_dir(folder.path().join("values")).unwrap().next().unwrap().unwrap().path();
    let whole = fs::read(&file).unwrap();
    let mut flipped = whole.clone();
    flipped[4_000] ^= 1;
    let longer = [&whole[..], b"x"].concat();
    for spoilt in [Some(flipped), Some(whole[..4_999].to_vec()), Some(longer), None] {
        match spoilt {
            Some(spoilt) => fs::write(&file, spoilt).unwrap(),
            None => fs::remove_file(&file).unwrap(),
        }
        let error = store.read(Table::Filters, "a").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Storage);
        assert!(error.message().contains("is damaged"), "{error}");
    }
    drop(store);
    let error = open(folder.path()).unwrap_err();
    assert!(error.message().contains("the file with its value is missing"), "{error}");
    fs::write(&file, whole).unwrap();
    assert!(open(folder.path()).unwrap().read(Table::Filters, "a").unwrap().is_some());
}
