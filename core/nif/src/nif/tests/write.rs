use super::{example_annotations, formats, language, page, plain};
use crate::nif::{Options, Tagging, Version, graph, write};
use glossweave_base::error::{ErrorKind, Side};
use glossweave_base::media::Format;
use glossweave_base::text::TextSpan;
use glossweave_document::Document;
use glossweave_document::annotation::{Annotation, Entity, Term};
use glossweave_rdf as rdf;

/// Returns the Turtle output without prefixes.
fn body(document: &Document, annotations: &[Annotation], options: &Options) -> String {
    let bytes = write(document, annotations, Format::Turtle, options).unwrap();
    let turtle = String::from_utf8(bytes).unwrap();
    turtle.split_once("\n\n").unwrap().1.to_owned()
}

#[test]
fn a_converted_document_has_a_context_and_units() {
    let turtle = body(&page(&["Title", "A😀b"]), &[], &Options::under("http://a.example/"));
    let expected = r#"<http://a.example/#char=0,9>
    a nif:String , nif:Context , nif:RFC5147String ;
    nif:beginIndex "0"^^xsd:nonNegativeInteger ;
    nif:endIndex "9"^^xsd:nonNegativeInteger ;
    nif:isString "Title A😀b"@en .

<http://a.example/#char=0,5>
    a nif:String , nif:RFC5147String , nif:Phrase ;
    nif:anchorOf "Title"@en ;
    nif:beginIndex "0"^^xsd:nonNegativeInteger ;
    nif:endIndex "5"^^xsd:nonNegativeInteger ;
    nif:referenceContext <http://a.example/#char=0,9> ;
    dc:identifier "1" .

<http://a.example/#char=6,9>
    a nif:String , nif:RFC5147String , nif:Phrase ;
    nif:anchorOf "A😀b"@en ;
    nif:beginIndex "6"^^xsd:nonNegativeInteger ;
    nif:endIndex "9"^^xsd:nonNegativeInteger ;
    nif:referenceContext <http://a.example/#char=0,9> ;
    dc:identifier "2" .
"#;
    assert_eq!(turtle, expected);
}

#[test]
fn a_single_unit_is_the_context() {
    let expected = r#"<http://a.example/#char=0,5>
    a nif:String , nif:Context , nif:RFC5147String ;
    nif:beginIndex "0"^^xsd:nonNegativeInteger ;
    nif:endIndex "5"^^xsd:nonNegativeInteger ;
    nif:isString "Title"@en ;
    dc:identifier "1" .
"#;
    assert_eq!(body(&page(&["Title"]), &[], &Options::under("http://a.example/#")), expected);
}

#[test]
fn plain_text_is_a_context_without_a_tag() {
    let expected = r#"<http://example.org/glossweave/#char=0,2>
    a nif:String , nif:Context , nif:RFC5147String ;
    nif:beginIndex "0"^^xsd:nonNegativeInteger ;
    nif:endIndex "2"^^xsd:nonNegativeInteger ;
    nif:isString "Hi" .
"#;
    assert_eq!(body(&plain("Hi"), &[], &Options::default()), expected);
    let tagged = Options { language: Tagging::Fixed(language("de")), ..Options::default() };
    assert!(body(&plain("Hi"), &[], &tagged).contains("\"Hi\"@de"));
    let fallback = Tagging::Document { fallback: Some(language("fr")) };
    assert!(
        body(&plain("Hi"), &[], &Options { language: fallback, ..Options::default() })
            .contains("@fr")
    );
    assert!(body(&plain(""), &[], &Options::default()).contains("#char=0,0>"));
}

#[test]
fn annotations_of_one_span_are_merged_and_units_carry_their_own() {
    let turtle = body(
        &page(&["In Dublin", "x"]),
        &example_annotations(),
        &Options::under("http://a.example/"),
    );
    let unit = r#"<http://a.example/#char=0,9>
    a nif:String , nif:RFC5147String , nif:Phrase ;
    nif:anchorOf "In Dublin"@en ;
    nif:beginIndex "0"^^xsd:nonNegativeInteger ;
    nif:endIndex "9"^^xsd:nonNegativeInteger ;
    nif:referenceContext <http://a.example/#char=0,11> ;
    dc:identifier "1" ;
    itsrdf:target "À Dublin"@fr ;
    itsrdf:mtConfidence "1.0"^^xsd:double .
"#;
    let string = r#"<http://a.example/#char=3,9>
    a nif:String , nif:RFC5147String , nif:Word , nif:Phrase ;
    nif:anchorOf "Dublin"@en ;
    nif:beginIndex "3"^^xsd:nonNegativeInteger ;
    nif:endIndex "9"^^xsd:nonNegativeInteger ;
    nif:referenceContext <http://a.example/#char=0,11> ;
    itsrdf:taIdentRef <http://d.example/Dublin> ;
    itsrdf:taClassRef <http://d.example/City> ;
    itsrdf:taConfidence "0.5"^^xsd:double ;
    itsrdf:taAnnotatorsRef <http://tool.example/> ;
    itsrdf:term "yes" ;
    itsrdf:termInfoRef <http://t.example/1> .
"#;
    assert!(turtle.contains(unit) && turtle.contains(string), "{turtle}");
}

#[test]
fn what_is_said_twice_is_written_once() {
    let twice = [example_annotations(), example_annotations()].concat();
    for version in [Version::V2_0, Version::V2_1] {
        let options = Options { version, ..Options::default() };
        let document = page(&["In Dublin", "x"]);
        let once = graph(&document, &example_annotations(), &options).unwrap();
        assert_eq!(graph(&document, &twice, &options).unwrap().len(), once.len());
    }
}

#[test]
fn an_annotation_of_the_whole_text_is_about_the_context() {
    let found = [Annotation::entity(TextSpan::new(0, 6), Entity::new("http://d.example/Dublin"))];
    let turtle = body(&plain("Dublin"), &found, &Options::default());
    assert_eq!(turtle.matches("#char=0,6>\n").count(), 1, "{turtle}");
    assert!(
        turtle.contains("nif:anchorOf \"Dublin\"") && turtle.contains("nif:isString \"Dublin\"")
    );
    assert!(turtle.contains("nif:Context , nif:RFC5147String , nif:Word , nif:Phrase ;"));
}

#[test]
fn version_2_1_puts_annotations_into_resources_of_their_own() {
    let options = Options { version: Version::V2_1, ..Options::under("http://a.example/") };
    let turtle = body(&plain("In Dublin."), &example_annotations()[..2], &options);
    let expected = r#"<http://a.example/#offset_0_10>
    a nif:Context , nif:OffsetBasedString ;
    nif:beginIndex "0"^^xsd:nonNegativeInteger ;
    nif:endIndex "10"^^xsd:nonNegativeInteger ;
    nif:isString "In Dublin." .

<http://a.example/#offset_3_9>
    a nif:OffsetBasedString , nif:Phrase ;
    nif:anchorOf "Dublin" ;
    nif:beginIndex "3"^^xsd:nonNegativeInteger ;
    nif:endIndex "9"^^xsd:nonNegativeInteger ;
    nif:referenceContext <http://a.example/#offset_0_10> ;
    nif:annotationUnit <http://a.example/#offset_3_9_annotation_1> , <http://a.example/#offset_3_9_annotation_2> .

<http://a.example/#offset_3_9_annotation_1>
    a nif:AnnotationUnit , nif:EntityOccurrence ;
    itsrdf:taIdentRef <http://d.example/Dublin> ;
    itsrdf:taClassRef <http://d.example/City> ;
    itsrdf:taConfidence "0.5"^^xsd:double ;
    itsrdf:taAnnotatorsRef <http://tool.example/> ;
    nif:confidence "0.5"^^xsd:double .

<http://a.example/#offset_3_9_annotation_2>
    a nif:AnnotationUnit , nif:TermOccurrence ;
    itsrdf:term "yes" ;
    itsrdf:termInfoRef <http://t.example/1> .
"#;
    assert_eq!(turtle, expected);
}

#[test]
fn every_notation_says_the_same() {
    let document = page(&["In Dublin", "é \"q\"\n\r\u{2028}\\"]);
    for version in [Version::V2_0, Version::V2_1] {
        let options = Options { version, ..Options::default() };
        let expected = graph(&document, &example_annotations(), &options).unwrap();
        for format in formats() {
            let bytes = write(&document, &example_annotations(), format, &options).unwrap();
            let read = rdf::read(&bytes, format, None).unwrap();
            assert!(read.is_isomorphic(&expected), "{format}");
        }
    }
}

#[test]
fn wrong_prefixes_annotations_and_formats_are_refused() {
    for prefix in [
        "",
        "a",
        "ftp://a/",
        "http://",
        "http:///x",
        "http://a b/",
        "http://a/<",
        "http://a/#b/",
        "http://a/##",
    ] {
        let error = graph(&plain("x"), &[], &Options::under(prefix)).unwrap_err();
        assert_eq!(
            (error.kind(), error.parameter()),
            (ErrorKind::Invalid, Some("prefix")),
            "{prefix}"
        );
    }
    for prefix in ["http://localhost:8080/", "HTTPS://a.example/é", "http://a/?b=", "http://a/#"] {
        assert!(graph(&plain("x"), &[], &Options::under(prefix)).is_ok(), "{prefix}");
    }
    for span in [TextSpan::new(0, 9), TextSpan::new(1, 2)] {
        let outside = [Annotation::term(span, Term::new())];
        let error = graph(&plain("é"), &outside, &Options::default()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Invalid);
    }
    let error = write(&plain("x"), &[], Format::Html, &Options::default()).unwrap_err();
    assert_eq!((error.kind(), error.side()), (ErrorKind::Unsupported, Some(Side::Output)));
}

#[test]
fn a_dataset_holds_what_the_graph_does() {
    for (version, count) in [(Version::V2_0, 1), (Version::V2_1, 2)] {
        let options = Options { version, ..Options::default() };
        let page = page(&["In Dublin", "😀 x"][..count]);
        let graph = graph(&page, &example_annotations(), &options).unwrap();
        let query = glossweave_rdf::Query::parse("SELECT ?s ?p ?o { ?s ?p ?o } ORDER BY ?s ?p ?o");
        let rows = |dataset: &glossweave_rdf::IndexedGraph| {
            query.as_ref().unwrap().select(dataset, &Default::default()).unwrap().rows
        };
        let straight = rows(&crate::nif::dataset(&page, &example_annotations(), &options).unwrap());
        assert!(straight.len() > 10);
        // The names of blank nodes would differ, but this graph has no blank nodes.
        assert_eq!(straight, rows(&glossweave_rdf::IndexedGraph::from_graph(graph).unwrap()));
    }
}

#[test]
fn characters_that_no_iri_has_are_percent_encoded() {
    let document = plain("To Cork");
    let about = |iri: &str| [Annotation::entity(TextSpan::new(3, 7), Entity::new(iri))];
    for (iri, expected) in [
        ("http://e.example/100%_Wolf", "<http://e.example/100%25_Wolf>"),
        ("http://e.example/2#a#b", "<http://e.example/2#a%23b>"),
        ("http://e.example/\"Weird\"_x", "<http://e.example/%22Weird%22_x>"),
        ("http://e.example/a<b", "<http://e.example/a%3Cb>"),
    ] {
        let turtle = body(&document, &about(iri), &Options::default());
        assert!(turtle.contains(expected), "{turtle}");
        for format in formats() {
            let written = write(&document, &about(iri), format, &Options::default()).unwrap();
            assert!(crate::nif::read(&written, format, None).is_ok(), "{format}: {iri}");
        }
    }
    let error = graph(&document, &about("http://e.example:port/x"), &Options::default());
    let message =
        "annotation 0: `http://e.example:port/x` is not an IRI: its host or port is invalid";
    assert_eq!(error.unwrap_err().to_string(), message);
}
