//! IDML: zip packages that use stories for the text (IDML File Format Specification, version 8.0).

mod flow;
mod package;
mod read;
#[cfg(test)]
mod tests;
mod translate;

use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::annotation::Annotation;
use glossweave_document::{DecodeOptions, Document, Splice};
use glossweave_format_base::DocumentFormat;
use glossweave_format_base::fragment::{NoTags, TagScanner};
use glossweave_format_base::package::parts_with;
use glossweave_format_base::translate::Written;
use glossweave_format_base::{EncodeOptions, Encoded, Placement};

/// Documents of InDesign.
pub struct Idml;

impl DocumentFormat for Idml {
    fn format(&self) -> Format {
        Format::Idml
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

    fn translate(
        &self,
        document: &Document,
        annotations: &[Annotation],
        options: &EncodeOptions,
        placements: &mut [Placement],
    ) -> (Splice, Written) {
        translate::translate(document, annotations, options, placements)
    }

    fn tag_scanner<'d>(&self, _: &'d Document) -> Option<Box<dyn TagScanner + 'd>> {
        // The markup between two texts is a single code.
        Some(Box::new(NoTags))
    }
}
