//! Decoding: bytes to a document.

use super::decode_options::DecodeOptions;
use super::formats::document_format;
use super::signature;
use crate::document::Document;
use glossweave_base::call_limits::check_now;
use glossweave_base::error::{Error, Result};
use glossweave_base::media::Format;

/// Reads a source into a document.
///
/// The encoding is found as in browsers (HTML Standard, 13.2.3): a byte order mark, the charset of
/// the options, the declaration in the page, UTF-8 if the bytes are valid UTF-8. Plain text is
/// UTF-8 by default. Bytes of a page that are invalid in the encoding become U+FFFD; those of plain text are an error unless
/// the options say otherwise. Any text is a valid page: broken markup is read as browsers read it. A source that is a file
/// of another kind by its first bytes, such as a package of an office program, is an error.
///
/// XML, XLIFF and OpenDocument must be well-formed; docs/formats.md lists further requirements.
///
/// # Errors
///
/// Returns [`Malformed`](glossweave_base::ErrorKind::Malformed) with the place if XML, XLIFF or OpenDocument is not
/// well-formed, or plain text has bytes that are invalid in its encoding;
/// [`Malformed`](glossweave_base::ErrorKind::Malformed) or [`Invalid`](glossweave_base::ErrorKind::Invalid) if ITS
/// rules of the source or of the options are broken; [`Unsupported`](glossweave_base::ErrorKind::Unsupported) if
/// `format` is not a document format, or if the source is encrypted or of another type; and
/// [`TooLarge`](glossweave_base::ErrorKind::TooLarge) if the source is larger than the options allow (never more
/// than 4 GiB: offsets have 32 bits).
///
/// # Examples
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
/// use glossweave::{DecodeOptions, Format, ErrorKind};
/// let options = DecodeOptions::default();
/// let page = glossweave::decode("<title>A</title><p>caf&eacute; <b>b", Format::Html, &options)?;
/// assert_eq!(page.text(), "A café b");
/// let units: Vec<_> = page.units().map(|unit| unit.text()).collect();
/// assert_eq!(units, ["A", "café b"]);
///
/// let error = glossweave::decode("<a> <b> <c> .", Format::Turtle, &options).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Unsupported);
/// # Ok::<(), glossweave::Error>(())
/// ```
///
/// XML must be well-formed, and a source may be too long:
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
/// use glossweave::{DecodeOptions, ErrorKind, Format};
/// let options = DecodeOptions::default();
/// let error = glossweave::decode("<doc>\n  <p>To Cork</doc>", Format::Xml, &options).unwrap_err();
/// assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, 2));
/// let error = glossweave::decode("To Cork", Format::Text, &options.with_max_bytes(5)).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::TooLarge);
/// ```
///
/// The declaration of the transport counts more than that of the page, and a byte order mark most:
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_markup as markup; }
/// use glossweave::markup::Encoding;
/// use glossweave::{DecodeOptions, Format};
/// let page = b"<meta charset=koi8-r><p>Caf\xe9";
/// let options = DecodeOptions::default();
/// let read = |source: &[u8], options: &DecodeOptions| glossweave::decode(source, Format::Html, options);
/// assert_eq!(read(page, &options)?.source().encoding().name(), "KOI8-R");
/// let latin = options.with_charset(Encoding::for_label("latin1").unwrap());
/// assert_eq!(read(page, &latin)?.text(), "Café");
/// assert_eq!(read("\u{feff}<p>Café".as_bytes(), &latin)?.text(), "Café");
/// # Ok::<(), glossweave::Error>(())
/// ```
pub fn decode(
    source: impl Into<Vec<u8>>,
    format: Format,
    options: &DecodeOptions,
) -> Result<Document> {
    let bytes = source.into();
    let limit = options.max_bytes.min(u32::MAX as usize);
    if bytes.len() > limit {
        return Err(Error::source_too_long(bytes.len(), limit));
    }
    signature::check(&bytes, format)?;
    let document = document_format(format)?.read(bytes, options)?;
    check_now()?;
    Ok(document)
}
