use super::{formats, page};
use crate::nif::{Nif, Options, Version, check, graph, read, write};
use glossweave_base::media::Format;
use glossweave_base::text::{Language, TextSpan};
use glossweave_document::annotation::{Annotation, Category, Field, Metadata, Term, Translation};

/// Returns a valid value for a field.
fn value(field: &str) -> &'static str {
    match field {
        "storageSize" => "25",
        "locQualityRatingVote" | "locQualityRatingVoteThreshold" => "-3",
        "mtConfidence" | "locQualityRatingScore" | "locQualityIssueSeverity" => "0.50",
        field if field.ends_with("Ref") => "http://a.example/x#y",
        _ => "a \"b\"",
    }
}

/// Returns annotations with all properties, for each category that uses [`Metadata`].
fn everything() -> Vec<Annotation> {
    let mut all = Vec::new();
    for category in Category::ALL {
        let mut metadata = Metadata::new(*category);
        match category {
            Category::TextAnalysis
            | Category::Terminology
            | Category::LanguageInformation
            | Category::TargetPointer => continue,
            Category::Provenance | Category::LocQualityIssue => {
                let fields = || category.record().iter().map(|field| (*field, value(field)));
                metadata.add_record(fields()).unwrap();
                metadata.add_record(fields().take(1)).unwrap();
            }
            _ => {
                for field in category.fields() {
                    metadata.set(field, value(field)).unwrap();
                }
            }
        }
        all.push(Annotation::metadata(TextSpan::new(3, 9), metadata));
    }
    assert_eq!(all.len(), 15);
    all
}

fn sorted(annotations: &[Annotation]) -> Vec<Annotation> {
    let mut sorted = annotations.to_vec();
    sorted.sort_by_key(|annotation| annotation.as_metadata().map(Metadata::category));
    sorted
}

#[test]
fn every_category_comes_back_in_every_notation_and_version() {
    let document = page(&["In Dublin", "x"]);
    for version in [Version::V2_0, Version::V2_1] {
        let options = Options { version, ..Options::default() };
        for format in formats() {
            let bytes = write(&document, &everything(), format, &options).unwrap();
            let read = read(&bytes, format, None).unwrap();
            assert_eq!(check(read.graph()), []);
            let text = String::from_utf8_lossy(&bytes);
            assert_eq!(sorted(read.contexts()[0].annotations()), everything(), "{text}");
        }
    }
}

#[test]
fn every_tool_is_named_in_resources_of_their_own_and_some_on_the_string() {
    let tool = |annotation: Annotation| annotation.by("http://tool.example/");
    let document = page(&["In Dublin"]);
    for (version, named) in [(Version::V2_1, 15), (Version::V2_0, 1)] {
        let options = Options { version, ..Options::default() };
        let all: Vec<_> = everything().into_iter().map(tool).collect();
        let graph = graph(&document, &all, &options).unwrap();
        let read = Nif::from_graph(graph).unwrap();
        let annotations = read.contexts()[0].annotations();
        assert_eq!(
            annotations.iter().filter(|annotation| annotation.annotator().is_some()).count(),
            named
        );
    }
}

#[test]
fn records_stand_inside_and_values_have_their_types() {
    let turtle = write(&page(&["In Dublin"]), &everything(), Format::Turtle, &Options::default());
    let turtle = String::from_utf8(turtle.unwrap()).unwrap();
    for part in [
        "itsrdf:hasLocQualityIssue [ a itsrdf:LocQualityIssue ; itsrdf:locQualityIssueType \"a ",
        "itsrdf:locQualityIssueSeverity \"0.50\"^^xsd:decimal",
        "itsrdf:locQualityIssueProfileRef <http://a.example/x#y>",
        " ] , [ a itsrdf:LocQualityIssue ; ",
        "itsrdf:hasProvRecord [ a itsrdf:ProvRecord ; itsrdf:person \"a ",
        "itsrdf:storageSize \"25\"^^xsd:nonNegativeInteger",
        "itsrdf:mtConfidence \"0.50\"^^xsd:double",
        "itsrdf:locQualityRatingVote \"-3\"^^xsd:integer",
        "itsrdf:id \"a \\\"b\\\"\"",
    ] {
        assert!(turtle.contains(part), "{part}\n{turtle}");
    }
}

#[test]
fn what_is_no_iri_and_no_number_is_a_text() {
    for (category, field, value) in [
        (Category::LocalizationNote, "locNoteRef", "notes.html#n 1"),
        (Category::StorageSize, "storageSize", "-1"),
        (Category::MtConfidence, "mtConfidence", "inf"),
        (Category::LocQualityRating, "locQualityRatingScore", "1e3"),
        (Category::LocQualityRating, "locQualityRatingVote", "1.5"),
    ] {
        let mut metadata = Metadata::new(category);
        metadata.set(field, value).unwrap();
        let all = [Annotation::metadata(TextSpan::new(0, 2), metadata)];
        for format in formats() {
            let bytes = write(&page(&["In Dublin"]), &all, format, &Options::default()).unwrap();
            assert!(!String::from_utf8_lossy(&bytes).contains("xsd:integer"));
            let read = read(&bytes, format, None).unwrap();
            assert_eq!(read.contexts()[0].annotations(), all);
        }
    }
}

#[test]
fn what_has_no_property_makes_no_string() {
    let mut language = Metadata::new(Category::LanguageInformation);
    language.set("lang", "de").unwrap();
    let all = [Annotation::metadata(TextSpan::new(3, 9), language)];
    let made = |all: &[Annotation]| graph(&page(&["In Dublin"]), all, &Options::default()).unwrap();
    assert_eq!(made(&all).len(), made(&[]).len());
    let mut read = Nif::from_graph(made(&[])).unwrap();
    read.annotate(0, &all).unwrap();
    assert_eq!(read.graph().len(), made(&[]).len());
}

#[test]
fn flat_issues_and_records_are_read() {
    let source = "@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
        @prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .
        <http://a.example/#char=0,9> a nif:Context ; nif:isString 'In Dublin' .
        <http://a.example/#char=3,9> nif:referenceContext <http://a.example/#char=0,9> ;
            itsrdf:locQualityIssueType 'misspelling' , 'grammar' ;
            itsrdf:locQualityIssueSeverity 50 ;
            itsrdf:locNote 'one' , 'two' ; itsrdf:locNoteType 'alert' .";
    let read = read(source.as_bytes(), Format::Turtle, None).unwrap();
    let annotations = read.contexts()[0].annotations();
    let fields = |number: usize, name: &str| annotations[0].field(name, number);
    assert_eq!(annotations.len(), 3);
    for (number, note) in ["one", "two"].into_iter().enumerate() {
        assert_eq!(annotations[number].field("locNote", 0), Some(note));
        assert_eq!(annotations[number].field("locNoteType", 0), Some("alert"));
    }
    assert_eq!(fields(0, "category"), Some("localization-note"));
    let records = annotations[2].as_metadata().unwrap().records();
    let expected: [&[Field]; 2] = [
        &[("locQualityIssueType", "misspelling".into()), ("locQualityIssueSeverity", "50".into())],
        &[("locQualityIssueType", "grammar".into())],
    ];
    assert_eq!(records, expected);
}

#[test]
fn the_confidence_of_a_translation_is_no_statement_of_its_own() {
    let translation = Translation::new("À", Language::parse("fr").unwrap()).with_confidence(0.5);
    let term = Annotation::term(TextSpan::new(0, 2), Term::new().with_confidence(0.5));
    let all = [term, Annotation::translation(TextSpan::new(0, 2), translation)];
    let graph = graph(&page(&["In Dublin"]), &all, &Options::default()).unwrap();
    assert_eq!(Nif::from_graph(graph).unwrap().contexts()[0].annotations(), all);
}

#[test]
fn much_that_is_said_of_one_span_is_said_once() {
    let note = |number: usize| {
        let mut metadata = Metadata::new(Category::LocalizationNote);
        metadata.set("locNote", number.to_string()).unwrap();
        Annotation::metadata(TextSpan::new(0, 2), metadata)
    };
    let all: Vec<_> = (0..200).map(|number| note(number % 50)).collect();
    for version in [Version::V2_0, Version::V2_1] {
        let options = Options { version, ..Options::default() };
        let graph = graph(&page(&["In Dublin"]), &all, &options).unwrap();
        let read = Nif::from_graph(graph).unwrap();
        assert_eq!(read.contexts()[0].annotations(), &all[..50], "{version:?}");
    }
}

fn note(text: &str, kind: Option<&str>) -> Annotation {
    let mut metadata = Metadata::new(Category::LocalizationNote);
    metadata.set("locNote", text).unwrap();
    kind.into_iter().for_each(|kind| metadata.set("locNoteType", kind).unwrap());
    Annotation::metadata(TextSpan::new(3, 9), metadata)
}

#[test]
fn what_would_be_mixed_up_is_kept_apart() {
    let mut size = Metadata::new(Category::StorageSize);
    size.set("storageSize", "9").unwrap();
    let mut other = size.clone();
    other.set("storageEncoding", "UTF-16").unwrap();
    let sizes = [size, other].map(|size| Annotation::metadata(TextSpan::new(3, 9), size));
    let notes = [note("a", Some("description")), note("b", Some("alert")), note("c", None)];
    let confidence = |value: &str, tool: &str| {
        let mut metadata = Metadata::new(Category::MtConfidence);
        metadata.set("mtConfidence", value).unwrap();
        Annotation::metadata(TextSpan::new(3, 9), metadata).by(tool)
    };
    let made = [confidence("0.5", "http://a.example/"), confidence("0.7", "http://b.example/")];
    let all: Vec<_> = notes.into_iter().chain(made).chain(sizes).collect();
    come_back(&all);
}

/// Asserts that the annotations of a text survive a round trip in every format and version, in any
/// order.
fn come_back(all: &[Annotation]) {
    let document = page(&["In Dublin", "x"]);
    let sorted = |all: &[Annotation]| {
        let mut all = all.to_vec();
        all.sort_by_key(|annotation| format!("{annotation:?}"));
        all
    };
    for version in [Version::V2_0, Version::V2_1] {
        let options = Options { version, ..Options::default() };
        for format in formats() {
            let bytes = write(&document, all, format, &options).unwrap();
            let nif = read(&bytes, format, None).unwrap();
            let annotations = nif.contexts()[0].annotations();
            assert_eq!(sorted(annotations), sorted(all), "{format} {version:?}");
            assert_eq!(check(nif.graph()), []);
        }
    }
}

#[test]
fn a_note_is_added_beside_one_that_is_there() {
    let first = [note("a", Some("description"))];
    let made = graph(&page(&["In Dublin", "x"]), &first, &Options::default()).unwrap();
    let mut nif = Nif::from_graph(made).unwrap();
    nif.annotate(0, &[note("b", Some("alert"))]).unwrap();
    let again = Nif::from_graph(nif.into_graph()).unwrap();
    let annotations = again.contexts()[0].annotations();
    assert_eq!(annotations, [first[0].clone(), note("b", Some("alert"))]);
}

#[test]
fn what_is_said_in_another_spelling_is_not_said_again() {
    let issue = |severity: &str, profile: &str| {
        let mut metadata = Metadata::new(Category::LocQualityIssue);
        let fields =
            [("locQualityIssueSeverity", severity), ("locQualityIssueProfileRef", profile)];
        metadata.add_record(fields).unwrap();
        Annotation::metadata(TextSpan::new(3, 9), metadata)
    };
    let first = [issue("50.0", "http://a.example/p")];
    let made = graph(&page(&["In Dublin", "x"]), &first, &Options::default()).unwrap();
    let count = made.len();
    let mut nif = Nif::from_graph(made).unwrap();
    nif.annotate(0, &[issue("50", "http://a.example/p"), issue("50", "p")]).unwrap();
    assert_eq!(nif.graph().len(), count);
    nif.annotate(0, &[issue("51", "http://a.example/p")]).unwrap();
    assert!(nif.graph().len() > count);
}

#[test]
fn the_text_that_explains_a_term_comes_back() {
    let term = Term::new().with_info("a city").with_info_ref("http://t.example/1");
    let all = [Annotation::term(TextSpan::new(3, 9), term.with_confidence(0.5))];
    come_back(&all);
}
