//! The public items of `core/entity/src/spotlight/mod.rs`.

#[test]
fn spotlight() -> Result<(), glossweave::Error> {
    use glossweave::net::Service;
    use glossweave_entity::Spotlight;
    let mut spotlight = Spotlight::at(Service::new("http://localhost:2222/rest")?);
    for (name, value) in [("types", "DBpedia:Place,DBpedia:Person"), ("support", "20")] {
        spotlight.set(name, value)?;
    }
    spotlight.set("resources", "http://de.dbpedia.org/resource/")?;
    assert!(format!("{spotlight:?}").contains("http://de.dbpedia.org/resource/"));
    Ok(())
}

#[test]
fn spotlight_set() -> Result<(), glossweave::Error> {
    use glossweave::net::Service;
    use glossweave_entity::Spotlight;
    let mut spotlight = Spotlight::at(Service::new("http://localhost:2222/rest")?);
    for (name, value) in [("confidence", "0.5"), ("candidates", "true"), ("policy", "whitelist")] {
        spotlight.set(name, value)?;
    }
    let error = spotlight.set("confidence", "high").unwrap_err();
    assert_eq!(error.parameter(), Some("confidence"));
    Ok(())
}
