//! The work of Glossweave on a page.

use glossweave::annotation::Annotation;
use glossweave::{DecodeOptions, Document, EncodeOptions, Encoded, Format, nif};

use crate::Result;

pub fn decode(bytes: &[u8]) -> Result<Document> {
    Ok(glossweave::decode(bytes, Format::Html, &DecodeOptions::default())?)
}

pub fn turtle(document: &Document, annotations: &[Annotation]) -> Result<Vec<u8>> {
    Ok(nif::write(document, annotations, Format::Turtle, &nif::Options::default())?)
}

pub fn mark(document: &Document, annotations: &[Annotation], verified: bool) -> Result<Encoded> {
    let mut options = EncodeOptions::default();
    options.verify = verified;
    Ok(glossweave::encode(document, annotations, &options)?)
}
