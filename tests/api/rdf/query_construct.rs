//! The public items of `core/rdf/src/query/construct.rs`.

#[test]
fn construct() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::rdf::{Construct, IndexedGraph, Limits};
    let query = Construct::parse(
        "PREFIX : <http://a.example/>
        CONSTRUCT { ?child :parent ?parent } WHERE { ?parent :child ?child }",
    )?;
    let dataset = IndexedGraph::read(
        b"<http://a.example/A> <http://a.example/child> <http://a.example/B> .",
        Format::Turtle,
        None,
    )?;
    let graph = query.run(&[&dataset], &Limits::default())?;
    assert_eq!(
        graph.iter().next().unwrap().to_string(),
        "<http://a.example/B> <http://a.example/parent> <http://a.example/A>"
    );
    Ok(())
}

#[test]
fn construct_parse() {
    use glossweave::ErrorKind;
    use glossweave::rdf::Construct;
    let error = Construct::parse("CONSTRUCT { ?s ?p ?o }\nWHERE { ?s ?p }").unwrap_err();
    assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, 2));
    assert_eq!(Construct::parse("SELECT * { }").unwrap_err().kind(), ErrorKind::Invalid);
}

#[test]
fn construct_text() -> Result<(), glossweave::Error> {
    use glossweave::rdf::Construct;
    let query = Construct::parse("CONSTRUCT WHERE { ?s <http://schema.org/name> ?o }")?;
    assert!(query.text().starts_with("CONSTRUCT"));
    Ok(())
}

#[test]
fn construct_run() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::rdf::{Construct, IndexedGraph, Limits};
    let read = |turtle: &[u8]| IndexedGraph::read(turtle, Format::Turtle, None);
    let cities = read(b"<http://example.org/cork> a <http://schema.org/City> .")?;
    let names = read(b"<http://example.org/cork> <http://schema.org/name> 'Cork' .")?;
    let query = Construct::parse(
        "CONSTRUCT { ?city <http://www.w3.org/2000/01/rdf-schema#label> ?name }
        WHERE { ?city a <http://schema.org/City> ; <http://schema.org/name> ?name }",
    )?;
    assert_eq!(query.run(&[&cities, &names], &Limits::default())?.len(), 1);
    Ok(())
}

#[test]
fn construct_run_2() -> Result<(), glossweave::Error> {
    use glossweave::rdf::{Construct, IndexedGraph, Limits};
    use glossweave::{ErrorKind, Format};
    let turtle =
        b"<http://example.org/cork> a <http://schema.org/City>, <http://schema.org/Place> .";
    let graph = IndexedGraph::read(turtle, Format::Turtle, None)?;
    let query = Construct::parse("CONSTRUCT WHERE { ?s ?p ?o }")?;
    let error = query.run(&[&graph], &Limits { result: 10, ..Limits::default() }).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    Ok(())
}

#[test]
fn construct_run_3() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::rdf::{Construct, IndexedGraph, Limits};
    let one = IndexedGraph::read(b"_:a <http://schema.org/name> 'Cork' .", Format::Turtle, None)?;
    let other = IndexedGraph::read(b"_:a <http://schema.org/name> 'Cobh' .", Format::Turtle, None)?;
    let query = Construct::parse("CONSTRUCT WHERE { ?place <http://schema.org/name> ?name }")?;
    let merged = query.run(&[&one, &other], &Limits::default())?;
    let places: Vec<_> = merged.iter().map(|triple| &triple.subject).collect();
    assert_ne!(places[0], places[1]);
    Ok(())
}
