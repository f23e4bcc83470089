use serde_json::Value;

use super::{CONTEXT, Options, write};
use glossweave_base::error::ErrorKind;
use glossweave_base::media::Format;
use glossweave_base::text::{ByteSpan, TextSpan};
use glossweave_document::annotation::{Annotation, Category, Entity, Metadata, Term, Translation};
use glossweave_document::{Builder, Document, Source, SourceExt};
use glossweave_markup::Encoding;
use glossweave_rdf as rdf;

/// The terms of the model's context that are used here, because the reader does not fetch contexts.
const TERMS: &str = r#"{"oa": "http://www.w3.org/ns/oa#", "id": "@id", "type": "@type",
    "dc": "http://purl.org/dc/elements/1.1/", "@vocab": "http://www.w3.org/ns/oa#",
    "items": {"@id": "http://www.w3.org/ns/activitystreams#items", "@container": "@list"},
    "source": {"@id": "oa:hasSource", "@type": "@id"}, "target": "oa:hasTarget",
    "selector": "oa:hasSelector", "body": "oa:hasBody"}"#;

/// Returns the document for `<p>Caf&eacute; 😀 in Dublin`, as a markup reader decodes it.
fn page(format: Format) -> Document {
    let source = "<p>Caf&eacute; 😀 in Dublin";
    let mut builder = Builder::default();
    builder.literal("Caf", 3);
    builder.atom("é", ByteSpan::new(6, 14));
    builder.literal(&source[14..], 14);
    builder.end_unit(1);
    builder.finish(Source::new(source.into(), format, Encoding::UTF_8))
}

fn dublin(document: &Document) -> TextSpan {
    let at = document.text().find("Dublin").unwrap();
    TextSpan::new(at, at + 6)
}

fn options() -> Options {
    Options::of("http://a.example/page.html#top")
}

fn items(document: &Document, all: &[Annotation], options: &Options) -> Vec<Value> {
    let json = write(document, all, options).unwrap();
    let json: Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(json["@context"][0], CONTEXT);
    assert_eq!(json["type"], "AnnotationPage");
    let items = json["items"].as_array().unwrap().clone();
    assert_eq!(json["partOf"]["total"], items.len());
    items
}

#[test]
fn selectors_count_what_they_should() {
    let document = page(Format::Html);
    let all = [Annotation::entity(dublin(&document), Entity::new("http://d.example/Dublin"))];
    let target = &items(&document, &all, &options())[0]["target"];
    assert_eq!(target["source"], "http://a.example/page.html#top");
    let selectors = target["selector"].as_array().unwrap();
    let [position, quote, data] = &selectors[..] else { panic!("{selectors:?}") };
    assert_eq!((&position["start"], &position["end"]), (&10.into(), &16.into()));
    assert_eq!((&quote["exact"], &quote["prefix"]), (&"Dublin".into(), &"Café 😀 in ".into()));
    assert!(quote.get("suffix").is_none());
    assert_eq!(data["type"], "DataPositionSelector");
    let (start, end) = (data["start"].as_u64().unwrap(), data["end"].as_u64().unwrap());
    assert_eq!(&document.source().bytes()[start as usize..end as usize], b"Dublin");
}

#[test]
fn a_quote_has_a_bounded_surrounding() {
    let document = Document::of_text(format!("{}x{}", "ä".repeat(40), "ö".repeat(40)), None);
    let all = [Annotation::term(TextSpan::new(80, 81), Term::new())];
    let quote = &items(&document, &all, &options())[0]["target"]["selector"][1];
    assert_eq!(quote["prefix"], "ä".repeat(32));
    assert_eq!(quote["suffix"], "ö".repeat(32));
}

#[test]
fn a_package_has_no_positions_of_data() {
    let document = page(Format::Odt);
    let all = [Annotation::term(dublin(&document), Term::new())];
    let selectors = items(&document, &all, &options())[0]["target"]["selector"].clone();
    assert_eq!(selectors.as_array().unwrap().len(), 2);
}

fn sorts(span: TextSpan) -> Vec<(Annotation, &'static str, &'static [&'static str])> {
    let entity = Entity::new("http://d.example/Dublin")
        .with_class("http://d.example/City")
        .with_confidence(0.5);
    let class = Entity::default().with_class("http://d.example/City");
    let source = Entity::default().with_source("WordNet", "dublin#1");
    let term = Term::new().with_info_ref("http://t.example/1").with_info("a town");
    let fill = |category: Category, fields: &[(&str, &str)]| {
        let mut metadata = Metadata::new(category);
        for (name, value) in fields {
            metadata.set(name, *value).unwrap();
        }
        Annotation::metadata(span, metadata)
    };
    let mut issue = Metadata::new(Category::LocQualityIssue);
    issue
        .add_record([("locQualityIssueComment", "wrong"), ("locQualityIssueSeverity", "5")])
        .unwrap();
    issue.add_record([("locQualityIssueType", "grammar")]).unwrap();
    let french = Translation::new("À", "fr".parse().unwrap());
    vec![
        (
            Annotation::entity(span, entity).by("http://tool.example/"),
            "identifying",
            &["SpecificResource identifying", "SpecificResource classifying"],
        ),
        (Annotation::entity(span, class), "classifying", &["SpecificResource classifying"]),
        (Annotation::entity(span, source), "identifying", &["TextualBody identifying"]),
        (Annotation::entity(span, Entity::default()), "highlighting", &[]),
        (
            Annotation::term(span, term),
            "tagging",
            &["SpecificResource tagging", "TextualBody describing"],
        ),
        (Annotation::term(span, Term::new()), "tagging", &[]),
        (Annotation::translation(span, french), "editing", &["TextualBody editing"]),
        (
            fill(Category::LocalizationNote, &[("locNote", "short"), ("locNoteType", "alert")]),
            "commenting",
            &["TextualBody commenting"],
        ),
        (
            fill(Category::LocalizationNote, &[("locNoteRef", "http://n.example/")]),
            "commenting",
            &["SpecificResource commenting"],
        ),
        (
            fill(Category::LanguageInformation, &[("lang", "fr")]),
            "describing",
            &["TextualBody describing"],
        ),
        (
            Annotation::metadata(span, issue),
            "assessing",
            &["TextualBody assessing", "TextualBody assessing"],
        ),
    ]
}

#[test]
fn each_sort_has_its_motivation_and_bodies() {
    let document = page(Format::Html);
    let sorts = sorts(dublin(&document));
    let all: Vec<_> = sorts.iter().map(|(annotation, ..)| annotation.clone()).collect();
    let items = items(&document, &all, &options());
    assert_eq!(items.len(), sorts.len());
    for (number, (item, (_, motivation, bodies))) in items.iter().zip(&sorts).enumerate() {
        assert_eq!(item["motivation"], *motivation);
        assert_eq!(item["id"], format!("http://a.example/page.html#annotation-{}", number + 1));
        let found = item.get("body").into_iter().flat_map(|body| body.as_array().unwrap());
        let found = found.map(|body| {
            format!("{} {}", body["type"].as_str().unwrap(), body["purpose"].as_str().unwrap())
        });
        assert_eq!(found.collect::<Vec<_>>(), *bodies, "{item}");
    }
    assert_eq!(items[0]["creator"]["id"], "http://tool.example/");
    assert_eq!(items[0]["itsrdf:taConfidence"]["@value"], "0.5");
    assert_eq!(items[6]["body"][0]["language"], "fr");
    assert_eq!(items[7]["itsrdf:locNoteType"], "alert");
    assert_eq!(items[10]["body"][0]["value"], "wrong");
    assert_eq!(items[10]["body"][0]["itsrdf:locQualityIssueSeverity"], "5");
    assert_eq!(items[10]["body"][1]["value"], "locQualityIssueType: grammar");
}

#[test]
fn it_is_json_ld() {
    let document = page(Format::Html);
    let all: Vec<_> =
        sorts(dublin(&document)).into_iter().map(|(annotation, ..)| annotation).collect();
    let json = String::from_utf8(write(&document, &all, &options()).unwrap()).unwrap();
    let json = json.replace(&format!("\"{CONTEXT}\""), TERMS);
    let graph = rdf::read(json.as_bytes(), Format::JsonLd, None).unwrap();
    let found =
        |part: &str| graph.iter().filter(|triple| triple.to_string().contains(part)).count();
    assert_eq!(found("#type> <http://www.w3.org/ns/oa#Annotation>"), all.len());
    assert_eq!(found("oa#hasSource> <http://a.example/page.html#top>"), all.len());
    let confidence = "rdf#taConfidence> \"0.5\"^^<http://www.w3.org/2001/XMLSchema#double>";
    assert_eq!(found(confidence), 1);
}

#[test]
fn what_is_said_twice_is_written_once_in_the_order_of_the_text() {
    let document = page(Format::Html);
    let term = |start, end| Annotation::term(TextSpan::new(start, end), Term::new());
    let mut pointer = Metadata::new(Category::TargetPointer);
    pointer.set("targetPointer", "../x").unwrap();
    let all =
        [term(6, 10), term(0, 3), Annotation::metadata(TextSpan::new(0, 3), pointer), term(6, 10)];
    let items = items(&document, &all, &options());
    let starts: Vec<_> =
        items.iter().map(|item| item["target"]["selector"][0]["start"].clone()).collect();
    assert_eq!(starts, [0, 5]);
}

#[test]
fn names_and_times_are_those_of_the_options() {
    let document = page(Format::Html);
    let mut options = options();
    options.set("base", "http://b.example/notes/").unwrap();
    options.set("created", "2026-01-31T12:00:00.5+01:00").unwrap();
    options.set("text", "http://a.example/page.txt").unwrap();
    let all = [Annotation::term(TextSpan::new(0, 3), Term::new())];
    let item = &items(&document, &all, &options)[0];
    assert_eq!(item["id"], "http://b.example/notes/1");
    assert_eq!(item["created"], "2026-01-31T12:00:00.5+01:00");
    assert_eq!(item["target"]["state"]["cached"], "http://a.example/page.txt");
    for (name, value) in [
        ("source", "page.html"),
        ("base", ""),
        ("text", "a b"),
        ("created", "2026-01-31"),
        ("created", "2026-01-31T12:00:00"),
        ("created", "2026-01-31T12:00:00.Z"),
        ("created", "2026-01-31T12:00:00é"),
        ("made", "x"),
    ] {
        let error = options.clone().set(name, value).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some(name)), "{value}");
    }
}

#[test]
fn what_cannot_be_said_is_refused() {
    let document = page(Format::Html);
    for (annotation, message) in [
        (
            Annotation::term(TextSpan::new(0, 99), Term::new()),
            "annotation 0: the text has 20 bytes",
        ),
        (Annotation::term(TextSpan::new(1, 1), Term::new()), "annotation 0: the span is empty"),
    ] {
        let error = write(&document, &[annotation], &options()).unwrap_err();
        assert_eq!((error.kind(), error.message()), (ErrorKind::Invalid, message));
    }
    assert_eq!(write(&document, &[], &Options::default()).unwrap_err().parameter(), Some("source"));
}
