//! The public items of `core/link/src/endpoint.rs`.

#[test]
fn query_endpoint() -> Result<(), glossweave::Error> {
    use glossweave::link::QueryEndpoint;
    use glossweave::rdf::Graph;
    use std::time::Duration;

    struct Empty;
    impl QueryEndpoint for Empty {
        fn construct(&self, _: &str, _: Duration) -> glossweave::Result<Graph> {
            Ok(Graph::new())
        }
    }
    assert!(Empty.construct("CONSTRUCT WHERE { ?s ?p ?o }", Duration::from_secs(1))?.is_empty());
    Ok(())
}

#[test]
fn query_endpoint_answer() -> Result<(), glossweave::Error> {
    use glossweave::link::QueryEndpoint;
    use glossweave::rdf::Graph;
    use std::time::Duration;
    struct Empty;
    impl QueryEndpoint for Empty {
        fn construct(&self, _: &str, _: Duration) -> glossweave::Result<Graph> {
            Ok(Graph::new())
        }
    }
    // An endpoint that implements only `construct` reports no omissions.
    let answer = Empty.answer("CONSTRUCT WHERE { ?s ?p ?o }", Duration::from_secs(1))?;
    assert_eq!((answer.graph.len(), answer.incomplete), (0, None));
    Ok(())
}
