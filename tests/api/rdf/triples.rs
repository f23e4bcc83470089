//! The public items of `core/rdf/src/triples.rs`.

#[test]
fn triples() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::rdf::{IndexedGraph, NamedNode, Triples};
    let dataset =
        IndexedGraph::read(b"<http://a.example/> a <http://b.example/B> .", Format::Turtle, None)?;
    let triples: &dyn Triples = &dataset;
    let class = triples.find(&NamedNode::new_unchecked("http://b.example/B").into());
    let [subject, _, _] = triples.matching(None, None, class).next().unwrap();
    assert_eq!(triples.term(subject).unwrap().to_string(), "<http://a.example/>");

    // Numbers are less than `terms`. Damaged triples are reported as an error at the end.
    assert!(subject < triples.terms());
    assert_eq!((triples.len(), triples.is_empty()), (1, false));
    triples.sound()?;
    Ok(())
}

#[test]
fn triples_find() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::rdf::{IndexedGraph, NamedNode, Triples};
    let graph =
        IndexedGraph::read(b"<http://a.example/> a <http://a.example/A> .", Format::Turtle, None)?;
    let number = |iri| graph.find(&NamedNode::new_unchecked(iri).into());
    assert_eq!(number("http://a.example/B"), None);
    let class = number("http://a.example/A").unwrap();
    assert_eq!(graph.term(class).unwrap().to_string(), "<http://a.example/A>");
    Ok(())
}

#[test]
fn matching() {
    use glossweave::rdf::Matching;
    // For triples that a program stores in another way.
    let rows = [[0, 1, 2], [0, 1, 3]];
    assert_eq!(Matching::new(rows.into_iter()).count(), 2);
}
