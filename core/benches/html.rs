//! Speed of the HTML path: reading. `make bench` compares it with others.

mod page;

use divan::Bencher;
use divan::counter::BytesCount;
use glossweave::{DecodeOptions, Document, Format};

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

#[divan::bench(args = SIZES)]
fn decode(bencher: Bencher<'_, '_>, size: usize) {
    let bytes = source(size);
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| read(&bytes));
}
