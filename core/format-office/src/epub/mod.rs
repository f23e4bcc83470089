//! EPUB 2 and 3: zip packages that use XHTML documents for the text.

mod annotate;
mod package;
mod package_document;
mod read;
#[cfg(test)]
mod tests;
mod translate;

use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::annotation::Annotation;
use glossweave_document::{DecodeOptions, Document, Splice};
use glossweave_format_base::DocumentFormat;
use glossweave_format_base::PlacementExt;
use glossweave_format_base::fragment::TagScanner;
use glossweave_format_base::package::{PartTagScanner, parts_with};
use glossweave_format_base::translate::Written;
use glossweave_format_base::{EncodeOptions, Encoded, Placement};

/// Books in EPUB.
pub struct Epub;

impl DocumentFormat for Epub {
    fn format(&self) -> Format {
        Format::Epub
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
        Some(Box::new(PartTagScanner::new(document)))
    }
}

/// Refuses all pending annotations if the book is signed. Returns `true` if it is.
fn refuse_signed(document: &Document, placements: &mut [Placement]) -> bool {
    let is_signed = document.source().package().is_some_and(package::is_signed);
    if is_signed {
        for placement in placements.iter_mut().filter(|placement| placement.is_new()) {
            *placement =
                Placement::not_placed("the book is signed, and a change would break its signature");
        }
    }
    is_signed
}
