use std::time::Duration;

use super::{Limits, Query, Solutions};
use crate::IndexedGraph;
use glossweave_base::error::{ErrorKind, Result};
use glossweave_base::media::Format;
use glossweave_testing::Stopwatch;

fn dataset(turtle: &str) -> IndexedGraph {
    let turtle = format!("@prefix : <http://a.example/> . {turtle}");
    IndexedGraph::read(turtle.as_bytes(), Format::Turtle, None).unwrap()
}

fn select(query: &str, turtle: &str) -> Result<Solutions> {
    Query::parse(&format!("PREFIX : <http://a.example/> {query}"))?
        .select(&dataset(turtle), &Limits::default())
}

fn rows(query: &str, turtle: &str) -> Vec<String> {
    let solutions = select(query, turtle).unwrap();
    let cell = |term: &Option<_>| term.as_ref().map_or("-".to_owned(), ToString::to_string);
    let line = |row: &Vec<_>| row.iter().map(cell).collect::<Vec<_>>().join(" ");
    solutions.rows.iter().map(line).collect()
}

#[test]
fn every_way_to_ask_for_triples_finds_them() {
    let triples = ":a :p :b . :a :q :c . :b :p :c . :c :p :c .";
    for (pattern, count) in [
        ("?s ?p ?o", 4),
        (":a ?p ?o", 2),
        ("?s :p ?o", 3),
        ("?s ?p :c", 3),
        (":a :p ?o", 1),
        (":a ?p :c", 1),
        ("?s :p :c", 2),
        (":a :p :b", 1),
        (":a :p :c", 0),
        ("?s :p ?s", 1),
        (":nobody ?p ?o", 0),
        ("?s :p/:p ?o", 3),
        (":a (:p|:q)* ?o", 3),
    ] {
        let found = select(&format!("SELECT * {{ {pattern} }}"), triples).unwrap();
        assert_eq!(found.rows.len(), count, "{pattern}");
    }
}

#[test]
fn texts_are_joined_as_users_expect() {
    let triples = ":a :p :x, 'y'@en, 3 . :b :q :x .";
    assert_eq!(
        rows("SELECT (GROUP_CONCAT(?o; separator=', ') AS ?all) { :a :p ?o }", triples),
        ["\"http://a.example/x, y, 3\""]
    );
    // Unbound values are skipped, and an empty group gives an empty string.
    let query = "SELECT ?s (GROUP_CONCAT(DISTINCT ?o) AS ?all) { ?s ?p ?x OPTIONAL { ?s :q ?o } } \
                 GROUP BY ?s ORDER BY ?s";
    let expected = ["<http://a.example/a> \"\"", "<http://a.example/b> \"http://a.example/x\""];
    assert_eq!(rows(query, triples), expected);
    assert_eq!(rows("SELECT (CONCAT('a'@en, 'b'@en) AS ?x) {}", ""), ["\"ab\"@en"]);
    assert_eq!(rows("SELECT (CONCAT('a'@en, 'b') AS ?x) {}", ""), ["\"ab\""]);
    assert_eq!(rows("SELECT (CONCAT('a', :b) AS ?x) {}", ""), ["-"]);
    assert_eq!(rows("SELECT (REPLACE('aba', 'a', 'xx') AS ?x) {}", ""), ["\"xxbxx\""]);
}

#[test]
fn rows_without_terms_count_too() {
    assert_eq!(rows("SELECT (COUNT(*) AS ?n) { {} UNION {} UNION {} }", "").len(), 1);
    let three = rows("SELECT (COUNT(*) AS ?n) { {} UNION {} UNION {} }", "");
    assert!(three[0].starts_with("\"3\""), "{three:?}");
    let values = rows("SELECT * { VALUES () { () () } }", "");
    assert_eq!(values.len(), 2);
    assert_eq!(
        select("SELECT * { {} UNION { ?s ?p ?o } }", ":a :p :b .").unwrap().variables,
        ["o", "p", "s"]
    );
}

#[test]
fn named_graphs_are_neither_there_nor_fetched() {
    let triples = ":a :p :b .";
    assert_eq!(rows("SELECT ?s FROM <http://b.example/> { ?s ?p ?o }", triples).len(), 1);
    assert_eq!(rows("SELECT ?s { GRAPH ?g { ?s ?p ?o } }", triples).len(), 0);
}

#[test]
fn what_is_no_filter_is_refused() {
    let kind = |query: &str| Query::parse(query).unwrap_err().kind();
    assert_eq!(kind("ASK {}"), ErrorKind::Invalid);
    assert_eq!(kind("CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }"), ErrorKind::Invalid);
    assert_eq!(kind("DESCRIBE <http://a.example/>"), ErrorKind::Invalid);
    assert_eq!(kind("DELETE WHERE { ?s ?p ?o }"), ErrorKind::Malformed);
    assert_eq!(kind("SELECT * { SERVICE <http://a.example/> { ?s ?p ?o } }"), ErrorKind::Invalid);
    assert_eq!(
        kind("SELECT * { FILTER EXISTS { SERVICE SILENT ?x { ?s ?p ?o } } }"),
        ErrorKind::Invalid
    );
    assert_eq!(kind("SELECT (<http://a.example/f>(1) AS ?x) {}"), ErrorKind::Invalid);
    assert_eq!(kind(""), ErrorKind::Malformed);
    assert_eq!(kind(&format!("SELECT * {{ }} #{}", "x".repeat(10 << 20))), ErrorKind::TooLarge);
    for (from, to) in [("{", "}"), ("FILTER(!(EXISTS {", "}))"), ("FILTER(!STR(", "))")] {
        let query = format!("SELECT * {{ {} {} }}", from.repeat(100), to.repeat(100));
        let started = Stopwatch::start();
        assert_eq!(kind(&query), ErrorKind::TooLarge, "{from}");
        assert!(started.elapsed() < Duration::from_secs(1), "{from}");
    }
    for part in ["?a ?b ?c .", "OPTIONAL {}", "UNION {}", "FILTER(1)"] {
        let query = format!("SELECT * {{ {{}} {} }}", part.repeat(10_000));
        assert_eq!(kind(&query), ErrorKind::TooLarge, "{part}");
    }
    assert_eq!(
        kind(&format!("SELECT * {{ FILTER(1{}) }}", "+1".repeat(60_000))),
        ErrorKind::TooLarge
    );
}

/// Queries that would take hours or all available memory.
const RUNAWAY: &[&str] = &[
    "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }",
    "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } ORDER BY ?a ?f",
    "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }",
    "SELECT DISTINCT ?a ?d ?g { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }",
    "SELECT ?a (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } GROUP BY ?a ?d ?g",
    "SELECT * { ?a :next* ?b . ?c :next* ?d } ORDER BY ?d",
    "SELECT * { ?a (:next|!:next)* ?b . ?c (:next|!:next)* ?d . ?e (:next|!:next)* ?f }",
    "SELECT * { ?a ?b ?c MINUS { ?d ?e ?f . ?g ?h ?i . ?a ?y ?z } } ORDER BY ?a",
    "SELECT * { ?a ?b ?c OPTIONAL { ?d ?e ?f . ?g ?h ?i FILTER(?a = ?f) } }",
    "SELECT * { ?a ?b ?c FILTER NOT EXISTS { ?d ?e ?f . ?g ?h ?i FILTER(?a = ?f) } }",
    "SELECT * { {SELECT ?x {?a ?b ?c}} {SELECT ?y {?a ?b ?c}} {SELECT ?z {?a ?b ?c}} } ORDER BY ?x",
    "SELECT (COUNT(*) AS ?n) { {SELECT ?x {?a ?b ?c}} {SELECT ?y {?a ?b ?c}} {SELECT ?z {?a ?b ?c}} }",
    "SELECT (GROUP_CONCAT(?text) AS ?x) { ?a :text ?text . ?b ?c ?d . ?e ?f ?g }",
    "SELECT (COUNT(DISTINCT CONCAT(STR(?a), STR(?d), STR(?g))) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }",
    "SELECT * { ?a :text ?t0 BIND(CONCAT(?t0, ?t0) AS ?t1) BIND(CONCAT(?t1, ?t1, ?t1, ?t1) AS ?t2) \
     BIND(CONCAT(?t2, ?t2, ?t2, ?t2) AS ?t3) BIND(CONCAT(?t3, ?t3, ?t3, ?t3) AS ?t4) \
     BIND(CONCAT(?t4, ?t4, ?t4, ?t4) AS ?t5) BIND(CONCAT(?t5, ?t5, ?t5, ?t5) AS ?t6) \
     BIND(CONCAT(?t6, ?t6, ?t6, ?t6) AS ?t7) BIND(CONCAT(?t7, ?t7, ?t7, ?t7) AS ?t8) }",
    "SELECT (REPLACE(?t, '', ?t) AS ?x) { ?a :text ?t }",
    "SELECT (REPLACE(?t, '.', '$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0') AS ?x) \
     { ?a :text ?t . ?b ?c ?d . ?e ?f ?g }",
    "SELECT * { ?a :text ?t . ?b ?c ?d . ?e ?f ?g FILTER REGEX(?t, '([a-z ]{30}){30}z') }",
    "SELECT * { ?a ?b ?c . ?d ?e ?f FILTER REGEX('a', CONCAT('\\\\p{L}{50}', STR(?a), STR(?f))) }",
    "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . FILTER(?a = ?z) }",
    "SELECT * { ?s ?p ?o . FILTER(SHA512(CONCAT(STR(?s), STR(?t))) = 'x') ?u ?v ?t . ?w ?x ?y }",
];

fn crowd() -> IndexedGraph {
    let mut turtle = String::new();
    for at in 0..3000 {
        turtle.push_str(&format!(":n{at} :next :n{} .\n", at + 1));
    }
    turtle.push_str(&format!(":n0 :text '{}' .", "text ".repeat(4000)));
    dataset(&turtle)
}

#[test]
fn a_query_that_runs_away_is_ended_in_time() {
    let crowd = crowd();
    let limits = Limits { time: Duration::from_millis(500), ..Limits::default() };
    for query in RUNAWAY {
        let query = format!("PREFIX : <http://a.example/> {query}");
        let query = match Query::parse(&query) {
            Ok(query) => query,
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::TooLarge, "{query}");
                continue;
            }
        };
        let started = Stopwatch::start();
        let error = query
            .write(&crowd, crate::ResultFormat::Csv, &limits)
            .map(|bytes| bytes.len())
            .unwrap_err();
        let took = started.elapsed();
        assert!(
            matches!(error.kind(), ErrorKind::Deadline | ErrorKind::TooLarge),
            "{query:?}: {error}"
        );
        // The test allows twice the time limit in addition, because other tests may run on the same
        // machine.
        assert!(took < 3 * limits.time, "{query:?} took {took:?}");
    }
}

#[test]

fn reading_a_query_never_takes_long() {
    let values = format!("VALUES ?x {{ {} }}", "1 ".repeat(9_000));
    let crosses = format!("{{ {values} }} {{ {} }}", values.replace("?x", "?y"));
    let optional = |at| format!("OPTIONAL {{ ?a ?p{at} ?o{at} }} ");
    for query in [
        format!("SELECT (COUNT(*) AS ?n) {{ {crosses} {{ {} }} }}", values.replace("?x", "?z")),
        format!("SELECT (COUNT(*) AS ?n) {{ {} }}", "{ {} UNION {} UNION {} } ".repeat(30)),
        format!("SELECT * {{ ?s :p ?o {} }}", ". ?s :p ?o ".repeat(3_900)),
        format!("SELECT * {{ ?a ?b ?c {} }}", (0..90).map(optional).collect::<String>()),
        format!("SELECT * {{ {} }}", "FILTER(REGEX('a', '\\\\p{L}{40}'))".repeat(1_000)),
    ] {
        let started = Stopwatch::start();
        let read = Query::parse(&format!("PREFIX : <http://a.example/> {query}"));
        assert!(
            started.elapsed() < Duration::from_secs(2),
            "{:.60}: {:?}",
            query,
            started.elapsed()
        );
        if let Err(error) = read {
            assert_eq!(error.kind(), ErrorKind::TooLarge, "{query:.60}: {error}");
        }
    }
    // Typical queries do not come close to the limit.
    let thirty: String = (0..30).map(|at| format!("?s :p{at} ?o{at} . ")).collect();
    select(&format!("SELECT * {{ {thirty} OPTIONAL {{ ?s :q ?x }} }}"), "").unwrap();
}

#[test]
fn expressions_that_cannot_be_searched_for_are_errors() {
    for pattern in ["(", "x{1000}{1000}{1000}"] {
        let query = format!(
            "SELECT (REGEX('x', '{pattern}') AS ?x) (REPLACE('x', '{pattern}', '') AS ?y) {{}}"
        );
        assert_eq!(rows(&query, ""), ["- -"], "{pattern}");
    }
    assert_eq!(rows("SELECT (REGEX('x', 'X', 'k') AS ?x) {}", ""), ["-"]);
    assert_eq!(rows("SELECT (REPLACE('x', 'X', '$0$0', 'i') AS ?x) {}", ""), ["\"xx\""]);
    assert!(rows("SELECT (REGEX('x', 'X', 'i') AS ?x) {}", "")[0].starts_with("\"true\""));
}

#[test]
fn functions_over_long_texts_are_ended_in_time() {
    let text = "x ".repeat(1 << 20);
    let long = dataset(&format!(":a :text '{text}' ."));
    let nested = |name: &str| {
        let open = format!("{name}(").repeat(40);
        format!("SELECT (STRLEN({open}?t{}) AS ?x) {{ ?a :text ?t }}", ")".repeat(40))
    };
    let different = |at| format!("FILTER(STRLEN(UCASE(LCASE(?t))) > {at}) ");
    for query in [
        nested("ENCODE_FOR_URI"),
        nested("UCASE"),
        format!("SELECT * {{ ?a :text ?t {} }}", (0..40).map(different).collect::<String>()),
    ] {
        let query = Query::parse(&format!("PREFIX : <http://a.example/> {query}")).unwrap();
        let limits = Limits { time: Duration::from_millis(2), ..Limits::default() };
        let started = Stopwatch::start();
        let error = query.select(&long, &limits).unwrap_err();
        assert!(
            matches!(error.kind(), ErrorKind::Deadline | ErrorKind::TooLarge),
            "{query:?}: {error}"
        );
        assert!(started.elapsed() < Duration::from_millis(700), "{:?}", started.elapsed());
    }
}

#[test]
fn a_comma_in_a_cell_does_not_end_it() {
    let query = Query::parse("SELECT ?s ?o { ?s ?p ?o }").unwrap();
    let found = dataset("<http://a.example/Cork,_Ireland> :p 'a \"b\", c' .");
    let table = query.write(&found, crate::ResultFormat::Csv, &Limits::default()).unwrap();
    let expected = "s,o\r\n\"http://a.example/Cork,_Ireland\",\"a \"\"b\"\", c\"\r\n";
    assert_eq!(String::from_utf8(table).unwrap(), expected);
}

#[test]
fn queries_are_read_wherever_there_is_little_stack() {
    let deep = |open: &str, close: &str, count: usize| {
        let (open, close) = (open.repeat(count), close.repeat(count));
        format!("SELECT * WHERE {{ {open} ?s ?p ?o {close} }}")
    };
    let paths = format!("SELECT * WHERE {{ ?s a{} ?o }}", "/a".repeat(4_000));
    for query in [deep("{", "}", 60), deep("FILTER EXISTS {", "}", 30), paths] {
        let small = std::thread::Builder::new().stack_size(64 << 10);
        let read = small.spawn(move || Query::parse(&query).map(drop)).unwrap().join().unwrap();
        assert!(read.map_or_else(|error| error.kind() == ErrorKind::TooLarge, |()| true));
    }
}

#[test]
fn queries_are_evaluated_wherever_there_is_little_stack() {
    let nested = |open: &str| format!("STRLEN({}?t{})", open.repeat(58), ")".repeat(58));
    let functions = format!("SELECT ({} AS ?x) {{ ?a :text ?t }}", nested("UCASE("));
    let lists = format!("SELECT * {{ ?a :text ?t FILTER({} > 0) }}", nested("COALESCE("));
    let groups = format!(
        "SELECT * {{ ?a :text ?t {} }}",
        "FILTER EXISTS { ?a :text ?t ".repeat(40) + &"}".repeat(40)
    );
    for query in [functions, lists, groups] {
        let query = Query::parse(&format!("PREFIX : <http://a.example/> {query}")).unwrap();
        let select = move || {
            query
                .select(&dataset(":a :text 'a' ."), &Limits::default())
                .map(|found| found.rows.len())
        };
        let small = std::thread::Builder::new().stack_size(64 << 10);
        assert_eq!(small.spawn(select).unwrap().join().unwrap().unwrap(), 1);
    }
}
