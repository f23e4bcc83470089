//! The public items of `core/rdf/src/indexed_graph.rs`.

#[test]
fn indexed_graph() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::rdf::IndexedGraph;
    let dataset = IndexedGraph::read(
        b"<http://a.example/> a <http://b.example/B>, <http://b.example/B> .",
        Format::Turtle,
        None,
    )?;
    assert_eq!(dataset.len(), 1);
    Ok(())
}

#[test]
fn indexed_graph_read() {
    use glossweave::rdf::IndexedGraph;
    use glossweave::{ErrorKind, Format};
    let turtle = b"<cork> <name> 'Cork' .\n<cobh> <name> Cobh .";
    let error =
        IndexedGraph::read(turtle, Format::Turtle, Some("http://example.org/")).unwrap_err();
    assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, 2));
}

#[test]
fn indexed_graph_from_graph() -> Result<(), glossweave::Error> {
    use glossweave_rdf::{Graph, IndexedGraph, Literal, NamedNode, vocab::rdfs};
    let cork = NamedNode::new_unchecked("http://example.org/cork");
    let mut graph = Graph::new();
    // A triple that is added several times counts once.
    graph.insert(cork.clone(), rdfs::LABEL, Literal::new_simple_literal("Cork"));
    graph.insert(cork, rdfs::LABEL, Literal::new_simple_literal("Cork"));
    assert_eq!(IndexedGraph::from_graph(graph)?.len(), 1);
    Ok(())
}

#[test]
fn indexed_graph_from_graph_2() -> Result<(), glossweave::Error> {
    use glossweave::{Format, rdf};
    let graph = rdf::read(
        b"_:a a <http://a.example/A> . _:b a <http://a.example/A> .",
        Format::Turtle,
        None,
    )?;
    assert_eq!(rdf::IndexedGraph::from_graph(graph)?.len(), 2);
    Ok(())
}

#[test]
fn indexed_graph_insert() -> Result<(), glossweave::Error> {
    use glossweave_rdf::{IndexedGraph, Literal, NamedNode, Triple, vocab::rdfs};
    let cork = NamedNode::new_unchecked("http://example.org/cork");
    let mut graph = IndexedGraph::default();
    assert!(graph.is_empty());
    graph.insert(Triple::new(cork, rdfs::LABEL, Literal::new_simple_literal("Cork")))?;
    assert_eq!(graph.len(), 1);
    Ok(())
}
