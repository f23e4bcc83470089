//! Decoding of bytes into documents.

use super::document_format::DocumentFormat;
use super::signature;
use glossweave_base::call_limits::check_now;
use glossweave_base::error::{Error, Result};
use glossweave_document::{DecodeOptions, Document};

/// Decodes a source with the reader of its format.
pub fn decode(
    reader: &dyn DocumentFormat,
    bytes: Vec<u8>,
    options: &DecodeOptions,
) -> Result<Document> {
    let limit = options.max_bytes.min(u32::MAX as usize);
    if bytes.len() > limit {
        return Err(Error::source_too_long(bytes.len(), limit, "max-bytes"));
    }
    signature::check(&bytes, reader.format())?;
    let document = reader.read(bytes, options)?;
    check_now()?;
    Ok(document)
}
