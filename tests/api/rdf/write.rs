//! The public items of `core/rdf/src/write.rs`.

#[test]
fn write() -> Result<(), glossweave::Error> {
    use glossweave::{Format, rdf};
    let graph = rdf::read(b"<http://a.example/> a <http://b.example/B> .", Format::Turtle, None)?;
    for format in Format::ALL.iter().copied().filter(|format| format.is_rdf()) {
        let bytes = rdf::write(&graph, format)?;
        assert!(rdf::read(&bytes, format, None)?.is_isomorphic(&graph));
    }
    Ok(())
}

#[test]
fn not_every_graph_can_be_written_in_every_format() {
    use glossweave::rdf;
    use glossweave::{ErrorKind, Format};
    use glossweave_rdf::{Graph, Literal, NamedNode, vocab::rdfs};
    let mut graph = Graph::new();
    graph.insert(
        NamedNode::new_unchecked("cork"),
        rdfs::LABEL,
        Literal::new_simple_literal("Cork"),
    );
    assert!(rdf::write(&graph, Format::Turtle).is_ok());
    let error = rdf::write(&graph, Format::NTriples).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
}
