//! Measures the speed of HTML: reading, writing NIF, writing back. `make bench` compares it with other
//! libraries.

#![allow(clippy::unwrap_used, reason = "a bench that fails is wrong")]

mod page;

use divan::Bencher;
use divan::counter::BytesCount;
use glossweave::annotation::{Annotation, Entity};
use glossweave::text::TextSpan;
use glossweave::{DecodeOptions, Document, EncodeOptions, Format, nif};

const SIZES: &[usize] = &[10_000, 1_000_000, 10_000_000];

fn main() {
    divan::main();
}

fn read(bytes: &[u8]) -> Document {
    glossweave::decode(bytes, Format::Html, &DecodeOptions::default()).unwrap()
}

fn source(size: usize) -> Vec<u8> {
    page::page(size, 7).into_bytes()
}

/// Returns an annotation of one word per 200 bytes of text.
fn annotations(document: &Document) -> Vec<Annotation> {
    let mut next = 0;
    let mut found = Vec::new();
    for unit in document.units() {
        let Some(word) = unit.text().split_whitespace().next() else { continue };
        if unit.span().start() < next {
            continue;
        }
        next = unit.span().start() + 200;
        let start = unit.span().start() + word.as_ptr().addr() - unit.text().as_ptr().addr();
        let span = TextSpan::new(start, start + word.len());
        found.push(Annotation::entity(span, Entity::new("http://example.org/a")));
    }
    found
}

#[divan::bench(args = SIZES)]
fn decode(bencher: Bencher<'_, '_>, size: usize) {
    let bytes = source(size);
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| read(&bytes));
}

#[divan::bench(args = SIZES)]
fn decode_and_write_turtle(bencher: Bencher<'_, '_>, size: usize) {
    let bytes = source(size);
    let options = nif::Options::default();
    bencher
        .counter(BytesCount::of_slice(&bytes))
        .bench(|| nif::write(&read(&bytes), &[], Format::Turtle, &options).unwrap());
}

#[divan::bench(args = SIZES, consts = [false, true])]
fn write_back<const VERIFIED: bool>(bencher: Bencher<'_, '_>, size: usize) {
    let bytes = source(size);
    let document = read(&bytes);
    let annotations = annotations(&document);
    let mut options = EncodeOptions::default();
    options.verify = VERIFIED;
    bencher
        .counter(BytesCount::of_slice(&bytes))
        .bench(|| glossweave::encode(&document, &annotations, &options).unwrap());
}
