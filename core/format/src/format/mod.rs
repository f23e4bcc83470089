//! Formats: bytes to documents, documents with annotations back to bytes.

mod crowd;
mod encode;
mod html;
mod its;
mod mark;
mod odt;
mod option;
mod plain;
mod records;
mod translate;
mod unknown;
mod verify;
mod weave;
mod xliff;
mod xml;

use crowd::most_fragments;
pub use encode::{
    EncodeOptions, Encoded, OnParent, Placement, SetLang, Translations, Verify, encode,
};
pub use xml::RuleSet;

use crate::document::Document;
use glossweave_base::error::{Error, Kind, Result, Side};
use glossweave_base::media::Format;
use glossweave_base::text::Language;
use glossweave_markup::Encoding;
pub use glossweave_markup::UnknownEntities;

/// How a source is read. Options can also be set by their names: [`DecodeOptions::set`].
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct DecodeOptions {
    /// The encoding that the transport declares (the `charset` of a media type). A byte order mark
    /// wins over it; it wins over what the document says.
    pub charset: Option<Encoding>,
    /// The language of text for which the document says none (BCP 47).
    pub language: Option<Language>,
    /// The largest source that is read, in bytes; 512 MiB by default.
    pub max_bytes: usize,
    /// ITS rules from outside the source, and the way to the files that it refers to.
    pub its: crate::its::Options,
    /// Rules for a vocabulary of XML that come with the library; all others win over them.
    pub rule_set: Option<RuleSet>,
    /// What references to unknown entities in XML stand for: nothing by default, with a warning of
    /// the document for each.
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
/// The encoding is found as browsers do (HTML Standard, 13.2.3): a byte order mark, the charset of
/// the options, what the page itself declares, UTF-8 where the bytes are that; plain text is UTF-8
/// where nothing says otherwise. Bytes that are invalid in it become U+FFFD. Any bytes are a page:
/// broken markup is read as browsers read it.
///
/// XML, XLIFF and OpenDocument must be well-formed; docs/formats.md says what else they must be.
///
/// Kinds: Malformed where they are not, with the place; Malformed or Invalid where ITS rules of the
/// source, or those of the options, are broken; Unsupported where `format` is not one of documents,
/// or the source is encrypted or of another type; TooLarge where the source is larger than the
/// options allow (never more than 4 GiB: offsets have 32 bits).
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
/// use glossweave::{DecodeOptions, Format, Kind};
/// let options = DecodeOptions::default();
/// let page = glossweave::decode("<title>A</title><p>caf&eacute; <b>b", Format::Html, &options)?;
/// assert_eq!(page.text(), "A café b");
/// let units: Vec<_> = page.units().map(|unit| unit.text()).collect();
/// assert_eq!(units, ["A", "café b"]);
///
/// let error = glossweave::decode("<a> <b> <c> .", Format::Turtle, &options).unwrap_err();
/// assert_eq!(error.kind(), Kind::Unsupported);
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
        return Err(Error::new(Kind::TooLarge, message));
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
