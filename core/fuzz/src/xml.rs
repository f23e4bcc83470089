//! Any bytes as XML, with rules of the caller. Bytes: the options, the set of rules, the declared encoding,
//! the annotations as in `encoding`, the rules up to a NUL if the first byte specifies it, the source.

use glossweave::markup::Encoding;
use glossweave::{DecodeOptions, Document, EncodeOptions, ErrorKind};
use harness::reading::Reading;
use harness::xml::{self, Oracle};
use harness::{annotate, corpus};

use super::decode::{CHARSETS, lies_in_bounds};
use super::encoding;
use super::input::{Input, expect};

const KINDS: &[ErrorKind] =
    &[ErrorKind::Malformed, ErrorKind::TooLarge, ErrorKind::Unsupported, ErrorKind::Invalid];

const SETS: &[&str] =
    &["", "auto", "android", "dita", "docbook", "resx", "svg", "tei", "akoma-ntoso", "jats"];

/// The bit that specifies that rules precede the source.
const RULED: u8 = 8;

/// Rules that select by path and by name.
const RULES: &str = "<its:rules xmlns:its='http://www.w3.org/2005/11/its' version='2.0'>\
    <its:withinTextRule selector='//b|//c' withinText='yes'/>\
    <its:withinTextRule selector='//note' withinText='nested'/>\
    <its:translateRule selector='//@title' translate='yes'/>\
    <its:preserveSpaceRule selector='//*[@xml:space]' space='preserve'/>\
    <its:targetPointerRule selector='//source' targetPointer='../target'/>\
    <its:termRule selector='//dt' term='yes' termInfoPointer='following::*[1]'/></its:rules>";

/// Reads the bytes and inserts annotations. Checks the invariants of both.
pub fn hold(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let choice = input.byte();
    let mut reading = DecodeOptions::default();
    let set = input.pick(SETS);
    if !set.is_empty() {
        reading.set("rule-set", set).expect("the name of a set");
    }
    reading.charset = Encoding::for_label(input.pick(CHARSETS));
    let chosen = encoding::annotation_bytes(&mut input);
    if choice & RULED != 0 {
        reading.its.rules.push(String::from_utf8_lossy(input.until_nul()).into());
    }
    let Some(document) = known(xml::read(input.rest(), &reading)) else { return };
    let mut writing = EncodeOptions::default();
    writing.on_parent = encoding::on_parent(choice);
    if choice & 4 != 0 {
        writing.verify = false;
    }
    lies_in_bounds(&document);
    expect(annotate::unchanged(&document));
    let oracle = Oracle::for_document(&document).unwrap_or_else(|what| panic!("{what}"));
    let read = Reading::of(&document);
    expect(xml::text_is_where_it_says(&read, oracle));
    // Skipped for Android and resx files, because their values contain escapes and placeholders, which are
    // codes.
    let source = String::from_utf8_lossy(&read.source).replace('\0', "");
    let has_values = ["<resources", "<root"].iter().any(|root| source.contains(root));
    if !has_values && set.is_empty() && reading.its.rules.is_empty() && oracle == Oracle::Whole {
        expect(xml::units_are_those_of_the_tree(&read));
    }
    let annotations = encoding::annotations(&chosen, &document);
    expect(xml::hold_with(&document, &reading, oracle, &annotations, &writing).map(drop));
}

/// Returns the document, or `None` if the source or the rules are wrong.
pub fn known(result: glossweave::Result<Document>) -> Option<Document> {
    match result {
        Ok(document) => Some(document),
        Err(error) => {
            assert!(KINDS.contains(&error.kind()), "{:?} {error}", error.kind());
            None
        }
    }
}

/// Returns the corpus and broken files, with and without sets of rules, and with and without rules.
pub fn seeds() -> Vec<Vec<u8>> {
    let files = ["xml", "xml-bad"].into_iter().flat_map(corpus::folder);
    let files = files.filter(|file| file.bytes.len() < 4000);
    let mut seeds = Vec::new();
    for (number, file) in (0..=u8::MAX).cycle().zip(files) {
        let four = encoding::four(number);
        seeds.push([&[number & 7, number % 2, 0], &four[..], &file.bytes].concat());
        if number % 3 == 0 {
            let start = [number & 3 | RULED, 0, 0];
            seeds.push([&start, &four[..], RULES.as_bytes(), b"\0", &file.bytes].concat());
        }
    }
    seeds
}
