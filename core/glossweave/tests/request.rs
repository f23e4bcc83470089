//! The options of requests as fields.

#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

use glossweave::entity::{Dictionary, EntityOptions};
use glossweave::markup::{Encoding, InvalidBytes, UnknownEntities};
use glossweave::nif::Version;
use glossweave::{Caller, EncodeOptions, Engine, ErrorKind, Format, Request, Settings};

fn engine() -> Engine {
    let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes());
    Engine::builder(Settings::default()).recognizer("places", names.unwrap()).open().unwrap()
}

#[test]
fn options_are_fields() {
    let mut request = Request::new("<p>To Cork", Format::Xml);
    request.decode.charset = Encoding::for_label("utf-8");
    request.recognition = EntityOptions { threshold: Some(0.5), ..EntityOptions::default() };
    request.decode.unknown_entities = UnknownEntities::Replace;
    request.version = Version::V2_1;
    request.encode = EncodeOptions::default();
    request.any_language = true;
    request.any_format = true;
    assert_eq!(request.recognition.threshold, Some(0.5));
    assert!(request.any_language && request.any_format);
    let page = Request::new("<img alt='Cork'>", Format::Html);
    assert!(!page.decode.translatable_attributes);
    let mut request = Request::new(b"Caf\xE9", Format::Text);
    request.decode.invalid_bytes = InvalidBytes::Replace;
    let engine = engine();
    let entities = engine.session(Caller::Anonymous).entities();
    assert!(entities.enrich("places", request).is_ok());
}

#[test]
fn spans_are_found_without_iris() {
    let engine = engine();
    let recognition = EntityOptions { modes: "spot".parse().unwrap(), ..EntityOptions::default() };
    let mut request = Request::new("To Cork", Format::Text);
    request.recognition = recognition;
    let reply = engine.session(Caller::Anonymous).entities().enrich("places", request).unwrap();
    let turtle = String::from_utf8_lossy(&reply.bytes);
    assert!(turtle.contains("#char=3,7>") && !turtle.contains("http://example.org/cork"));
}

#[test]
fn documents_in_other_languages_are_returned_only_if_that_is_wanted() {
    let engine = engine();
    let entities = engine.session(Caller::Anonymous).entities();
    let page = Request::new("<p>Nach Cork", Format::Html).output(Format::Html);
    let mut page = page.in_language("de".parse().unwrap());
    let error = entities.enrich("places", page.clone()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
    page.any_language = true;
    assert!(entities.enrich("places", page).is_ok());
}

#[test]
fn unknown_entities_may_be_refused() {
    let engine = engine();
    let doc = "<!DOCTYPE doc SYSTEM 'doc.dtd'><doc>&to; Cork</doc>";
    let mut request = Request::new(doc, Format::Xml);
    request.decode.unknown_entities = UnknownEntities::Refuse;
    let session = engine.session(Caller::Anonymous);
    let error = session.entities().enrich("places", request).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Malformed);
}

#[test]
fn wrong_strings_of_nif_are_skipped_or_refused() {
    let engine = engine();
    let entities = engine.session(Caller::Anonymous).entities();
    // The second string extends beyond the text.
    let nif = "@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
      <http://a.example/#char=0,7> a nif:Context ; nif:isString 'To Cork' .
      <http://a.example/#char=3,9> a nif:Phrase ; nif:beginIndex 3 ; nif:endIndex 9 ;
        nif:referenceContext <http://a.example/#char=0,7> .";
    let mut request = Request::new(nif, Format::Turtle);
    let reply = entities.enrich("places", request.clone()).unwrap();
    assert_eq!(reply.skipped.len(), 1);
    request.strict = true;
    let error = entities.enrich("places", request).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Malformed);
}
