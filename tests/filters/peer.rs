//! SPARQL compared with an engine that evaluates queries unchanged.
//!
//! Glossweave rewrites queries before the evaluation to enforce limits. The rewriting must not
//! change the results.

use glossweave::Format;
use glossweave::rdf::{self, IndexedGraph, Limits, Query, Term};
use harness::random::Random;
use oxigraph::model::{GraphName, Quad};
use oxigraph::sparql::{QueryResults, SparqlEvaluator};
use oxigraph::store::Store;

pub const TRIPLES: &str = r#"
@prefix : <http://a.example/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:a :p :b, :c ; :q 1 ; :label "one"@en, "eins"@de, "uno" .
:b :p :c ; :q 2.5 ; :label "two"@en-GB ; :date "2026-01-02T03:04:05Z"^^xsd:dateTime .
:c :p :d ; :q "x" ; :r _:blank ; :label "" .
:d :p :a ; :q "-1000"^^xsd:double ; :label "z\"ero, \n"@en .
_:blank :q true ; :p :e .
:e :q 7 ; :label "E", "é"@fr .
:f :q 1 ; :same :f .
"#;

pub const QUERIES: &[&str] = &[
    "SELECT * { ?s ?p ?o }",
    "SELECT ?s ?o { ?s :p ?o OPTIONAL { ?o :q ?q } }",
    "SELECT * { ?s :p ?o OPTIONAL { ?o :r ?r OPTIONAL { ?r :q ?q } } }",
    "SELECT * { ?s :q ?q OPTIONAL { ?s :p ?o FILTER(?q > 1) } }",
    "SELECT * { OPTIONAL { ?s :none ?o } }",
    "SELECT * { OPTIONAL { :a :p ?o } OPTIONAL { :b :p ?o } }",
    "SELECT DISTINCT ?q { ?s :p ?o OPTIONAL { ?o :q ?q } }",
    "SELECT DISTINCT ?none { ?s :p ?o OPTIONAL { ?o :none ?none } }",
    "SELECT ?none { ?s :p ?o OPTIONAL { ?o :none ?none } } LIMIT 2",
    "SELECT ?r { ?s :p ?o OPTIONAL { ?o :r ?r } } ORDER BY DESC(BOUND(?r)) ?r LIMIT 3",
    "SELECT REDUCED ?q { ?s :q ?q }",
    "SELECT * { ?s :p ?o MINUS { ?s :r ?x } }",
    "SELECT * { ?s :p ?o MINUS { ?x :none ?y } }",
    "SELECT * { ?s :p ?o MINUS { :a :p :b } }",
    "SELECT * { ?s :p ?o MINUS { ?x :p ?y } }",
    "SELECT * { ?s :p ?o MINUS { OPTIONAL { ?s :r ?r } } }",
    "SELECT * { :a :p+ ?x }",
    "SELECT * { :a :p* ?x } ORDER BY ?x",
    "SELECT * { ?x :p/:p ?y }",
    "SELECT * { ?x ^:p|:r ?y }",
    "SELECT * { ?x :p? ?y . ?y :q ?z }",
    "SELECT * { ?x !(:p|:q|^:label) ?y }",
    "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }",
    "SELECT (COUNT(DISTINCT *) AS ?n) { { ?s :p ?o } UNION { ?s :p ?o } }",
    "SELECT (COUNT(DISTINCT *) AS ?n) { { OPTIONAL { ?s :r ?o } } UNION { OPTIONAL { ?s :r ?o } } }",
    "SELECT (COUNT(DISTINCT *) AS ?n) { {} UNION {} }",
    "SELECT (COUNT(?r) AS ?n) { ?s :p ?o OPTIONAL { ?s :r ?r } }",
    "SELECT ?p (COUNT(DISTINCT ?o) AS ?n) { ?s ?p ?o } GROUP BY ?p HAVING (COUNT(?o) > 2) ORDER BY ?n ?p",
    "SELECT (SUM(?q) AS ?a) (AVG(?q) AS ?b) (MIN(?q) AS ?c) (MAX(?q) AS ?d) { ?s :q ?q FILTER(ISNUMERIC(?q)) }",
    "SELECT (SUM(DISTINCT ?q) AS ?a) (COUNT(DISTINCT STR(?q)) AS ?n) { ?s :q ?q FILTER(ISNUMERIC(?q)) }",
    "SELECT (SUM(?q) AS ?a) (MIN(?q) AS ?c) { ?s :q ?q }",
    "SELECT (SUM(?q) AS ?a) (MIN(?q) AS ?c) (SAMPLE(?q) AS ?d) { ?s :none ?q }",
    "SELECT (GROUP_CONCAT(?l; SEPARATOR = '|') AS ?x) { { SELECT (STR(?k) AS ?l) { ?s :label ?k } ORDER BY ?l } }",
    "SELECT ?s (GROUP_CONCAT(DISTINCT ?l) AS ?x) { ?s :p ?o BIND(STR(?s) AS ?l) FILTER(ISIRI(?s)) } GROUP BY ?s ORDER BY ?s",
    "SELECT (GROUP_CONCAT(?l) AS ?x) { ?s :none ?l }",
    "SELECT * { ?s :q ?q } ORDER BY ?q ?s",
    "SELECT * { ?s :label ?l } ORDER BY DESC(LANG(?l)) ASC(STR(?l))",
    "SELECT DISTINCT ?o { ?s ?p ?o } ORDER BY ?o LIMIT 5 OFFSET 2",
    "SELECT ?s { ?s :q ?q } ORDER BY ?s OFFSET 100",
    "SELECT * { ?s :q ?q BIND(?q + 1 AS ?more) BIND(?more * 2 AS ?most) }",
    "SELECT * { VALUES (?s ?x) { (:a 1) (:b UNDEF) (UNDEF 3) } ?s :q ?q }",
    "SELECT * { VALUES ?x { 1 2 } VALUES () { () () } }",
    "SELECT * { ?s :p ?o { SELECT ?s (COUNT(*) AS ?n) { ?s ?x ?y } GROUP BY ?s } }",
    "SELECT * { { SELECT ?s { ?s :p ?o OPTIONAL { ?s :r ?r } } LIMIT 100 } OPTIONAL { ?s :q ?q } }",
    "SELECT * { { SELECT DISTINCT ?r { ?s :p ?o OPTIONAL { ?s :r ?r } } } ?a :same ?b }",
    "SELECT * { ?s :q ?q FILTER EXISTS { ?s :p ?o . ?o :q ?x FILTER(?x != ?q) } }",
    "SELECT * { ?s :q ?q FILTER NOT EXISTS { ?s :p ?o } }",
    "SELECT * { ?s :q ?q FILTER EXISTS { } }",
    "SELECT * { ?s :q ?q FILTER NOT EXISTS { OPTIONAL { ?s :none ?x } } }",
    "SELECT * { ?s :label ?l FILTER(LANG(?l) = 'en') }",
    "SELECT * { ?s :label ?l FILTER(LANGMATCHES(LANG(?l), 'en')) }",
    "SELECT * { ?s :label ?l FILTER(LANGMATCHES(LANG(?l), '*')) }",
    "SELECT (UCASE(?l) AS ?a) (LCASE(?l) AS ?b) (STRLEN(?l) AS ?c) (SUBSTR(?l, 2) AS ?d) { ?s :label ?l }",
    "SELECT (STRBEFORE(?l, 'e') AS ?a) (STRAFTER(?l, 'e') AS ?b) (ENCODE_FOR_URI(?l) AS ?c) { ?s :label ?l }",
    "SELECT * { ?s :label ?l FILTER(CONTAINS(?l, 'n') || STRSTARTS(STR(?l), 'E') || STRENDS(?l, 'o')) }",
    "SELECT * { ?s :label ?l FILTER REGEX(?l, '^[a-z]+$') }",
    "SELECT * { ?s :label ?l FILTER REGEX(STR(?l), 'E|É', 'i') }",
    "SELECT (REPLACE(?l, '[aeiou]', '<$0>') AS ?a) (REPLACE(?l, 'E', 'x', 'i') AS ?b) { ?s :label ?l }",
    "SELECT (REPLACE(?s, 'a', 'b') AS ?a) (REGEX(?q, '1') AS ?b) { ?s :q ?q }",
    "SELECT (CONCAT(?l, '-', ?l) AS ?a) (CONCAT(?l, ?l) AS ?b) (CONCAT() AS ?c) { ?s :label ?l }",
    "SELECT (CONCAT(?q, 'x') AS ?a) (CONCAT(STR(?s), STR(?q)) AS ?b) { ?s :q ?q }",
    "SELECT (IF(BOUND(?r), ?r, 'none') AS ?x) (COALESCE(?none, ?r, 1/0, 'y') AS ?y) { ?s :p ?o OPTIONAL { ?s :r ?r } }",
    "SELECT (DATATYPE(?q) AS ?a) (STR(?q) AS ?b) (ISBLANK(?s) AS ?c) (ISIRI(?s) AS ?d) { ?s :q ?q }",
    "SELECT (YEAR(?d) AS ?a) (MONTH(?d) AS ?b) (SECONDS(?d) AS ?c) (TZ(?d) AS ?e) { ?s :date ?d }",
    "SELECT (ABS(?q) AS ?a) (ROUND(?q) AS ?b) (CEIL(?q) AS ?c) (xsd:integer(?q) AS ?d) { ?s :q ?q }",
    "SELECT * { ?s :q ?q FILTER(?q IN (1, 'x', true)) }",
    "SELECT * { ?s :q ?q FILTER(?q NOT IN (1, 'x')) }",
    "SELECT * { ?s :q ?q FILTER(?q = 1.0) }",
    "SELECT * { ?s :q ?x . ?t :q ?y FILTER(?x < ?y) }",
    "SELECT (MD5(STR(?s)) AS ?a) (SHA256(?l) AS ?b) { ?s :label ?l FILTER(ISIRI(?s)) }",
    "SELECT (IRI(CONCAT(STR(?s), '#x')) AS ?a) (STRLANG(STR(?l), 'ga') AS ?b) (STRDT('1', xsd:byte) AS ?c) { ?s :label ?l }",
    "SELECT * { { ?s :p :c } UNION { ?s :q 1 } UNION { BIND(:z AS ?s) } }",
    "SELECT * { ?s :same ?s }",
    "SELECT * { GRAPH ?g { ?s ?p ?o } }",
    "SELECT * { { ?s :p ?o } { BIND(1 AS ?one) } FILTER(?one = 1) }",
    "SELECT (?q AS ?renamed) ?s { ?s :q ?q } ORDER BY ?renamed ?s LIMIT 3",
    "SELECT * {}",
    "SELECT (1 AS ?one) {}",
];

struct Peers {
    ours: IndexedGraph,
    theirs: Store,
}

impl Peers {
    fn new() -> Peers {
        let graph = rdf::read(TRIPLES.as_bytes(), Format::Turtle, None).unwrap();
        let theirs = Store::new().unwrap();
        for triple in graph.iter() {
            let (subject, object) = (triple.subject.clone(), triple.object.clone());
            let predicate = triple.predicate.clone();
            let quad = Quad::new(subject, predicate, object, GraphName::DefaultGraph);
            theirs.insert(&quad).unwrap();
        }
        Peers { ours: IndexedGraph::from_graph(graph).unwrap(), theirs }
    }

    /// Returns the difference, if there is one.
    fn compare(&self, query: &str) -> Option<String> {
        let text = format!(
            "PREFIX : <http://a.example/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> {query}"
        );
        let ours = match Query::parse(&text)
            .and_then(|query| query.select(&self.ours, &Limits::default()))
        {
            Ok(solutions) => solutions,
            Err(error) => return Some(format!("{query}\n  {error}")),
        };
        let evaluated = SparqlEvaluator::new().parse_query(&text).unwrap();
        let QueryResults::Solutions(solutions) =
            evaluated.on_store(&self.theirs).execute().unwrap()
        else {
            return Some(format!("{query}\n  no SELECT"));
        };
        let variables: Vec<_> =
            solutions.variables().iter().map(|name| name.as_str().to_owned()).collect();
        if variables != ours.variables {
            return Some(format!("{query}\n  variables {:?}, {variables:?}", ours.variables));
        }
        let mut theirs: Vec<_> = solutions.map(|row| line(row.unwrap().values())).collect();
        let mut rows: Vec<_> = ours.rows.iter().map(|row| line(row)).collect();
        let ordered = query.contains("ORDER BY");
        if query.contains("LIMIT") && !ordered {
            // Any of the rows is a valid result.
            return (rows.len() != theirs.len()).then(|| format!("{query}\n  {rows:?} {theirs:?}"));
        }
        if !ordered {
            rows.sort();
            theirs.sort();
        }
        (rows != theirs).then(|| format!("{query}\n  ours   {rows:?}\n  theirs {theirs:?}"))
    }
}

fn line(row: &[Option<Term>]) -> String {
    let cell = |term: &Option<Term>| term.as_ref().map_or("-".to_owned(), Term::to_string);
    row.iter().map(cell).collect::<Vec<_>>().join(" ")
}

#[test]
fn queries_give_what_they_give_elsewhere() {
    let peers = Peers::new();
    let faults: Vec<_> = QUERIES.iter().filter_map(|query| peers.compare(query)).collect();
    assert!(QUERIES.len() >= 70);
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), QUERIES.len(), faults.join("\n"));
}

/// Returns a random group of patterns, up to a depth.
pub fn group(random: &mut Random, depth: usize) -> String {
    let terms = ["?a", "?b", "?c", "?d", ":a", ":c", "?a", "?b"];
    let verbs = [":p", ":q", ":r", ":label", "?v", ":p+", ":none", "(:p|:r)"];
    let mut text = String::new();
    for _ in 0..random.below(3) {
        let pick = |random: &mut Random, all: &[&'static str]| all[random.below(all.len())];
        let subject = pick(random, &terms);
        let verb = pick(random, &verbs);
        let object = pick(random, &terms);
        text.push_str(&format!("{subject} {verb} {object} . "));
    }
    if depth == 0 {
        return text;
    }
    let inner = group(random, depth - 1);
    let other = group(random, depth - 1);
    match random.below(11) {
        0 => text.push_str(&format!("OPTIONAL {{ {inner} }} ")),
        1 => text.push_str(&format!("{{ {inner} }} UNION {{ {other} }} ")),
        2 => text.push_str(&format!("MINUS {{ {inner} }} ")),
        3 => text.push_str(&format!("FILTER EXISTS {{ {inner} }} ")),
        4 => text.push_str(&format!("FILTER NOT EXISTS {{ {inner} }} ")),
        5 => text.push_str(&format!("{{ SELECT DISTINCT ?a ?b {{ {inner} }} }} ")),
        6 => {
            text.push_str(&format!("{{ SELECT ?b (COUNT(?a) AS ?d) {{ {inner} }} GROUP BY ?b }} "))
        }
        7 => text.push_str(&format!("{{ {inner} }} OPTIONAL {{ {other} FILTER(BOUND(?a)) }} ")),
        8 => text.push_str(&format!("{{ {inner} }} MINUS {{ {other} }} ")),
        9 => text.push_str(&format!("{{ {inner} }} VALUES (?a ?b) {{ (:a UNDEF) (:b :c) }} ")),
        _ => text.push_str(&format!(
            "{{ SELECT (COUNT(DISTINCT *) AS ?n) {{ {{ {inner} }} UNION {{ {other} }} }} }} "
        )),
    }
    text
}

#[test]
fn queries_that_nobody_wrote_do_too() {
    let peers = Peers::new();
    let mut faults = Vec::new();
    for seed in 0..600 {
        let mut random = Random::new(seed);
        let depth = 1 + random.below(3);
        let form = ["SELECT *", "SELECT DISTINCT ?a ?c", "SELECT (COUNT(DISTINCT *) AS ?n)"];
        let form = form[random.below(form.len())];
        let query = format!("{form} {{ {} }}", group(&mut random, depth));
        faults.extend(peers.compare(&query));
    }
    let shown = faults.iter().take(5).cloned().collect::<Vec<_>>().join("\n");
    assert!(faults.is_empty(), "{} of 600:\n{shown}", faults.len());
}
