//! XLIFF 1.0 to 1.2 and 2.x, written back byte for byte.
//!
//! Units are the translatable source texts. The texts of `target` are a separate document, [`Document::target`].

mod annotate;
mod inline;
mod its;
mod name;
mod read;
mod segment;
mod source_target;
mod translate;
mod unit;

#[cfg(test)]
mod tests;

use super::xml;
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::annotation::Annotation;
use glossweave_document::{DecodeOptions, Document, Splice};
use glossweave_format_base::DocumentFormat;
use glossweave_format_base::fragment::TagScanner;
use glossweave_format_base::translate::{Moved, Written, target_differences};
use glossweave_format_base::{EncodeOptions, Encoded, Placement};

/// The XLIFF format.
pub struct Xliff;

impl DocumentFormat for Xliff {
    fn format(&self) -> Format {
        Format::Xliff
    }

    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        read::read(bytes, options)
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
        xml::gaps(document)
    }

    fn scans_whole_source(&self) -> bool {
        true
    }

    fn compare(
        &self,
        document: &Document,
        again: &Document,
        _encoded: &Encoded,
        written: &Written,
    ) -> std::result::Result<Option<Moved>, Vec<usize>> {
        target_differences(document, again, written)
    }
}
