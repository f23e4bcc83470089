//! The public items of `core/xslt/src/saxon/mod.rs`.

#[test]
fn saxon_open() {
    use glossweave::ErrorKind;
    use glossweave::xslt::Saxon;
    let error = Saxon::open("/nowhere/libsaxonc.so".as_ref()).map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
}

#[test]
fn saxon_find() -> Result<(), glossweave::Error> {
    use glossweave::xslt::{Options, Saxon};
    // Stylesheets use Saxon if the host has it.
    let mut options = Options::default();
    if let Some(saxon) = Saxon::find(None)? {
        assert!(saxon.version().starts_with("12.") && saxon.path().exists());
        options.saxon = Some(saxon);
    }
    drop(options);
    Ok(())
}

#[test]
fn saxon_find_2() {
    use glossweave::ErrorKind;
    use glossweave::xslt::Saxon;
    let error = Saxon::find(Some("/nowhere".as_ref())).map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
}
