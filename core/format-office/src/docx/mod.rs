//! WordprocessingML texts (ECMA-376, part 1, clause 17) in Office Open XML packages.

mod annotate;
mod bookmark;
mod element;
mod flow;
mod index_entry;
mod languages;
mod read;
mod run;
mod run_place;
mod split;
mod style;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use super::opc::{RunScanner, translate_runs};
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::annotation::Annotation;
use glossweave_document::{DecodeOptions, Document, Splice};
use glossweave_format_base::DocumentFormat;
use glossweave_format_base::fragment::TagScanner;
use glossweave_format_base::package::parts_with;
use glossweave_format_base::translate::Written;
use glossweave_format_base::{EncodeOptions, Encoded, Placement};

/// WordprocessingML texts.
pub struct Docx;

impl DocumentFormat for Docx {
    fn format(&self) -> Format {
        Format::Docx
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
        translate_runs(document, annotations, options, placements, HashSet::new())
    }

    fn tag_scanner<'d>(&self, document: &'d Document) -> Option<Box<dyn TagScanner + 'd>> {
        Some(Box::new(RunScanner::new(document)))
    }
}
