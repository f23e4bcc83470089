//! Formats in which programs exchange annotated texts. The first byte selects the format of the rest.

use glossweave::annotation::{Annotation, Entity, Term};
use glossweave::text::TextSpan;
use glossweave::{DecodeOptions, Document, ExportOptions, Format, web_annotation};

use super::decode::lies_in_bounds;
use super::input::Input;

/// Losses that change the text.
const CHANGES: [&str; 3] =
    ["characters that XML does not allow", "units without words", "white space between tokens"];

fn formats() -> Vec<Format> {
    Format::ALL.iter().copied().filter(|format| format.exports()).collect()
}

/// Reads the bytes, and exports the document in each format. When an export is read again, it must have the
/// same text and the same annotated spans.
pub fn hold(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let formats = formats();
    let format = formats[usize::from(input.byte()) % formats.len()];
    let bytes = input.rest();
    web_annotations(bytes);
    let Ok(document) = glossweave::decode(bytes, format, &DecodeOptions::default()) else {
        return;
    };
    lies_in_bounds(&document);
    for format in formats {
        comes_back(&document, format);
    }
}

/// Reads the bytes as Web Annotations of a page. Checks that their spans are within the text.
fn web_annotations(bytes: &[u8]) {
    let page = "<h1 id=a>\u{1F600} קורק</h1><p>To <b>C&oacute;r</b>k &amp; Cobh\n\n Cork";
    let page = glossweave::decode(page, Format::Html, &DecodeOptions::default()).expect("a page");
    if let Ok(read) = web_annotation::read(&page, bytes, None) {
        for annotation in &read.annotations {
            let text = page.text().get(annotation.span().range());
            assert!(text.is_some_and(|text| !text.is_empty()));
            assert!(annotation.fault().is_none());
        }
    }
}

fn comes_back(document: &Document, format: Format) {
    let annotations = document.annotations();
    let bare = Document::of_text(document.text().to_owned(), None);
    let made =
        glossweave::export(&bare, annotations, format, &ExportOptions::default()).expect("a file");
    let lost: Vec<&str> = made.skipped.iter().map(|part| part.subject()).collect();
    let again = glossweave::decode(made.bytes, format, &DecodeOptions::default());
    let again = again.unwrap_or_else(|error| panic!("{format}: {error}"));
    if CHANGES.iter().any(|change| lost.contains(change)) {
        return;
    }
    if !bare.text().trim().is_empty() {
        assert_eq!(again.text(), bare.text(), "{format}");
    }
    let mut spans: Vec<TextSpan> = annotations
        .iter()
        .zip(&made.placements)
        .filter(|(_, placement)| placement.is_there())
        .map(|(annotation, _)| annotation.span())
        .collect();
    let mut found: Vec<TextSpan> = again.annotations().iter().map(Annotation::span).collect();
    if format != Format::Conll2003 && !lost.contains(&"white space at the ends of annotations") {
        let places = |list: &mut Vec<TextSpan>| {
            list.sort_by_key(|span| (span.start(), span.end()));
            list.dedup();
        };
        places(&mut spans);
        places(&mut found);
        assert_eq!(found, spans, "{format}");
    }
}

/// Returns a file of each format for some texts, and unusual files.
pub fn seeds() -> Vec<Vec<u8>> {
    let formats = formats();
    let mut seeds = Vec::new();
    for text in
        ["To Cork & back.", "😀 𝔸 קורק, שלום!\r\n\tA <b>\"c\"| \\n", "a\u{1}b\u{2028}c  d\n\nE. F"]
    {
        let document = Document::of_text(text.to_owned(), None);
        let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let span = |from: usize, to: usize| TextSpan::new(ends[from], ends[to]);
        let entity = Entity::new("http://a.example/x?y=1,2").with_source("a b", "c:d");
        let all = [
            Annotation::entity(
                span(0, 3),
                entity.with_class("http://a.example/C").with_confidence(0.5),
            ),
            Annotation::entity(span(2, 7), Entity::default().with_source("s", "i")),
            Annotation::term(span(3, 6), Term::new().with_info("a\n|b")),
        ];
        for (number, format) in (0..).zip(&formats) {
            let made = glossweave::export(&document, &all, *format, &ExportOptions::default());
            seeds.push([vec![number], made.expect("a file").bytes].concat());
        }
    }
    for (number, odd) in [
        (0, "-DOCSTART- (1)\n\na B\nb I-\nc E-X\n"),
        (
            1,
            "# newpar\n1-2\ta\t_\t_\t_\t_\t_\t_\t_\tSpacesBefore=\\s|NER=B-X\n1\ta\t_\t_\t_\t_\t_\t_\t_\tname=I-Y\n",
        ),
        (
            2,
            "<xmi:XMI xmlns:xmi='http://www.omg.org/XMI' xmlns:c='http:///uima/cas.ecore'><c:Sofa sofaString='&#x1F600;\r\n'/></xmi:XMI>",
        ),
        (
            3,
            "{\"%FEATURE_STRUCTURES\": {\"1\": {\"%TYPE\": \"Sofa\", \"sofaString\": \"\\ud83d\"}}}",
        ),
        (5, "[{\"text\": \"a\", \"denotations\": [{\"span\": {\"begin\": 0, \"end\": 1.0}}]}]"),
        (
            6,
            "{\"data\": {\"x\": \"a\"}, \"predictions\": [{\"result\": [{\"value\": {\"start\": \"0\", \"end\": 1}}]}]}",
        ),
        (
            7,
            "<collection><document><passage><offset>3</offset><text>a&amp;<![CDATA[<]]></text></passage></document></collection>",
        ),
        (
            13,
            "{\"dcterms:references\": {\"format\": \"text/html\", \"value\": \"<p>C\\u00f3rk\"}, \"items\": [{\"target\": [{\"selector\": [{\"type\": \"TextQuoteSelector\", \"exact\": \"Cork\"}, {\"type\": \"RangeSelector\", \"startContainer\": \"/p[1]\", \"startOffset\": 1, \"endContainer\": \"//*[@id='a']\", \"endOffset\": 3}, {\"type\": \"DataPositionSelector\", \"start\": 4, \"end\": 9}]}], \"body\": \"x:y\"}]}",
        ),
    ] {
        seeds.push([vec![number], odd.as_bytes().to_vec()].concat());
    }
    seeds
}
