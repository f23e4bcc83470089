use glossweave_testing::Stopwatch;

use crate::Query;

/// Returns the message without its start. The line is removed if it is the whole query.
fn message(query: &str) -> String {
    let error = Query::parse(query).unwrap_err();
    let message = error.to_string();
    let message = message.strip_prefix("not a SPARQL query: ").unwrap_or(&message);
    message.replace(&format!(", in the line `{query}`"), "")
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
            "unexpected `}`, in the line `WHERE { ?s ?p }` at line 2 column 15; a triple has a \
             subject, a predicate and an object",
        ),
        ("SELECT ?s WHERE { ?s ?p ?o", "unclosed `{` at line 1 column 17"),
        ("SELECT ?s WHERE { ?s ?p ?o } }", "unmatched `}` at line 1 column 30"),
        ("", "expected SELECT, found the end at line 1 column 1"),
        (
            "SELECT ?s { ?s ?p ?o . FLITER(?o > 3) }",
            "unknown word `FLITER` at line 1 column 24; did you mean `FILTER`?",
        ),
        (
            "SELECT ?s { ?s a <http://x y> }",
            "an IRI without a final `>`, or with a character that IRIs cannot contain at line 1 column 18",
        ),
        ("SELECT ?s { ?s ?p \"abc }", "a string without its closing quote at line 1 column 19"),
        ("SELECT * { ?s ?p ?o } LIMIT x", "unknown word `x` at line 1 column 29"),
        ("SELECT * { ?s ?p ?o } LIMIT ?x", "unexpected `?x` at line 1 column 29"),
        (
            "PREFIX a <http://x/> SELECT ?s {?s ?p ?o}",
            "expected a prefix that ends in `:`, found `a` at line 1 column 8",
        ),
        (
            "INSERT DATA { <a> <b> <c> }",
            "expected SELECT, found `INSERT` at line 1 column 1; queries cannot change data",
        ),
        (
            "SELECT ?s,?o { ?s ?p ?o }",
            "unexpected `,` at line 1 column 10; separate variables by spaces, not commas",
        ),
        (
            "SELECT (COUNT(?s) ?n) { ?s ?p ?o }",
            "unexpected `?n` at line 1 column 19; write `AS` before the variable of an expression",
        ),
        ("SELECT ?s { ?s ?p ?o FILTER regex(?o, ) }", "unexpected `)` at line 1 column 39"),
        (
            "SELECT ?s { ?s ?p ?o ?a ?b ?c }",
            "unexpected `?a` at line 1 column 22; write `.` between two triples",
        ),
    ] {
        assert_eq!(message(query), expected, "{query}");
    }
    let unbound = message("SELECT ?s ?t { ?s ?p ?o } GROUP BY ?s");
    assert!(unbound.starts_with("the SELECT contains a variable that is unbound"), "{unbound}");
    // Only the part around the position is shown from a long line.
    let long = message(&format!("SELECT * {{ {} ?s ?p }}", "?s ?p ?o . ".repeat(40)));
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
        assert!(message(&query).len() < 400);
    }
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
