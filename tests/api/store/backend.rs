//! The public items of `core/store/src/store/mod.rs`.

#[test]
fn change_keep() -> Result<(), glossweave::Error> {
    use glossweave::store::{Backend, Change, CommitOutcome, MemoryBackend, Precondition, Table};
    // The filter is stored only if its owner still exists.
    let owner = Change::keep(Table::Users, "ann", Precondition::Present);
    let filter = Change::put(Table::Filters, "places", Precondition::Absent, b"{}".to_vec());
    let outcome = MemoryBackend::new().commit(&[owner, filter], &[])?;
    assert_eq!(outcome, CommitOutcome::RefusedChange(0));
    Ok(())
}

#[test]
fn counter_update_exactly() -> Result<(), glossweave::Error> {
    use glossweave::store::{Backend, CommitOutcome, CounterUpdate, MemoryBackend};
    let store = MemoryBackend::new();
    let _ = store.commit(&[], &[CounterUpdate::more("filters of ann".to_owned())])?;
    let none = CounterUpdate::exactly("filters of ann".to_owned(), 0);
    assert_eq!(store.commit(&[], &[none])?, CommitOutcome::RefusedTally(0));
    Ok(())
}

#[test]
fn counter_update_more() -> Result<(), glossweave::Error> {
    use glossweave::store::{Backend, CommitOutcome, CounterUpdate, MemoryBackend};
    let store = MemoryBackend::new();
    // At most two uploads.
    let one_more =
        CounterUpdate { within: 1..=2, ..CounterUpdate::more("uploads of ann".to_owned()) };
    for _ in 0..2 {
        assert!(matches!(
            store.commit(&[], std::slice::from_ref(&one_more))?,
            CommitOutcome::Done { .. }
        ));
    }
    assert_eq!(store.commit(&[], &[one_more])?, CommitOutcome::RefusedTally(0));
    assert_eq!(store.counter("uploads of ann")?, 2);
    Ok(())
}

#[test]
fn counter_update_less() -> Result<(), glossweave::Error> {
    use glossweave::store::{Backend, CommitOutcome, CounterUpdate, MemoryBackend};
    let less = CounterUpdate::less("filters of ann".to_owned());
    // The counter is already 0.
    assert_eq!(MemoryBackend::new().commit(&[], &[less])?, CommitOutcome::RefusedTally(0));
    Ok(())
}

#[test]
fn backend_read_recent() -> Result<(), glossweave::Error> {
    use glossweave::store::{Backend, MemoryBackend, Table};
    // Rows in memory are not cached.
    let store = MemoryBackend::new();
    assert_eq!(store.read_recent(Table::Filters, "places")?, store.read(Table::Filters, "places")?);
    Ok(())
}

#[test]
fn backend_scan() -> Result<(), glossweave::Error> {
    use glossweave::store::{Backend, Change, MemoryBackend, Precondition, Table};
    use std::ops::ControlFlow;
    let store = MemoryBackend::new();
    let rows = ["a", "b", "c", "d"]
        .map(|key| Change::put(Table::Filters, key, Precondition::Absent, Vec::new()));
    let _ = store.commit(&rows, &[])?;
    let mut keys = String::new();
    store.scan(Table::Filters, Some("a"), &mut |key, _| {
        keys += key;
        Ok(if key == "c" { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    assert_eq!(keys, "bc");
    Ok(())
}

#[test]
fn backend_commit() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::store::{Backend, Change, CommitOutcome, MemoryBackend, Precondition, Table};
    let store = MemoryBackend::new();
    let put = |key| Change::put(Table::Filters, key, Precondition::Absent, Vec::new());
    for rows in [&[put("a"), put("a")][..], &[put("")]] {
        assert_eq!(store.commit(rows, &[]).unwrap_err().kind(), ErrorKind::Invalid);
    }
    // All changes or none: the precondition of the second change fails.
    let absent = Change::keep(Table::Users, "ann", Precondition::Present);
    assert_eq!(store.commit(&[put("a"), absent], &[])?, CommitOutcome::RefusedChange(1));
    assert_eq!(store.read(Table::Filters, "a")?, None);
    Ok(())
}

#[test]
fn backend_snapshot() -> Result<(), glossweave::Error> {
    use glossweave::store::{Backend, Change, MemoryBackend, Precondition, Table};
    let store = MemoryBackend::new();
    let before = store.snapshot()?;
    let put = Change::put(Table::Filters, "places", Precondition::Absent, b"{}".to_vec());
    let _ = store.commit(&[put], &[])?;
    // The snapshot does not change with the store.
    assert_ne!(store.snapshot()?, before);
    Ok(())
}

#[test]
fn backend_folder() -> Result<(), Box<dyn std::error::Error>> {
    use glossweave::store::{Backend, MemoryBackend, SledBackend, SledOptions};
    let place = tempfile::tempdir()?;
    let place = place.path();
    let on_disk = SledBackend::open(place, &SledOptions::default())?;
    assert!(on_disk.folder().unwrap().starts_with(place));
    assert_eq!(MemoryBackend::new().folder(), None);
    Ok(())
}

#[test]
fn backend_is_shared() {
    use glossweave::store::{Backend, MemoryBackend};
    assert!(!MemoryBackend::new().is_shared());
}

#[test]
fn backend_restore() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::store::{Backend, Change, MemoryBackend, Precondition, Table};
    let store = MemoryBackend::new();
    let _ =
        store.commit(&[Change::put(Table::Filters, "a", Precondition::Absent, Vec::new())], &[])?;
    // The store is not empty.
    let error = store.restore(MemoryBackend::new().snapshot()?).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    Ok(())
}
