//! The public items of `core/rdf/src/read.rs`.

#[test]
fn read() -> Result<(), glossweave::Error> {
    use glossweave::{Format, rdf};
    let graph =
        rdf::read(b"<http://a.example/##char=0,4> a <http://b.example/B> .", Format::Turtle, None)?;
    assert_eq!(graph.len(), 1);
    let error = rdf::read(b"<http://a.example/>\n  a .", Format::Turtle, None).unwrap_err();
    assert_eq!(error.location().unwrap().line(), 2);
    Ok(())
}

#[test]
fn relative_iris_need_a_base_and_only_notations_of_rdf_are_read() -> Result<(), glossweave::Error> {
    use glossweave::{ErrorKind, Format, rdf};
    let graph = rdf::read(b"<cork> a <City> .", Format::Turtle, Some("http://example.org/"))?;
    assert_eq!(graph.iter().next().unwrap().subject.to_string(), "<http://example.org/cork>");
    let error = rdf::read(b"<cork> a <City> .", Format::Turtle, Some("example")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
    let error = rdf::read(b"<p>To Cork", Format::Html, None).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    Ok(())
}
