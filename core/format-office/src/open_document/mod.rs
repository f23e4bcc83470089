//! OpenDocument: zip packages that use XML parts for the text.

mod annotate;
mod element;
mod element_annotation;
mod flat_span;
mod flow;
mod kind;
mod package;
mod read;
mod right_to_left;
mod string_value;
mod translate;

#[cfg(test)]
mod tests;

use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::annotation::Annotation;
use glossweave_document::{DecodeOptions, Document, Splice};
use glossweave_format_base::DocumentFormat;
use glossweave_format_base::fragment::TagScanner;
use glossweave_format_base::package::parts_with;
use glossweave_format_base::translate::Written;
use glossweave_format_base::{EncodeOptions, Encoded, Placement};

pub use kind::Kind;

/// Documents of a kind.
pub struct OpenDocument(pub Kind);

impl DocumentFormat for OpenDocument {
    fn format(&self) -> Format {
        self.0.format()
    }

    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        read::read(bytes, self.0, options)
    }

    fn read_again(
        &self,
        document: &Document,
        encoded: &Encoded,
        options: &DecodeOptions,
    ) -> Result<Document> {
        read::read_again(encoded.bytes.clone(), parts_with(document, encoded), self.0, options)
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
}
