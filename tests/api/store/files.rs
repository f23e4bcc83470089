//! The public items of `core/store/src/store/files/mod.rs`.

#[test]
fn file_store() -> Result<(), Box<dyn std::error::Error>> {
    use glossweave::ErrorKind;
    use glossweave_store::store::FileStore;
    use glossweave_store::store::FolderFiles;
    let folder = tempfile::tempdir()?;
    let files = FolderFiles::open(folder.path())?;
    files.put("places/names", &mut "Cork".as_bytes())?;
    let mut text = String::new();
    files.open("places/names")?.read_to_string(&mut text)?;
    assert_eq!(text, "Cork");
    assert_eq!(files.list("places/")?[0].name, "places/names");

    files.remove("places/names")?;
    assert_eq!(files.open("places/names").err().unwrap().kind(), ErrorKind::NotFound);
    Ok(())
}
