//! Refused filters: the kind of the error, and no change of the store.

use std::time::Duration;

use glossweave::rdf::ResultFormat;
use glossweave::resource::ResourceUpdate;
use glossweave::store::export;
use glossweave::{Error, ErrorKind, Format, Result, Settings};
use glossweave_testing::Stopwatch;

use super::{Fixture, PREFIXES};

const GOOD: &str = "SELECT ?s { ?s ?p ?o }";

fn exported(fixture: &Fixture) -> String {
    let mut lines = Vec::new();
    export(&fixture.store, &mut lines).unwrap();
    String::from_utf8(lines).unwrap()
}

fn refused<T>(what: &str, expected: ErrorKind, result: Result<T>) -> Option<String> {
    let short: String = what.chars().take(60).collect();
    match result.map(drop) {
        Err(error) if error.kind() == expected && said_well(&error) => None,
        Err(error) => Some(format!("`{short}`: {:?} {error}", error.kind())),
        Ok(()) => Some(format!("`{short}` was taken")),
    }
}

/// Returns `true` if a message is short, because it must not quote a long input completely.
fn said_well(error: &Error) -> bool {
    error.to_string().len() < 2_000
}

#[test]
fn what_is_no_query_is_not_stored() {
    let fixture = Fixture::new(Settings::default());
    let large = format!("{GOOD} #{}", "x".repeat(10 << 20));
    let deep = format!("SELECT * {{ {}{} }}", "{".repeat(5_000), "}".repeat(5_000));
    let queries: &[(&str, ErrorKind)] = &[
        ("", ErrorKind::Malformed),
        ("ASK { ?s ?p ?o }", ErrorKind::Invalid),
        ("CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }", ErrorKind::Invalid),
        ("DESCRIBE <http://a.example/>", ErrorKind::Invalid),
        ("INSERT DATA { <a:a> <a:b> <a:c> }", ErrorKind::Malformed),
        ("DROP ALL", ErrorKind::Malformed),
        ("SELECT ?s WHERE { ?s ?p }", ErrorKind::Malformed),
        ("SELECT ?s { ?s ?p ?o } LIMIT -1", ErrorKind::Malformed),
        ("SELECT ?s { ?s none:p ?o }", ErrorKind::Malformed),
        ("SELECT ?s { ?s ?p 'open }", ErrorKind::Malformed),
        ("SELECT * { SERVICE <http://a.example/sparql> { ?s ?p ?o } }", ErrorKind::Invalid),
        ("SELECT * { ?s ?p ?o { SERVICE SILENT ?p { ?s ?p ?o } } }", ErrorKind::Invalid),
        ("SELECT (<http://a.example/run>(?s) AS ?x) { ?s ?p ?o }", ErrorKind::Invalid),
        ("SELECT * { ?s ?p ?o FILTER(<urn:x-glossweave%20query:Concat>(?o)) }", ErrorKind::Invalid),
        ("SELECT (UNHEARD(?s) AS ?x) { ?s ?p ?o }", ErrorKind::Malformed),
        (&large, ErrorKind::TooLarge),
        (&deep, ErrorKind::TooLarge),
    ];
    let before = exported(&fixture);
    let filters = fixture.anna().filters();
    let none = ResourceUpdate::default();
    let mut faults = Vec::new();
    for (query, kind) in queries {
        let started = Stopwatch::start();
        let created = filters.create(Some("new"), query.as_bytes(), &none);
        faults.extend(refused(query, *kind, created));
        let updated = filters.update("entities", Some(query.as_bytes()), &none);
        faults.extend(refused(query, *kind, updated));
        assert!(started.elapsed() < Duration::from_secs(2), "{:.60}", query);
    }
    for bytes in [&b"SELECT ?s { ?s ?p '\xff' }"[..], b"\xff\xfeS\0E\0", b"SELECT \0 ?s {}"] {
        let shown = String::from_utf8_lossy(bytes);
        faults.extend(refused(
            &shown,
            ErrorKind::Malformed,
            filters.create(Some("new"), bytes, &none),
        ));
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert_eq!(exported(&fixture), before);
}

#[test]
fn what_is_no_name_is_no_filter() {
    let fixture = Fixture::new(Settings::default());
    let before = exported(&fixture);
    let filters = fixture.anna().filters();
    let none = ResourceUpdate::default();
    let long = "n".repeat(1 << 20);
    let names = ["a/b", "../../etc/passwd", "a\0b", "\0", "", " ", "a b", "é", "a\nb", &long];
    let mut faults = Vec::new();
    for name in names {
        let created = filters.create(Some(name), GOOD.as_bytes(), &none);
        faults.extend(refused(name, ErrorKind::Invalid, created));
        faults.extend(refused(name, ErrorKind::NotFound, filters.read(name)));
        faults.extend(refused(name, ErrorKind::NotFound, filters.delete(name, &none)));
        let updated = filters.update(name, Some(GOOD.as_bytes()), &none);
        faults.extend(refused(name, ErrorKind::NotFound, updated));
        let applied = filters.apply(name, b"", Format::Turtle, ResultFormat::Csv);
        faults.extend(refused(name, ErrorKind::NotFound, applied));
    }
    assert!(faults.is_empty(), "{faults:#?}");
    let taken = filters.create(Some("entities"), GOOD.as_bytes(), &none).unwrap_err();
    assert_eq!(taken.kind(), ErrorKind::Conflict);
    assert_eq!(exported(&fixture), before);
}

#[test]
fn input_that_is_no_rdf_is_refused_with_its_place() {
    let fixture = Fixture::shared();
    let filters = fixture.anna().filters();
    let before = fixture.store.clone();
    let turtle = format!("{PREFIXES}:a :b :c .\n:d :e .\n");
    let error = filters
        .apply("entities", turtle.as_bytes(), Format::Turtle, ResultFormat::Csv)
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Malformed);
    let lines = PREFIXES.lines().count() as u32;
    assert_eq!(error.location().map(|at| at.line()), Some(lines + 2), "{error}");
    for (format, input) in [
        (Format::JsonLd, "{\"@id\": "),
        (Format::NTriples, "<a:a> <a:b> ."),
        (Format::RdfXml, "<rdf:RDF"),
        (Format::Turtle, "<a:a> <a:b> \"\\ud800\" ."),
    ] {
        let error =
            filters.apply("entities", input.as_bytes(), format, ResultFormat::Csv).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Malformed, "{format}: {error}");
    }
    for format in [Format::Html, Format::Text, Format::Odt] {
        let error = filters.apply("entities", b"x", format, ResultFormat::Csv).unwrap_err();
        assert!(
            matches!(error.kind(), ErrorKind::Unsupported | ErrorKind::Invalid),
            "{format}: {error}"
        );
    }
    assert!(std::sync::Arc::ptr_eq(&before, &fixture.store));
}

/// Returns entities that each repeat the previous entity many times.
fn bomb() -> String {
    let mut entities = String::from("<!ENTITY e0 \"0123456789\">");
    for level in 1..12 {
        let inside = format!("&e{};", level - 1).repeat(10);
        entities.push_str(&format!("<!ENTITY e{level} \"{inside}\">"));
    }
    format!(
        "<!DOCTYPE rdf:RDF [{entities}]><rdf:RDF \
         xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:p='http://p.example/'>\
         <rdf:Description rdf:about='http://a.example/'><p:q>&e11;</p:q></rdf:Description></rdf:RDF>"
    )
}

fn attributes(count: usize) -> String {
    let all: String = (0..count).map(|at| format!(" p:a{at}='{at}'")).collect();
    format!(
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' \
         xmlns:p='http://p.example/'><rdf:Description rdf:about='http://a.example/'{all}/></rdf:RDF>"
    )
}

#[test]
fn xml_that_grows_or_is_crowded_ends_soon() {
    let fixture = Fixture::shared();
    fixture.keep("refused-count", "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }");
    let filters = fixture.anna().filters();
    let external = "<!DOCTYPE rdf:RDF [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><rdf:RDF \
         xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:p='http://p.example/'>\
         <rdf:Description rdf:about='http://a.example/'><p:q>&x;</p:q></rdf:Description></rdf:RDF>";
    for (what, input) in
        [("bomb", bomb()), ("attributes", attributes(40_000)), ("external", external.to_owned())]
    {
        let started = Stopwatch::start();
        let result =
            filters.apply("refused-count", input.as_bytes(), Format::RdfXml, ResultFormat::Csv);
        let took = started.elapsed();
        let error = result.map(|table| String::from_utf8_lossy(&table).into_owned()).unwrap_err();
        let kinds = [ErrorKind::Malformed, ErrorKind::TooLarge, ErrorKind::Unsupported];
        assert!(kinds.contains(&error.kind()), "{what}: {error}");
        assert!(!error.to_string().contains("root:"), "{error}");
        assert!(took < Duration::from_secs(2), "{what} took {took:?}");
    }
    let few = attributes(200);
    let table = fixture.apply("refused-count", &few, Format::RdfXml, ResultFormat::Csv);
    assert_eq!(table, "n\r\n200\r\n");
}

#[test]
fn limits_are_those_of_the_settings() {
    let pairs = [("sparql.time", "200ms"), ("sparql.output", "2000"), ("limits.source", "100000")];
    let fixture = Fixture::new(Settings::from_pairs(pairs).unwrap());
    fixture.keep("all", "SELECT * { ?s ?p ?o }");
    fixture.keep("cross", "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }");
    let many: String = (0..1000).map(|at| format!("<a:{at}> <a:p> {at} .\n")).collect();
    let before = exported(&fixture);
    let filters = fixture.anna().filters();
    let kind = |name: &str, input: &str| {
        let table = filters.apply(name, input.as_bytes(), Format::Turtle, ResultFormat::Csv);
        table.map(|table| table.len()).unwrap_err().kind()
    };
    assert_eq!(kind("all", &many), ErrorKind::TooLarge);
    let started = Stopwatch::start();
    assert_eq!(kind("cross", &many), ErrorKind::Deadline);
    assert!(started.elapsed() < Duration::from_millis(700), "{:?}", started.elapsed());
    assert_eq!(kind("entities", &many.repeat(20)), ErrorKind::TooLarge);
    assert_eq!(exported(&fixture), before);
}
