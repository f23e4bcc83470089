#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

use std::sync::Arc;

use crate::entity::Entities;
use crate::filter::{Compiled, Filters};
use crate::models::StoredModels;
use crate::registry::Registry;
use crate::request::{Attribution, Conversion, Request};
use glossweave_base::call_limits::CallBounds;
use glossweave_base::clock::SystemClock;
use glossweave_base::error::{ErrorKind, Result};
use glossweave_base::media::Format;
use glossweave_base::text::{Language, TextSpan};
use glossweave_document::annotation::{Annotation, Entity};
use glossweave_document::recognizer::{Passage, Recognizer};
use glossweave_store::acl::{AuthContext, Caller};
use glossweave_store::resource::{Collection, CollectionExt, Limits, expire};
use glossweave_store::store::MemoryBackend;
use glossweave_vocabulary::{Datasets, DatasetsExt, VocabularyFiles};

/// A recognizer that finds one name. It uses the language of the passage as the class.
struct Finds(&'static str);

impl Recognizer for Finds {
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
        let class = passage.language().map_or("x:none".to_owned(), |one| format!("x:{one}"));
        let found = passage.blocks().flat_map(|piece| {
            passage.text()[piece.range()]
                .match_indices(self.0)
                .map(|(at, name)| (piece.start() + at, name.len()))
                .collect::<Vec<_>>()
        });
        let annotations = found.map(|(at, length)| {
            let entity = Entity::new("http://x.org/found").with_class(class.clone());
            Annotation::entity(TextSpan::new(at, at + length), entity)
        });
        Ok(annotations.collect())
    }
}

/// A recognizer like [`Finds`] that supports only some languages.
struct Linguist(Finds);

impl Recognizer for Linguist {
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
        self.0.recognize(passage)
    }

    fn needs_language(&self) -> bool {
        true
    }
}

struct Lies;

impl Recognizer for Lies {
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
        let span = TextSpan::new(0, passage.text().len() + 1);
        Ok(vec![Annotation::entity(span, Entity::new("x:y"))])
    }
}

fn registry() -> Registry {
    let mut registry = Registry::default();
    registry.add_recognizer("new york", Arc::new(Finds("New York")));
    registry.add_recognizer("linguist", Arc::new(Linguist(Finds("New York"))));
    registry.add_recognizer("lies", Arc::new(Lies));
    registry
}

fn enrich(recognizer: &str, request: Request) -> Result<String> {
    let registry = registry();
    let access = AuthContext::new(Arc::new(MemoryBackend::new()), Arc::new(SystemClock), expire);
    let (limits, compiled) = (Limits::default(), Compiled::default());
    let collection = Collection::new(&access, &limits, Caller::Anonymous, &());
    let filters = Filters::new(collection, &compiled, Default::default(), 1000);
    let folder = VocabularyFiles::open(&access).unwrap();
    let collection = Collection::new(&access, &limits, Caller::Anonymous, &folder);
    let datasets = Datasets::new(collection, Caller::Anonymous);
    let bounds = CallBounds::default();
    let conversion = Conversion {
        prefix: "http://example.org/",
        max_bytes: 1000,
        bounds: &bounds,
        max_output_bytes: None,
        attribution: Attribution::none(),
        filters,
        profiles: Collection::new(&access, &limits, Caller::Anonymous, &()),
    };
    let models = StoredModels::default();
    let entities = Entities::new((&registry, &models), conversion, datasets, None);
    entities.enrich(recognizer, request).map(|reply| String::from_utf8(reply.bytes).unwrap())
}

#[test]
fn nothing_is_found_across_two_units() {
    let turtle = enrich("new york", Request::new("<p>New<p>York", Format::Html)).unwrap();
    assert!(!turtle.contains("taIdentRef"));
    let turtle = enrich("new york", Request::new("<p>New\nYork", Format::Html)).unwrap();
    assert!(turtle.contains("#char=0,8>") && turtle.contains("taIdentRef"));
}

#[test]
fn a_page_comes_back_as_itself() {
    let request = Request::new("<p>New <b>York</b>", Format::Html).output(Format::Html);
    let page = enrich("new york", request).unwrap();
    assert_eq!(
        page,
        "<p><span its-ta-ident-ref=\"http://x.org/found\" its-ta-class-ref=\"x:none\">New \
         <b>York</b></span>"
    );
}

#[test]
fn the_rules_of_the_round_trip_hold() {
    let cases = [
        (Request::new("x", Format::Text).output(Format::Html), "outformat"),
        (Request::new("x", Format::Text).output(Format::Text), "outformat"),
        (
            Request::new("x", Format::Html)
                .output(Format::Html)
                .in_language(Language::parse("de").unwrap()),
            "language",
        ),
    ];
    for (request, parameter) in cases {
        let error = enrich("new york", request).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some(parameter)));
    }
    let mut german = Request::new("New York", Format::Html).output(Format::Html);
    german.decode.language = Language::parse("de");
    german.any_language = true;
    assert!(enrich("new york", german).unwrap().contains("x:de"));
}

#[test]
fn converted_texts_are_tagged_english_and_plain_ones_are_not() {
    let page = Request::new("<html lang=de><p>New York", Format::Html);
    assert!(enrich("new york", page).unwrap().contains("\"New York\"@en"));
    let plain = enrich("new york", Request::new("New York", Format::Text)).unwrap();
    assert!(plain.contains("\"New York\"") && !plain.contains("@en"));
}

#[test]
fn nif_keeps_its_own_iris() {
    let turtle = "@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .\n\
        <http://my.org/d#char=0,11> a nif:Context ; nif:isString \"In New York\" ; <x:kept> <x:y> .";
    let reply = enrich("new york", Request::new(turtle, Format::Turtle)).unwrap();
    assert!(reply.contains("<http://my.org/d#char=3,11>"), "{reply}");
    assert!(reply.contains("<x:kept>"), "{reply}");
}

#[test]
fn relative_iris_of_nif_are_resolved_against_the_prefix() {
    let turtle = "@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .\n\
        <#char=0,11> a nif:Context ; nif:isString \"In New York\" ; <p> <o> .";
    for (prefix, expected) in [
        (None, ["<http://example.org/#char=3,11>", "<http://example.org/o>"]),
        (Some("http://my.org/d"), ["<http://my.org/d#char=3,11>", "<http://my.org/o>"]),
    ] {
        let mut request = Request::new(turtle, Format::Turtle).output(Format::NTriples);
        request.prefix = prefix.map(str::to_owned);
        let reply = enrich("new york", request).unwrap();
        assert!(expected.iter().all(|one| reply.contains(one)), "{reply}");
    }
}

#[test]
fn faults_have_their_kinds() {
    let kind = |recognizer: &str, input: &str| {
        enrich(recognizer, Request::new(input, Format::Text)).unwrap_err().kind()
    };
    assert_eq!(kind("nobody", "x"), ErrorKind::NotFound);
    assert_eq!(kind("nobody", ""), ErrorKind::NotFound);
    let lie = enrich("lies", Request::new("x", Format::Text)).unwrap_err();
    assert_eq!(lie.kind(), ErrorKind::Provider);
    assert!(lie.message().starts_with("recognizer `lies` found bytes"), "{lie}");
    assert_eq!(kind("new york", &"x".repeat(1001)), ErrorKind::TooLarge);
}

#[test]
fn a_language_that_nobody_names_is_told_by_the_text_where_it_is_needed() {
    let text = "Wir fahren morgen mit dem Zug nach Hamburg und fliegen dann weiter nach New York.";
    let ask = |recognizer: &str, text: &str, format: Format| {
        enrich(recognizer, Request::new(text, format))
    };
    assert!(ask("linguist", text, Format::Text).unwrap().contains("x:de"));
    assert!(ask("new york", text, Format::Text).unwrap().contains("x:none"));
    let said = format!("<html lang=nl><p>{text}");
    assert!(ask("linguist", &said, Format::Html).unwrap().contains("x:nl"));
    let nif = format!(
        "@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .\n\
        <http://my.org/d#char=0,{}> a nif:Context ; nif:isString \"{text}\" .",
        text.len()
    );
    assert!(ask("linguist", &nif, Format::Turtle).unwrap().contains("x:de"));
    let error = ask("linguist", "New York", Format::Text).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("language")));
    let named = Request::new("New York", Format::Text).in_language("ga".parse().unwrap());
    assert!(enrich("linguist", named).unwrap().contains("x:ga"));
    assert!(ask("linguist", "", Format::Text).is_ok());
}
