//! PDF (ISO 32000-1), which is read only: text in reading order, with its places on pages.
//!
//! The crate lopdf reads the file: its objects, cross-references, filters and encryption. Contents
//! of pages, fonts and the order of reading are read here, within limits of our own.

#[cfg(feature = "pdf")]
mod block;
#[cfg(feature = "pdf")]
mod character_map;
#[cfg(feature = "pdf")]
mod encoding;
#[cfg(feature = "pdf")]
mod file;
#[cfg(feature = "pdf")]
mod font;
#[cfg(feature = "pdf")]
mod interpret;
#[cfg(feature = "pdf")]
mod limit;
#[cfg(feature = "pdf")]
mod matrix;
#[cfg(feature = "pdf")]
mod operation;
#[cfg(feature = "pdf")]
mod order;
#[cfg(feature = "pdf")]
mod read;
#[cfg(feature = "pdf")]
mod segment;
#[cfg(all(test, feature = "pdf"))]
mod tests;
#[cfg(feature = "pdf")]
mod width;

use super::decode_options::DecodeOptions;
use super::document_format::DocumentFormat;
use crate::document::Document;
use glossweave_base::error::Result;
use glossweave_base::media::Format;

/// PDF.
pub(super) struct Pdf;

impl DocumentFormat for Pdf {
    fn format(&self) -> Format {
        Format::Pdf
    }

    #[cfg(feature = "pdf")]
    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        read::read(bytes, options)
    }

    #[cfg(not(feature = "pdf"))]
    fn read(&self, _: Vec<u8>, _: &DecodeOptions) -> Result<Document> {
        use glossweave_base::error::{Error, Side};
        let message = "PDF is not read: the library was built without the feature `pdf`";
        Err(Error::unsupported(Side::Input, message))
    }
}
