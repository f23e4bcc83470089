//! PresentationML presentations (ECMA-376, part 1, clause 19) in Office Open XML packages.

mod read;
#[cfg(test)]
pub(super) mod tests;

use std::collections::HashSet;

use super::opc::{RunScanner, annotate_by_position, translate_runs};
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::annotation::Annotation;
use glossweave_document::{DecodeOptions, Document, Splice};
use glossweave_format_base::DocumentFormat;
use glossweave_format_base::fragment::TagScanner;
use glossweave_format_base::package::parts_with;
use glossweave_format_base::translate::Written;
use glossweave_format_base::{EncodeOptions, Encoded, Placement};

/// PresentationML presentations.
pub struct Pptx;

impl DocumentFormat for Pptx {
    fn format(&self) -> Format {
        Format::Pptx
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
        annotate_by_position(document, annotations, options, placements)
    }

    fn translate(
        &self,
        document: &Document,
        annotations: &[Annotation],
        options: &EncodeOptions,
        placements: &mut [Placement],
    ) -> (Splice, Written) {
        translate_runs(document, annotations, options, placements, HashSet::new())
    }

    fn tag_scanner<'d>(&self, document: &'d Document) -> Option<Box<dyn TagScanner + 'd>> {
        Some(Box::new(RunScanner::new(document)))
    }
}
