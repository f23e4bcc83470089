//! The public items of `core/translate/src/providers.rs`.

#[test]
fn open_translator() -> Result<(), glossweave::Error> {
    use glossweave::translate::open_translator;
    let options = [("key", "4711"), ("milliseconds", "5000")];
    open_translator("libretranslate", "http://localhost:5000", options)?;
    assert!(open_translator("babelfish", "http://localhost:5000", []).is_err());
    Ok(())
}

#[test]
fn open_translator_2() {
    use glossweave::ErrorKind;
    use glossweave::translate::open_translator;
    let error = open_translator("babelfish", "http://localhost:5000", []).err().unwrap();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("protocol")));
    // A required option is missing.
    let error = open_translator("deepl", "https://api.deepl.com", []).err().unwrap();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("key")));
    let error = open_translator("memory", "/no/such/file.tmx", []).err().unwrap();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Storage, Some("place")));
}

#[test]
fn remote_translator() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave_translate::remote_translator;
    let apy = remote_translator("apertium", "http://localhost:2737", [("pair", "spa|eng_US")])?;
    assert!(apy.abilities().markup);
    // A memory is a file, not a remote service.
    let error = remote_translator("memory", "news.tmx", []).err().unwrap();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("protocol")));
    Ok(())
}
