//! Markdown, parsed as CommonMark with the GitHub extensions and written back byte for byte.

mod address;
mod annotate;
mod escape;
mod html;
mod item;
mod mask;
mod metadata;
mod parse;
mod read;
mod rewrite;
mod scan;
#[cfg(test)]
mod tests;
mod translate;

use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::annotation::Annotation;
use glossweave_document::{DecodeOptions, Document, Splice};
use glossweave_format_base::DocumentFormat;
use glossweave_format_base::fragment::{NoTags, TagScanner};
use glossweave_format_base::translate::Written;
use glossweave_format_base::{EncodeOptions, Placement};

/// The Markdown format.
pub struct Markdown;

impl DocumentFormat for Markdown {
    fn format(&self) -> Format {
        Format::Markdown
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

    fn tag_scanner<'d>(&self, _document: &'d Document) -> Option<Box<dyn TagScanner + 'd>> {
        Some(Box::new(NoTags))
    }
}
