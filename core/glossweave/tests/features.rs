//! Builds with some of the features: available functions work, and missing functions report the
//! feature.

#![cfg(feature = "entity")]
#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

use glossweave::entity::{Dictionary, recognize};
use glossweave::{DecodeOptions, EncodeOptions, Format, nif};

const NAMES: &str = "uri,label\nhttp://dbpedia.org/resource/Dublin,Dublin\n";

#[test]
fn a_page_is_annotated_by_a_dictionary() {
    let names = Dictionary::from_csv(NAMES.as_bytes()).unwrap();
    let page = glossweave::decode("<p>To <b>Dub</b>lin!", Format::Html, &DecodeOptions::default());
    let page = page.unwrap();
    let found = recognize(&names, &page, None).unwrap();
    let back = glossweave::encode(&page, &found, &EncodeOptions::default()).unwrap();
    assert_eq!(
        String::from_utf8(back.bytes).unwrap(),
        "<p>To <span its-ta-ident-ref=\"http://dbpedia.org/resource/Dublin\" \
         its-ta-confidence=\"1\"><b>Dub</b>lin</span>!"
    );
    for format in Format::ALL.iter().filter(|format| format.is_rdf()) {
        let graph = nif::write(&page, &found, *format, &nif::Options::default()).unwrap();
        let read = nif::read(&graph, *format, None).unwrap();
        assert_eq!(read.contexts()[0].annotations().len(), 1, "{format}");
    }
}

/// Returns a page with an ITS rule that no simple path can express.
fn ruled(selector: &str) -> glossweave::Result<glossweave::Document> {
    let page = format!(
        "<doc xmlns:its='http://www.w3.org/2005/11/its'><its:rules version='2.0'>\
         <its:translateRule selector=\"{selector}\" translate='no'/></its:rules><p>a</p></doc>"
    );
    glossweave::decode(page.as_str(), Format::Xml, &DecodeOptions::default())
}

#[test]
fn simple_selectors_need_no_library() {
    assert!(ruled("//p").is_ok());
}

#[cfg(feature = "its-rules")]
#[test]
fn other_selectors_are_evaluated_by_libxml2() {
    assert!(ruled("//p[string-length(.) = count(//doc)]").is_ok());
}

#[cfg(not(feature = "its-rules"))]
#[test]
fn other_selectors_name_the_feature() {
    let error = ruled("//p[string-length(.) = count(//doc)]").unwrap_err();
    assert_eq!(error.kind(), glossweave::ErrorKind::Unsupported);
    assert!(error.message().contains("`its-rules`"), "{error}");
}

#[test]
fn a_missing_format_names_its_feature() {
    let families = [
        (Format::Pdf, "`pdf`", cfg!(feature = "pdf")),
        (Format::Docx, "`office`", cfg!(feature = "office")),
        (Format::Markdown, "`strings`", cfg!(feature = "strings")),
    ];
    for (format, feature, is_on) in families {
        let read = glossweave::decode("# Cork", format, &DecodeOptions::default());
        let unsupported = read.err().filter(|error| error.message().contains(feature));
        assert_eq!(unsupported.is_none(), is_on, "{format}");
        let kind = unsupported.map(|error| error.kind());
        assert!(kind.is_none_or(|kind| kind == glossweave::ErrorKind::Unsupported), "{kind:?}");
    }
    for format in [Format::Text, Format::Html, Format::Conllu] {
        assert!(glossweave::decode("", format, &DecodeOptions::default()).is_ok(), "{format}");
    }
}

#[cfg(all(feature = "engine", not(feature = "sled")))]
#[test]
fn a_store_in_a_folder_names_the_feature() {
    let mut settings = glossweave::Settings::default();
    settings.store.location = Some("somewhere".parse().unwrap());
    let error = glossweave::Engine::builder(settings).open().unwrap_err();
    assert!(error.message().contains("`sled`"), "{error}");
}

#[cfg(all(feature = "engine", not(feature = "xslt")))]
#[test]
fn a_stylesheet_names_the_feature() {
    let sheet = "<x:stylesheet version='1.0' xmlns:x='http://www.w3.org/1999/XSL/Transform'/>";
    let error = glossweave::xslt::Stylesheet::compile(sheet.as_bytes(), &Default::default());
    let error = error.unwrap_err();
    assert!(error.message().contains("`xslt`"), "{error}");
}

#[cfg(all(feature = "engine", not(feature = "net")))]
#[test]
fn a_call_names_the_feature() {
    use glossweave::net::{HostPolicy, HttpRequest, Network};
    let call = HttpRequest::get("http://127.0.0.1/").reaching(HostPolicy::Named);
    let error = Network::default().send(&call).unwrap_err();
    assert!(error.message().contains("`net`"), "{error}");
}

#[cfg(not(feature = "net"))]
#[test]
fn a_remote_recognizer_names_the_feature() {
    let error = glossweave::entity::open_recognizer("spotlight", "http://127.0.0.1/", []);
    let error = error.err().unwrap();
    assert_eq!(error.kind(), glossweave::ErrorKind::Unsupported);
    assert!(error.message().contains("`net`"), "{error}");
}

#[cfg(feature = "models")]
#[test]
fn the_english_tagger_finds_names_of_all_classes() {
    use glossweave::entity::{Passage, Recognizer};
    let tagger = glossweave::models::english_tagger().unwrap();
    tagger.verify().unwrap();
    assert!(tagger.classes().map(|(name, _)| name).eq(["LOC", "MISC", "ORG", "PER"]));
    let text = "Angela Merkel met the head of the United Nations in Paris on Monday.";
    let found = tagger.recognize(&Passage::new(text)).unwrap();
    let names: Vec<_> = found.iter().map(|one| &text[one.span().range()]).collect();
    assert_eq!(names, ["Angela Merkel", "United Nations", "Paris"]);
}
