//! Measures the speed of XML: reading without rules and with twelve rules, writing NIF, writing back. `make
//! bench` compares it with other libraries.

#![allow(clippy::unwrap_used, reason = "a bench that fails is wrong")]

mod page;

use divan::Bencher;
use divan::counter::BytesCount;
use glossweave::annotation::{Annotation, Entity};
use glossweave::text::TextSpan;
use glossweave::{DecodeOptions, Document, EncodeOptions, Format, nif};

const SIZES: &[usize] = &[100_000, 1_000_000, 10_000_000];

fn main() {
    divan::main();
}

fn read(bytes: &[u8]) -> Document {
    glossweave::decode(bytes, Format::Xml, &DecodeOptions::default()).unwrap()
}

fn source(size: usize, rules: bool) -> Vec<u8> {
    page::xml::page(size, 7, rules.then_some(page::xml::RULES)).into_bytes()
}

#[divan::bench(args = SIZES)]
fn decode(bencher: Bencher<'_, '_>, size: usize) {
    let bytes = source(size, false);
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| read(&bytes));
}

#[divan::bench(args = SIZES, consts = [false, true])]
fn decode_and_write_turtle<const RULES: bool>(bencher: Bencher<'_, '_>, size: usize) {
    let bytes = source(size, RULES);
    let options = nif::Options::default();
    bencher
        .counter(BytesCount::of_slice(&bytes))
        .bench(|| nif::write(&read(&bytes), &[], Format::Turtle, &options).unwrap());
}

#[divan::bench(args = SIZES, consts = [false, true])]
fn write_back<const VERIFIED: bool>(bencher: Bencher<'_, '_>, size: usize) {
    let bytes = source(size, false);
    let document = read(&bytes);
    let annotations: Vec<Annotation> = document
        .units()
        .step_by(8)
        .map(|unit| {
            let word = unit.text().trim_start().split(' ').next().unwrap_or_default();
            let start = unit.span().start() + word.as_ptr().addr() - unit.text().as_ptr().addr();
            let span = TextSpan::new(start, start + word.len());
            Annotation::entity(span, Entity::new("http://example.org/a"))
        })
        .collect();
    let mut options = EncodeOptions::default();
    options.verify = VERIFIED;
    bencher
        .counter(BytesCount::of_slice(&bytes))
        .bench(|| glossweave::encode(&document, &annotations, &options).unwrap());
}
