//! A document with annotations and a round-trip check, which the tests of several formats use.

use crate::{decode, export};
use glossweave_base::media::Format;
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::{Annotation, Entity, Term};
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::ExportOptions;

/// Returns a text that contains Hebrew and characters beyond the Basic Multilingual Plane, with
/// overlapping annotations in which all fields are set.
pub(super) fn everything() -> (Document, Vec<Annotation>) {
    let text = "😀 Élan \"O'Neill\" & 𝔸nna|B\\ in <Cork>.\nשלום, קורק! Ende";
    let at = |part: &str| {
        let start = text.find(part).unwrap();
        TextSpan::new(start, start + part.len())
    };
    let person = Entity::new("http://a.example/a,b?x=1&y=2")
        .with_ident("http://www.wikidata.org/entity/Q1")
        .with_source("MESH", "D1")
        .with_class("http://nerd.eurecom.fr/ontology#Person")
        .with_class("http://a.example/Human")
        .with_confidence(0.25);
    let term = Term::new().with_info_ref("http://a.example/t").with_info("a | b\n\"c\" <d> & e");
    let all = vec![
        Annotation::entity(at("Élan"), Entity::new("http://a.example/1")),
        Annotation::entity(at("Élan \"O'Neill\""), person).by("http://a.example/tool"),
        Annotation::entity(at("𝔸nna|B\\"), Entity::default().with_class("http://a.example/#X")),
        Annotation::entity(at("<Cork>.\nשלום"), Entity::default().with_confidence(0.5)),
        Annotation::term(at("קורק"), term.with_confidence(0.75)),
    ];
    (Document::of_text(text.to_owned(), None), all)
}

/// Checks that a document that is written and read again is unchanged, except for the losses listed
/// in `lost`.
pub(super) fn comes_back(document: &Document, all: &[Annotation], format: Format, lost: &[&str]) {
    let options = ExportOptions { name: Some("letter-2".into()), ..ExportOptions::default() };
    let made = export(document, all, format, &options).unwrap();
    assert!(made.placements.iter().all(|placement| placement.is_there()), "{:?}", made.placements);
    let skipped: Vec<&str> = made.skipped.iter().map(|skipped| skipped.subject()).collect();
    assert_eq!(skipped, lost);
    let again = decode(made.bytes, format, &DecodeOptions::default()).unwrap();
    assert_eq!(again.text(), document.text());
    assert_eq!(again.sections().next().unwrap().name, Some("letter-2"));
    if lost.is_empty() {
        assert_eq!(again.annotations(), all);
    } else {
        let spans =
            |list: &[Annotation]| -> Vec<TextSpan> { list.iter().map(Annotation::span).collect() };
        assert_eq!(spans(again.annotations()), spans(all));
    }
    // Spans of the text map to the source.
    let span = all.last().unwrap().span();
    let source = again.source_span(span).unwrap();
    assert_eq!(&again.source().bytes()[source.range()], &again.text().as_bytes()[span.range()]);
}

#[test]
fn xml_is_decoded_in_the_encoding_of_its_declaration() {
    let text = "caf\u{e9} in Cork";
    let document = Document::of_text(text.to_owned(), None);
    let class = Entity::default().with_class("http://nerd.eurecom.fr/ontology#Location");
    let cork = Annotation::entity(TextSpan::new(9, 13), class);
    for format in [Format::GateXml, Format::BiocXml, Format::CasXmi, Format::Tei] {
        let exported =
            export(&document, std::slice::from_ref(&cork), format, &ExportOptions::default());
        let xml = String::from_utf8(exported.unwrap().bytes).unwrap();
        let declared = xml.replacen("UTF-8", "windows-1252", 1);
        assert_ne!(declared, xml);
        let bytes: Vec<u8> = declared.chars().map(|c| u8::try_from(c).unwrap()).collect();
        let again = decode(bytes, format, &DecodeOptions::default()).unwrap();
        assert_eq!(again.text(), text, "{format}");
        assert_eq!(again.annotations()[0].span(), cork.span(), "{format}");
    }
}
