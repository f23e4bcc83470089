//! The public items of `core/rdf/src/results.rs`.

#[test]
fn result_format() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::rdf::ResultFormat;
    assert_eq!("csv".parse::<ResultFormat>()?, ResultFormat::Csv);
    assert_eq!("turtle".parse::<ResultFormat>()?, ResultFormat::Rdf(Format::Turtle));
    assert_eq!(ResultFormat::Csv.to_string(), "csv");
    Ok(())
}

#[test]
fn result_format_media_type() {
    use glossweave::Format;
    use glossweave::rdf::ResultFormat;
    assert_eq!(ResultFormat::Json.media_type(), "application/sparql-results+json");
    assert_eq!(ResultFormat::Rdf(Format::Turtle).media_type(), "text/turtle");
}

#[test]
fn result_format_media_types() -> Result<(), glossweave::Error> {
    use glossweave::Accept;
    use glossweave::rdf::ResultFormat;
    let offered = ResultFormat::media_types();
    let accept: Accept = "application/sparql-results+xml, text/csv;q=0.5".parse()?;
    let best = offered[accept.best(&offered).unwrap()];
    assert_eq!(best.parse::<ResultFormat>()?, ResultFormat::Xml);
    Ok(())
}

#[test]
fn query_write() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::rdf::{IndexedGraph, Limits, Query, ResultFormat};
    let query = Query::parse("SELECT ?s ?o WHERE { ?s ?p ?o }")?;
    let dataset = IndexedGraph::read(
        b"<http://a.example/> <http://a.example/p> 'a, b' .",
        Format::Turtle,
        None,
    )?;
    let table = query.write(&dataset, ResultFormat::Csv, &Limits::default())?;
    assert_eq!(table, b"s,o\r\nhttp://a.example/,\"a, b\"\r\n");
    Ok(())
}

#[test]
fn query_write_2() -> Result<(), glossweave::Error> {
    use glossweave::rdf::{IndexedGraph, Limits, Query, ResultFormat};
    use glossweave::{ErrorKind, Format};
    let query = Query::parse("SELECT ?o { ?s ?p ?o }")?;
    let turtle = br"<http://a.example/> <http://a.example/p> 'a bell: \u0007' .";
    let graph = IndexedGraph::read(turtle, Format::Turtle, None)?;
    assert!(query.write(&graph, ResultFormat::Json, &Limits::default()).is_ok());
    // XML cannot represent this character.
    let error = query.write(&graph, ResultFormat::Xml, &Limits::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    Ok(())
}
