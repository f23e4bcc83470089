//! String catalogs of Xcode (`.xcstrings`). The strings in the source language are used as the text, or the keys when
//! there are none. Translations are written to the localizations of their language.

mod catalog;
mod compare;
mod read;
#[cfg(test)]
mod tests;
mod write;

use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::annotation::Annotation;
use glossweave_document::{DecodeOptions, Document, Splice};
use glossweave_format_base::DocumentFormat;
use glossweave_format_base::fragment::{NoTags, TagScanner};
use glossweave_format_base::translate::{Moved, Written};
use glossweave_format_base::{EncodeOptions, Encoded, Placement};

/// The string catalog format.
pub struct Xcstrings;

impl DocumentFormat for Xcstrings {
    fn format(&self) -> Format {
        Format::Xcstrings
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
        compare::differences(document, again, written)
    }
}
