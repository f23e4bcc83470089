//! The public items of `core/store/src/store/location.rs`.

#[test]
fn store_location() -> Result<(), glossweave::Error> {
    use glossweave::store::StoreLocation;
    assert_eq!("memory:".parse::<StoreLocation>()?, StoreLocation::Memory);
    let folder = StoreLocation::Folder("/data".into());
    assert_eq!("/data".parse::<StoreLocation>()?, folder);
    assert_eq!("file:/data".parse::<StoreLocation>()?, folder);

    // The user and the password are used but never shown.
    let database: StoreLocation = "postgres://ann:secret@localhost/texts".parse()?;
    assert_eq!(database.to_string(), "postgres://localhost/texts");
    assert!(!format!("{database:?}").contains("secret"));
    Ok(())
}

#[test]
fn store_location_from_os_str() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::store::StoreLocation;
    let place = StoreLocation::from_os_str("data/store".as_ref())?;
    assert_eq!(place.folder(), Some("data/store".as_ref()));
    for wrong in ["mysql://localhost/texts", "memory:texts", "file:"] {
        let error = StoreLocation::from_os_str(wrong.as_ref()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Invalid);
    }
    Ok(())
}

#[test]
fn store_location_folder() {
    use glossweave::store::StoreLocation;
    assert_eq!(StoreLocation::Memory.folder(), None);
}
