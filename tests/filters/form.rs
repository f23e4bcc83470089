//! All output formats of selections.

use glossweave::rdf::{self, ResultFormat};
use glossweave::{ErrorKind, Format};

use super::{Fixture, PREFIXES};

/// All kinds of terms; `?c` is unbound in the second row.
const TRIPLES: &str = r#"
:a :n 1 ; :p "comma, \"quotes\"\r\nand lines" ; :q "chat"@fr .
:b :n 2 ; :p "  spaces  " .
:c :n 3 ; :p <http://a.example/x,y> ; :q "1.5"^^xsd:decimal .
:d :n 4 ; :p "<tag> & 'text' ]]>" ; :q "\u0009tab" .
:e :n 5 ; :p "" ; :q true .
"#;

const QUERY: &str = "PREFIX : <http://a.example/> SELECT ?p ?q { ?s :n ?n ; :p ?p \
                     OPTIONAL { ?s :q ?q } } ORDER BY ?n";

fn written(output: ResultFormat) -> String {
    let fixture = Fixture::shared();
    let name = format!("form-{}", output.to_string().replace('/', "-"));
    fixture.keep(&name, QUERY);
    fixture.apply(&name, &format!("{PREFIXES}{TRIPLES}"), Format::Turtle, output)
}

#[test]
fn tables_are_those_of_the_rfc() {
    assert_eq!(
        written(ResultFormat::Csv),
        "p,q\r\n\
         \"comma, \"\"quotes\"\"\r\nand lines\",chat\r\n\
         \x20 spaces  ,\r\n\
         \"http://a.example/x,y\",1.5\r\n\
         <tag> & 'text' ]]>,\ttab\r\n\
         ,true\r\n"
    );
}

#[test]
fn json_has_types_languages_and_no_key_for_what_is_unbound() {
    let found: serde_json::Value = serde_json::from_str(&written(ResultFormat::Json)).unwrap();
    let xsd = "http://www.w3.org/2001/XMLSchema#";
    let expected = serde_json::json!({
        "head": {"vars": ["p", "q"]},
        "results": {"bindings": [
            {"p": {"type": "literal", "value": "comma, \"quotes\"\r\nand lines"},
             "q": {"type": "literal", "value": "chat", "xml:lang": "fr"}},
            {"p": {"type": "literal", "value": "  spaces  "}},
            {"p": {"type": "uri", "value": "http://a.example/x,y"},
             "q": {"type": "literal", "value": "1.5", "datatype": format!("{xsd}decimal")}},
            {"p": {"type": "literal", "value": "<tag> & 'text' ]]>"},
             "q": {"type": "literal", "value": "\ttab"}},
            {"p": {"type": "literal", "value": ""},
             "q": {"type": "literal", "value": "true", "datatype": format!("{xsd}boolean")}},
        ]},
    });
    assert_eq!(found, expected);
}

#[test]
fn xml_is_well_formed_and_says_the_same() {
    let xml = written(ResultFormat::Xml);
    let tree = roxmltree::Document::parse(&xml).unwrap();
    let space = "http://www.w3.org/2005/sparql-results#";
    let all = |name: &'static str| {
        tree.descendants().filter(move |node| node.has_tag_name((space, name)))
    };
    let names: Vec<_> = all("variable").filter_map(|node| node.attribute("name")).collect();
    assert_eq!(names, ["p", "q"]);
    let rows: Vec<_> = all("result").map(|row| row.children().count()).collect();
    assert_eq!(rows, [2, 1, 2, 2, 2]);
    let texts: Vec<_> = all("literal").map(|node| node.text().unwrap_or_default()).collect();
    let expected = [
        "comma, \"quotes\"\r\nand lines",
        "chat",
        "  spaces  ",
        "1.5",
        "<tag> & 'text' ]]>",
        "\ttab",
        "",
        "true",
    ];
    assert_eq!(texts, expected);
    assert_eq!(all("uri").next().and_then(|node| node.text()), Some("http://a.example/x,y"));
    let french = all("literal").filter(|node| {
        node.attribute(("http://www.w3.org/XML/1998/namespace", "lang")) == Some("fr")
    });
    assert_eq!(french.count(), 1);
}

#[test]
fn result_sets_are_graphs_that_read_back() {
    let expected = r#"
@prefix rs: <http://www.w3.org/2001/sw/DataAccess/tests/result-set#> .
[] a rs:ResultSet ; rs:resultVariable "p", "q" ;
  rs:solution
    [ rs:binding [ rs:variable "p" ; rs:value "comma, \"quotes\"\r\nand lines" ],
                 [ rs:variable "q" ; rs:value "chat"@fr ] ],
    [ rs:binding [ rs:variable "p" ; rs:value "  spaces  " ] ],
    [ rs:binding [ rs:variable "p" ; rs:value <http://a.example/x,y> ],
                 [ rs:variable "q" ; rs:value 1.5 ] ],
    [ rs:binding [ rs:variable "p" ; rs:value "<tag> & 'text' ]]>" ],
                 [ rs:variable "q" ; rs:value "\ttab" ] ],
    [ rs:binding [ rs:variable "p" ; rs:value "" ],
                 [ rs:variable "q" ; rs:value true ] ] .
"#;
    let expected = rdf::read(expected.as_bytes(), Format::Turtle, None).unwrap();
    for format in [Format::Turtle, Format::JsonLd, Format::NTriples, Format::N3, Format::RdfXml] {
        let set = written(ResultFormat::Rdf(format));
        let set = rdf::read(set.as_bytes(), format, None).unwrap();
        assert!(set.is_isomorphic(&expected), "{format}: {set:?}");
    }
}

#[test]
fn an_empty_result_has_its_variables() {
    let fixture = Fixture::shared();
    fixture.keep("form-empty", "SELECT ?b ?a { ?a <http://a.example/none> ?b }");
    let empty = |output| fixture.apply("form-empty", "", Format::Turtle, output);
    assert_eq!(empty(ResultFormat::Csv), "b,a\r\n");
    let json: serde_json::Value = serde_json::from_str(&empty(ResultFormat::Json)).unwrap();
    let expected = serde_json::json!({"head": {"vars": ["b", "a"]}, "results": {"bindings": []}});
    assert_eq!(json, expected);
    assert!(empty(ResultFormat::Xml).contains("<variable name=\"b\"/><variable name=\"a\"/>"));
    let set = empty(ResultFormat::Rdf(Format::Turtle));
    assert_eq!(rdf::read(set.as_bytes(), Format::Turtle, None).unwrap().len(), 3);
}

#[test]
fn blank_nodes_keep_apart_and_together() {
    let fixture = Fixture::shared();
    fixture.keep("form-blank", "SELECT ?a ?b { ?a <http://a.example/p> ?b } ORDER BY ?b");
    let turtle = format!("{PREFIXES} _:x :p _:x, 'one' . _:y :p 'two' .");
    let table = fixture.csv("form-blank", &turtle);
    let cells: Vec<Vec<_>> =
        table.lines().skip(1).map(|line| line.trim_end().split(',').collect()).collect();
    assert_eq!(cells.len(), 3, "{table}");
    assert!(cells.iter().all(|row| row[0].starts_with("_:")), "{table}");
    assert_eq!(cells[0][0], cells[0][1], "{table}");
    assert_eq!(cells[0][0], cells[1][0], "{table}");
    assert_ne!(cells[1][0], cells[2][0], "{table}");
    let set =
        fixture.apply("form-blank", &turtle, Format::Turtle, ResultFormat::Rdf(Format::NTriples));
    assert!(rdf::read(set.as_bytes(), Format::NTriples, None).is_ok());
}

#[test]
fn what_no_result_is_written_as_is_refused() {
    for name in ["html", "text", "xliff", "odt", "latex", ""] {
        let error = name.parse::<ResultFormat>().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported, "{name}");
    }
    let media = ["text/CSV; charset=utf-8", "application/sparql-results+json", "text/turtle"];
    assert!(media.iter().all(|name| name.parse::<ResultFormat>().is_ok()));
}
