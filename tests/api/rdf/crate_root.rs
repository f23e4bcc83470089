//! The public items of `core/rdf/src/lib.rs`.

#[test]
fn sink() {
    use glossweave_rdf::{
        Graph, Object, Sink,
        vocab::{itsrdf, nif, rdf},
    };
    let mut graph = Graph::new();
    graph.subject("http://example.org/#char=0,4");
    graph.property(rdf::TYPE, Object::Name(nif::PHRASE));
    graph.property(nif::BEGIN_INDEX, Object::Count(0));
    graph.nested(nif::ANNOTATION_UNIT_OF, &[(itsrdf::TA_CONFIDENCE, Object::Double(0.9))]);
    assert_eq!(graph.len(), 4);
    // Only a sink with a limit can become full.
    assert!(!graph.is_full());
}

#[test]
fn sink_property() {
    use glossweave_rdf::{Graph, Object, Sink, vocab::nif};
    let mut graph = Graph::new();
    // There is no subject yet.
    graph.property(nif::BEGIN_INDEX, Object::Count(0));
    assert!(graph.is_empty());
    graph.subject("http://example.org/#char=0,4");
    graph.property(nif::BEGIN_INDEX, Object::Count(0));
    assert_eq!(graph.len(), 1);
}

#[test]
fn statements() -> Result<(), glossweave::Error> {
    use glossweave_rdf::{NamedNode, Statements, Triple, vocab::rdf};
    /// A million triples that are never in memory at the same time.
    struct Many;
    impl Statements for Many {
        fn each(
            &self,
            take: &mut dyn FnMut(&Triple) -> glossweave::Result<()>,
        ) -> glossweave::Result<()> {
            (0..1_000_000).try_for_each(|number| {
                let thing = NamedNode::new_unchecked(format!("http://example.org/{number}"));
                take(&Triple::new(
                    thing,
                    rdf::TYPE,
                    NamedNode::new_unchecked("http://example.org/Thing"),
                ))
            })
        }
    }
    let mut count = 0;
    Many.each(&mut |_| {
        count += 1;
        Ok(())
    })?;
    assert_eq!(count, 1_000_000);
    Ok(())
}

#[test]
fn statements_each() -> Result<(), glossweave::Error> {
    use glossweave::rdf;
    use glossweave::{Error, ErrorKind, Format};
    use glossweave_rdf::Statements;
    let turtle = b"<http://a.example/> a <http://a.example/A>, <http://a.example/B> .";
    let graph = rdf::read(turtle, Format::Turtle, None)?;
    let mut seen = 0;
    let ended = graph.each(&mut |_| {
        seen += 1;
        Err(Error::new(ErrorKind::TooLarge, "one is enough"))
    });
    assert_eq!((ended.unwrap_err().kind(), seen), (ErrorKind::TooLarge, 1));
    Ok(())
}
