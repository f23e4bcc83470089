//! XML of any vocabulary, written back byte for byte.

mod android;
mod annotate;
mod decode;
mod entity_references;
mod its_lookup;
mod layer;
mod layout;
mod places;
mod plural;
mod read;
mod separator;
mod sequence;
mod standoff;
pub(super) mod text;
mod translate;

#[cfg(test)]
mod tests;

pub(super) use android::Change;
pub(super) use annotate::{CONTROL, Prefix, says_control};
pub(super) use layer::{changes, read as read_changed};
pub(super) use layout::Layout;
pub(super) use places::Places;
pub(super) use sequence::TreeSequence;
#[cfg(test)]
pub(super) use translate::SCANS;
pub(super) use translate::{attribute_value, gaps};

use super::document_format::DocumentFormat;
use super::fragment::TagScanner;
use super::markup_profile::RootElement;
use super::translate::Written;
use super::{EncodeOptions, Placement};
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::DecodeOptions;
use glossweave_document::annotation::Annotation;
use glossweave_document::{Document, Splice};

/// The XML format.
pub(super) struct Xml;

impl DocumentFormat for Xml {
    fn format(&self) -> Format {
        Format::Xml
    }

    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        decode::read(bytes, options)
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

    fn root_element(&self, document: &Document) -> Option<RootElement> {
        annotate::root_element(document)
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
        translate::gaps(document)
    }

    fn scans_whole_source(&self) -> bool {
        true
    }
}
