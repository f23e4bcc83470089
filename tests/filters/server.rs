//! CONSTRUCT compared with Apache Jena, an independent engine: queries are sent to a real server
//! over HTTP, and evaluated here as well.

use std::time::Duration;

use glossweave::Format;
use glossweave::link::QueryEndpoint;
use glossweave::rdf::{self, Construct, Graph, IndexedGraph, Limits};
use glossweave_link::QueryForm;
use glossweave_link::SparqlEndpoint;
use harness::sparql_server::SparqlServer;

use super::peer::{QUERIES, TRIPLES};

const PREFIXES: &str =
    "PREFIX : <http://a.example/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> ";

/// A template with all parts of the solutions of a pattern.
const TEMPLATE: &str = "CONSTRUCT { ?s ?p ?o . ?s :o ?o . ?o :q ?q . ?s :l ?l . ?a :b ?b . :n :n ?n . \
     :x :x ?x . ?s :r ?r . :y :y ?y }";

const TIME: Duration = Duration::from_secs(30);

#[test]
fn another_engine_makes_the_same_graphs_over_http() {
    let Some(server) = SparqlServer::start(TRIPLES) else { return };
    let endpoint = SparqlEndpoint::new(&server.endpoint()).unwrap();
    let memory = IndexedGraph::read(TRIPLES.as_bytes(), Format::Turtle, None).unwrap();
    let (mut faults, mut count) = (Vec::new(), 0);
    for query in QUERIES.iter().filter_map(|query| query.strip_prefix("SELECT * ")) {
        // Any of the rows is a valid result, so the results cannot be compared.
        if query.contains("LIMIT") {
            continue;
        }
        let text = format!("{PREFIXES}{TEMPLATE} {query}");
        let theirs = endpoint.construct(&text, TIME).unwrap();
        let query = Construct::parse(&text).unwrap();
        let ours = query.run(&[&memory], &Limits::default()).unwrap();
        if !ours.is_isomorphic(&theirs) {
            let shown = |graph: &Graph| {
                let lines = graph.iter().map(|triple| format!("\n    {triple}"));
                lines.collect::<String>()
            };
            faults.push(format!("{text}\n  ours{}\n  theirs{}", shown(&ours), shown(&theirs)));
        }
        count += 1;
    }
    assert!(count >= 30, "{count}");
    assert!(faults.is_empty(), "{} of {count}:\n{}", faults.len(), faults.join("\n"));

    // All ways to send a query, and the error message of the server.
    let text = format!("{PREFIXES}CONSTRUCT WHERE {{ :a :label ?l }}");
    let expected = Construct::parse(&text).unwrap().run(&[&memory], &Limits::default()).unwrap();
    for form in [QueryForm::Form, QueryForm::Direct] {
        let endpoint = SparqlEndpoint::new(&server.endpoint()).unwrap().with_form(form);
        assert!(endpoint.construct(&text, TIME).unwrap().is_isomorphic(&expected));
    }
    let whole = rdf::read(TRIPLES.as_bytes(), Format::Turtle, None).unwrap();
    let everything = endpoint.construct("CONSTRUCT WHERE { ?s ?p ?o }", TIME).unwrap();
    assert!(everything.is_isomorphic(&whole), "{}", server.log());
    assert!(endpoint.construct("CONSTRUCT WHERE { ?s ?p }", TIME).is_err());
}
