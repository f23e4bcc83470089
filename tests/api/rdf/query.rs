//! The public items of `core/rdf/src/query/mod.rs`.

#[test]
fn limits() {
    use glossweave::rdf::Limits;
    assert_eq!(Limits::default().time.as_secs(), 10);
    let limits = Limits { memory: 64 << 20, ..Limits::default() };
    assert_eq!(limits.memory, 67_108_864);
}

#[test]
fn limits_with_time() -> Result<(), glossweave::Error> {
    use glossweave::rdf::{IndexedGraph, Limits, Query};
    use glossweave::{ErrorKind, Format};
    use std::time::Duration;
    let turtle: String =
        (0..200).map(|n| format!("<http://a.example/{n}> a <http://a.example/A> .")).collect();
    let graph = IndexedGraph::read(turtle.as_bytes(), Format::Turtle, None)?;
    // Eight million solutions.
    let query = Query::parse("SELECT (COUNT(*) AS ?n) { ?a ?p ?x . ?b ?q ?y . ?c ?r ?z }")?;
    let limits = Limits { time: Duration::from_millis(10), ..Limits::default() };
    assert_eq!(query.select(&graph, &limits).unwrap_err().kind(), ErrorKind::Deadline);
    Ok(())
}

#[test]
fn limits_with_memory() -> Result<(), glossweave::Error> {
    use glossweave::rdf::{IndexedGraph, Limits, Query};
    use glossweave::{ErrorKind, Format};
    let turtle: String =
        (0..200).map(|n| format!("<http://a.example/{n}> a <http://a.example/A> .")).collect();
    let graph = IndexedGraph::read(turtle.as_bytes(), Format::Turtle, None)?;
    // Sorting forty thousand solutions needs more memory.
    let query = Query::parse("SELECT * { ?a ?p ?x . ?b ?q ?x } ORDER BY ?a ?b")?;
    let limits = Limits { memory: 1 << 20, ..Limits::default() };
    assert_eq!(query.select(&graph, &limits).unwrap_err().kind(), ErrorKind::TooLarge);
    Ok(())
}

#[test]
fn limits_with_result() -> Result<(), glossweave::Error> {
    use glossweave::rdf::{IndexedGraph, Limits, Query};
    use glossweave::{ErrorKind, Format};
    use std::time::Duration;
    let graph =
        IndexedGraph::read(b"<http://a.example/> a <http://a.example/A> .", Format::Turtle, None)?;
    let query = Query::parse("SELECT * { ?s ?p ?o }")?;
    let limits = Limits { time: Duration::from_secs(2), result: 10, ..Limits::default() };
    assert_eq!(query.select(&graph, &limits).map(drop).unwrap_err().kind(), ErrorKind::TooLarge);
    Ok(())
}

#[test]
fn query_parse() {
    use glossweave::ErrorKind;
    use glossweave::rdf::Query;
    let error = Query::parse("SELECT ?s\nWHERE { ?s ?p }").unwrap_err();
    assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, 2));
    assert_eq!(Query::parse("ASK { }").unwrap_err().kind(), ErrorKind::Invalid);
}

#[test]
fn nothing_but_the_given_triples_is_queried() {
    use glossweave::ErrorKind;
    use glossweave::rdf::Query;
    let remote = "SELECT * { SERVICE <http://example.org/sparql> { ?s ?p ?o } }";
    assert_eq!(Query::parse(remote).unwrap_err().kind(), ErrorKind::Invalid);
    let unknown = "SELECT * { ?s ?p ?o FILTER(<http://example.org/f>(?o)) }";
    assert_eq!(Query::parse(unknown).unwrap_err().kind(), ErrorKind::Invalid);
}

#[test]
fn query_text() -> Result<(), glossweave::Error> {
    use glossweave::rdf::Query;
    let query = Query::parse("SELECT ?place ?name { ?place <http://schema.org/name> ?name }")?;
    assert!(query.text().starts_with("SELECT ?place"));
    Ok(())
}

#[test]
fn query_variables() -> Result<(), glossweave::Error> {
    use glossweave::rdf::Query;
    let query = Query::parse("SELECT * { ?place <http://schema.org/name> ?name }")?;
    assert_eq!(query.variables(), ["name", "place"]);
    Ok(())
}

#[test]
fn query_select() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::rdf::{IndexedGraph, Limits, Query};
    let turtle = b"<http://example.org/cork> <http://schema.org/name> 'Cork' .";
    let graph = IndexedGraph::read(turtle, Format::Turtle, None)?;
    let query = Query::parse("SELECT ?name ?mayor { ?place <http://schema.org/name> ?name }")?;
    let found = query.select(&graph, &Limits::default())?;
    assert_eq!(found.rows[0][0].as_ref().unwrap().to_string(), "\"Cork\"");
    assert_eq!(found.rows[0][1], None);
    Ok(())
}

#[test]
fn query_select_2() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::rdf::{IndexedGraph, Limits, Query};
    let turtle = b"@prefix s: <http://schema.org/> .
        <http://example.org/cork> s:containedInPlace <http://example.org/munster> .
        <http://example.org/munster> s:containedInPlace <http://example.org/ireland> .";
    let graph = IndexedGraph::read(turtle, Format::Turtle, None)?;
    let query = Query::parse(
        "PREFIX s: <http://schema.org/>
        SELECT (COUNT(?place) AS ?count) { <http://example.org/cork> s:containedInPlace+ ?place }",
    )?;
    let found = query.select(&graph, &Limits::default())?;
    assert!(found.rows[0][0].as_ref().unwrap().to_string().starts_with("\"2\""));
    Ok(())
}
