//! PO and POT files of GNU gettext: `msgid` is the text, and translations are written to `msgstr`.

mod formula;
mod parse;
mod plural;
mod read;
mod wrap;
mod write;

#[cfg(test)]
mod tests;

use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::annotation::Annotation;
use glossweave_document::{DecodeOptions, Document, Splice};
use glossweave_format_base::DocumentFormat;
use glossweave_format_base::fragment::NoTags;
use glossweave_format_base::fragment::TagScanner;
use glossweave_format_base::translate::{Moved, Written, target_differences};
use glossweave_format_base::{EncodeOptions, Encoded, Placement};

/// The PO format.
pub struct Po;

impl DocumentFormat for Po {
    fn format(&self) -> Format {
        Format::Po
    }

    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        read::read(bytes, options)
    }

    fn translate(
        &self,
        document: &Document,
        annotations: &[Annotation],
        options: &EncodeOptions,
        placements: &mut [Placement],
    ) -> (Splice, Written) {
        write::translate(document, annotations, options, placements)
    }

    fn tag_scanner<'d>(&self, _document: &'d Document) -> Option<Box<dyn TagScanner + 'd>> {
        Some(Box::new(NoTags))
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
