#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "clippy knows test functions only"
)]

mod direction;
pub(super) mod fonts;
mod hostile;
mod office;
mod text;

use crate::decode;
use glossweave_base::error::Error;
use glossweave_base::media::Format;
use glossweave_base::text::TextSpan;
use glossweave_document::{DecodeOptions, Document, PageBox};
use glossweave_testing::pdf::PdfFile;

fn read(bytes: Vec<u8>) -> Document {
    tried(bytes).unwrap()
}

fn tried(bytes: Vec<u8>) -> Result<Document, Error> {
    decode(bytes, Format::Pdf, &DecodeOptions::default())
}

/// Returns a file with one page that uses the font Helvetica.
fn page(content: &str) -> Vec<u8> {
    let mut file = PdfFile::new();
    file.page(content, "");
    file.write()
}

fn units(document: &Document) -> Vec<&str> {
    document.units().map(|unit| unit.text()).collect()
}

/// Returns the boxes of the first occurrence of a text.
fn boxes(document: &Document, words: &str) -> Vec<PageBox> {
    let start = document.text().find(words).unwrap();
    document.page_boxes(TextSpan::new(start, start + words.len()))
}
