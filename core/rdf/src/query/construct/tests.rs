use std::time::Duration;

use super::Construct;
use crate as rdf;
use crate::{Graph, IndexedGraph, Limits, Query, Triples};
use glossweave_base::error::{ErrorKind, Result};
use glossweave_base::media::Format;
use glossweave_testing::Stopwatch;

const PREFIXES: &str = "PREFIX : <http://a.example/> ";

fn graph(turtle: &str) -> Graph {
    let turtle = format!("@prefix : <http://a.example/> . {turtle}");
    rdf::read(turtle.as_bytes(), Format::Turtle, None).unwrap()
}

fn run_over(query: &str, turtles: &[&str], limits: &Limits) -> Result<Graph> {
    let query = Construct::parse(&format!("{PREFIXES}{query}"))?;
    let datasets: Vec<_> =
        turtles.iter().map(|turtle| IndexedGraph::from_graph(graph(turtle)).unwrap()).collect();
    let triples: Vec<_> = datasets.iter().map(|dataset| dataset as &dyn Triples).collect();
    query.run(&triples, limits)
}

fn is_made(query: &str, turtles: &[&str], expected: &str) {
    let made = run_over(query, turtles, &Limits::default()).unwrap();
    let shown: Vec<_> = made.iter().map(ToString::to_string).collect();
    assert!(made.is_isomorphic(&graph(expected)), "{query}: {shown:#?}");
}

#[test]
fn a_graph_is_made_as_the_template_says() {
    let family = ":a :child :b, :c ; :age 40 . :b :age 7 .";
    is_made(
        "CONSTRUCT { ?c :parent ?p } { ?p :child ?c }",
        &[family],
        ":b :parent :a . :c :parent :a .",
    );
    is_made("CONSTRUCT WHERE { ?p :child ?c }", &[family], ":a :child :b, :c .");
    is_made("CONSTRUCT {} { ?p :child ?c }", &[family], "");
    is_made("CONSTRUCT { :x :y :z } {}", &[""], ":x :y :z .");
    is_made("CONSTRUCT { :x :y :z } {}", &[], ":x :y :z .");
    // Invalid triples are skipped.
    is_made(
        "CONSTRUCT { ?a :of ?c . ?c :none ?nobody . ?c ?a :x . ?c :has ?a }
         { ?p :child ?c OPTIONAL { ?c :age ?a } }",
        &[family],
        ":b :has 7 .",
    );
    is_made(
        "CONSTRUCT { ?p :at ?a } { ?p :age ?a } ORDER BY DESC(?a) LIMIT 1",
        &[family],
        ":a :at 40 .",
    );
    is_made(
        "CONSTRUCT { ?p :at ?a } { ?p :age ?a } ORDER BY DESC(?a) OFFSET 1",
        &[family],
        ":b :at 7 .",
    );
}

#[test]
fn blank_nodes_of_a_template_are_new_for_each_solution() {
    is_made(
        "CONSTRUCT { _:x :of ?c ; :and [ :same _:x ] } { :a :child ?c }",
        &[":a :child :b, :c ."],
        "_:1 :of :b ; :and [ :same _:1 ] . _:2 :of :c ; :and [ :same _:2 ] .",
    );
    let query = "CONSTRUCT { [] :p ?o } { ?s :p ?o }";
    let two = [(); 2].map(|()| run_over(query, &[":a :p :b ."], &Limits::default()).unwrap());
    let subjects = two.each_ref().map(|graph| graph.iter().next().unwrap().subject.clone());
    assert_ne!(subjects[0], subjects[1]);
}

#[test]
fn every_triple_is_made_once() {
    let turtle = "_:x :p 1, 2, 3 ; :q :a, :b . :y :p 1, 2 ; :r _:x .";
    for (query, count) in [
        ("CONSTRUCT { ?s :has ?p } { ?s ?p ?o }", 4),
        ("CONSTRUCT { ?y :is ?x } { ?y :r ?x . ?x ?p ?o }", 1),
        ("CONSTRUCT { _:z :of ?o } { ?s :p ?o }", 5),
    ] {
        let made = run_over(query, &[turtle, ":c :p 4 ."], &Limits::default()).unwrap();
        assert_eq!(made.len(), count + usize::from(query.contains("?s")), "{query}");
    }
}

#[test]
fn several_are_seen_as_one() {
    let parts =
        [":a :p :b . :b :q 1 . _:x :name 'here' .", ":a :p :b, :c . :c :q 1 . _:x :name 'there' ."];
    let all = ":a :p :b, :c . :b :q 1 . :c :q 1 . _:x :name 'here' . _:y :name 'there' .";
    is_made("CONSTRUCT WHERE { ?s ?p ?o }", &parts, all);
    // Joins combine both graphs in either direction.
    is_made(
        "CONSTRUCT { ?x :like ?y } { ?x :q ?v . ?y :q ?v FILTER(?x != ?y) }",
        &parts,
        ":b :like :c . :c :like :b .",
    );
    is_made(
        "CONSTRUCT { ?s :n ?n } { { SELECT ?s (COUNT(*) AS ?n) { ?s :p ?o } GROUP BY ?s } }",
        &parts,
        ":a :n 2 .",
    );
    is_made(
        "CONSTRUCT { ?o :v ?v } { :a :p/:q ?v . :a :p ?o . ?o :q ?v }",
        &parts,
        ":b :v 1 . :c :v 1 .",
    );
    // The same name in two files denotes two nodes, and neither node is found in another file.
    is_made("CONSTRUCT { ?n :with ?m } { ?x :name ?n . ?x :name ?m FILTER(?n != ?m) }", &parts, "");
    is_made(
        "CONSTRUCT { :all :nodes ?n } { { SELECT (COUNT(DISTINCT ?x) AS ?n) { ?x :name ?o } } }",
        &[parts[0], parts[1], parts[0]],
        ":all :nodes 3 .",
    );
    is_made(
        "CONSTRUCT { :all :same ?n } { { SELECT (COUNT(*) AS ?n) { ?x :name ?o . ?y :name ?q FILTER(?x = ?y) } } }",
        &parts,
        ":all :same 2 .",
    );
}

#[test]
fn what_is_no_construct_is_refused() {
    let kind = |query: &str| Construct::parse(query).unwrap_err().kind();
    assert_eq!(kind("SELECT * {}"), ErrorKind::Invalid);
    assert_eq!(kind("DESCRIBE <http://a.example/>"), ErrorKind::Invalid);
    assert_eq!(kind("ASK {}"), ErrorKind::Invalid);
    assert_eq!(kind("INSERT DATA { <http://a.example/> a 1 }"), ErrorKind::Malformed);
    assert_eq!(
        kind("CONSTRUCT WHERE { SERVICE <http://a.example/> { ?s ?p ?o } }"),
        ErrorKind::Malformed
    );
    let service = "CONSTRUCT { ?s ?p ?o } { SERVICE <http://a.example/> { ?s ?p ?o } }";
    assert_eq!(kind(service), ErrorKind::Invalid);
    assert_eq!(
        kind("CONSTRUCT { ?s ?p ?x } { ?s ?p ?o BIND(<http://a.example/f>(1) AS ?x) }"),
        ErrorKind::Invalid
    );
    let many = "?a ?b ?c . ".repeat(10_000);
    assert_eq!(kind(&format!("CONSTRUCT {{ {many} }} {{ ?a ?b ?c }}")), ErrorKind::TooLarge);
    assert_eq!(kind(&"CONSTRUCT { ?a ?b [".repeat(100)), ErrorKind::TooLarge);
    // FROM is parsed but ignored, and nothing is fetched.
    let from = "CONSTRUCT { ?s :x ?o } FROM <http://b.example/> WHERE { ?s ?p ?o }";
    is_made(from, &[":a :p :b ."], ":a :x :b .");
}

#[test]
fn what_runs_away_is_ended() {
    let crowd: String = (0..3000).map(|at| format!(":n{at} :next :n{} .\n", at + 1)).collect();
    let dataset = IndexedGraph::from_graph(graph(&crowd)).unwrap();
    let other = IndexedGraph::from_graph(graph(&crowd)).unwrap();
    let product = "{ ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }";
    let limits = Limits { time: Duration::from_millis(300), ..Limits::default() };
    for (template, pattern) in [
        (":x :y :z", product),
        ("?a ?b ?f", product),
        ("[] :of ?a", product),
        ("?a :text ?t", "{ ?a ?b ?c . ?d ?e ?f BIND(CONCAT(STR(?a), STR(?f)) AS ?t) }"),
        (":x :y ?a", "{ ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } ORDER BY ?a"),
    ] {
        let text = format!("{PREFIXES}CONSTRUCT {{ {template} }} WHERE {pattern}");
        let query = Construct::parse(&text).unwrap();
        for triples in [&[&dataset as &dyn Triples][..], &[&dataset, &other]] {
            let started = Stopwatch::start();
            let error = query.run(triples, &Limits { memory: 16 << 20, ..limits }).unwrap_err();
            let took = started.elapsed();
            assert!(
                matches!(error.kind(), ErrorKind::Deadline | ErrorKind::TooLarge),
                "{text}: {error}"
            );
            assert!(took < limits.time + Duration::from_millis(700), "{text} took {took:?}");
        }
    }
}

#[test]
fn a_result_that_is_too_long_is_an_error() {
    let crowd: String = (0..3000).map(|at| format!(":n{at} :next :n{} .\n", at + 1)).collect();
    let limits = Limits { result: 1 << 20, ..Limits::default() };
    for template in ["[] :of ?a", "?a :of ?f"] {
        let query = format!("CONSTRUCT {{ {template} }} {{ ?a ?b ?c . ?d ?e ?f }}");
        let error = run_over(&query, &[&crowd], &limits).unwrap_err();
        assert_eq!(error.to_string(), "the result has more than 1 MiB");
    }
}

#[test]
fn a_query_of_the_other_form_says_which() {
    let error = Query::parse("CONSTRUCT WHERE { ?s ?p ?o }").unwrap_err();
    assert_eq!(error.to_string(), "expected a SELECT query, found CONSTRUCT");
    let error = Construct::parse("ASK {}").unwrap_err();
    assert_eq!(error.to_string(), "expected a CONSTRUCT query, found ASK");
}
