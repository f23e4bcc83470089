//! e-Link compared with Apache Jena: the same template on the same triples, here and on a real
//! server.

use glossweave::link::LinkRequest;
use glossweave::rdf::{self, Graph};
use glossweave::{Format, Request};
use harness::sparql_server::SparqlServer;

use super::Fixture;

const PLACES: &str = include_str!("../../examples/templates/places.ttl");
const QUERY: &str = "PREFIX schema: <http://schema.org/>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
CONSTRUCT { <@@@entity_uri@@@> schema:hasPart ?part . ?part rdfs:label ?label ; a ?class .
    _:note rdfs:comment @@@note@@@ }
WHERE { { ?part ?near <@@@entity_uri@@@> } UNION { <@@@entity_uri@@@> ?of ?part }
    ?part rdfs:label|schema:name ?label ; a ?class }";

#[test]
fn a_real_server_says_what_a_dataset_says() {
    let Some(server) = SparqlServer::start(PLACES) else { return };
    let endpoint = server.endpoint();
    let address = endpoint.split('/').nth(2).unwrap();
    let fixture = Fixture::new(&[("network.private-hosts", address)]);
    fixture.load("places", PLACES).unwrap();
    let page = "<p><i its-ta-ident-ref='http://example.org/place/Ardmuir'>Ardmuir</i>, \
        <i its-ta-ident-ref='http://example.org/place/Port_Ellis'>Port Ellis</i>";
    let ask = |endpoint: &str| -> Graph {
        let template = fixture.template(QUERY, endpoint).unwrap();
        // Characters that could end a literal, a query or a line.
        let request = Request::new(page, Format::Html).output(Format::NTriples);
        let request = LinkRequest::new(template, request).with("note", "a \"\"\" b \\ } # é\n");
        let reply = fixture.nobody().links().enrich(request).unwrap();
        assert!(reply.findings.is_empty(), "{:?}", reply.findings);
        rdf::read(&reply.bytes, Format::NTriples, None).unwrap()
    };
    let (theirs, ours) = (ask(&endpoint), ask("dataset:places"));
    let parts = |graph: &Graph| {
        graph.iter().filter(|one| one.predicate.as_str() == "http://schema.org/hasPart").count()
    };
    assert!(parts(&ours) > 2);
    assert!(ours.is_isomorphic(&theirs), "{}", server.log());
}
