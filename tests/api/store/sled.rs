//! The public items of `core/store/src/store/sled/mod.rs`.

#[test]
fn sled_backend() -> Result<(), Box<dyn std::error::Error>> {
    use glossweave::store::{
        Action, Backend, Change, Precondition, SledBackend, SledOptions, Table,
    };
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    let store = SledBackend::open(folder, &SledOptions::default())?;
    let _ = store.commit(
        &[Change {
            table: Table::Filters,
            key: "places".to_owned(),
            expect: Precondition::Absent,
            action: Action::Put(b"{}".to_vec()),
        }],
        &[],
    )?;
    let second = SledBackend::open(folder, &SledOptions::default()).unwrap_err();
    assert!(second.to_string().contains("is in use by process"));
    drop(store);
    let store = SledBackend::open(folder, &SledOptions::default())?;
    assert_eq!(store.read(Table::Filters, "places")?.unwrap().value, b"{}");
    Ok(())
}

#[test]
fn sled_backend_open() -> Result<(), Box<dyn std::error::Error>> {
    use glossweave::ErrorKind;
    use glossweave::store::{SledBackend, SledOptions};
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("notes.txt");
    std::fs::write(&path, "to do")?;
    // A file cannot be opened as a folder.
    let error = SledBackend::open(&path, &SledOptions::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Storage);
    Ok(())
}
