//! Annotations at any position of any page. Bytes: options, declared encoding, number of annotations, seven
//! bytes for each annotation, the page.

use glossweave::annotation::{Annotation, Entity, Term, Translation};
use glossweave::format::OnParent;
use glossweave::markup::Encoding;
use glossweave::text::{Language, TextSpan};
use glossweave::{DecodeOptions, Document, EncodeOptions};
use harness::laws::Woven;
use harness::{annotate, laws};

use super::decode::{CHARSETS, pages};
use super::input::{Input, boundary};

const MOST: u8 = 12;

/// Inserts annotations, and checks the invariants of writing back.
pub fn hold(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let choice = input.byte();
    let mut reading = DecodeOptions::default();
    reading.charset = Encoding::for_label(input.pick(CHARSETS));
    let chosen = annotation_bytes(&mut input);
    let page = input.rest();
    let Some(document) = annotate::read_if_sound(page, &reading) else { return };
    let annotations = annotations(&chosen, &document);
    let mut options = EncodeOptions::default();
    options.on_parent = on_parent(choice);
    if choice & 4 == 0 {
        if let Err(what) = annotate::hold_with(&document, &annotations, &options) {
            panic!("{what}");
        }
        return;
    }
    options.verify = false;
    let encoded = glossweave::encode(&document, &annotations, &options).expect("spans are right");
    assert_eq!(encoded.placements.len(), annotations.len());
    let inserted = encoded.inserted.iter().map(|span| span.range()).collect();
    let woven = Woven { bytes: encoded.bytes, inserted };
    if let Err(what) = laws::nothing_else_touched(page, &woven) {
        panic!("{what}");
    }
}

/// Returns the `OnParent` rule for the two lowest bits.
pub fn on_parent(choice: u8) -> OnParent {
    match choice & 3 {
        0 => OnParent::Never,
        1 => OnParent::Preferred,
        _ => OnParent::WhenNeeded,
    }
}

/// Reads the number of annotations, and seven bytes for each of them.
pub fn annotation_bytes(input: &mut Input<'_>) -> Vec<[u8; 7]> {
    let count = input.byte() % (MOST + 1);
    (0..count).map(|_| std::array::from_fn(|_| input.byte())).collect()
}

/// Returns the annotations of a document.
pub fn annotations(chosen: &[[u8; 7]], document: &Document) -> Vec<Annotation> {
    chosen.iter().map(|bytes| annotation(&mut Input::new(bytes), document)).collect()
}

/// Returns the bytes of four annotations for a seed.
pub fn four(number: u8) -> Vec<u8> {
    let mut seed = vec![4];
    for index in 0..4 {
        let start = number.wrapping_mul(7).wrapping_add(index * 5);
        seed.extend([start, 0, 9 + index, 0, index, number.wrapping_mul(3), start]);
    }
    seed
}

fn annotation(input: &mut Input<'_>, document: &Document) -> Annotation {
    let text = document.text();
    let start = boundary(text, input.number() % (text.len() + 1));
    let end = boundary(text, start + input.number() % 64);
    let span = TextSpan::new(start, end);
    let iri = input.pick(&["http://a.example/1", "http://a.example/2?a=\"<&é>'b", "&amp;", ""]);
    let confidence = input.byte();
    let kind = input.byte();
    let confidence = confidence.is_multiple_of(2).then(|| f64::from(confidence) / 200.0);
    let mut term = Term::new().with_info_ref(iri);
    let mut entity = Entity::new(iri);
    if kind & 8 != 0 {
        entity = entity.with_class("http://a.example/Place");
        term.info_ref = None;
    }
    if kind & 16 != 0 {
        entity = Entity::default().with_source("Wörter", "日 1\u{1f600}\"\u{0}");
        term.info = Some("x \r\n\t&lt; é".into());
    }
    (entity.confidence, term.confidence) = (confidence, confidence);
    let annotation = match (kind & 7, Language::parse("de")) {
        (0, Some(german)) => Annotation::translation(span, Translation::new("x", german)),
        (1..4, _) => Annotation::term(span, term),
        _ => Annotation::entity(span, entity),
    };
    match kind & 32 {
        0 => annotation,
        _ => annotation.by("http://a.example/tool"),
    }
}

/// Returns pages with four annotations each.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (number, page) in
        (0..=u8::MAX).cycle().zip(pages().into_iter().filter(|page| page.len() < 1500))
    {
        seeds.push([&[number & 3, 0], &four(number)[..], &page].concat());
    }
    seeds
}
