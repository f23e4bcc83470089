//! PDF (ISO 32000-1), read-only: text in reading order, with its positions on pages.
//!
//! The crate lopdf is used to read objects, cross-references, filters and encryption. This crate
//! reads page contents and fonts, and determines the reading order, within limits on the work per
//! file.

mod reader;
#[cfg(test)]
mod tests;

use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::DocumentFormat;

/// PDF.
pub struct Pdf;

impl DocumentFormat for Pdf {
    fn format(&self) -> Format {
        Format::Pdf
    }

    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        reader::read(bytes, options)
    }
}

#[cfg(test)]
mod testing;
#[cfg(test)]
use testing::{decode, encode};
