//! The five example filters, used on NIF input.

use glossweave::rdf::ResultFormat;
use glossweave::{Format, rdf};

use super::{FILTERS, Fixture, PREFIXES};

/// A sentence with two entities, two terms and a translation, and linked data about them.
const NIF: &str = r#"
<http://d.example/1#char=0,40> a nif:Context, nif:RFC5147String ;
    nif:isString "Molly, the fishmonger, sells whelks here"@en ;
    nif:beginIndex "0"^^xsd:nonNegativeInteger ; nif:endIndex "40"^^xsd:nonNegativeInteger ;
    itsrdf:target "Molly verkauft \"Schnecken\",\nhier"@de .
<http://d.example/1#char=0,21> nif:anchorOf "Molly, the fishmonger"@en ;
    nif:referenceContext <http://d.example/1#char=0,40> ;
    nif:beginIndex "0"^^xsd:nonNegativeInteger ; nif:endIndex "21"^^xsd:nonNegativeInteger ;
    itsrdf:taIdentRef :Molly ; itsrdf:taConfidence "0.75"^^xsd:double .
<http://d.example/1#char=29,35> nif:anchorOf "whelks"@en ;
    nif:referenceContext <http://d.example/1#char=0,40> ;
    nif:beginIndex "29"^^xsd:nonNegativeInteger ; nif:endIndex "35"^^xsd:nonNegativeInteger ;
    itsrdf:term "yes" ; itsrdf:termInfoRef :whelk, :snail ; itsrdf:target "buccins"@fr .
<http://d.example/1#char=11,21> nif:anchorOf "fishmonger"@en ;
    nif:beginIndex "11"^^xsd:nonNegativeInteger ; nif:endIndex "21"^^xsd:nonNegativeInteger ;
    itsrdf:term "yes" .
<http://d.example/1#char=36,40> nif:anchorOf "here"@en ;
    nif:beginIndex "36"^^xsd:nonNegativeInteger ; nif:endIndex "40"^^xsd:nonNegativeInteger ;
    itsrdf:taIdentRef :Dublin ; itsrdf:taClassRef :City, :Capital ;
    itsrdf:taConfidence "1.0"^^xsd:double .
:whelk skos:prefLabel "whelk"@en-GB, "Wellhornschnecke"@de ; skos:altLabel "buccin"@fr .
:snail rdfs:label "Schnecke"@de, "snail" .
:Dublin geo:lat 53.35 ; geo:long -6.26 .
:Molly rdfs:label "Molly"@en .
"#;

const EXPECTED: [(&str, &str); 5] = [
    ("entities", "entity\r\nhttp://a.example/Dublin\r\nhttp://a.example/Molly\r\n"),
    (
        "mentions",
        "start,end,text,entity,class,confidence\r\n\
         0,21,\"Molly, the fishmonger\",http://a.example/Molly,,0.75\r\n\
         36,40,here,http://a.example/Dublin,http://a.example/Capital,1.0\r\n\
         36,40,here,http://a.example/Dublin,http://a.example/City,1.0\r\n",
    ),
    (
        "terms",
        "term,concepts,translations\r\n\
         fishmonger,,\r\n\
         whelks,http://a.example/snail http://a.example/whelk,\
         Schnecke (de) | Wellhornschnecke (de) | buccin (fr) | buccins (fr)\r\n",
    ),
    (
        "side-by-side",
        "source,language,translation\r\n\
         \"Molly, the fishmonger, sells whelks here\",de,\
         \"Molly verkauft \"\"Schnecken\"\",\nhier\"\r\n\
         whelks,fr,buccins\r\n",
    ),
    ("places", "name,place,lat,long\r\nhere,http://a.example/Dublin,53.35,-6.26\r\n"),
];

#[test]
fn the_five_filters_select_what_they_say() {
    let turtle = format!("{PREFIXES}{NIF}");
    for (name, expected) in EXPECTED {
        assert_eq!(Fixture::shared().csv(name, &turtle), expected, "{name}");
    }
}

#[test]
fn every_notation_of_the_input_gives_the_same_table() {
    let graph = rdf::read(format!("{PREFIXES}{NIF}").as_bytes(), Format::Turtle, None).unwrap();
    for format in [Format::Turtle, Format::JsonLd, Format::NTriples, Format::N3, Format::RdfXml] {
        let written = String::from_utf8(rdf::write(&graph, format).unwrap()).unwrap();
        for (name, expected) in EXPECTED {
            let table = Fixture::shared().apply(name, &written, format, ResultFormat::Csv);
            assert_eq!(table, expected, "{name} of {format}");
        }
    }
}

#[test]
fn an_order_of_the_input_does_not_count() {
    let graph = rdf::read(format!("{PREFIXES}{NIF}").as_bytes(), Format::Turtle, None).unwrap();
    let written = String::from_utf8(rdf::write(&graph, Format::NTriples).unwrap()).unwrap();
    let mut lines: Vec<_> = written.lines().collect();
    for _ in 0..8 {
        let middle = lines.len() / 3;
        lines.rotate_left(middle + 1);
        lines[..middle].reverse();
        for (name, expected) in EXPECTED {
            let table = Fixture::shared().apply(
                name,
                &lines.join("\n"),
                Format::NTriples,
                ResultFormat::Csv,
            );
            assert_eq!(table, expected, "{name}");
        }
    }
}

#[test]
fn nothing_found_is_a_header_only() {
    for (name, query) in FILTERS {
        let table = Fixture::shared().csv(name, "");
        assert_eq!(table.matches("\r\n").count(), 1, "{name}: {table}");
        assert!(query.contains("ORDER BY"), "{name} has no order of its own");
    }
}
