use proptest::prelude::*;

use super::vocab::{dc, itsrdf, nif, rdf, skos, xsd};
use super::{
    BlankNode, Graph, Literal, NamedNode, NamedOrBlankNode, Object, Sink, Term, Triple,
    TurtleWriter, read, read_each_right, write,
};
use glossweave_base::error::ErrorKind;
use glossweave_base::media::Format;
use glossweave_base::text::Language;

fn formats() -> impl Iterator<Item = Format> {
    Format::ALL.iter().copied().filter(|format| format.is_rdf())
}

fn turtle(source: &str) -> Graph {
    read(source.as_bytes(), Format::Turtle, None).unwrap()
}

#[test]
fn turtle_groups_subjects_with_the_class_first() {
    let graph = turtle(
        "@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
         <http://a/1> nif:anchorOf 'x' . <http://a/2> nif:anchorOf 'y' .
         <http://a/1> a nif:String , <http://a/T> ; nif:beginIndex 1 .",
    );
    let expected = "\
@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

<http://a/1>
    a nif:String , <http://a/T> ;
    nif:anchorOf \"x\" ;
    nif:beginIndex \"1\"^^xsd:integer .

<http://a/2>
    nif:anchorOf \"y\" .
";
    assert_eq!(String::from_utf8(write(&graph, Format::Turtle).unwrap()).unwrap(), expected);
}

#[test]
fn many_predicates_of_scattered_subjects_stay_in_order() {
    let mut graph = Graph::new();
    for round in 0..2 {
        for subject in ["http://a/1", "http://a/2"] {
            for name in (0..40).rev() {
                graph.push(Triple::new(
                    NamedNode::new(subject).unwrap(),
                    NamedNode::new(format!("http://p/{name}")).unwrap(),
                    Literal::from(round * 100 + name),
                ));
            }
        }
    }
    let bytes = write(&graph, Format::Turtle).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    assert_eq!(text.matches("<http://a/").count(), 2);
    let places: Vec<_> = (0..40).rev().map(|n| text.find(&format!("p/{n}> ")).unwrap()).collect();
    assert!(places.is_sorted(), "{text}");
    assert_eq!(text.matches(" , ").count(), 80);
    assert!(read(&bytes, Format::Turtle, None).unwrap().is_isomorphic(&graph));
}

#[test]
fn names_that_come_late_in_a_large_graph_are_written_all_the_same() {
    let mut graph = Graph::new();
    for number in 0..1_200 {
        graph.subject(&format!("http://a/{number}"));
        graph.property(dc::TITLE, Object::Text("x"));
    }
    graph.property(itsrdf::TERM, Object::Text("yes"));
    graph.property(skos::PREF_LABEL, Object::Text("y"));
    let bytes = write(&graph, Format::Turtle).unwrap();
    assert!(read(&bytes, Format::Turtle, None).unwrap().is_isomorphic(&graph));
    let text = String::from_utf8_lossy(&bytes);
    assert!(text.contains("itsrdf:term \"yes\"") && text.contains("core#prefLabel> \"y\""));
}

#[test]
fn json_ld_shortens_names_and_keeps_ids() {
    let graph = turtle(
        "@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
         <http://a/1> a nif:String ; nif:anchorOf 'x'@en ; nif:endIndex 1 .",
    );
    let json = write(&graph, Format::JsonLd).unwrap();
    let value: serde_json::Value = serde_json::from_slice(&json).unwrap();
    let node = &value["@graph"][0];
    assert_eq!(node["@id"], "http://a/1");
    assert_eq!(node["@type"], "nif:String");
    assert_eq!(node["nif:anchorOf"]["@language"], "en");
    assert_eq!(node["nif:endIndex"]["@type"], "xsd:integer");
}

#[test]
fn what_the_grammar_forbids_in_iris_and_texts_is_escaped() {
    let hostile: String = ('\0'..='\u{80}').collect();
    let mut graph = Graph::new();
    graph.subject(&format!("http://a/{hostile}"));
    graph.property(dc::TITLE, Object::Text(&hostile));
    for format in [Format::Turtle, Format::N3, Format::NTriples] {
        let bytes = String::from_utf8(write(&graph, format).unwrap()).unwrap();
        let (_, subject) = bytes.split_once("<http://a/").unwrap();
        let (subject, rest) = subject.split_once('>').unwrap();
        let legal = |char: char| char > ' ' && !"<>\"{}|^`".contains(char);
        assert!(subject.chars().all(legal), "{subject}");
        assert_eq!(subject.matches('\\').count(), subject.matches("\\u00").count());
        assert!(rest.contains(r##" !\"#$%&'()*"##) && rest.contains(r"[\\]^_`abc"), "{rest}");
        assert!(rest.contains(r"\u0008\t\n\u000B\u000C\r") && !rest.contains('\r'), "{rest}");
    }
}

#[test]
fn the_empty_graph_is_written_and_read() {
    for format in formats() {
        let bytes = write(&Graph::new(), format).unwrap();
        assert!(read(&bytes, format, None).unwrap().is_empty(), "{format}");
    }
}

#[test]
fn errors_carry_the_place() {
    for (format, source, line) in [
        (Format::Turtle, "<http://a/> a <http://b/> .\n<http://a/> a ; .", 2),
        (Format::NTriples, "<http://a/> <http://b/> \"c\" .\n\n<x", 3),
        (Format::N3, "<http://a/> a <http://b/> .\n}", 2),
        (Format::JsonLd, "{\n\"@id\": }", 2),
        (Format::RdfXml, "\n<a", 2),
        (
            Format::RdfXml,
            "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>\n<rdf:li>\n</b>",
            2,
        ),
    ] {
        let error = read(source.as_bytes(), format, None).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Malformed, "{format}: {error}");
        assert_eq!(error.location().unwrap().line(), line, "{format}: {error}");
        assert!(error.message().starts_with(&format!("not `{format}`: ")), "{error}");
        assert!(!error.message().contains("line"), "{error}");
    }
}

#[test]
fn contexts_are_never_fetched() {
    let source = br#"{"@context": "http://example.org/context.jsonld", "@id": "http://a/"}"#;
    let error = read(source, Format::JsonLd, None).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Malformed);
    assert!(error.message().contains("remote contexts are not fetched"), "{error}");
}

#[test]
fn quoted_formulas_are_not_stated_and_named_graphs_are_merged() {
    let n3 = b"<http://a/> a <http://b/> . { <http://x/> a <http://y/> } => { } .";
    let graph = read(n3, Format::N3, None).unwrap();
    let quoted = NamedOrBlankNode::from(NamedNode::new("http://x/").unwrap());
    assert!(!graph.is_empty() && graph.iter().all(|triple| triple.subject != quoted));
    let json = br#"[{"@id": "http://g/", "@graph": [{"@id": "http://a/", "http://p/": "x"}]}]"#;
    assert_eq!(read(json, Format::JsonLd, None).unwrap().len(), 1);
}

#[test]
fn xml_with_a_flood_of_attributes_is_refused() {
    let many: String = (0..1001).map(|n| format!(" a{n}='x'")).collect();
    let error = read(format!("<a{many}/>").as_bytes(), Format::RdfXml, None).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    let comment =
        "<!-- don't <b --><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/>";
    assert!(read(comment.as_bytes(), Format::RdfXml, None).unwrap().is_empty());
}

#[test]
fn what_a_notation_cannot_say_is_refused() {
    let say = |predicate: &str, text: &str| {
        let subject = NamedNode::new("http://a/").unwrap();
        let predicate = NamedNode::new_unchecked(predicate);
        Graph::from_iter([Triple::new(subject, predicate, Literal::new_simple_literal(text))])
    };
    for graph in [say("http://p/1", "x"), say("http://p/p", "\u{1}"), say("p", "x")] {
        assert_eq!(write(&graph, Format::RdfXml).unwrap_err().kind(), ErrorKind::Unsupported);
    }
    assert_eq!(write(&say("p", "x"), Format::JsonLd).unwrap_err().kind(), ErrorKind::Unsupported);
    let html = write(&Graph::new(), Format::Html).unwrap_err();
    assert_eq!(
        (html.kind(), html.side()),
        (ErrorKind::Unsupported, Some(glossweave_base::error::Side::Output))
    );
}

#[test]
fn a_scheme_that_looks_like_a_prefix_is_not_expanded() {
    let mut graph = turtle("<nif:String> a <http://www.w3.org/2002/07/owl#Thing>, <dc:a> .");
    graph.insert(NamedNode::from(nif::WORD), nif::ANCHOR_OF, NamedNode::new_unchecked("nif:Word"));
    let bytes = write(&graph, Format::JsonLd).unwrap();
    assert!(read(&bytes, Format::JsonLd, None).unwrap().is_isomorphic(&graph));
}

#[test]
fn a_subject_without_statements_leaves_no_trace() {
    let mut writer = TurtleWriter::new();
    let empty = TurtleWriter::new().finish();
    writer.subject("http://a/");
    assert_eq!(writer.finish(), empty);
}

fn text() -> impl Strategy<Value = String> {
    let char = prop_oneof![
        prop::sample::select(vec!['"', '\\', '\n', '\r', '\t', ' ', '<', '>', '&', '\'', '@', '.']),
        prop::sample::select(vec!['\u{85}', '\u{2028}', 'é', '😀', '\u{7f}', '\u{a0}', 'a', 'u']),
        any::<char>(),
    ];
    prop::collection::vec(char, 0..60).prop_map(|chars| chars.into_iter().collect())
}

fn iri() -> impl Strategy<Value = NamedNode> {
    let known = prop::sample::select(vec![nif::STRING, itsrdf::TERM, dc::TITLE, rdf::TYPE]);
    prop_oneof![
        known.prop_map(NamedNode::from),
        "[a-z]{1,3}".prop_map(|name| NamedNode::new_unchecked(format!("http://a.example/{name}"))),
        text().prop_map(|tail| NamedNode::new_unchecked(format!("http://a.example/x{tail}"))),
    ]
}

fn triple() -> impl Strategy<Value = Triple> {
    let blank = "[a-c]".prop_map(BlankNode::new_unchecked).boxed();
    let subject = prop_oneof![
        iri().prop_map(NamedOrBlankNode::from),
        blank.clone().prop_map(NamedOrBlankNode::from)
    ];
    let object = prop_oneof![
        iri().prop_map(Term::from),
        blank.prop_map(Term::from),
        text().prop_map(|text| Literal::new_simple_literal(text).into()),
        text().prop_map(|t| Literal::new_language_tagged_literal_unchecked(t, "de-AT").into()),
        text().prop_map(|text| Literal::new_typed_literal(text, xsd::DOUBLE).into()),
    ];
    (subject, iri(), object)
        .prop_map(|(subject, predicate, object)| Triple::new(subject, predicate, object))
}

proptest! {
    #[test]
    fn every_notation_gives_the_graph_back(triples in prop::collection::vec(triple(), 0..12)) {
        let graph = Graph::from_iter(triples);
        for format in formats() {
            match write(&graph, format) {
                Ok(bytes) => {
                    let again = read(&bytes, format, None)
                        .map_err(|e| TestCaseError::fail(format!("{format}: {e}\n{}",
                            String::from_utf8_lossy(&bytes))))?;
                    prop_assert!(again.is_isomorphic(&graph), "{format}\n{}",
                        String::from_utf8_lossy(&bytes));
                }
                Err(error) => prop_assert!(
                    format == Format::RdfXml && error.kind() == ErrorKind::Unsupported, "{error}"),
            }
        }
    }

    #[test]
    fn the_two_sinks_say_the_same(subject in iri(), text in text(), count in any::<u32>(),
                                  number in any::<f64>(), other in iri()) {
        let language = Language::parse("en-US").unwrap();
        let say = |sink: &mut dyn Sink| {
            sink.subject(subject.as_str());
            sink.property(rdf::TYPE, Object::Name(nif::WORD));
            sink.property(rdf::TYPE, Object::Iri(other.as_str()));
            sink.property(nif::ANCHOR_OF, Object::Tagged(&text, &language));
            sink.property(dc::IDENTIFIER, Object::Text(&text));
            sink.property(nif::BEGIN_INDEX, Object::Count(count as usize));
            sink.property(itsrdf::TA_CONFIDENCE, Object::Double(number));
        };
        let (mut graph, mut writer) = (Graph::new(), TurtleWriter::new());
        say(&mut graph);
        say(&mut writer);
        let read = read(&writer.finish(), Format::Turtle, None).unwrap();
        prop_assert!(read.is_isomorphic(&graph));
    }
}

#[test]
fn deep_input_ends() {
    let deep = 20_000;
    let nested = |open: &str, close: &str| {
        format!("<http://a/> <http://p/> {}{} .", open.repeat(deep), close.repeat(deep))
    };
    for (format, source, triples) in [
        (Format::N3, nested("(", ")"), 2 * deep - 1),
        (Format::Turtle, nested("(", ")"), 2 * deep - 1),
        (Format::RdfXml, elements(499), 998),
    ] {
        let graph = read(source.as_bytes(), format, None).unwrap();
        assert_eq!(graph.len(), triples, "{format}");
        assert!(write(&graph, format).is_ok());
    }
    let error = read(elements(500).as_bytes(), Format::RdfXml, None).unwrap_err();
    let message = "more than 1000 elements are nested at line 2 column 4996";
    assert_eq!((error.kind(), error.to_string().as_str()), (ErrorKind::TooLarge, message));
}

/// Returns RDF/XML with `2 * pairs + 1` nested elements.
fn elements(pairs: usize) -> String {
    let rdf =
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:p='http://p/'>\n";
    format!("{rdf}{}{}</rdf:RDF>", "<p:a><p:b>".repeat(pairs), "</p:b></p:a>".repeat(pairs))
}

#[test]
fn json_ld_goes_down_a_few_hundred_levels() {
    let nested = |deep: usize| {
        let open = "{\"@id\": \"http://a/\", \"http://p/[{\\\"\": ";
        format!("{}1{}", open.repeat(deep), "}".repeat(deep))
    };
    assert_eq!(read(nested(500).as_bytes(), Format::JsonLd, None).unwrap().len(), 500);
    let error = read(nested(501).as_bytes(), Format::JsonLd, None).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
}

#[test]
fn a_truncated_source_is_malformed() {
    let graph = turtle("<http://a/1> <http://a/p> 'x'@en , [ a <http://a/T> ] .");
    for format in formats() {
        let whole = write(&graph, format).unwrap();
        for cut in [2, 4, "</rdf:RDF>\n".len()] {
            let error = read(&whole[..whole.len() - cut], format, None).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Malformed, "{format}");
            assert!(error.location().is_some(), "{format}");
        }
    }
}

#[test]
fn contexts_that_copy_too_much_are_refused() {
    let terms: Vec<String> = (0..5_000).map(|n| format!("\"t{n}\": \"http://t/{n}\"")).collect();
    let nodes = |key: &str| {
        let node = format!("{{{key}: {{}}, \"t0\": \"x\"}}");
        format!(
            "{{\"@context\": {{{}}}, \"@graph\": [{}]}}",
            terms.join(","),
            vec![node; 1_000].join(",")
        )
    };
    for key in ["\"@context\"", "\"\\u0040context\""] {
        let error = read(nodes(key).as_bytes(), Format::JsonLd, None).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooLarge);
    }
    let each = vec!["{\"@context\": {\"t\": \"http://t/\"}, \"t\": \"@context\"}"; 1_000].join(",");
    assert_eq!(read(format!("[{each}]").as_bytes(), Format::JsonLd, None).unwrap().len(), 1_000);
    let broken = b"[{\"@context\": {}}, {\"@context\": ]";
    let error = read(broken, Format::JsonLd, None).unwrap_err();
    assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, 1));
}

#[test]
fn labels_and_tags_that_no_notation_can_write_do_no_harm() {
    let json =
        br#"[{"@id": "_:a b", "http://p/p": {"@id": "_:<>"}}, {"@id": "_:<>", "@type": "_:a b"}]"#;
    let graph = read(json, Format::JsonLd, None).unwrap();
    assert_eq!(graph.len(), 2);
    let wrong = Literal::new_language_tagged_literal_unchecked("x", "e n");
    let mut tagged = Graph::new();
    tagged.insert(NamedNode::new("http://a/").unwrap(), dc::TITLE, wrong);
    for format in formats() {
        let bytes = write(&graph, format).unwrap();
        assert!(read(&bytes, format, None).unwrap().is_isomorphic(&graph), "{format}");
        assert_eq!(write(&tagged, format).unwrap_err().kind(), ErrorKind::Invalid, "{format}");
    }
    let json = br#"{"@id": "http://a/", "http://p/": {"@value": "x", "@language": "en_US"}}"#;
    let graph = read(json, Format::JsonLd, None).unwrap();
    let turtle = String::from_utf8(write(&graph, Format::Turtle).unwrap()).unwrap();
    assert!(turtle.to_ascii_lowercase().ends_with("\"x\"@en-us .\n"), "{turtle}");
}

#[test]
fn terms_that_build_on_each_other_without_end_are_refused() {
    let source = |count: usize| {
        let terms = (0..count).map(|n| format!("\"a{n}\": \"a{}:x\", ", n + 1)).collect::<String>();
        let context = format!("{{{terms}\"z\": \"http://z/\"}}");
        format!("{{\"@context\": {context}, \"@id\": \"http://x/\", \"a0\": 1}}")
    };
    assert!(read(source(400).as_bytes(), Format::JsonLd, None).is_ok());
    let error = read(source(100_000).as_bytes(), Format::JsonLd, None).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    let wide = (0..5_000).map(|n| format!("\"a{n}\": {{\"@id\": \"z:a\"}}, ")).collect::<String>();
    let wide = format!("{{\"@context\": {{{wide}\"z\": \"http://z/\"}}, \"a0\": 1}}");
    assert_eq!(read(wide.as_bytes(), Format::JsonLd, None).unwrap().len(), 1);
}

#[test]
fn short_names_of_long_iris_are_refused_in_great_numbers() {
    let long = "x".repeat(1_000_000);
    let json = "{\"a:b\": 1},".repeat(1_000);
    for (source, format) in [
        (format!("@prefix a: <http://{long}> .") + &"a:b a:c a:d .".repeat(1_000), Format::Turtle),
        (
            format!("{{\"@context\": {{\"a\": \"http://{long}/\"}}, \"@graph\": [{json}{{}}]}}"),
            Format::JsonLd,
        ),
    ] {
        let error = read(source.as_bytes(), format, None).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooLarge, "{format}");
    }
}

/// The value of a language tag is in lower case (RDF 1.1, clause 3.3).
#[test]
fn case_of_language_tags_does_not_count() {
    let sources = [
        (Format::Turtle, "<http://a/1> <http://a/p> 'x'@dE-at ."),
        (Format::NTriples, "<http://a/1> <http://a/p> \"x\"@dE-at ."),
        (Format::N3, "<http://a/1> <http://a/p> 'x'@dE-at ."),
        (
            Format::JsonLd,
            r#"{"@id": "http://a/1", "http://a/p": {"@value": "x", "@language": "dE-at"}}"#,
        ),
        (
            Format::RdfXml,
            "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:a='http://a/'>\
             <r:Description r:about='http://a/1'><a:p xml:lang='dE-at'>x</a:p></r:Description>\
             </r:RDF>",
        ),
    ];
    for (format, source) in sources {
        let graph = read(source.as_bytes(), format, None).unwrap();
        let tags = graph.iter().map(|triple| match &triple.object {
            Term::Literal(literal) => literal.language(),
            _ => None,
        });
        assert_eq!(tags.collect::<Vec<_>>(), [Some("de-at")], "{format}");
    }
}

/// Adds a localization quality issue with two records, one of which has only a type.
fn nested(sink: &mut impl Sink) {
    sink.subject("http://a/1");
    let kind = (rdf::TYPE, Object::Name(itsrdf::LOC_QUALITY_ISSUE));
    let severity = Object::Typed("50", xsd::DECIMAL);
    sink.nested(
        itsrdf::HAS_LOC_QUALITY_ISSUE,
        &[kind, (itsrdf::LOC_QUALITY_ISSUE_SEVERITY, severity)],
    );
    sink.nested(itsrdf::HAS_LOC_QUALITY_ISSUE, &[kind]);
    sink.property(itsrdf::LOC_NOTE, Object::Text("n"));
}

#[test]
fn what_has_no_name_stands_inside_in_every_notation() {
    let (mut graph, mut turtle) = (Graph::new(), TurtleWriter::new());
    nested(&mut graph);
    nested(&mut turtle);
    let bytes = turtle.finish();
    assert!(String::from_utf8_lossy(&bytes).ends_with(
        "\n<http://a/1>\n    itsrdf:hasLocQualityIssue [ a itsrdf:LocQualityIssue ; \
         itsrdf:locQualityIssueSeverity \"50\"^^xsd:decimal ] , [ a itsrdf:LocQualityIssue ] ;\n    \
         itsrdf:locNote \"n\" .\n"
    ));
    for (format, inside) in [
        (Format::Turtle, "hasLocQualityIssue [ a itsrdf:LocQualityIssue ;"),
        (Format::JsonLd, "hasLocQualityIssue\": [{\"@type\": \"itsrdf:LocQualityIssue\", \""),
        (Format::RdfXml, "hasLocQualityIssue rdf:parseType=\"Resource\">\n"),
        (Format::NTriples, "_:b0 <http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"),
    ] {
        let bytes = write(&graph, format).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.contains(inside), "{text}");
        assert_eq!(text.contains("b0"), format == Format::NTriples, "{text}");
        assert!(read(&bytes, format, None).unwrap().is_isomorphic(&graph), "{text}");
    }
}

#[test]
fn blank_nodes_that_are_shared_or_in_circles_keep_their_labels() {
    for source in [
        "<http://a/1> <http://p/p1> _:a ; <http://p/p2> _:a . _:a <http://p/p3> 1 .",
        "_:a <http://p/p1> _:b . _:b <http://p/p1> _:a .",
        "<http://a/1> <http://p/p1> _:a . _:a <http://p/p1> _:a .",
        "<http://a/1> a _:a . _:a <http://p/p3> 1 .",
        "<http://a/1> <http://p/p1> [ <http://p/p1> [ <http://p/p1> [ <http://p/p1> 1 ] ] ] .",
    ] {
        let graph = turtle(source);
        for format in formats() {
            let bytes = write(&graph, format).unwrap();
            assert!(read(&bytes, format, None).unwrap().is_isomorphic(&graph), "{source} {format}");
        }
    }
}

#[test]
fn a_statement_that_is_wrong_does_not_hide_the_next_ones() {
    let turtle = "@prefix e: <http://e.example/> .\ne:a e:b 'x' .\ne:a none:b 'y' .\n\
        e:a e:b 'z'@en_US .\ne:a e:b e:c e:d .\ne:a e:b .\ne:a e:b 'v'\ne:a e:b 'w' .\n";
    let lines = "<e:a> <e:b> \"x\" .\n<e:a> <e:b> y .\n<e:a> <e:b> \"w\" .\n";
    for (source, format, first) in [(turtle, Format::Turtle, 3), (lines, Format::NTriples, 2)] {
        let (mut taken, mut refused) = (Vec::new(), Vec::new());
        read_each_right(
            source.as_bytes(),
            format,
            None,
            &mut |triple| {
                taken.push(triple.object.to_string());
                Ok(())
            },
            &mut |error| {
                refused.push(error.location().unwrap().line());
                Ok(())
            },
        )
        .unwrap();
        assert_eq!(refused[0], first, "{format}");
        assert_eq!((&*taken[0], taken.last().unwrap().as_str()), ("\"x\"", "\"w\""));
        assert!(read(source.as_bytes(), format, None).is_err());
    }
}
