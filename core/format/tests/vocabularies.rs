//! Tests of TEI, DITA and DocBook documents that are annotated with profiles and remain valid.

#![cfg(feature = "its-rules")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]

use std::path::Path;

use glossweave_base::error::ErrorKind;
use glossweave_base::media::Format;
use glossweave_base::text::TextSpan;
use glossweave_document::RuleSet;
use glossweave_document::annotation::{Annotation, Entity, Term};
use glossweave_document::{DecodeOptions, Document};
use glossweave_format::Schema;
use glossweave_format::{EncodeOptions, Encoded, Placement, decode, encode};

/// The documents, with their schemas and the profiles.
const DOCUMENTS: [(&str, &str, &str); 3] = [
    ("letter.tei.xml", "letter.tei.rng", "tei"),
    ("loom.dita", "loom.dita.dtd", "dita"),
    ("report.docbook.xml", "report.docbook.rng", "docbook"),
];

/// The files with the complete schemas, in the folder that `GLOSSWEAVE_SCHEMAS` names.
const WHOLE: [(&str, &str); 3] = [
    ("letter.tei.xml", "tei.rng"),
    ("loom.dita", "concept.dtd"),
    ("report.docbook.xml", "docbook.rng"),
];

fn file(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/vocabularies");
    std::fs::read_to_string(folder.join(name)).unwrap()
}

fn schema(name: &str) -> Schema {
    file(name).parse().unwrap()
}

fn read(text: &str) -> Document {
    let options = DecodeOptions { rule_set: Some(RuleSet::Auto), ..DecodeOptions::default() };
    decode(text, Format::Xml, &options).unwrap()
}

/// Returns every occurrence of some names and terms.
fn annotations(document: &Document) -> Vec<Annotation> {
    let entity = |local: &str, class: &str| {
        let iri = format!("http://example.org/{local}");
        Entity::new(iri).with_class(format!("http://schema.org/{class}"))
    };
    let mut all = Vec::new();
    let mut find = |word: &str, make: &dyn Fn(TextSpan) -> Annotation| {
        for (start, _) in document.text().match_indices(word) {
            all.push(make(TextSpan::new(start, start + word.len())));
        }
    };
    for (word, local, class) in [
        ("Mary Byrne", "mary-byrne", "Person"),
        ("John Walsh", "john-walsh", "Person"),
        ("Galway", "galway", "Place"),
        ("Weavers", "weavers", "Organization"),
    ] {
        find(word, &|span| Annotation::entity(span, entity(local, class)));
    }
    for (word, local) in [("jacquard loom", "loom"), ("heddle", "heddle")] {
        let iri = format!("http://example.org/{local}");
        find(word, &|span| Annotation::term(span, Term::new().with_info_ref(iri.as_str())));
    }
    all
}

fn without_insertions(back: &Encoded) -> String {
    let mut bare = back.bytes.clone();
    for span in back.inserted.iter().rev() {
        bare.drain(span.range());
    }
    String::from_utf8(bare).unwrap()
}

/// Returns the reasons why annotations were skipped.
fn reasons(back: &Encoded) -> Vec<String> {
    let reason = |placement: &'_ Placement| match placement {
        Placement::NotPlaced { rule } => Some(rule.to_string()),
        _ => None,
    };
    back.placements.iter().filter_map(reason).collect()
}

fn is_valid(text: &str, schema: &Schema) -> bool {
    // A document without annotations is returned unchanged, but its source is validated.
    let options = EncodeOptions { schema: Some(schema.clone()), ..EncodeOptions::default() };
    encode(&read(text), &[], &options).is_ok()
}

#[test]
fn documents_stay_valid_with_the_elements_of_their_vocabulary() {
    for (name, schema_name, profile) in DOCUMENTS {
        let (source, schema) = (file(name), schema(schema_name));
        assert!(is_valid(&source, &schema), "{name}");
        let document = read(&source);
        let annotated = annotations(&document);
        for profile in [profile, "auto"] {
            // The profile alone is strict enough, so the schema does not cause more annotations to be skipped.
            let options = EncodeOptions {
                profile: Some(profile.parse().unwrap()),
                ..EncodeOptions::default()
            };
            let back = encode(&document, &annotated, &options).unwrap();
            let text = String::from_utf8(back.bytes.clone()).unwrap();
            assert!(is_valid(&text, &schema), "{name}: {text}");
            let placed = back.placements.iter().filter(|placement| placement.is_there()).count();
            assert!(placed >= 5, "{name}: {placed} of {}: {text}", annotated.len());
            assert_eq!(without_insertions(&back), source, "{name}");
            assert_eq!(read(&text).text(), document.text(), "{name}");
            let again = encode(
                &document,
                &annotated,
                &EncodeOptions { schema: Some(schema.clone()), ..options },
            )
            .unwrap();
            assert_eq!(again.bytes, back.bytes, "{name}");
        }
    }
}

#[test]
fn elements_that_a_schema_does_not_allow_are_left_out_with_their_place() {
    let (source, schema) = (file("letter.tei.xml"), schema("letter.tei.rng"));
    // The rules of the vocabulary do not declare `div` as within text. Without verification, only the schema decides.
    let document = read(&source);
    let annotated = annotations(&document);
    let profile = file("wrong-profile.json").parse().unwrap();
    let options =
        EncodeOptions { profile: Some(profile), verify: false, ..EncodeOptions::default() };
    let back = encode(&document, &annotated, &options).unwrap();
    let text = String::from_utf8(back.bytes).unwrap();
    assert!(text.contains("<div corresp="), "{text}");
    assert!(!is_valid(&text, &schema), "{text}");
    let back =
        encode(&document, &annotated, &EncodeOptions { schema: Some(schema.clone()), ..options })
            .unwrap();
    let text = String::from_utf8(back.bytes.clone()).unwrap();
    assert!(is_valid(&text, &schema), "{text}");
    assert_eq!(without_insertions(&back), source);
    // The other annotations are written.
    assert!(text.contains("<head><persName>Mary Byrne</persName> writes"), "{text}");
    let reasons = reasons(&back);
    for reason in [
        "the schema does not allow `div` in `head`",
        "the schema does not allow `div` in `p`",
        "the schema does not allow `div` in `title`",
        "the schema does not allow `term` in `hi`",
        "the schema does not allow `term` in `item`",
        "the schema does not allow `term` in `ident`",
    ] {
        assert!(reasons.iter().any(|known| known == reason), "{reason}: {reasons:?}");
    }
}

#[test]
fn the_elements_of_its_are_left_out_too() {
    let (source, schema) = (file("loom.dita"), schema("loom.dita.dtd"));
    let document = read(&source);
    let annotated = annotations(&document);
    let options = EncodeOptions { schema: Some(schema), ..EncodeOptions::default() };
    let back = encode(&document, &annotated, &options).unwrap();
    assert_eq!(String::from_utf8(back.bytes.clone()).unwrap(), source);
    let reasons = reasons(&back);
    assert_eq!(reasons.len(), annotated.len());
    assert!(
        reasons.iter().any(|known| known == "the schema does not allow `its:span` in `title`"),
        "{reasons:?}"
    );
}

#[test]
fn a_source_that_is_not_valid_is_an_error_with_its_place() {
    let schema = schema("letter.tei.rng");
    let source = file("letter.tei.xml").replace("<lb/>", "<lb>and</lb>");
    let options = EncodeOptions { schema: Some(schema.clone()), ..EncodeOptions::default() };
    let error = encode(&read(&source), &[], &options).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("schema")));
    assert!(error.message().starts_with("the source is not valid by the schema: "), "{error}");
    let place = error.location().unwrap();
    assert_eq!(&source[place.bytes()], "<lb>");
    let page = decode("<p>Cork", Format::Html, &DecodeOptions::default()).unwrap();
    assert_eq!(encode(&page, &[], &options).unwrap_err().kind(), ErrorKind::Unsupported);
}

#[test]
fn documents_stay_valid_by_whole_schemas() {
    let Some(folder) = std::env::var_os("GLOSSWEAVE_SCHEMAS") else { return };
    for (name, schema) in WHOLE {
        let schema = std::fs::read_to_string(Path::new(&folder).join(schema)).unwrap();
        let (source, schema) = (file(name), schema.parse::<Schema>().unwrap());
        let document = read(&source);
        let annotated = annotations(&document);
        let options =
            EncodeOptions { profile: Some("auto".parse().unwrap()), ..EncodeOptions::default() };
        let back = encode(&document, &annotated, &options).unwrap();
        let with_schema =
            encode(&document, &annotated, &EncodeOptions { schema: Some(schema), ..options })
                .unwrap();
        assert_eq!(with_schema.bytes, back.bytes, "{name}: {:?}", reasons(&with_schema));
    }
}
