use glossweave_testing::Stopwatch;

use crate::Query;

/// Returns the message without its start. The line is removed if it is the whole query.
fn said(query: &str) -> String {
    let error = Query::parse(query).unwrap_err();
    let said = error.to_string();
    let said = said.strip_prefix("not a SPARQL query: ").unwrap_or(&said);
    said.replace(&format!(", in the line `{query}`"), "")
}

#[test]
fn messages_say_what_is_wrong_and_where() {
    for (query, expected) in [
        ("SELEC ?x {", "expected SELECT, found `SELEC` at line 1 column 1; did you mean `SELECT`?"),
        (
            "SELECT ?x WHERE { ?x foaf:name ?n }",
            "the prefix `foaf:` is not declared at line 1 column 22; begin with \
             `PREFIX foaf: <http://xmlns.com/foaf/0.1/>`",
        ),
        (
            "SELECT ?x WHERE { ?x my:name ?n }",
            "the prefix `my:` is not declared at line 1 column 22; begin with `PREFIX my: <…>`",
        ),
        (
            "SELECT ?s\nWHERE { ?s ?p }",
            "`}` cannot stand here, in the line `WHERE { ?s ?p }` at line 2 column 15; a triple has a \
             subject, a predicate and an object",
        ),
        ("SELECT ?s WHERE { ?s ?p ?o", "a `{` that is not closed at line 1 column 17"),
        ("SELECT ?s WHERE { ?s ?p ?o } }", "a `}` that closes nothing at line 1 column 30"),
        ("", "expected SELECT, found the end at line 1 column 1"),
        (
            "SELECT ?s { ?s ?p ?o . FLITER(?o > 3) }",
            "SPARQL has no word `FLITER` at line 1 column 24; did you mean `FILTER`?",
        ),
        (
            "SELECT ?s { ?s a <http://x y> }",
            "an IRI that does not end in `>`, or has a character that IRIs do not have at line 1 column 18",
        ),
        (
            "SELECT ?s { ?s ?p \"abc }",
            "a text that does not end in the quote that it begins with at line 1 column 19",
        ),
        ("SELECT * { ?s ?p ?o } LIMIT x", "SPARQL has no word `x` at line 1 column 29"),
        ("SELECT * { ?s ?p ?o } LIMIT ?x", "`?x` cannot stand here at line 1 column 29"),
        (
            "PREFIX a <http://x/> SELECT ?s {?s ?p ?o}",
            "expected a prefix that ends in `:`, found `a` at line 1 column 8",
        ),
        (
            "INSERT DATA { <a> <b> <c> }",
            "expected SELECT, found `INSERT` at line 1 column 1; a query changes nothing",
        ),
        (
            "SELECT ?s,?o { ?s ?p ?o }",
            "`,` cannot stand here at line 1 column 10; variables stand without commas between them",
        ),
        (
            "SELECT (COUNT(?s) ?n) { ?s ?p ?o }",
            "`?n` cannot stand here at line 1 column 19; the variable of an expression stands behind `AS`",
        ),
        ("SELECT ?s { ?s ?p ?o FILTER regex(?o, ) }", "`)` cannot stand here at line 1 column 39"),
        (
            "SELECT ?s { ?s ?p ?o ?a ?b ?c }",
            "`?a` cannot stand here at line 1 column 22; a triple ends with `.` where another one follows",
        ),
    ] {
        assert_eq!(said(query), expected, "{query}");
    }
    let unbound = said("SELECT ?s ?t { ?s ?p ?o } GROUP BY ?s");
    assert!(unbound.starts_with("the SELECT contains a variable that is unbound"), "{unbound}");
    // Only the part around the position is shown from a long line.
    let long = said(&format!("SELECT * {{ {} ?s ?p }}", "?s ?p ?o . ".repeat(40)));
    assert!(long.len() < 250 && long.contains("…") && long.contains("?s ?p }"), "{long}");
}

#[test]
fn any_text_is_explained() {
    let queries = [
        "SELECT ?s { ?s ?p 'ü' ; <a> -5.0e3 , \"\"\"x\"\"\"@en , 'y'^^xsd:é . FILTER(?o<?p && 1>=2) #x\n}",
    ];
    for query in queries {
        for (at, c) in query.char_indices() {
            for text in [&query[..at], &query[at..], &query.replacen(c, "\u{1F600}<", 1)] {
                if let Err(error) = Query::parse(text) {
                    assert!(error.to_string().len() < 400, "{error}");
                }
            }
        }
    }
}

#[test]
fn long_queries_are_explained_in_time() {
    let start = Stopwatch::start();
    for query in [
        format!("SELECT {}", "a.".repeat(100_000)),
        format!("SELECT * {{ {} ?s ?p }}", "; ".repeat(8_000)),
        format!("SELEC {}", "a:".repeat(100_000)),
    ] {
        assert!(said(&query).len() < 400);
    }
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
