//! The public items of `core/store/src/store/recent.rs`.

#[test]
fn recent_rows() -> Result<(), glossweave::Error> {
    use glossweave::store::{Backend, Change, MemoryBackend, Precondition, Table};
    use glossweave_store::store::RecentRows;
    use std::{sync::Arc, time::Duration};
    let others = Arc::new(MemoryBackend::new());
    let store = RecentRows::new(others.clone(), Duration::from_secs(60));
    assert_eq!(store.read_recent(Table::Filters, "places")?, None);
    let put = |key| Change::put(Table::Filters, key, Precondition::Absent, b"{}".to_vec());
    let _ = others.commit(&[put("places")], &[])?;
    assert_eq!(store.read_recent(Table::Filters, "places")?, None);
    assert!(store.read(Table::Filters, "places")?.is_some());
    // Rows that this store changes are read again.
    let _ = store.commit(&[put("people")], &[])?;
    assert!(store.read_recent(Table::Filters, "people")?.is_some());
    Ok(())
}
