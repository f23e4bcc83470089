//! The public items of `core/entity/src/nif_service/mod.rs`.

#[test]
fn nif_service() -> Result<(), glossweave::Error> {
    use glossweave::net::Service;
    use glossweave_entity::NifService;
    let service = Service::new("http://localhost:8080/annotate")?;
    let recognizer = NifService::at(service).with_media_type("application/x-turtle")?;
    let _ = recognizer;
    Ok(())
}

#[test]
fn nif_service_with_media_type() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::net::Service;
    use glossweave_entity::NifService;
    let service = NifService::at(Service::new("http://localhost:8080/annotate")?);
    let error = service.with_media_type("text/html").err().unwrap();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("media-type")));
    Ok(())
}

#[test]
fn nif_service_with_prefix() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Passage, Recognizer};
    use glossweave::net::Service;
    use glossweave::nif::Version;
    use glossweave_entity::NifService;
    let service = Service::new("http://localhost:8080/annotate")?;
    let recognizer = NifService::at(service).with_version(Version::V2_1).with_prefix("no IRI");
    // Nothing is sent.
    let error = recognizer.recognize(&Passage::new("To Cork")).unwrap_err();
    assert_eq!(error.kind(), glossweave::ErrorKind::Invalid);
    Ok(())
}

#[test]
fn nif_service_set() -> Result<(), glossweave::Error> {
    use glossweave::net::Service;
    use glossweave_entity::NifService;
    let mut recognizer = NifService::at(Service::new("http://localhost:8080/annotate")?);
    for (name, value) in [("media-type", "application/ld+json"), ("nif-version", "2.1")] {
        recognizer.set(name, value)?;
    }
    let error = recognizer.set("media-type", "text/html").unwrap_err();
    assert_eq!(error.parameter(), Some("media-type"));
    Ok(())
}
