//! The public items of `core/dictionary/src/source.rs`.

#[test]
fn dictionary_builder_csv() -> Result<(), glossweave::Error> {
    use glossweave::entity::Dictionary;
    let cities = "uri,label\nhttp://example.org/cork,Cork\n";
    let rivers = "uri,label,type\nhttp://example.org/lee,Lee,http://schema.org/RiverBodyOfWater\n";
    let names = Dictionary::builder().csv(cities.as_bytes())?.csv(rivers.as_bytes())?.build()?;
    assert_eq!(names.labels(), 2);
    // A table with an invalid row, and a table with only invalid rows.
    let table = "uri,label\nhttp://example.org/cork,Cork\nCobh,Cobh\n";
    assert_eq!(
        Dictionary::builder().csv(table.as_bytes())?.skipped()[0].location().unwrap().line(),
        3
    );
    let error = Dictionary::builder().csv("uri,label\n\nCork,Cork\n".as_bytes()).unwrap_err();
    assert_eq!(error.location().unwrap().line(), 3);
    Ok(())
}

#[test]
fn dictionary_builder_csv_2() {
    use glossweave::ErrorKind;
    use glossweave::entity::Dictionary;
    // The header has no column `label`.
    let error = Dictionary::builder()
        .csv("uri,name\nhttp://example.org/cork,Cork\n".as_bytes())
        .unwrap_err();
    assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, 1));
}

#[test]
fn dictionary_builder_csv_watched() -> Result<(), glossweave::Error> {
    use glossweave::entity::Dictionary;
    use glossweave::{Error, ErrorKind};
    let table = "uri,label\nhttp://example.org/cork,Cork\n";
    let mut last = None;
    let mut watch = |at| {
        last = Some(at);
        Ok(())
    };
    Dictionary::builder().csv_watched(table.as_bytes(), &mut watch)?.build_watched(&mut watch)?;
    let last = last.unwrap();
    assert_eq!((last.done, last.total, last.records), (39, 39, 1));

    let mut end = |_| Err(Error::new(ErrorKind::Unavailable, "enough"));
    let ended = Dictionary::builder().csv_watched(table.as_bytes(), &mut end);
    assert_eq!(ended.unwrap_err().message(), "enough");
    Ok(())
}

#[test]
fn dictionary_builder_rdf() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Dictionary, Passage, Recognizer};
    use glossweave::{Format, rdf};
    let turtle = b"@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
        <http://example.org/cork> skos:prefLabel 'Cork'@en, 'Corcaigh'@ga .";
    let graph = rdf::read(turtle, Format::Turtle, None)?;
    let names = Dictionary::builder().rdf(&graph)?.build()?;
    assert_eq!(names.recognize(&Passage::new("CORCAIGH (Cork)"))?.len(), 2);
    Ok(())
}

#[test]
fn dictionary_builder_rdf_2() -> Result<(), glossweave::Error> {
    use glossweave::entity::Dictionary;
    use glossweave::{ErrorKind, Format, rdf};
    let turtle = b"<http://example.org/cork> <http://schema.org/name> 'Cork' .
        <http://example.org/cobh> <http://schema.org/name> '' .";
    let graph = rdf::read(turtle, Format::Turtle, None)?;
    let builder = Dictionary::builder().rdf(&graph)?;
    assert_eq!(builder.skipped()[0].subject(), "http://example.org/cobh");
    assert_eq!(builder.build()?.labels(), 1);
    let turtle = b"<http://example.org/cobh> <http://schema.org/name> '' .";
    let error = Dictionary::builder().rdf(&rdf::read(turtle, Format::Turtle, None)?).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Malformed);
    assert!(error.message().contains("http://example.org/cobh"));
    Ok(())
}

#[test]
fn dictionary_builder_rdf_watched() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::entity::Dictionary;
    let turtle =
        b"<cork> <http://schema.org/name> 'Cork' . <cobh> <http://schema.org/name> 'Cobh' .";
    let mut records = 0;
    let base = Some("http://example.org/");
    let builder = Dictionary::builder().rdf_watched(turtle, Format::Turtle, base, &mut |at| {
        records = at.records;
        Ok(())
    })?;
    assert_eq!((builder.build()?.labels(), records), (2, 2));
    Ok(())
}
