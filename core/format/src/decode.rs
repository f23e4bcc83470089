//! Decoding of bytes into documents.

use super::formats::document_format;
use super::signature;
use glossweave_base::call_limits::check_now;
use glossweave_base::error::{Error, Result};
use glossweave_base::media::Format;
use glossweave_document::{DecodeOptions, Document};

/// Decodes a source into a document.
///
/// The encoding is detected as in browsers (HTML Standard, 13.2.3), in this order: a byte order mark, the charset of
/// the options, the declaration in the page, UTF-8 if the bytes are valid UTF-8. Plain text is UTF-8 by default.
/// Bytes that are invalid in the encoding become U+FFFD in HTML; in plain text they are an error unless the options
/// specify otherwise. Any text is valid HTML, because broken markup is parsed as browsers parse it. A source whose
/// first bytes identify another file type, for example the package of an office program, is an error.
///
/// XML, XLIFF and OpenDocument must be well-formed. docs/formats.md lists further requirements.
///
/// # Errors
///
/// Returns [`Malformed`](glossweave_base::ErrorKind::Malformed) with the location if XML, XLIFF or OpenDocument is
/// not well-formed, or if plain text contains bytes that are invalid in its encoding;
/// [`Malformed`](glossweave_base::ErrorKind::Malformed) or [`Invalid`](glossweave_base::ErrorKind::Invalid) if ITS
/// rules of the source or of the options are broken; [`Unsupported`](glossweave_base::ErrorKind::Unsupported) if
/// `format` is not a document format, or if the source is encrypted or has another type; and
/// [`TooLarge`](glossweave_base::ErrorKind::TooLarge) if the source is larger than the options allow (at most 4 GiB,
/// because offsets have 32 bits).
pub fn decode(
    source: impl Into<Vec<u8>>,
    format: Format,
    options: &DecodeOptions,
) -> Result<Document> {
    let bytes = source.into();
    let limit = options.max_bytes.min(u32::MAX as usize);
    if bytes.len() > limit {
        return Err(Error::source_too_long(bytes.len(), limit, "max-bytes"));
    }
    signature::check(&bytes, format)?;
    let document = document_format(format)?.read(bytes, options)?;
    check_now()?;
    Ok(document)
}
