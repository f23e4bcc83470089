//! The public items of `core/store/src/store/memory.rs`.

#[test]
fn memory_backend() -> Result<(), glossweave::Error> {
    use glossweave::store::{
        Action, Backend, Change, CommitOutcome, MemoryBackend, Precondition, Table,
    };
    let store = MemoryBackend::new();
    let change = Change {
        table: Table::Filters,
        key: "places".to_owned(),
        expect: Precondition::Absent,
        action: Action::Put(b"{}".to_vec()),
    };
    assert_eq!(
        store.commit(std::slice::from_ref(&change), &[])?,
        CommitOutcome::Done { revision: 1 }
    );
    assert_eq!(store.commit(&[change], &[])?, CommitOutcome::RefusedChange(0));
    assert_eq!(store.read(Table::Filters, "places")?.unwrap().value, b"{}");
    Ok(())
}
