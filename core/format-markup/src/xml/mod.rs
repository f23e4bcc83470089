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
pub use places::Places;
pub use sequence::TreeSequence;
#[cfg(test)]
pub(super) use translate::SCANS;
pub use translate::attribute_value;
pub(super) use translate::gaps;

use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::DecodeOptions;
use glossweave_document::annotation::Annotation;
use glossweave_document::{Document, Splice};
use glossweave_format_base::DocumentFormat;
use glossweave_format_base::fragment::TagScanner;
use glossweave_format_base::markup_profile::RootElement;
use glossweave_format_base::translate::Written;
use glossweave_format_base::{EncodeOptions, Placement};

/// The XML format.
pub struct Xml;

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
