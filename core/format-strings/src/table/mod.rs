//! CSV and TSV tables (RFC 4180): texts are in the source columns, translations in the target column.

mod columns;
mod parse;
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

/// The table format, either CSV or TSV.
pub struct Table(pub Format);

impl DocumentFormat for Table {
    fn format(&self) -> Format {
        self.0
    }

    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        read::read(bytes, self.0, options)
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
        write::compare(document, again, written)
    }
}
