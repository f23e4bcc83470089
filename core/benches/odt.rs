//! Measures the speed of OpenDocument: reading and writing back, in bytes of content.xml per second.

#![allow(clippy::unwrap_used, reason = "a bench that fails is wrong")]

mod page;

use divan::Bencher;
use divan::counter::BytesCount;
use glossweave::annotation::{Annotation, Entity};
use glossweave::{DecodeOptions, Document, EncodeOptions, Format};

const SIZES: &[usize] = &[100_000, 1_000_000, 10_000_000];

fn main() {
    divan::main();
}

fn read(package: &[u8]) -> Document {
    glossweave::decode(package, Format::Odt, &DecodeOptions::default()).unwrap()
}

#[divan::bench(args = SIZES)]
fn reading(bencher: Bencher, size: usize) {
    let package = page::odt::page(size, 7).unwrap();
    bencher.counter(BytesCount::new(size)).bench(|| read(&package));
}

#[divan::bench(args = SIZES)]
fn writing_back(bencher: Bencher, size: usize) {
    let document = read(&page::odt::page(size, 7).unwrap());
    let annotations: Vec<Annotation> = document
        .units()
        .filter_map(|unit| {
            let word = unit.text().split(' ').next().filter(|word| !word.is_empty())?;
            let start = unit.span().start();
            let span = (start..start + word.len()).into();
            Some(Annotation::entity(span, Entity::new("http://example.org/e")))
        })
        .collect();
    let options = EncodeOptions::default();
    let encode = || glossweave::encode(&document, &annotations, &options).unwrap();
    bencher.counter(BytesCount::new(size)).bench(encode);
}
