//! The public items of `core/translate/src/remote/apertium_apy.rs`.

#[test]
fn apertium_apy() -> Result<(), glossweave::Error> {
    use glossweave::net::Service;
    use glossweave_translate::ApertiumApy;
    let translator = ApertiumApy::at(Service::new("http://localhost:2737")?);
    let _ = translator;
    Ok(())
}

#[test]
fn apertium_apy_at() -> Result<(), glossweave::Error> {
    use glossweave::net::{HostPolicy, Service};
    use glossweave::translate::{Segment, TranslationBatch, Translator};
    use glossweave_translate::ApertiumApy;
    // A host must be allowed before calls are sent to it.
    let service = Service::over(Default::default(), "https://apy.example", HostPolicy::Settings)?;
    let server = ApertiumApy::at(service);
    let (english, spanish) = ("en".parse()?, "es".parse()?);
    let segments = [Segment::new("house")];
    let error =
        server.translate(&TranslationBatch::new(&english, &spanish, &segments)).unwrap_err();
    assert_eq!(error.kind(), glossweave::ErrorKind::Forbidden);
    Ok(())
}

#[test]
fn apertium_apy_set() -> Result<(), glossweave::Error> {
    use glossweave::net::Service;
    use glossweave_translate::ApertiumApy;
    let mut server = ApertiumApy::at(Service::new("http://localhost:2737")?);
    server.set("pair", "spa|eng_US")?;
    assert_eq!(server.set("key", "4711").unwrap_err().parameter(), Some("key"));
    Ok(())
}
