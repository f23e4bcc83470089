use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{QueryForm, SparqlEndpoint};
use crate::QueryEndpoint;
use glossweave_base::error::{Error, ErrorKind};
use glossweave_net::{HostPolicy, Network, Options, Service};
use glossweave_testing::PATIENCE;
use glossweave_testing::server::{Server, answer};

const QUERY: &str = "CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o # a+b&c\n}";
const TIME: Duration = Duration::from_secs(5);
const TRIPLE: &str = "<http://a.example/s> <http://a.example/p> <http://a.example/o> .";

fn serving(media_type: &str, body: &str) -> Server {
    Server::saying(vec![answer("200 OK", &format!("Content-Type: {media_type}\r\n"), body)])
}

fn endpoint(server: &Server) -> SparqlEndpoint {
    SparqlEndpoint::at(service(server))
}

fn service(server: &Server) -> Service {
    Service::new(&server.url("/sparql?default-graph-uri=http%3A%2F%2Fa#x")).unwrap()
}

fn fails(server: &Server) -> Error {
    endpoint(server).construct(QUERY, TIME).unwrap_err()
}

#[test]
fn every_notation_of_rdf_is_read() {
    let xml = "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" \
               xmlns:a=\"http://a.example/\"><rdf:Description rdf:about=\"http://a.example/s\">\
               <a:p rdf:resource=\"http://a.example/o\"/></rdf:Description></rdf:RDF>";
    let json = r#"{"@id":"http://a.example/s","http://a.example/p":{"@id":"http://a.example/o"}}"#;
    for (media_type, body) in [
        ("application/n-triples", TRIPLE),
        ("text/plain;charset=utf-8", TRIPLE),
        ("Text/Turtle; charset=utf-8", TRIPLE),
        ("application/x-turtle", TRIPLE),
        ("application/rdf+xml", xml),
        ("application/xml", xml),
        ("application/ld+json", json),
    ] {
        let server = serving(media_type, body);
        let graph = endpoint(&server).construct(QUERY, TIME).unwrap();
        let triples: Vec<_> = graph.iter().map(|triple| format!("{triple} .")).collect();
        assert_eq!(triples, [TRIPLE], "{media_type}");
    }
}

#[test]
fn queries_are_sent_as_the_protocol_says() {
    let server = serving("text/turtle", "");
    let form =
        "query=CONSTRUCT+%7B+%3Fs+%3Fp+%3Fo+%7D+WHERE+%7B+%3Fs+%3Fp+%3Fo+%23+a%2Bb%26c%0A%7D";
    let long = format!("{QUERY} # {}", "x".repeat(2_000));
    endpoint(&server).construct(QUERY, TIME).unwrap();
    endpoint(&server).construct(&long, TIME).unwrap();
    endpoint(&server).with_form(QueryForm::Direct).construct(QUERY, TIME).unwrap();
    let keyed = SparqlEndpoint::at(service(&server).with_header("Authorization", "Key 1"));
    keyed.with_form(QueryForm::Form).construct(QUERY, TIME).unwrap();
    let seen = server.seen();
    let target = "/sparql?default-graph-uri=http%3A%2F%2Fa";
    assert_eq!(seen[0].line, format!("GET {target}&{form}"));
    assert!(seen[0].header("accept").unwrap().starts_with("application/n-triples,text/turtle;q="));
    let sent = |index: usize| (seen[index].line.as_str(), seen[index].header("content-type"));
    let post = format!("POST {target}");
    assert_eq!(sent(1), (post.as_str(), Some("application/x-www-form-urlencoded")));
    assert_eq!(seen[1].body.len(), form.len() + "+%23+".len() + 2_000);
    assert_eq!(sent(2), (post.as_str(), Some("application/sparql-query")));
    assert_eq!(seen[2].body, QUERY);
    assert_eq!((seen[3].body.as_str(), seen[3].header("authorization")), (form, Some("Key 1")));
}

#[test]
fn an_answer_that_is_no_rdf_is_unavailable() {
    for (media_type, body) in [
        ("text/html", "<p>Down for maintenance"),
        ("application/sparql-results+json", "{}"),
        ("application/json", "{}"),
        ("nonsense", TRIPLE),
        ("text/turtle", "<http://a.example/s> <p"),
        ("text/plain", "Internal trouble"),
        ("application/rdf+xml", "<html>"),
        ("application/ld+json", "[\u{1}"),
    ] {
        let error = fails(&serving(media_type, body));
        assert_eq!(error.kind(), ErrorKind::Unavailable, "{media_type}: {error}");
        assert!(error.message().contains(media_type), "{error}");
        assert!(!error.message().contains("a.example"), "{error}");
    }
    let server = Server::saying(vec![answer("200 OK", "", TRIPLE)]);
    assert!(fails(&server).message().contains("no media type"));
}

#[test]
fn an_endpoint_that_refuses_says_why() {
    let plain = "Content-Type: text/plain\r\n";
    let reason = "\nLine 1: expected `{`\nand more";
    let server = Server::saying(vec![answer("400 Bad Request", plain, reason)]);
    let error = fails(&server);
    assert_eq!(error.kind(), ErrorKind::Invalid);
    let host = server.url("");
    assert_eq!(error.message(), format!("`{host}` refuses the query: Line 1: expected `{{`"));

    let html = answer("400 Bad Request", "Content-Type: text/html\r\n", "<h1>Bad</h1>");
    let server = Server::saying(vec![html]);
    assert_eq!(fails(&server).message(), format!("`{}` refuses the query", server.url("")));

    let echo = answer("500 Oops", plain, "no such key: 4711");
    let server = Server::saying(vec![echo]);
    let keyed = SparqlEndpoint::at(service(&server).with_header("X-Key", "4711"));
    let error = keyed.construct(QUERY, TIME).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unavailable);
    assert_eq!(error.message(), format!("`{}` answered 500", server.url("")));

    let server = Server::saying(vec![answer("500 Oops", plain, "no such key: a+b/c=")]);
    let keyed = Service::new(&server.url("/sparql?key=a%2Bb%2Fc%3D")).unwrap();
    let error = SparqlEndpoint::at(keyed).construct(QUERY, TIME).unwrap_err();
    assert_eq!(error.message(), format!("`{}` answered 500", server.url("")));
}

#[test]
fn nothing_is_an_answer_too() {
    let server = Server::saying(vec!["HTTP/1.1 204 No Content\r\n\r\n"]);
    assert!(endpoint(&server).construct(QUERY, TIME).unwrap().is_empty());
}

#[test]
fn what_an_endpoint_leaves_out_is_told() {
    let turtle = "Content-Type: text/turtle\r\n";
    for (headers, incomplete) in [
        ("", None),
        ("X-SPARQL-MaxRows: 10000\r\n", Some("the endpoint returns at most 10000 rows")),
        ("X-SQL-State: S1TAT\r\n", Some("the endpoint stopped early")),
    ] {
        let server = Server::saying(vec![answer("200 OK", &format!("{turtle}{headers}"), TRIPLE)]);
        let answer = endpoint(&server).answer(QUERY, TIME).unwrap();
        assert_eq!((answer.graph.len(), answer.incomplete.as_deref()), (1, incomplete));
    }
}

#[test]
fn the_time_is_that_of_the_query() {
    let server = Server::new(|_, _, _| std::thread::sleep(4 * TIME / 50));
    let error = endpoint(&server).construct(QUERY, TIME / 50).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Deadline);
    // The shorter of the two times applies.
    let begun = Instant::now();
    let hasty = SparqlEndpoint::at(service(&server).with_time(TIME / 50));
    assert_eq!(hasty.construct(QUERY, TIME).unwrap_err().kind(), ErrorKind::Deadline);
    assert!(begun.elapsed() < PATIENCE);
}

#[test]
fn what_an_answer_becomes_is_bounded() {
    let prefix = format!("@prefix p: <http://a.example/{}> .\n", "x".repeat(1_000));
    let body = format!("{prefix}{}", "p:a p:b p:c .\n".repeat(10_000));
    let server = serving("text/turtle", &body);
    assert_eq!(endpoint(&server).construct(QUERY, TIME).unwrap().len(), 10_000);
    let network = Network::new(Options { response: 8 << 20, ..Options::default() });
    let url = server.url("/sparql");
    let bounded = Service::over(Arc::new(network), &url, HostPolicy::Named).unwrap();
    let error = SparqlEndpoint::at(bounded).construct(QUERY, TIME).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    let message = "answers with statements of more than 8388608 bytes";
    assert!(error.message().ends_with(message), "{error}");
}
