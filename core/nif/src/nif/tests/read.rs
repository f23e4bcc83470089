use proptest::prelude::*;

use super::{example_annotations, formats, language, page, plain};
use crate::nif::{Nif, Options, Scheme, Tagging, Version, graph, read, read_lenient, write};
use glossweave_base::error::ErrorKind;
use glossweave_base::media::Format;
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::{Annotation, Body, Entity, Term, Translation};
use glossweave_rdf as rdf;

const PREFIXES: &str = "
    @prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
    @prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .
    @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
    @prefix : <http://a.example/> .
    ";

fn nif(body: &str) -> glossweave_base::Result<Nif> {
    read(format!("{PREFIXES}{body}").as_bytes(), Format::Turtle, None)
}

fn spans(nif: &Nif) -> Vec<(usize, usize)> {
    let annotations = nif.contexts()[0].annotations().iter();
    annotations.map(|annotation| (annotation.span().start(), annotation.span().end())).collect()
}

#[test]
fn what_was_written_is_read() {
    let document = page(&["In Dublin", "😀 x"]);
    for version in [Version::V2_0, Version::V2_1] {
        for format in formats() {
            let options = Options { version, ..Options::default() };
            let bytes = write(&document, &example_annotations(), format, &options).unwrap();
            let read = read(&bytes, format, None).unwrap();
            let [context] = read.contexts() else { panic!("{}", read.contexts().len()) };
            assert_eq!(context.text(), "In Dublin 😀 x");
            assert_eq!(context.language(), Some(&language("en")));
            let mut annotations = context.annotations().to_vec();
            annotations.sort_by_key(|annotation| std::cmp::Reverse(annotation.span().start()));
            assert_eq!(annotations, example_annotations(), "{format} {version:?}");
            assert_eq!(context.document().text(), context.text());
        }
    }
}

#[test]
fn offsets_are_taken_from_the_iri_where_nothing_else_says_them() {
    let read = nif("<http://a.example/##char=0,> nif:isString 'In Dublin' .
        <http://a.example/##char=3,9;length=6> nif:referenceContext <http://a.example/##char=0,> ;
            itsrdf:term 'yes' .
        <http://a.example/#x> nif:referenceContext <http://a.example/##char=0,> ;
            nif:beginIndex '0' ; nif:endIndex 2 ; itsrdf:taClassRef :B .")
    .unwrap();
    assert_eq!(spans(&read), [(3, 9), (0, 2)]);
    assert_eq!(read.contexts()[0].scheme(), Scheme::Rfc5147);
}

#[test]
fn utf16_offsets_are_found_out_and_kept() {
    let mut read = nif("<http://a.example/#char=0,5> nif:isString '😀 éx' ;
            nif:beginIndex 0 ; nif:endIndex 5 .
        <http://a.example/#char=3,5> nif:referenceContext <http://a.example/#char=0,5> ;
            nif:anchorOf 'éx' ; itsrdf:taIdentRef :E .")
    .unwrap();
    assert_eq!(spans(&read), [(5, 8)]);
    let added = [TextSpan::new(0, 4), TextSpan::new(4, 8)];
    let added = added.map(|span| Annotation::term(span, Term::new()));
    read.annotate(0, &added).unwrap();
    let turtle = rdf::write(read.graph(), Format::Turtle).unwrap();
    assert!(String::from_utf8_lossy(&turtle).contains("<http://a.example/#char=0,2>"));
    let again = crate::nif::read(&turtle, Format::Turtle, None).unwrap();
    assert_eq!(spans(&again), [(5, 8), (0, 4), (4, 8)]);
}

#[test]
fn what_does_not_fit_is_named() {
    for (string, message) in [
        (
            "<http://a.example/#char=3,99>",
            "`http://a.example/#char=3,99` is at 3 to 99, the text has 9 code points",
        ),
        (
            "<http://a.example/#char=5,3>",
            "`http://a.example/#char=5,3` begins at 5 and ends at 3, expected an end after the start",
        ),
        (
            "<http://a.example/#char=0,2> nif:anchorOf 'Xx' ;",
            "`http://a.example/#char=0,2` has `Xx` in `nif:anchorOf`, the text has `In` at 0 to 2",
        ),
        (
            "<http://a.example/#char=0,2> nif:beginIndex '-1' ;",
            "`http://a.example/#char=0,2` has `-1` in `nif:beginIndex`, expected a number",
        ),
        (
            "<http://a.example/#char=0,2> nif:endIndex 1 , 2 ;",
            "`http://a.example/#char=0,2` has the two numbers 1 and 2 in `nif:endIndex`",
        ),
    ] {
        let body = format!(
            "<http://a.example/#char=0,9> nif:isString 'In Dublin' .
            {string} nif:referenceContext <http://a.example/#char=0,9> ."
        );
        let error = nif(&body).unwrap_err();
        assert_eq!((error.kind(), error.message()), (ErrorKind::Malformed, message));
        assert_eq!(error.location().unwrap().line(), 7, "{error}");
    }
    let two = "<http://a.example/#char=0,1> nif:isString 'a' , 'b' .";
    assert_eq!(nif(two).unwrap_err().kind(), ErrorKind::Malformed);
    let outside = "<http://a.example/#char=0,2> nif:isString 'a' .";
    assert_eq!(nif(outside).unwrap_err().kind(), ErrorKind::Malformed);
}

#[test]
fn what_is_not_understood_is_kept() {
    let mut read =
        nif("<http://a.example/#offset_0_9> a nif:Context ; nif:isString 'In Dublin'@en ;
            :said [ :by :someone ] .
        :thing :has 7 . <http://b.example/#char=0,1> nif:isString 'x' .")
        .unwrap();
    let before = read.graph().clone();
    assert_eq!(read.contexts().len(), 2);
    let dublin = Annotation::entity(TextSpan::new(3, 9), Entity::new("http://d.example/Dublin"));
    read.annotate(0, std::slice::from_ref(&dublin)).unwrap();
    assert!(before.iter().all(|triple| read.graph().contains(triple)));
    let turtle = rdf::write(read.graph(), Format::Turtle).unwrap();
    let turtle = String::from_utf8(turtle).unwrap();
    assert!(
        turtle.contains(
            "nif:referenceContext <http://a.example/#offset_0_9> ;\n    \
        nif:annotationUnit <http://a.example/#offset_3_9_annotation_1> ."
        ),
        "{turtle}"
    );
    assert!(turtle.contains("nif:anchorOf \"Dublin\"@en"), "{turtle}");
    let again = Nif::from_graph(read.graph().clone()).unwrap();
    assert_eq!(again.contexts()[0].annotations(), std::slice::from_ref(&dublin));

    read.annotate(0, &[Annotation::term(TextSpan::new(3, 9), Term::new())]).unwrap();
    let again = Nif::from_graph(read.graph().clone()).unwrap();
    assert_eq!(again.contexts()[0].annotations().len(), 2);
    assert_eq!(again.contexts()[0].annotations(), read.contexts()[0].annotations());
    let second = "http://a.example/#offset_3_9_annotation_2";
    let subjects = read.graph().iter().map(|triple| triple.subject.to_string());
    assert_eq!(subjects.filter(|subject| subject.contains(second)).count(), 3);
}

#[test]
fn strings_that_are_there_are_used_and_nothing_is_said_twice() {
    let document = page(&["In Dublin", "x"]);
    let mut read = Nif::from_graph(graph(&document, &[], &Options::default()).unwrap()).unwrap();
    let before = read.graph().len();
    let unit =
        Annotation::translation(TextSpan::new(0, 9), Translation::new("À Dublin", language("fr")));
    for _ in 0..2 {
        read.annotate(0, std::slice::from_ref(&unit)).unwrap();
        assert_eq!(read.graph().len(), before + 1);
    }
    let whole = Annotation::entity(TextSpan::new(0, 11), Entity::new("http://d.example/"));
    read.annotate(0, std::slice::from_ref(&whole)).unwrap();
    let again = Nif::from_graph(read.into_graph()).unwrap();
    assert!(again.contexts()[0].annotations().contains(&whole));
}

#[test]
fn a_context_that_follows_no_scheme_keeps_its_name() {
    let mut read =
        nif("<http://a.example/doc#text> a nif:Context ; nif:isString 'In Dublin' .").unwrap();
    let found = [TextSpan::new(0, 9), TextSpan::new(3, 9)]
        .map(|span| Annotation::entity(span, Entity::new("http://d.example/")));
    read.annotate(0, &found).unwrap();
    let mut subjects: Vec<_> = read.graph().iter().map(|t| t.subject.to_string()).collect();
    subjects.dedup();
    let named = ["<http://a.example/doc#text>", "<http://a.example/doc#char=3,9>"];
    assert_eq!(subjects, named);
}

#[test]
fn of_several_confidences_the_highest_counts() {
    let read = nif("<http://a.example/#char=0,2> nif:isString 'In' ; itsrdf:taIdentRef :A , :B ;
        itsrdf:taConfidence 0.25 , 0.75 , 'x' , 0.5 .")
    .unwrap();
    assert_eq!(read.contexts()[0].annotations()[0].confidence(), Some(0.75));
}

#[test]
fn annotations_outside_a_context_are_refused() {
    let document = plain("é");
    let mut read = Nif::from_graph(graph(&document, &[], &Options::default()).unwrap()).unwrap();
    let before = read.graph().len();
    let inside = Annotation::term(TextSpan::new(0, 2), Term::new());
    let cut = Annotation::term(TextSpan::new(0, 1), Term::new());
    assert_eq!(read.annotate(0, &[inside.clone(), cut]).unwrap_err().kind(), ErrorKind::Invalid);
    assert_eq!(read.annotate(1, &[inside]).unwrap_err().kind(), ErrorKind::Invalid);
    assert_eq!(read.graph().len(), before);
}

#[test]
fn the_explanation_of_a_term_is_read_where_old_data_has_it() {
    let read =
        nif("<http://a.example/#char=0,2> nif:isString 'In' ; itsrdf:term 'a preposition' .")
            .unwrap();
    let term = Term::new().with_info("a preposition");
    assert_eq!(read.contexts()[0].annotations()[0].body(), &Body::Term(term));
}

fn body() -> impl Strategy<Value = Body> {
    let iri = "http://[a-z]{1,4}/[a-zA-Z0-9é]{0,6}".prop_map(String::into_boxed_str).boxed();
    let confidence = prop::option::of(0.0..=1.0);
    let entity = (
        prop::collection::hash_set(iri.clone(), 1..3),
        prop::collection::hash_set(iri.clone(), 0..3),
        prop::option::of(".{1,8}"),
        confidence.clone(),
    );
    let term = (prop::option::of(iri), confidence.clone());
    let translation = ("(?s).{0,20}", confidence);
    prop_oneof![
        entity.prop_map(|(idents, classes, ident, confidence)| {
            let mut entity = Entity::default();
            entity.idents = idents.into_iter().collect();
            entity.classes = classes.into_iter().collect();
            entity.ident = ident.map(Into::into);
            entity.confidence = confidence;
            Body::Entity(entity)
        }),
        term.prop_map(|(info_ref, confidence)| {
            let mut term = Term::new();
            term.info_ref = info_ref;
            term.confidence = confidence;
            Body::Term(term)
        }),
        translation.prop_map(|(text, confidence)| {
            let mut translation = Translation::new(text, language("de"));
            translation.confidence = confidence;
            Body::Translation(translation)
        }),
    ]
}

proptest! {
    /// At most one annotation of each type for a span, because NIF 2.0 merges them.
    #[test]
    fn random_annotations_come_back(
        units in prop::collection::vec("(?s)[a-z😀é\"\\\\\n\r ]{1,12}", 1..4),
        marks in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), body()), 0..8),
        converted in any::<bool>(), newer in any::<bool>(), tagged in any::<bool>(),
    ) {
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let document = if converted { page(&units) } else { plain(units[0]) };
        let edges: Vec<usize> = document.text().char_indices().map(|(at, _)| at)
            .chain([document.text().len()]).collect();
        let mut annotations: Vec<Annotation> = Vec::new();
        for (start, end, body) in marks {
            let (a, b) = (edges[start.index(edges.len())], edges[end.index(edges.len())]);
            let added = Annotation::new(TextSpan::new(a.min(b), a.max(b)), body);
            let same = |other: &Annotation| other.span() == added.span()
                && std::mem::discriminant(other.body()) == std::mem::discriminant(added.body());
            if !added.span().is_empty() && !annotations.iter().any(same) {
                annotations.push(added.by("http://t.example/"));
            }
        }
        let version = if newer { Version::V2_1 } else { Version::V2_0 };
        let language = if tagged { Tagging::Fixed(language("en")) } else { Tagging::default() };
        let options = Options { version, language, ..Options::default() };
        let key = |annotation: &Annotation| format!("{annotation:?}");
        annotations.sort_by_key(key);
        for format in [Format::Turtle, Format::JsonLd] {
            let bytes = write(&document, &annotations, format, &options).unwrap();
            let read = read(&bytes, format, None).unwrap();
            let mut there = read.contexts()[0].annotations().to_vec();
            there.sort_by_key(key);
            prop_assert_eq!(&there, &annotations);
            let mut grown = Nif::from_graph(graph(&document, &[], &options).unwrap()).unwrap();
            grown.annotate(0, &annotations).unwrap();
            let mut there = Nif::from_graph(grown.into_graph()).unwrap().contexts()[0].annotations().to_vec();
            there.sort_by_key(key);
            prop_assert_eq!(&there, &annotations);
        }
    }
}

proptest! {
    /// Truncated or modified sources are either read or rejected.
    #[test]
    fn spoilt_sources_are_read_or_refused(
        cut in any::<prop::sample::Index>(),
        spoilt in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
    ) {
        let document = page(&["In Dublin", "😀 x"]);
        for format in formats() {
            let mut bytes = write(&document, &example_annotations(), format, &Options::default()).unwrap();
            bytes.truncate(cut.index(bytes.len() * 2).max(1));
            for (at, byte) in &spoilt {
                let at = at.index(bytes.len());
                bytes[at] = *byte;
            }
            match read(&bytes, format, None) {
                Ok(nif) => {
                    for context in nif.contexts() {
                        for annotation in context.annotations() {
                            prop_assert!(context.text().get(annotation.span().range()).is_some());
                        }
                    }
                    crate::nif::check(nif.graph());
                }
                Err(error) => prop_assert!(
                    [ErrorKind::Malformed, ErrorKind::Unsupported, ErrorKind::TooLarge].contains(&error.kind()),
                    "{error}"
                ),
            }
        }
    }
}

#[test]
fn a_string_of_ten_thousand_contexts_is_refused() {
    let contexts =
        (0..10_000).map(|n| format!(":c{n} nif:isString \"Cork\" .\n")).collect::<String>();
    let string = (0..10_000).map(|n| format!(" ; nif:referenceContext :c{n}")).collect::<String>();
    let body = format!("{contexts}<http://a.example/#char=0,4> nif:anchorOf \"Cork\"{string} .");
    let error = nif(&body).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(error.message().contains("#char=0,4"), "{error}");
}

/// Five strings, of which two fit. One differs from its text, one exceeds the text, and one has an
/// invalid index.
const ODD: &str = "<http://a.example/#char=0,14> nif:isString 'Cork or Dublin' .
    <http://a.example/#char=0,4> nif:referenceContext <http://a.example/#char=0,14> ;
        nif:anchorOf 'Cork' ; itsrdf:taIdentRef :Cork .
    <http://a.example/#char=8,14> nif:referenceContext <http://a.example/#char=0,14> ;
        nif:anchorOf 'Dubln' ; itsrdf:taIdentRef :Dublin .
    <http://a.example/#char=8,99> nif:referenceContext <http://a.example/#char=0,14> ;
        itsrdf:taIdentRef :Dublin .
    <http://a.example/#x> nif:referenceContext <http://a.example/#char=0,14> ;
        nif:beginIndex 'eight' ; itsrdf:taIdentRef :Dublin .
    <http://a.example/#char=5,7> nif:referenceContext <http://a.example/#char=0,14> ;
        nif:anchorOf 'or' ; itsrdf:taIdentRef :or .
    <http://b.example/#char=0,2> nif:isString 'In', 'Out' .";

fn lenient(body: &str) -> Nif {
    let source = format!("{PREFIXES}{body}");
    let read = read_lenient(source.as_bytes(), Format::Turtle, None).unwrap();
    let again = Nif::from_graph_lenient(read.graph().clone()).unwrap();
    let messages = |nif: &Nif| -> Vec<String> {
        nif.skipped().iter().map(|resource| resource.message().to_owned()).collect()
    };
    assert_eq!(messages(&again), messages(&read));
    read
}

#[test]
fn what_is_wrong_is_skipped_and_reported() {
    assert_eq!(nif(ODD).unwrap_err().kind(), ErrorKind::Malformed);
    let read = lenient(ODD);
    assert_eq!(spans(&read), [(0, 4), (5, 7)]);
    let messages: Vec<String> = read.skipped().iter().map(ToString::to_string).collect();
    assert_eq!(messages.len(), 4, "{messages:?}");
    for (message, (expected, line)) in messages.iter().zip([
        ("`http://a.example/#x` has `eight` in `nif:beginIndex`, expected a number", 13),
        ("`http://a.example/#char=8,14` has `Dubln` in `nif:anchorOf`", 9),
        ("`http://a.example/#char=8,99` is at 8 to 99, the text has 14 code points", 11),
        ("`http://b.example/#char=0,2` has two different texts", 17),
    ]) {
        assert!(message.starts_with(expected), "{message}");
        assert!(message.contains(&format!("line {line}")), "{message}");
    }
    assert!(nif("<http://a.example/#char=0,2> nif:isString 'In' .").unwrap().skipped().is_empty());
}

#[test]
fn what_most_strings_count_is_counted() {
    let string = |start: usize, end: usize, anchor: &str| {
        format!(
            "<http://a.example/#x{start}> nif:referenceContext :c ; nif:beginIndex {start} ;
                nif:endIndex {end} ; nif:anchorOf '{anchor}' ; itsrdf:taIdentRef :x .\n"
        )
    };
    let context = ":c nif:isString '😀 Cork or Dublin' .\n".to_owned();
    let body = context + &string(3, 7, "Cork") + &string(11, 17, "Dublin") + &string(8, 10, "OR");
    let read = lenient(&body);
    assert_eq!(spans(&read), [(5, 9), (13, 19)]);
    assert_eq!(read.skipped().len(), 1);
}

#[test]
fn no_more_is_kept_of_what_is_skipped_than_allowed() {
    let string = |n: usize| {
        format!("<http://a.example/#x{n}> nif:referenceContext :c ; nif:beginIndex 9 .\n")
    };
    let body = ":c nif:isString 'In' .\n".to_owned() + &(0..3_000).map(string).collect::<String>();
    let read = lenient(&body);
    assert_eq!(read.skipped().len(), glossweave_base::error::Skipped::MOST);
    assert!(read.skipped()[31].location().is_some() && read.skipped()[32].location().is_none());
}

/// The IRI of the annotated position may already identify the context or another string.
#[test]
fn strings_are_not_named_as_something_else_is() {
    for (iri, other, expected) in [
        ("#char=3,7", "#char=1,4", "<http://e.example/d#char=3,7;length=9>"),
        ("#char=0,9", "#char=3,7", "<http://e.example/d#char=3,7;length=9>"),
        ("#offset_3_7", "#offset_1_4", "<http://e.example/d#offset_3_7_string>"),
    ] {
        let source = format!(
            "@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
            <http://e.example/d{iri}> a nif:Context ; nif:isString 'From Cork' .
            <http://e.example/d{other}> a nif:Phrase ; nif:beginIndex 1 ; nif:endIndex 4 ;
                nif:referenceContext <http://e.example/d{iri}> ."
        );
        let mut read = crate::nif::read(source.as_bytes(), Format::Turtle, None).unwrap();
        let cork = Entity::new("http://e.example/Cork");
        read.annotate(0, &[Annotation::entity(TextSpan::new(3, 7), cork)]).unwrap();
        let written = glossweave_rdf::write(read.graph(), Format::NTriples).unwrap();
        let written = String::from_utf8(written).unwrap();
        assert!(written.contains(expected), "{written}");
        let again = crate::nif::read(written.as_bytes(), Format::NTriples, None).unwrap();
        assert_eq!(again.contexts()[0].annotations().len(), 1);
        assert_eq!(again.contexts()[0].annotations()[0].span(), TextSpan::new(3, 7));
    }
}
