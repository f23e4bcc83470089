//! Formats: bytes to documents, documents with annotations back to bytes.

mod encode;
mod html;
mod option;
mod plain;
mod weave;

pub use encode::{EncodeOptions, Encoded, OnParent, Placement, Verify, encode};
pub(crate) use option::number_of_bytes;

use crate::document::Document;
use crate::error::{Error, Kind, Result, Side};
use crate::markup::Encoding;
use crate::media::Format;
use crate::text::Language;

/// How a source is read.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct DecodeOptions {
    /// The encoding that the transport declares (the `charset` of a media type). A byte order mark
    /// wins over it; it wins over what the document says.
    pub charset: Option<Encoding>,
    /// The language of text for which the document says none.
    pub language: Option<Language>,
    /// The largest source that is read, in bytes.
    pub max_bytes: usize,
}

impl Default for DecodeOptions {
    fn default() -> DecodeOptions {
        DecodeOptions { charset: None, language: None, max_bytes: 512 << 20 }
    }
}

/// Reads a source into a document.
///
/// Kinds: Unsupported where `format` is not one of documents, TooLarge where the source is larger
/// than the options allow.
pub fn decode(
    source: impl Into<Vec<u8>>,
    format: Format,
    options: &DecodeOptions,
) -> Result<Document> {
    let bytes = source.into();
    let limit = options.max_bytes.min(u32::MAX as usize);
    if bytes.len() > limit {
        let message = format!("the source has {} bytes, allowed are {limit}", bytes.len());
        return Err(Error::new(Kind::TooLarge, message));
    }
    match format {
        Format::Text => plain::read(bytes, options),
        Format::Html => html::read(bytes, options),
        other => {
            Err(Error::unsupported(Side::Input, format!("`{other}` is not read as a document")))
        }
    }
}
