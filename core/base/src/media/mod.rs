//! The formats: one table of names, media types, extensions and capabilities.

mod accept;
mod content;
mod notation;

use std::fmt;
use std::str::FromStr;

pub use accept::Accept;
pub use content::check_content;
pub use notation::VocabularyFormat;

use crate::error::{Error, Result, Side};

/// Returns a media type without its parameters.
pub fn essence(media_type: &str) -> &str {
    media_type.split(';').next().unwrap_or(media_type).trim()
}

/// Returns the name of a format from a query string. In a form, a `+` that was not escaped is a space, which
/// no media type contains.
pub fn from_query(name: String) -> String {
    let bare = essence(&name);
    if !bare.contains('/') || !bare.contains(' ') {
        return name;
    }
    let behind = name.find(';').unwrap_or(name.len());
    bare.replace(' ', "+") + &name[behind..]
}

/// Returns `true` if a media type is that of a form whose fields are in the body as they are in a query.
pub fn is_form(media_type: &str) -> bool {
    essence(media_type).eq_ignore_ascii_case("application/x-www-form-urlencoded")
}

/// Returns the value of a parameter of a media type, such as `charset`.
pub fn media_parameter<'m>(media_type: &'m str, wanted: &str) -> Option<&'m str> {
    let mut all = media_type.split(';').skip(1).filter_map(|one| one.split_once('='));
    let named = all.find(|(name, _)| name.trim().eq_ignore_ascii_case(wanted));
    named.map(|(_, value)| value.trim().trim_matches('"'))
}

/// A notation that the engine reads or writes.
///
/// No other file compares media types or format names.
///
/// ```
/// # use glossweave_base as glossweave;
/// use glossweave::Format;
/// let html: Format = "Text/HTML; charset=utf-8".parse()?;
/// assert_eq!(html, Format::Html);
/// assert_eq!(Format::of_path("page.htm"), Some(Format::Html));
/// assert_eq!("json-ld".parse::<Format>()?.media_type(), "application/ld+json");
/// # Ok::<(), glossweave::Error>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// Plain text.
    Text,
    /// HTML.
    Html,
    /// XML of any vocabulary, XHTML included.
    Xml,
    /// XLIFF 1.2, 2.0 and 2.1.
    Xliff,
    /// OpenDocument Text.
    Odt,
    /// Turtle.
    Turtle,
    /// JSON-LD 1.1.
    JsonLd,
    /// Notation3.
    N3,
    /// N-Triples.
    NTriples,
    /// RDF/XML.
    RdfXml,
}

/// The kind of content that a format has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Document,
    Rdf,
}

struct Row {
    name: &'static str,
    media: &'static [&'static str],
    extensions: &'static [&'static str],
    sort: Sort,
    returns: bool,
}

impl Format {
    /// Every format.
    pub const ALL: &[Format] = &[
        Format::Text,
        Format::Html,
        Format::Xml,
        Format::Xliff,
        Format::Odt,
        Format::Turtle,
        Format::JsonLd,
        Format::N3,
        Format::NTriples,
        Format::RdfXml,
    ];

    /// Returns the name that callers pass as `informat` or `outformat`.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The media types of JSON, which mean JSON-LD in requests.
    pub const JSON: &[&str] = &["application/json", "text/json"];

    /// Parses a name or a media type from a request: as [`Format::from_str`] does, with JSON as JSON-LD.
    /// Responses of remote services are not read like that, as their JSON may be anything.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Unsupported` if no format has the name.
    ///
    /// # Examples
    ///
    /// ```
    /// # use glossweave_base as glossweave;
    /// use glossweave::Format;
    /// assert_eq!(Format::in_request("application/json; charset=utf-8")?, Format::JsonLd);
    /// assert!("application/json".parse::<Format>().is_err());
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn in_request(name: &str) -> Result<Format> {
        let bare = essence(name);
        let is_json = |known: &str| known.eq_ignore_ascii_case(bare);
        match Format::JSON.iter().chain(&["json"]).any(|known| is_json(known)) {
            true => Ok(Format::JsonLd),
            false => name.parse(),
        }
    }

    /// Returns the media type that is written for this format.
    pub const fn media_type(self) -> &'static str {
        self.row().media[0]
    }

    /// Returns every media type that is read as this format.
    pub const fn media_types(self) -> &'static [&'static str] {
        self.row().media
    }

    /// Returns the file name extensions, without the dot.
    pub const fn extensions(self) -> &'static [&'static str] {
        self.row().extensions
    }

    /// Returns `true` if this is a notation of RDF.
    pub const fn is_rdf(self) -> bool {
        matches!(self.row().sort, Sort::Rdf)
    }

    /// Returns `true` if text can be extracted from a document of this format.
    pub const fn is_document(self) -> bool {
        matches!(self.row().sort, Sort::Document)
    }

    /// Returns `true` if a document of this format can be returned with annotations in it.
    pub const fn returns(self) -> bool {
        self.row().returns
    }

    /// Returns the format of a file name by its extension, or `None` if no format has it.
    pub fn of_path(path: &str) -> Option<Format> {
        let (_, extension) = path.rsplit_once('.')?;
        Format::ALL
            .iter()
            .copied()
            .find(|f| f.extensions().iter().any(|e| e.eq_ignore_ascii_case(extension)))
    }

    const fn row(self) -> Row {
        match self {
            Format::Text => Row {
                name: "text",
                media: &["text/plain"],
                extensions: &["txt"],
                sort: Sort::Document,
                returns: false,
            },
            Format::Html => Row {
                name: "html",
                media: &["text/html"],
                extensions: &["html", "htm"],
                sort: Sort::Document,
                returns: true,
            },
            Format::Xml => Row {
                name: "xml",
                media: &["text/xml", "application/xml", "application/xhtml+xml"],
                extensions: &["xml", "xhtml", "dita", "svg", "resx"],
                sort: Sort::Document,
                returns: true,
            },
            Format::Xliff => Row {
                name: "xliff",
                media: &["application/x-xliff+xml", "application/xliff+xml"],
                extensions: &["xlf", "xliff"],
                sort: Sort::Document,
                returns: true,
            },
            Format::Odt => Row {
                name: "odt",
                media: &["application/x-openoffice", "application/vnd.oasis.opendocument.text"],
                extensions: &["odt", "ott"],
                sort: Sort::Document,
                returns: true,
            },
            Format::Turtle => Row {
                name: "turtle",
                media: &["text/turtle", "application/x-turtle"],
                extensions: &["ttl"],
                sort: Sort::Rdf,
                returns: false,
            },
            Format::JsonLd => Row {
                name: "json-ld",
                media: &["application/ld+json", "application/json+ld"],
                extensions: &["jsonld"],
                sort: Sort::Rdf,
                returns: false,
            },
            Format::N3 => Row {
                name: "n3",
                media: &["text/n3"],
                extensions: &["n3"],
                sort: Sort::Rdf,
                returns: false,
            },
            Format::NTriples => Row {
                name: "n-triples",
                media: &["application/n-triples"],
                extensions: &["nt"],
                sort: Sort::Rdf,
                returns: false,
            },
            Format::RdfXml => Row {
                name: "rdf-xml",
                media: &["application/rdf+xml"],
                extensions: &["rdf"],
                sort: Sort::Rdf,
                returns: false,
            },
        }
    }
}

impl FromStr for Format {
    type Err = Error;

    /// Parses a name or a media type; case and parameters (`;charset=…`) are ignored.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Unsupported` if no format has the name.
    fn from_str(name: &str) -> Result<Format> {
        let bare = essence(name);
        Format::ALL
            .iter()
            .copied()
            .find(|format| {
                format.name().eq_ignore_ascii_case(bare)
                    || format.media_types().iter().any(|media| media.eq_ignore_ascii_case(bare))
            })
            .ok_or_else(|| {
                let known: Vec<_> = Format::ALL.iter().map(|format| format.name()).collect();
                Error::unsupported(
                    Side::Input,
                    format!("no format `{bare}`, expected one of {}", known.join(", ")),
                )
            })
    }
}

impl fmt::Display for Format {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::Format;

    #[test]
    fn every_name_media_type_and_extension_leads_back() {
        for format in Format::ALL {
            assert_eq!(format.name().parse::<Format>().unwrap(), *format);
            for media in format.media_types() {
                assert_eq!(media.to_uppercase().parse::<Format>().unwrap(), *format);
            }
            for extension in format.extensions() {
                assert_eq!(Format::of_path(&format!("a.b.{extension}")), Some(*format));
            }
        }
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let error = "latex".parse::<Format>().unwrap_err();
        assert_eq!(error.kind(), crate::error::ErrorKind::Unsupported);
        assert!(error.message().contains("`latex`") && error.message().contains("json-ld"));
    }
}
