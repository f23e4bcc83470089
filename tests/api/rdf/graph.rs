//! The public items of `core/rdf/src/graph.rs`.

use glossweave_rdf::GraphExt;
#[test]
fn graph() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::rdf;
    use glossweave_rdf::vocab::rdfs;
    let graph = rdf::read(
        b"<http://a.example/> <http://www.w3.org/2000/01/rdf-schema#label> 'A'@en .",
        Format::Turtle,
        None,
    )?;
    let label = graph.iter().find(|triple| triple.predicate == rdfs::LABEL).unwrap();
    assert_eq!(label.object.to_string(), "\"A\"@en");
    Ok(())
}

#[test]
fn graph_push() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::rdf;
    use glossweave_rdf::{Graph, Literal, NamedNode, Triple, vocab::rdfs};
    let cork = NamedNode::new_unchecked("http://example.org/cork");
    let mut graph = Graph::new();
    assert!(graph.is_empty());
    graph.push(Triple::new(cork.clone(), rdfs::LABEL, Literal::new_simple_literal("Cork")));
    let written = rdf::write(&graph, Format::NTriples)?;
    assert!(written.ends_with(b"\"Cork\" .\n"));
    Ok(())
}

#[test]
fn graph_insert() {
    use glossweave_rdf::{Graph, Literal, NamedNode, Triple, vocab::rdfs};
    let cork = NamedNode::new_unchecked("http://example.org/cork");
    let mut graph = Graph::new();
    graph.insert(cork.clone(), rdfs::LABEL, Literal::new_simple_literal("Cork"));
    let triple = Triple::new(cork, rdfs::LABEL, Literal::new_simple_literal("Cork"));
    assert!(graph.contains(&triple));
    assert_eq!(graph.iter().next(), Some(&triple));
}

#[test]
fn graph_len() -> Result<(), glossweave::Error> {
    use glossweave_rdf::{Graph, IndexedGraph, Literal, NamedNode, vocab::rdfs};
    let mut graph = Graph::new();
    for _ in 0..2 {
        let cork = NamedNode::new_unchecked("http://example.org/cork");
        graph.insert(cork, rdfs::LABEL, Literal::new_simple_literal("Cork"));
    }
    // The graph counts each triple; an index stores it once.
    assert_eq!((graph.len(), IndexedGraph::from_graph(graph)?.len()), (2, 1));
    Ok(())
}

#[test]
fn graph_retain() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::rdf;
    use glossweave_rdf::vocab::rdfs;
    let turtle = b"@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
        <http://example.org/cork> rdfs:label 'Cork' ; rdfs:comment 'a city' .";
    let mut graph = rdf::read(turtle, Format::Turtle, None)?;
    graph.retain(|triple| triple.predicate == rdfs::LABEL);
    assert_eq!(graph.len(), 1);
    Ok(())
}

#[test]
fn graph_subject_node() {
    use glossweave_rdf::{
        BlankNode, Graph, Object, Sink,
        vocab::{nif, rdf},
    };
    let note = BlankNode::default();
    let mut graph = Graph::new();
    graph.subject("http://example.org/#char=0,4");
    graph.property_node(nif::ANNOTATION_UNIT_OF, note.clone());
    graph.subject_node(note);
    graph.property(rdf::TYPE, Object::Name(nif::ANNOTATION_UNIT));
    assert_eq!(graph.iter().filter(|triple| triple.subject.is_blank_node()).count(), 1);
}

#[test]
fn graph_by_subject() -> Result<(), glossweave::Error> {
    use glossweave::{Format, rdf};
    let turtle = b"<cork> <name> 'Cork', 'Corcaigh' . <cobh> <name> 'Cobh' .";
    let graph = rdf::read(turtle, Format::Turtle, Some("http://example.org/"))?;
    let first = &graph.iter().next().unwrap().subject;
    assert_eq!(glossweave_rdf::BySubject::new(&graph).triples(first.as_ref()).count(), 2);
    Ok(())
}

#[test]
fn graph_is_isomorphic() -> Result<(), glossweave::Error> {
    use glossweave::{Format, rdf};
    let one = rdf::read(b"_:a <http://example.org/p> _:b .", Format::Turtle, None)?;
    let same = rdf::read(b"[] <http://example.org/p> [] .", Format::Turtle, None)?;
    let other = rdf::read(b"_:a <http://example.org/p> _:a .", Format::Turtle, None)?;
    assert!(one.is_isomorphic(&same) && !one.is_isomorphic(&other));
    Ok(())
}

#[test]
fn resource() {
    use glossweave_rdf::{Literal, NamedNode, Term, resource};
    let cork = Term::from(NamedNode::new_unchecked("http://example.org/cork"));
    assert_eq!(resource(&cork).unwrap().to_string(), "<http://example.org/cork>");
    assert_eq!(resource(&Literal::new_simple_literal("Cork").into()), None);
}

#[test]
fn by_subject() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::rdf;
    use glossweave_rdf::{
        NamedNodeRef,
        vocab::{nif, skos},
    };
    let turtle = b"@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
        <http://example.org/cork> a skos:Concept ; skos:prefLabel 'Cork'@en, 'Corcaigh'@ga .";
    let graph = rdf::read(turtle, Format::Turtle, None)?;
    let index = glossweave_rdf::BySubject::new(&graph);
    let cork = NamedNodeRef::new_unchecked("http://example.org/cork").into();
    assert_eq!(index.triples(cork).count(), 3);
    assert_eq!(index.objects(cork, skos::PREF_LABEL).count(), 2);
    assert!(index.is_a(cork, skos::CONCEPT) && !index.is_a(cork, nif::STRING));
    Ok(())
}

#[test]
fn by_subject_objects() -> Result<(), glossweave::Error> {
    use glossweave::Format;
    use glossweave::rdf;
    use glossweave_rdf::{NamedNodeRef, vocab::rdfs};
    let turtle = b"@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
        <http://example.org/cork> rdfs:label 'Cork' ; rdfs:comment 'a city' .";
    let graph = rdf::read(turtle, Format::Turtle, None)?;
    let index = glossweave_rdf::BySubject::new(&graph);
    let cork = NamedNodeRef::new_unchecked("http://example.org/cork").into();
    let labels: Vec<String> =
        index.objects(cork, rdfs::LABEL).map(|label| label.to_string()).collect();
    assert_eq!(labels, ["\"Cork\""]);
    Ok(())
}
