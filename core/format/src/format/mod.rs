//! Formats: decoding of bytes to documents, and encoding of documents with annotations to bytes.

mod annotate;
mod encode;
mod fragment;
mod html;
mod its;
mod odt;
mod options;
mod overlap_limit;
mod plain;
mod standoff;
mod translate;
mod unknown;
mod verify;
mod xliff;
mod xml;

pub use encode::{
    EncodeOptions, Encoded, OnParent, Placement, SetLang, Verify, WriteTranslations, encode,
};
use overlap_limit::most_fragments;
pub use xml::RuleSet;

use crate::document::Document;
use glossweave_base::error::{Error, ErrorKind, Result, Side};
use glossweave_base::media::Format;
use glossweave_base::text::Language;
use glossweave_markup::Encoding;
pub use glossweave_markup::UnknownEntities;

/// Options for reading a source. Options can also be set by name: [`DecodeOptions::set`].
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct DecodeOptions {
    /// The encoding that the transport declares (the `charset` of a media type). A byte order mark
    /// takes precedence over it; it takes precedence over a declaration in the document.
    pub charset: Option<Encoding>,
    /// The language of text for which the document states none (BCP 47).
    pub language: Option<Language>,
    /// The maximum size of a source in bytes; 512 MiB by default.
    pub max_bytes: usize,
    /// External ITS rules, and the resolver for the files that the source refers to.
    pub its: crate::its::Options,
    /// Built-in rules for a vocabulary of XML; all other rules take precedence over them.
    pub rule_set: Option<RuleSet>,
    /// The handling of references to unknown entities in XML. By default they are left out, with a
    /// warning of the document for each.
    pub unknown_entities: UnknownEntities,
}

impl Default for DecodeOptions {
    fn default() -> DecodeOptions {
        DecodeOptions {
            charset: None,
            language: None,
            max_bytes: 512 << 20,
            its: crate::its::Options::default(),
            rule_set: None,
            unknown_entities: UnknownEntities::default(),
        }
    }
}

/// Reads a source into a document.
///
/// The encoding is found as in browsers (HTML Standard, 13.2.3): a byte order mark, the charset of
/// the options, the declaration in the page, UTF-8 if the bytes are valid UTF-8. Plain text is
/// UTF-8 by default. Bytes that are invalid in the encoding become U+FFFD. Any bytes are a valid
/// page: broken markup is read as browsers read it.
///
/// XML, XLIFF and OpenDocument must be well-formed; docs/formats.md lists further requirements.
///
/// # Errors
///
/// Returns [`ErrorKind::Malformed`] with the place if XML, XLIFF or OpenDocument is not well-formed,
/// [`ErrorKind::Malformed`] or [`ErrorKind::Invalid`] if ITS rules of the source or of the options are
/// broken, [`ErrorKind::Unsupported`] if `format` is not a document format, or if the source is
/// encrypted or of another type, and [`ErrorKind::TooLarge`] if the source is larger than the options
/// allow (never more than 4 GiB: offsets have 32 bits).
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
pub fn decode(
    source: impl Into<Vec<u8>>,
    format: Format,
    options: &DecodeOptions,
) -> Result<Document> {
    let bytes = source.into();
    let limit = options.max_bytes.min(u32::MAX as usize);
    if bytes.len() > limit {
        let message = format!("the source has {} bytes, allowed are {limit}", bytes.len());
        return Err(Error::new(ErrorKind::TooLarge, message));
    }
    match format {
        Format::Text => plain::read(bytes, options),
        Format::Html => html::read(bytes, options),
        Format::Odt => odt::read(bytes, options),
        Format::Xml => xml::read(bytes, options),
        Format::Xliff => xliff::read(bytes, options),
        other => {
            Err(Error::unsupported(Side::Input, format!("`{other}` is not read as a document")))
        }
    }
}
