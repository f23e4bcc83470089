//! Tests with values that attempt an injection.

use std::collections::BTreeMap;

use crate::template::injection_check::prove;
use crate::template::{Pattern, outline};
use glossweave_base::error::ErrorKind;
use glossweave_rdf::{Construct, IndexedGraph, Limits, Term};

/// The number of values to try.
const VALUES: usize = 10_000;

/// Fragments of injections and of harmless values.
const PARTS: &[&str] = &[
    "\"",
    "'",
    "\"\"\"",
    "'''",
    "\\",
    "\\\\",
    "\\u0022",
    "\\U00000022",
    "\\\"",
    "\\n",
    "\n",
    "\r",
    "\t",
    "\u{8}",
    "\u{c}",
    "\0",
    "\u{7f}",
    ">",
    "<",
    "<x:y>",
    "}",
    "{",
    "} UNION { ?s ?p ?o }",
    "@@@",
    "@@@v@@@",
    "@@@entity_uri@@@",
    "#",
    "# x\n",
    "?s",
    "$s",
    "@en",
    "^^<x:y>",
    ".",
    ";",
    ",",
    "(",
    ")",
    "[",
    "]",
    "|",
    "||",
    "&&",
    "!",
    "=",
    "%",
    "%22",
    "%3E",
    "%zz",
    "`",
    "^",
    "é",
    "ß",
    "東",
    "😀",
    "\u{202e}",
    "\u{feff}",
    "\u{e000}",
    "\u{fdd0}",
    "\u{10ffff}",
    "\u{85}",
    "\u{2028}",
    "http://a.example/",
    "x:y",
    "urn:x:y",
    "//",
    "/..",
    "?q=1",
    "#f",
    "[::1]",
    "0",
    "1",
    "-",
    "+",
    "-1",
    "2.5",
    "1e9",
    "1.",
    ".5",
    "e",
    "LIMIT 1",
    "DELETE",
    "SERVICE <http://evil.example/>",
    "INSERT DATA { <x:a> <x:b> 1 }",
    " ",
    "a",
    "b",
    "Cork",
    "u",
    "U",
    "0022",
    "true",
    "*/",
    "--",
    "\u{0}\u{1}",
];

/// A deterministic random number generator.
struct Draw(u64);

impl Draw {
    fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }

    fn value(&mut self) -> String {
        let most = match self.below(500) {
            0 => 3_000,
            1..=20 => 60,
            _ => 6,
        };
        (0..self.below(most + 1)).map(|_| PARTS[self.below(PARTS.len())]).collect()
    }
}

/// Templates with placeholders in every position.
const TEMPLATES: &[&str] = &[
    "CONSTRUCT { ?s ?p ?o } WHERE { <@@@entity_uri@@@> ?p ?o . ?s ?q \"@@@v@@@\" }",
    "CONSTRUCT { ?s ?p '@@@v@@@'@en } WHERE { @@@entity_uri@@@ ?p ?o . ?s ?q '@@@v@@@'^^<x:d> }",
    "CONSTRUCT { ?s ?p \"\"\"a '@@@v@@@' \"\"\" } WHERE { <@@@entity_uri@@@> ?p '''@@@v@@@''' }",
    "CONSTRUCT { ?s ?p @@@v@@@ } WHERE { ?s ?p @@@v@@@, ?o FILTER(?o < @@@v@@@ || ?s = @@@entity_uri@@@) }",
    "CONSTRUCT { ?s ?p <x:@@@v@@@> } WHERE { <x:a/@@@v@@@/b?c=@@@entity_uri@@@#d> ?p ?o }",
    "CONSTRUCT WHERE { @@@entity_uri@@@ <http://b.example/@@@v@@@> @@@v@@@ ; <x:p> \"@@@v@@@ @@@v@@@\" }",
    "CONSTRUCT { ?s <x:p> ?o } WHERE { VALUES (?s ?o) { (<@@@entity_uri@@@> @@@v@@@) (UNDEF \"@@@v@@@\") } } # end",
    "CONSTRUCT { ?s <x:p> ?o } WHERE { ?s <x:p>/<x:@@@v@@@>* ?o FILTER REGEX(?o, \"^@@@v@@@\", 'i') \
     FILTER(@@@entity_uri@@@ != ?s && ?o>@@@v@@@ + 1) } ORDER BY (?o = @@@v@@@) LIMIT 5",
];

/// A template that returns its values.
const ECHO: &str = r#"CONSTRUCT { <x:s> <x:p1> ?a ; <x:p2> ?b ; <x:p3> ?c ; <x:p4> ?d ; <x:p5> ?e }
    WHERE { BIND ("@@@v@@@" AS ?a) BIND ('@@@v@@@' AS ?b) BIND ("""@@@v@@@""" AS ?c)
    BIND ('''@@@v@@@''' AS ?d) BIND (@@@v@@@ AS ?e) FILTER (<@@@entity_uri@@@> != "") }"#;

fn filled(pattern: &Pattern, value: &str) -> Option<String> {
    let values = BTreeMap::from([("v".to_owned(), value.to_owned())]);
    match pattern.fill("http://e.example/a?b#c", &values) {
        Ok(query) => query,
        // Some values do not form an IRI, and all values together may be too long.
        Err(error) => {
            assert!(matches!(error.kind(), ErrorKind::Invalid | ErrorKind::TooLarge), "{error}");
            assert_eq!(error.parameter(), Some("v"));
            None
        }
    }
}

#[test]
fn no_value_changes_a_query() {
    let mut draw = Draw(7);
    let known: Vec<(Pattern, String)> = TEMPLATES
        .iter()
        .map(|template| {
            let pattern = Pattern::parse(template).unwrap();
            prove(&pattern, true).unwrap();
            let shape = outline(&filled(&pattern, "plain").unwrap()).unwrap();
            (pattern, shape)
        })
        .collect();
    let mut compared = 0;
    for round in 0..VALUES {
        let value = draw.value();
        for (pattern, shape) in [&known[round % known.len()], &known[(round / 3) % known.len()]] {
            let Some(query) = filled(pattern, &value) else { continue };
            compared += 1;
            match outline(&query) {
                Ok(found) => assert_eq!(found, *shape, "{value:?}\n{query}"),
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::TooLarge, "{value:?}\n{query}\n{error}")
                }
            }
        }
    }
    assert!(compared > VALUES, "only {compared} queries");
}

#[test]
fn no_entity_changes_a_query() {
    let mut draw = Draw(11);
    let query =
        "CONSTRUCT { <@@@entity_uri@@@> ?p '@@@entity_uri@@@' } WHERE { @@@entity_uri@@@ ?p ?o }";
    let pattern = Pattern::parse(query).unwrap();
    let fill = |entity: &str| pattern.fill(entity, &BTreeMap::new()).unwrap_or_default();
    let shape = outline(&fill("http://e.example/").unwrap()).unwrap();
    let mut compared = 0;
    for _ in 0..VALUES {
        let entity = format!("{}{}", ["http://e.example/", "x:", ""][draw.below(3)], draw.value());
        let Some(query) = fill(&entity) else { continue };
        compared += 1;
        assert_eq!(outline(&query).unwrap(), shape, "{entity:?}\n{query}");
    }
    assert!(compared > VALUES / 2, "only {compared} queries");
}

#[test]
fn a_literal_is_what_was_given() {
    let (mut draw, pattern) = (Draw(13), Pattern::parse(ECHO).unwrap());
    for _ in 0..VALUES / 10 {
        let value = draw.value();
        let Some(query) = filled(&pattern, &value) else { continue };
        let graph = Construct::parse(&query).unwrap();
        let graph = graph.run(&[&IndexedGraph::default()], &Limits::default()).unwrap();
        assert_eq!(graph.len(), 5, "{value:?}\n{query}");
        for triple in &graph {
            let Term::Literal(literal) = &triple.object else { panic!("{triple}") };
            // The processor normalizes numbers.
            let same = literal.value() == value || value.parse::<f64>().is_ok();
            assert!(same, "{value:?} is {literal} in {query}");
        }
    }
}

#[test]
fn values_side_by_side_are_no_escape() {
    let query = "CONSTRUCT { <x:s> <x:p> ?o } WHERE {
        BIND (\"C:@@@a@@@@@@b@@@@@@c@@@u0043 U\" AS ?o) FILTER (<@@@entity_uri@@@> != \"\") }";
    let pattern = Pattern::parse(query).unwrap();
    for (a, b, c) in [("\\", "u0041", "\\"), ("\\", "", "u0022"), ("x\\\\", "U00000022\\", "")] {
        let values = [("a", a), ("b", b), ("c", c)];
        let values = values.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let filled = pattern.fill("http://e.example/", &values.into()).unwrap().unwrap();
        let graph = Construct::parse(&filled).unwrap();
        let graph = graph.run(&[&IndexedGraph::default()], &Limits::default()).unwrap();
        let Some(Term::Literal(literal)) = graph.iter().next().map(|triple| &triple.object) else {
            panic!("nothing in {filled}")
        };
        assert_eq!(literal.value(), format!("C:{a}{b}{c}u0043 U"), "{filled}");
    }
}
