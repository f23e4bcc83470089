//! OpenDocument: a zip package whose XML parts hold the text.

mod annotate;
mod element;
mod element_annotation;
mod flow;
mod package;
mod read;
mod translate;

#[cfg(test)]
mod tests;

use super::document_format::DocumentFormat;
use super::fragment::TagScanner;
use super::package::{pack, parts_with};
use super::translate::Written;
use super::{DecodeOptions, EncodeOptions, Encoded, Placement, Verify};
use crate::annotation::Annotation;
use crate::document::{Document, Splice};
use glossweave_base::error::Result;
use glossweave_base::media::Format;

/// OpenDocument texts.
pub(super) struct Odt;

impl DocumentFormat for Odt {
    fn format(&self) -> Format {
        Format::Odt
    }

    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        read::read(bytes, options)
    }

    fn read_again(
        &self,
        document: &Document,
        encoded: &Encoded,
        options: &DecodeOptions,
    ) -> Result<Document> {
        read::read_again(encoded.bytes.clone(), parts_with(document, encoded), options)
    }

    fn annotate(
        &self,
        document: &Document,
        annotations: &[Annotation],
        options: &EncodeOptions,
        placements: &mut [Placement],
    ) -> Splice {
        annotate::mark(document, annotations, options, placements)
    }

    fn translate(
        &self,
        document: &Document,
        annotations: &[Annotation],
        options: &EncodeOptions,
        placements: &mut [Placement],
    ) -> (Splice, Written) {
        translate::translate(document, annotations, options, placements)
    }

    fn tag_scanner<'d>(&self, document: &'d Document) -> Option<Box<dyn TagScanner + 'd>> {
        Some(translate::gaps(document))
    }

    fn pack(&self, document: &Document, encoded: Encoded, verify: Verify) -> Result<Encoded> {
        pack(document, encoded, verify)
    }
}
