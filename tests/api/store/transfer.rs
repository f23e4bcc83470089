//! The public items of `core/store/src/store/transfer.rs`.

#[test]
fn export() -> Result<(), glossweave::Error> {
    use glossweave::store::{
        Action, Backend, Change, MemoryBackend, Precondition, Table, export, import,
    };
    let (old, new) = (MemoryBackend::new(), MemoryBackend::new());
    let _ = old.commit(
        &[Change {
            table: Table::Filters,
            key: "places".to_owned(),
            expect: Precondition::Absent,
            action: Action::Put(br#"{"query":"SELECT"}"#.to_vec()),
        }],
        &[],
    )?;
    let mut lines = Vec::new();
    export(&old, &mut lines)?;
    import(&new, &lines[..])?;
    assert_eq!(new.snapshot()?, old.snapshot()?);

    let cut = import(&MemoryBackend::new(), &lines[..lines.len() - 40]).unwrap_err();
    assert_eq!(cut.kind(), glossweave::ErrorKind::Malformed);
    Ok(())
}

#[test]
fn import() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::store::{MemoryBackend, export, import};
    let mut lines = Vec::new();
    export(&MemoryBackend::new(), &mut lines)?;
    import(&MemoryBackend::new(), &lines[..])?;
    let error = import(&MemoryBackend::new(), &b"{}\n"[..]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Malformed);
    Ok(())
}

#[test]
fn import_2() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::store::{Backend, Change, MemoryBackend, Precondition, Table, export, import};
    let store = MemoryBackend::new();
    let _ = store
        .commit(&[Change::put(Table::Filters, "a", Precondition::Absent, b"{}".to_vec())], &[])?;
    let mut lines = Vec::new();
    export(&store, &mut lines)?;
    assert_eq!(import(&store, &lines[..]).unwrap_err().kind(), ErrorKind::Conflict);
    let text = String::from_utf8_lossy(&lines).replace("{}", "[]");
    let error = import(&MemoryBackend::new(), text.as_bytes()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Malformed);
    Ok(())
}

#[test]
fn import_folder() -> Result<(), Box<dyn std::error::Error>> {
    use glossweave::store::{Backend, SledBackend, SledOptions, Table, import_folder};
    use glossweave::store::{Change, MemoryBackend, Precondition, export};
    let (store, mut lines) = (MemoryBackend::new(), Vec::new());
    let _ = store.commit(
        &[Change::put(Table::Filters, "places", Precondition::Absent, b"{}".into())],
        &[],
    )?;
    export(&store, &mut lines)?;
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    // `lines` is an export with one filter.
    import_folder(folder, &lines[..])?;
    let store = SledBackend::open(folder, &SledOptions::default())?;
    assert!(store.read(Table::Filters, "places")?.is_some());
    // The folder is not empty any more.
    drop(store);
    let again = import_folder(folder, &lines[..]).unwrap_err();
    assert_eq!(again.kind(), glossweave::ErrorKind::Conflict);
    Ok(())
}

#[test]
fn import_to() -> Result<(), Box<dyn std::error::Error>> {
    use glossweave::store::{MemoryBackend, StoreLocation, export, import_to};
    let folder = tempfile::tempdir()?;
    let folder = folder.path().display();
    let mut backup = Vec::new();
    export(&MemoryBackend::new(), &mut backup)?;
    // Or `postgres://ann:secret@localhost/texts`.
    let place: StoreLocation = format!("file:{folder}/texts").parse()?;
    import_to(&place, &backup[..])?;
    Ok(())
}
