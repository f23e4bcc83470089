//! The formats: one table of names, media types, extensions and abilities.

mod accept;
mod content;
mod info;
mod notation;

use std::fmt;
use std::str::FromStr;

pub use accept::Accept;
pub use content::check_content;
pub use notation::VocabularyFormat;

use crate::error::{Error, ErrorKind, Result, Side, closest};
use serde::{Serialize, Serializer};

/// Returns a media type without its parameters.
pub fn essence(media_type: &str) -> &str {
    media_type.split(';').next().unwrap_or(media_type).trim()
}

/// Returns the name of a format from a query string. In a query, an unescaped `+` means a space, which no
/// media type contains.
pub fn from_query(name: String) -> String {
    let bare = essence(&name);
    if !bare.contains('/') || !bare.contains(' ') {
        return name;
    }
    let behind = name.find(';').unwrap_or(name.len());
    bare.replace(' ', "+") + &name[behind..]
}

/// Returns `true` if a media type is a form, whose body contains fields like a query.
pub fn is_form(media_type: &str) -> bool {
    essence(media_type).eq_ignore_ascii_case("application/x-www-form-urlencoded")
}

/// Returns the value of a parameter of a media type, for example `charset`.
pub fn media_parameter<'m>(media_type: &'m str, key: &str) -> Option<&'m str> {
    let mut all = media_type.split(';').skip(1).filter_map(|parameter| parameter.split_once('='));
    let named = all.find(|(name, _)| name.trim().eq_ignore_ascii_case(key));
    named.map(|(_, value)| value.trim().trim_matches('"'))
}

/// A format that the engine reads or writes.
///
/// Media types and format names are compared only in this module.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// Plain text.
    Text,
    /// HTML.
    Html,
    /// XML of any vocabulary, including XHTML.
    Xml,
    /// XLIFF 1.2, 2.0 and 2.1.
    Xliff,
    /// OpenDocument Text.
    Odt,
    /// Office Open XML text (Word).
    Docx,
    /// Books in EPUB 2 and 3.
    Epub,
    /// OpenDocument Spreadsheet.
    Ods,
    /// OpenDocument Presentation.
    Odp,
    /// IDML of InDesign.
    Idml,
    /// Office Open XML presentation (PowerPoint).
    Pptx,
    /// Office Open XML workbook (Excel).
    Xlsx,
    /// PO and POT of GNU gettext.
    Po,
    /// Properties of Java.
    Properties,
    /// JSON, with or without comments.
    Jsonc,
    /// Subtitles of SubRip.
    Srt,
    /// Subtitles and captions in WebVTT.
    Vtt,
    /// Markdown.
    Markdown,
    /// YAML.
    Yaml,
    /// Strings of Apple.
    AppleStrings,
    /// Fluent.
    Fluent,
    /// Strings of Apple with plural variables.
    Stringsdict,
    /// String catalogs of Xcode.
    Xcstrings,
    /// Comma-separated values.
    Csv,
    /// Tab-separated values.
    Tsv,
    /// PDF, which can only be read.
    Pdf,
    /// Columns of CoNLL-2003: a token and its entity on each line.
    Conll2003,
    /// CoNLL-U of Universal Dependencies.
    Conllu,
    /// UIMA CAS in XMI.
    CasXmi,
    /// UIMA CAS in XMI with its type system, in a zip archive.
    CasXmiZip,
    /// UIMA CAS in JSON 0.4, which INCEpTION writes.
    CasJson,
    /// Standoff annotations of brat, with their texts.
    Brat,
    /// PubAnnotation in JSON.
    PubAnnotation,
    /// Tasks of Label Studio in JSON.
    LabelStudio,
    /// BioC in XML.
    BiocXml,
    /// BioC in JSON.
    BiocJson,
    /// Documents of GATE in XML.
    GateXml,
    /// Documents of GATE in JSON, in the form of bdocs.
    GateJson,
    /// TEI with annotations in standOff.
    Tei,
    /// Web Annotations in JSON-LD, together with their document.
    AnnotatedDocument,
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

/// A use of a format.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ability {
    /// Extracting text from documents.
    Read,
    /// Returning documents with annotations in them.
    Annotate,
    /// Returning documents with translated texts.
    Translate,
    /// Writing the text and the annotations of any document as a new file.
    Export,
    /// Reading and writing RDF, and therefore documents and annotations as NIF.
    Rdf,
}

impl Ability {
    /// Returns the name, for example `read`.
    pub const fn name(self) -> &'static str {
        match self {
            Ability::Read => "read",
            Ability::Annotate => "annotate",
            Ability::Translate => "translate",
            Ability::Export => "export",
            Ability::Rdf => "rdf",
        }
    }
}

impl Serialize for Ability {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// The names and abilities of a format.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Serialize)]
pub struct FormatInfo {
    /// The name that callers pass as `informat` or `outformat`.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// All media types that are read as this format. The first one is used for output.
    pub media_types: &'static [&'static str],
    /// The file name extensions, without the dot.
    pub extensions: &'static [&'static str],
    /// The uses of the format.
    pub abilities: &'static [Ability],
    /// `true` if a document is a zip archive of several files.
    pub is_package: bool,
}

impl Format {
    /// All formats.
    pub const ALL: &[Format] = &[
        Format::Text,
        Format::Html,
        Format::Xml,
        Format::Xliff,
        Format::Odt,
        Format::Docx,
        Format::Epub,
        Format::Ods,
        Format::Odp,
        Format::Idml,
        Format::Pptx,
        Format::Xlsx,
        Format::Po,
        Format::Properties,
        Format::Jsonc,
        Format::Srt,
        Format::Vtt,
        Format::Markdown,
        Format::Yaml,
        Format::AppleStrings,
        Format::Fluent,
        Format::Stringsdict,
        Format::Xcstrings,
        Format::Csv,
        Format::Tsv,
        Format::Pdf,
        Format::Conll2003,
        Format::Conllu,
        Format::CasXmi,
        Format::CasXmiZip,
        Format::CasJson,
        Format::Brat,
        Format::PubAnnotation,
        Format::LabelStudio,
        Format::BiocXml,
        Format::BiocJson,
        Format::GateXml,
        Format::GateJson,
        Format::Tei,
        Format::AnnotatedDocument,
        Format::Turtle,
        Format::JsonLd,
        Format::N3,
        Format::NTriples,
        Format::RdfXml,
    ];

    /// Returns the name that callers pass as `informat` or `outformat`.
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// The media types of JSON, which mean JSON-LD in requests.
    pub const JSON: &[&str] = &["application/json", "text/json"];

    /// Parses a name or a media type from a request like [`Format::from_str`], but with JSON as JSON-LD. Do
    /// not use it for responses of remote services, because their JSON can be anything.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Unsupported` if there is no such format.
    pub fn in_request(name: &str) -> Result<Format> {
        let bare = essence(name);
        let is_json = |known: &str| known.eq_ignore_ascii_case(bare);
        match Format::JSON.iter().chain(&["json"]).any(|known| is_json(known)) {
            true => Ok(Format::JsonLd),
            false => name.parse(),
        }
    }

    /// Returns the media type of output in this format.
    pub const fn media_type(self) -> &'static str {
        self.info().media_types[0]
    }

    /// Returns all media types that are read as this format.
    pub const fn media_types(self) -> &'static [&'static str] {
        self.info().media_types
    }

    /// Returns the file name extensions, without the dot.
    pub const fn extensions(self) -> &'static [&'static str] {
        self.info().extensions
    }

    /// Returns `true` if this is a format of RDF.
    pub fn is_rdf(self) -> bool {
        self.info().abilities.contains(&Ability::Rdf)
    }

    /// Returns `true` if text can be extracted from a document of this format.
    pub fn is_document(self) -> bool {
        self.info().abilities.contains(&Ability::Read)
    }

    /// Returns `true` if text is extracted from documents of this format by conversion. Only plain text
    /// needs no conversion.
    pub fn is_converted(self) -> bool {
        self.is_document() && self != Format::Text
    }

    /// Returns `true` if a document of this format can be returned with annotations.
    pub fn returns(self) -> bool {
        self.info().abilities.contains(&Ability::Annotate)
    }

    /// Returns `true` if a document of this format is a zip archive of several files.
    pub const fn is_package(self) -> bool {
        self.info().is_package
    }

    /// Returns `true` if a document of this format can be returned with translated texts.
    pub fn translates(self) -> bool {
        self.info().abilities.contains(&Ability::Translate)
    }

    /// Returns `true` if the text and the annotations of any document can be written in this format.
    pub fn exports(self) -> bool {
        self.info().abilities.contains(&Ability::Export)
    }

    /// Returns the format of a file by its extension, or `None` if the extension is unknown.
    pub fn of_path(path: &str) -> Option<Format> {
        let (_, extension) = path.rsplit_once('.')?;
        Format::ALL
            .iter()
            .copied()
            .find(|f| f.extensions().iter().any(|e| e.eq_ignore_ascii_case(extension)))
    }
}

crate::serialized_as_text!(Format);

impl FromStr for Format {
    type Err = Error;

    /// Parses a name or a media type. Case and parameters (`;charset=…`) are ignored.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Unsupported` if there is no such format. The message suggests a likely name, for
    /// example `jsonc` for the extension `json`.
    fn from_str(name: &str) -> Result<Format> {
        let bare = essence(name);
        let is_named = |format: &Format| {
            format.name().eq_ignore_ascii_case(bare)
                || format.media_types().iter().any(|media| media.eq_ignore_ascii_case(bare))
        };
        Format::ALL.iter().copied().find(is_named).ok_or_else(|| {
            let known: Vec<_> = Format::ALL.iter().map(|format| format.name()).collect();
            let by_extension = Format::of_path(&format!(".{bare}")).map(Format::name);
            let meant = by_extension.or_else(|| closest(bare, known.iter().copied()));
            Error::unknown_meant(ErrorKind::Unsupported, "format", bare, meant, &known)
                .with_side(Side::Input)
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
    fn unknown_names_get_the_one_that_was_meant() {
        let error = |name: &str| name.parse::<Format>().unwrap_err().message().to_owned();
        assert_eq!(error("mardown"), "no format `mardown`; did you mean `markdown`?");
        let count = Format::ALL.len();
        let expected = format!("no format `spreadsheet`, expected one of {count} such as text, ");
        assert!(error("spreadsheet").starts_with(&expected));
        for (name, meant) in [("json", "jsonc"), ("HTM", "html"), ("yml", "yaml")] {
            assert_eq!(error(name), format!("no format `{name}`; did you mean `{meant}`?"));
        }
    }

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
        assert!(error.message().starts_with("no format `latex`, expected one of "), "{error}");
    }
}
