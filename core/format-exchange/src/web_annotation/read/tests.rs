use serde_json::{Value, json};

use super::read;
use crate::decode;
use crate::web_annotation::{Options, write};
use glossweave_base::error::ErrorKind;
use glossweave_base::media::Format;
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::{Annotation, Category, Entity, Metadata, Term, Translation};
use glossweave_document::{DecodeOptions, Document};

const PAGE: &str = "<h1>שלום 😀</h1><p>Caf&eacute; in <b>Dub</b>lin.</p><p>Dublin again</p>";
const SOURCE: &str = "http://a.example/page.html";

fn page() -> Document {
    decode(PAGE, Format::Html, &DecodeOptions::default()).unwrap()
}

fn span(document: &Document, part: &str) -> TextSpan {
    let at = document.text().find(part).unwrap();
    TextSpan::new(at, at + part.len())
}

/// Returns the texts of the annotations with a target that has a selector.
fn quoted_text(document: &Document, selector: Value) -> Result<String, String> {
    let item =
        json!({"body": "http://d.example/x", "target": {"source": SOURCE, "selector": selector}});
    let reading = read(document, item.to_string(), Some(SOURCE)).unwrap();
    match (&reading.annotations[..], &reading.skipped[..]) {
        ([annotation], []) => Ok(document.text()[annotation.span().range()].to_owned()),
        ([], [skipped]) => Err(skipped.message().to_owned()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_written_is_read() {
    let document = page();
    let dublin = Entity::new("http://d.example/Dublin")
        .with_class("http://d.example/City")
        .with_confidence(0.5);
    let mut note = Metadata::new(Category::LocalizationNote);
    note.set("locNote", "a pun").unwrap();
    note.set("locNoteType", "alert").unwrap();
    let all = vec![
        Annotation::entity(span(&document, "😀"), Entity::default()),
        Annotation::entity(span(&document, "שלום"), Entity::default().with_source("W", "x")),
        Annotation::term(
            span(&document, "Café"),
            Term::new().with_info("a bar").with_confidence(1.0),
        ),
        Annotation::metadata(span(&document, "in"), note),
        Annotation::entity(span(&document, "Dublin"), dublin).by("http://a.example/tool"),
        Annotation::translation(
            span(&document, "again"),
            Translation::new("arís", "ga".parse().unwrap()),
        ),
    ];
    let json = write(&document, &all, &Options::of(SOURCE)).unwrap();
    let reading = read(&document, &json, Some("http://a.example/page.html#top")).unwrap();
    assert!(reading.skipped.is_empty(), "{:?}", reading.skipped);
    let mut all = all;
    all.sort_by_key(|annotation| annotation.span().start());
    assert_eq!(reading.annotations, all);
    // Each selector alone specifies the same position.
    let json: Value = serde_json::from_slice(&json).unwrap();
    for item in json["items"].as_array().unwrap() {
        let selectors = item["target"]["selector"].as_array().unwrap();
        let texts =
            selectors.iter().map(|selector| quoted_text(&document, selector.clone()).unwrap());
        let texts: Vec<String> = texts.collect();
        assert!(texts.iter().all(|text| *text == texts[0]), "{texts:?}");
    }
}

#[test]
fn selectors_of_other_programs_are_read() {
    let document = page();
    let position = |start: usize, end: usize| json!({"type": "TextPositionSelector", "start": start, "end": end});
    let quote = |exact: &str| json!({"type": "TextQuoteSelector", "exact": exact});
    let ok = |text: &str| Ok(text.to_owned());
    // Code points, or UTF-16 units when the quote is found there.
    assert_eq!(quoted_text(&document, position(5, 6)), ok("😀"));
    assert_eq!(quoted_text(&document, json!([position(8, 12), quote("Café")])), ok("Café"));
    assert_eq!(quoted_text(&document, json!([quote("Café"), position(7, 11)])), ok("Café"));
    // The position selects one of two occurrences, but the surroundings have precedence.
    assert_eq!(
        read(
            &document,
            json!({"body": "x:y", "target": {"selector": [position(25, 31), quote("Dublin")]}})
                .to_string(),
            None
        )
        .unwrap()
        .annotations[0]
            .span(),
        {
            let at = document.text().rfind("Dublin").unwrap();
            TextSpan::new(at, at + 6)
        }
    );
    let refined =
        json!({"type": "XPathSelector", "value": "/html/body/p[2]", "refinedBy": quote("Dublin")});
    assert_eq!(quoted_text(&document, refined), ok("Dublin"));
    let refined = json!({"type": "XPathSelector", "value": "//p[1]", "refinedBy": position(8, 14)});
    assert_eq!(quoted_text(&document, refined), ok("Dublin"));
    let range = json!({"type": "RangeSelector",
        "startSelector": {"type": "XPathSelector", "value": "//b"},
        "endSelector": {"type": "XPathSelector", "value": "//p[2]"}});
    assert_eq!(quoted_text(&document, range), ok("Dublin. "));
    let range = json!({"type": "RangeSelector", "startContainer": "/p[1]/b[1]", "startOffset": 0,
        "endContainer": "/p[1]", "endOffset": 14});
    assert_eq!(quoted_text(&document, range), ok("Dublin"));
    let range = json!({"type": "RangeSelector", "startContainer": "/p[1]/b[1]/text()", "startOffset": 0,
        "endContainer": "/p[1]/text()[2]", "endOffset": 1});
    assert_eq!(quoted_text(&document, range), ok("Dubl"));
    let fragment = json!({"type": "FragmentSelector", "value": "char=5,6;length=70"});
    assert_eq!(quoted_text(&document, fragment), ok("😀"));
    let at = PAGE.find("Caf").unwrap();
    let data = json!({"type": "DataPositionSelector", "start": at, "end": at + 5});
    assert_eq!(quoted_text(&document, data), ok("Café"));
    for (selector, message) in [
        (position(5, 99), "annotation 0: the text has no span from 5 to 99"),
        (
            json!({"type": "SvgSelector"}),
            "annotation 0: selectors of the type `SvgSelector` are not read",
        ),
        (json!([]), "annotation 0: there is no selector"),
        (quote("Galway"), "annotation 0: the quote `Galway` is not in the text"),
        (
            json!({"type": "FragmentSelector", "value": "xywh=1,2,3,4"}),
            "annotation 0: the fragment `xywh=1,2,3,4` is not read",
        ),
    ] {
        assert_eq!(quoted_text(&document, selector).unwrap_err(), message);
    }
}

#[test]
fn bodies_of_other_programs_are_read() {
    let document = page();
    let body = |members: Value| {
        let mut item =
            json!({"target": {"selector": {"type": "TextQuoteSelector", "exact": "Dublin"}}});
        for (key, value) in members.as_object().unwrap() {
            item[key] = value.clone();
        }
        let mut reading = read(&document, item.to_string(), None).unwrap();
        reading.annotations.pop().ok_or_else(|| reading.skipped[0].message().to_owned())
    };
    // Recogito: a tag that is a text, and a comment in addition.
    let made = body(json!({"body": [
        {"type": "TextualBody", "purpose": "commenting", "value": "sure?"},
        {"type": "TextualBody", "purpose": "tagging", "value": "LOC"}]}));
    let location = "http://nerd.eurecom.fr/ontology#Location";
    assert_eq!(made.unwrap().as_entity().unwrap().classes, [location.into()]);
    let linked = body(json!({"motivation": "oa:linking", "body": {"id": "http://d.example/D"}}));
    assert_eq!(linked.unwrap().as_entity().unwrap().idents, ["http://d.example/D".into()]);
    let note = body(json!({"motivation": ["commenting"], "bodyValue": "a city"})).unwrap();
    assert_eq!(note.as_metadata().unwrap().fields(), [("locNote", "a city".into())]);
    let maker = json!([{"type": "Person", "id": "http://p.example/"}, {"type": "Software", "id": "http://t.example/"}]);
    let made = body(json!({"motivation": "highlighting", "creator": maker})).unwrap();
    assert_eq!(made.annotator(), Some("http://t.example/"));
    for (members, message) in [
        (json!({}), "annotation 0: it has neither a motivation nor a body that is an IRI"),
        (
            json!({"motivation": "bookmarking"}),
            "annotation 0: the motivation `bookmarking` is not supported",
        ),
        (
            json!({"motivation": "editing", "bodyValue": "x"}),
            "annotation 0: a correction without a language is not a translation",
        ),
        (
            json!({"body": {"type": "Choice"}}),
            "annotation 0: a body of the type `Choice` is not read",
        ),
    ] {
        assert_eq!(body(members).unwrap_err(), message);
    }
}

#[test]
fn files_have_pages_collections_and_states() {
    let document = page();
    let target = |source: &str| json!({"source": source, "selector": {"type": "TextQuoteSelector", "exact": "Dublin"}});
    let item = |id: &str, status: &str| json!({"id": id, "body": "http://d.example/", "target": target(SOURCE), "schema:creativeWorkStatus": status});
    let file = json!({"type": "AnnotationCollection", "first": {"type": "AnnotationPage", "items": [
        item("a", "accepted"), item("b", "rejected"), item("c", "proposed"),
        {"id": "d", "body": "http://d.example/", "target": [target(SOURCE), target(SOURCE)]},
        {"id": "e", "body": "http://d.example/", "target": target("http://a.example/other.html")}]}});
    let reading = read(&document, file.to_string(), Some(SOURCE)).unwrap();
    assert_eq!(reading.annotations.len(), 3);
    assert_eq!(reading.skipped[0].subject(), "e");
    assert_eq!(
        read(&document, r#"{"total": 0, "type": "AnnotationCollection"}"#, None)
            .unwrap()
            .annotations,
        []
    );
    for (wrong, message) in [
        ("{\n  x", "expected JSON, found an error: key must be a string"),
        ("3", "expected an annotation with a `target`, found `3`"),
        (
            r#"{"first": "http://a.example/1"}"#,
            "expected an annotation with a `target`, found `\"http://a.example/1\"`",
        ),
    ] {
        let error = read(&document, wrong, None).unwrap_err();
        assert_eq!((error.kind(), error.message()), (ErrorKind::Malformed, message));
    }
    let error = read(&document, "{\n  x", None).unwrap_err();
    assert_eq!(error.location().map(|at| (at.line(), at.column())), Some((2, 3)));
}

#[test]
fn deep_and_strange_files_are_refused() {
    let document = page();
    let mut selector = json!({"type": "TextQuoteSelector", "exact": "Dublin"});
    for _ in 0..20 {
        selector = json!({"type": "XPathSelector", "value": "//p[1]", "refinedBy": selector});
    }
    assert_eq!(
        quoted_text(&document, selector).unwrap_err(),
        "annotation 0: its selectors are more than 8 levels deep"
    );
    for value in [
        json!(null),
        json!([]),
        json!("x"),
        json!({"selector": 3}),
        json!({"selector": {"type": 3}}),
    ] {
        let item = json!({"body": "http://d.example/", "target": value});
        assert!(read(&document, item.to_string(), None).unwrap().annotations.is_empty());
    }
}
