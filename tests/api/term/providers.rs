//! The public items of `core/term/src/providers.rs`.

#[test]
fn open_term_base() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::term::open_term_base;
    let error = open_term_base("termbase", "no/such/file.csv", []).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Storage);
    Ok(())
}

#[test]
fn open_term_base_2() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("stars.csv");
    use glossweave::ErrorKind;
    use glossweave::term::open_term_base;
    std::fs::write(&path, "concept,term,language\nc1,black hole,en\n")?;
    let path = path.to_str().unwrap();
    assert_eq!(open_term_base("termbase", path, [])?.terms(), 1);
    let tabs = folder.path().join("stars.tsv");
    std::fs::write(&tabs, "concept\tterm\tlanguage\nc1\tblack hole\ten\n")?;
    assert_eq!(open_term_base("termbase", tabs.to_str().unwrap(), [])?.terms(), 1);
    let error = open_term_base("termbase", path, [("colour", "red")]).map(drop).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("colour")));
    Ok(())
}
