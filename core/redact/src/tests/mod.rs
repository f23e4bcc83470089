//! Tests of redaction in documents of all kinds.

mod leaks;
mod packages;
mod secrets;
mod sheets;
mod texts;

use std::io::{Cursor, Read, Write};

use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::{Annotation, Entity};
use glossweave_document::recognizer::{Passage, Recognizer};
use glossweave_document::{DecodeOptions, Document};
use glossweave_format::decode;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::{RedactOptions, Redaction, redact};

/// A recognizer of names with given classes.
pub struct Names(pub &'static [(&'static str, &'static str)]);

impl Recognizer for Names {
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
        let mut found = Vec::new();
        for block in passage.blocks() {
            for (name, class) in self.0 {
                for (at, _) in passage.text()[block.range()].match_indices(name) {
                    let span = TextSpan::new(block.start() + at, block.start() + at + name.len());
                    let class = format!("http://schema.org/{class}");
                    found.push(Annotation::entity(span, Entity::default().with_class(class)));
                }
            }
        }
        found.sort_by_key(|annotation| annotation.span());
        Ok(found)
    }
}

/// The names that most tests use.
pub const NAMES: Names =
    Names(&[("Jane Roe", "Person"), ("Cork", "City"), ("jane@roe.example", "ContactPoint")]);

/// Redacts a source with options.
pub fn redacted(source: &[u8], format: Format, options: &[(&str, &str)]) -> Result<Redaction> {
    redacted_of(&decode(source.to_vec(), format, &DecodeOptions::default())?, options)
}

/// Redacts a document with options.
pub fn redacted_of(document: &Document, options: &[(&str, &str)]) -> Result<Redaction> {
    redact(document, &[&NAMES], &RedactOptions::from_pairs(options.iter().copied())?)
}

/// Redacts a text with options, and returns the redacted text.
pub fn text(source: &str, format: Format, options: &[(&str, &str)]) -> String {
    String::from_utf8(redacted(source.as_bytes(), format, options).unwrap().bytes).unwrap()
}

/// Creates a package of files.
pub fn package(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        let method = match *name {
            "mimetype" => CompressionMethod::Stored,
            _ => CompressionMethod::Deflated,
        };
        writer.start_file(*name, SimpleFileOptions::default().compression_method(method)).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// Returns the files of a package.
pub fn files(package: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut archive = ZipArchive::new(Cursor::new(package)).unwrap();
    let mut files = Vec::new();
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).unwrap();
        let mut content = Vec::new();
        file.read_to_end(&mut content).unwrap();
        files.push((file.name().unwrap().into_owned(), content));
    }
    files
}
