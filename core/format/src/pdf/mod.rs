//! PDF (ISO 32000-1), read-only: text in reading order, with its positions on pages.
//!
//! The crate lopdf is used to read objects, cross-references, filters and encryption. This module
//! reads page contents and fonts, and determines the reading order, within limits on the work per
//! file.

#[cfg(feature = "pdf")]
mod reader;
#[cfg(all(test, feature = "pdf"))]
mod tests;

use super::document_format::DocumentFormat;
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::{DecodeOptions, Document};

/// PDF.
pub(super) struct Pdf;

impl DocumentFormat for Pdf {
    fn format(&self) -> Format {
        Format::Pdf
    }

    #[cfg(feature = "pdf")]
    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        reader::read(bytes, options)
    }

    #[cfg(not(feature = "pdf"))]
    fn read(&self, _: Vec<u8>, _: &DecodeOptions) -> Result<Document> {
        use glossweave_base::error::{Error, Side};
        let message = "PDF is not read: the library was built without the feature `pdf`";
        Err(Error::unsupported(Side::Input, message))
    }
}
