mod injection;

use std::collections::BTreeMap;

use super::injection_check::{outline, prove};
use super::predefined::PREDEFINED;
use super::{Endpoint, Pattern, check};
use glossweave_base::error::{ErrorKind, Result};

const ENTITY: &str = "http://e.example/a";

fn values(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

fn filled(query: &str, pairs: &[(&str, &str)]) -> Result<String> {
    Pattern::parse(query)?.fill(ENTITY, &values(pairs)).map(Option::unwrap)
}

fn proven(query: &str) -> Result<()> {
    prove(&Pattern::parse(query)?, true)
}

#[test]
fn every_place_has_its_own_way_to_write_a_value() {
    let of = |query: &str, value: &str| filled(query, &[("v", value)]).unwrap();
    for (query, value, expected) in [
        ("<@@@entity_uri@@@>", "", "<http://e.example/a>"),
        ("@@@entity_uri@@@ .", "", " <http://e.example/a>  ."),
        ("<http://b/?u=@@@entity_uri@@@&x>", "", "<http://b/?u=http://e.example/a&x>"),
        ("\"@@@entity_uri@@@\"", "", "\"http://e.example/a\""),
        (
            "<http://b/@@@v@@@>",
            "a b\"<>{}|\\^`\n%zz%41",
            "<http://b/a%20b%22%3C%3E%7B%7D%7C%5C%5E%60%0A%25zz%41>",
        ),
        ("<http://b/@@@v@@@>", "é\u{e000}\u{7f}", "<http://b/é%EE%80%80%7F>"),
        ("<@@@v@@@>", "http://[::1]:80/x#y", "<http://[::1]:80/x#y>"),
        ("<@@@v@@@>", "http://b/x[1]#y#z", "<http://b/x%5B1%5D#y%23z>"),
        ("<http://b/@@@v@@@#e>", "c#d", "<http://b/c%23d#e>"),
        ("'@@@v@@@'", "it's \"\\\"\r\n", "'it\\'s \\\"\\\\\\\"\\r\\n'"),
        ("'''@@@v@@@'''", "'''", "'''\\'\\'\\''''"),
        ("\"@@@v@@@\"", "\\u0022 \\U00000022", "\"\\\\\\u00750022 \\\\\\u005500000022\""),
        ("@@@v@@@", "text", " \"text\" "),
        ("@@@v@@@", "12", " 12 "),
        ("@@@v@@@", "-12", " \"-12\"^^<http://www.w3.org/2001/XMLSchema#integer> "),
        ("@@@v@@@", "1.", " \"1.\" "),
        ("@@@v@@@", ".5", " .5 "),
        ("@@@v@@@", "1.e5", " 1.e5 "),
        ("@@@v@@@", "1e", " \"1e\" "),
        ("@@@v@@@", "1 2", " \"1 2\" "),
        ("LIMIT @@@v@@@", "12", "LIMIT  12 "),
        ("limit # rows\n @@@v@@@", "0", "limit # rows\n  0 "),
    ] {
        assert_eq!(of(query, value), expected, "{query}");
    }
}

#[test]
fn a_value_that_fits_nowhere_is_refused_by_its_name() {
    let long = "x".repeat(70_000);
    for (query, value, kind) in [
        ("LIMIT @@@v@@@", "many", ErrorKind::Invalid),
        ("LIMIT @@@v@@@", "-1", ErrorKind::Invalid),
        ("LIMIT @@@v@@@", "99999999999", ErrorKind::Invalid),
        ("<@@@v@@@>", "no iri", ErrorKind::Invalid),
        ("<@@@v@@@>", "", ErrorKind::Invalid),
        ("<http://@@@v@@@/>", "a:b", ErrorKind::Invalid),
        ("'@@@v@@@'", &long, ErrorKind::TooLarge),
        ("'@@@w@@@'", "", ErrorKind::Invalid),
    ] {
        let error = filled(query, &[("v", value)]).unwrap_err();
        let name = if query.contains("@@@w") { "w" } else { "v" };
        assert_eq!((error.kind(), error.parameter()), (kind, Some(name)), "{query}");
    }
    // An entity without a valid IRI is not an error.
    let pattern = Pattern::parse("<@@@entity_uri@@@>").unwrap();
    assert_eq!(pattern.fill("no iri", &values(&[])).unwrap(), None);
}

#[test]
fn a_placeholder_in_an_unsafe_place_is_refused() {
    for query in [
        "ex:@@@v@@@",
        "?@@@v@@@",
        "_:@@@v@@@",
        "@@@v@@@s",
        "1@@@v@@@",
        "-@@@v@@@",
        "\"x\"@@@@v@@@",
        "\"x\"^^@@@v@@@",
        "# @@@v@@@",
        "LIMIT @@@entity_uri@@@",
        "LIMIT 1@@@v@@@",
        "PREFIX ex: <http://@@@v@@@/>",
        "base <@@@v@@@>",
        "FROM NAMED <@@@v@@@>",
        "SERVICE <@@@v@@@> {}",
        "SERVICE SILENT @@@v@@@ {}",
        "'\\@@@v@@@'",
        "\"open @@@v@@@",
        "\"line\n@@@v@@@\"",
        "\\u0022 @@@v@@@",
        "'@@@v@@",
        "'@@@v w@@@'",
        "'@@@@@@'",
    ] {
        let error = Pattern::parse(query).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Invalid | ErrorKind::Malformed), "{query}");
        assert!(error.location().is_some(), "{query}");
    }
}

#[test]
fn only_queries_that_stay_themselves_are_proven() {
    const HEAD: &str = "PREFIX ex: <http://x.example/> CONSTRUCT { ?s ex:p ?o } WHERE ";
    for tail in [
        "{ <@@@entity_uri@@@> ex:p ?o . BIND (<@@@entity_uri@@@> AS ?s) }",
        "{ @@@entity_uri@@@ ex:p ?o . ?s ex:d ?d FILTER (?d < @@@radius@@@) }",
        "{ @@@entity_uri@@@ ex:p @@@v@@@. ?s ex:q '@@@w@@@'@en } LIMIT @@@n@@@ OFFSET @@@m@@@",
        "{ VALUES ?s { @@@entity_uri@@@ @@@v@@@ } ?s ex:p 'it\\'s', ex:o\\'c }",
        "{ ?s ex:p @@@v@@@ FILTER(?s = <@@@entity_uri@@@> && ?o>@@@v@@@ * 2) }",
    ] {
        proven(&format!("{HEAD}{tail}")).unwrap();
    }
    for (query, part) in [
        ("SELECT * { <@@@entity_uri@@@> ?p ?o }", "CONSTRUCT"),
        ("CONSTRUCT { ?s ?p ?o } WHERE { <@@@entity_uri@@@> @@@v@@@ ?o }", "SPARQL"),
        ("CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p @@@entity_uri@@@ @@@v@@@ }", "SPARQL"),
        (
            "CONSTRUCT { ?s ?p ?o } WHERE { <@@@entity_uri@@@> ?p ?o } LIMIT @@@v@@@ @@@v@@@",
            "SPARQL",
        ),
        // Some readers parse this as an IRI, others as a comparison.
        (
            "CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p @@@entity_uri@@@ FILTER(?s <@@@v@@@&&?o> ?s) }",
            "SPARQL",
        ),
        ("CONSTRUCT { ?s ?p ?o } WHERE { <#@@@entity_uri@@@> ?p ?o }", "IRI"),
        ("CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p @@@entity_uri@@@ FILTER(?s @@@v@@@ 1) }", "SPARQL"),
    ] {
        let error = proven(query).unwrap_err();
        assert!(error.message().contains(part), "{query}: {error}");
    }
}

#[test]
fn placeholders_have_a_number() {
    let endpoint = Endpoint::One("http://a.example/".to_owned());
    let query = |count: usize| {
        let more: String = (1..count).map(|n| format!(" FILTER(?o != @@@v{n}@@@)")).collect();
        format!("CONSTRUCT {{ ?s ?p ?o }} WHERE {{ <@@@entity_uri@@@> ?p ?o{more} }}")
    };
    check(&query(64), &endpoint).unwrap();
    let error = check(&query(65), &endpoint).unwrap_err();
    assert_eq!(error.message(), "the query has 65 placeholders, limit is 64");
}

#[test]
fn an_outline_hides_values_and_nothing_else() {
    let of = |tail: &str| outline(&format!("CONSTRUCT WHERE {{ ?s ?p {tail}")).unwrap();
    let first = of("'a' } LIMIT 1");
    for same in ["'b \\' }'@en } LIMIT 2", "7 } LIMIT 1", "\"x\"^^<http://d/> } LIMIT 1"] {
        if !same.contains('@') {
            assert_eq!(of(same), first, "{same}");
        }
    }
    for other in ["'a'; ?q ?o } LIMIT 1", "?o } LIMIT 1", "'a' }", "<http://a/> } LIMIT 1"] {
        assert_ne!(of(other), first, "{other}");
    }
}

#[test]
fn the_predefined_templates_are_templates() {
    for template in &PREDEFINED {
        check(template.query, &Endpoint::One(template.endpoint.to_owned())).unwrap();
        assert!(template.query.contains("\nLIMIT "), "a cap is missing");
    }
    let pattern = Pattern::parse(PREDEFINED[4].query).unwrap();
    assert_eq!(pattern.own_names(), ["event_type"]);
}
