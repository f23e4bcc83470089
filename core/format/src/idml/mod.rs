//! IDML: zip packages that use stories for the text (IDML File Format Specification, version 8.0).

mod flow;
mod package;
mod read;
#[cfg(test)]
mod tests;
mod translate;

use super::document_format::DocumentFormat;
use super::fragment::{NoTags, TagScanner};
use super::package::parts_with;
use super::translate::Written;
use super::{EncodeOptions, Encoded, Placement};
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::annotation::Annotation;
use glossweave_document::{DecodeOptions, Document, Splice};

/// Documents of InDesign.
pub(super) struct Idml;

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
