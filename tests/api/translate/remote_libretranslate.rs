//! The public items of `core/translate/src/remote/libretranslate.rs`.

#[test]
fn libre_translate() -> Result<(), glossweave::Error> {
    use glossweave::net::Service;
    use glossweave_translate::LibreTranslate;
    let translator = LibreTranslate::at(Service::new("http://localhost:5000")?).with_key("4711");
    assert!(!format!("{translator:?}").contains("4711"));
    Ok(())
}

#[test]
fn libre_translate_with_key() -> Result<(), glossweave::Error> {
    use glossweave::net::Service;
    use glossweave_translate::LibreTranslate;
    let server = LibreTranslate::at(Service::new("http://localhost:5000")?).with_key("4711");
    assert!(!format!("{server:?}").contains("4711"));
    Ok(())
}

#[test]
fn libre_translate_set() -> Result<(), glossweave::Error> {
    use glossweave::net::Service;
    use glossweave_translate::LibreTranslate;
    let mut server = LibreTranslate::at(Service::new("http://localhost:5000")?);
    server.set("key", "4711")?;
    server.set("milliseconds", "5000")?;
    assert_eq!(server.set("model", "big").unwrap_err().parameter(), Some("model"));
    Ok(())
}
