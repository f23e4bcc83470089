//! The table of formats.

use super::{Ability, Format, FormatInfo};

/// The abilities of a document in which annotations can be inserted.
const MARKUP: &[Ability] = &[Ability::Read, Ability::Annotate, Ability::Translate];

/// The abilities of a document that has no place for annotations.
const TEXTS: &[Ability] = &[Ability::Read, Ability::Translate];

impl Format {
    /// Returns the row of this format in the table of formats.
    pub const fn info(self) -> FormatInfo {
        match self {
            Format::Text => FormatInfo {
                name: "text",
                title: "Plain text",
                media_types: &["text/plain"],
                extensions: &["txt"],
                abilities: TEXTS,
                is_package: false,
            },
            Format::Html => FormatInfo {
                name: "html",
                title: "HTML",
                media_types: &["text/html"],
                extensions: &["html", "htm"],
                abilities: MARKUP,
                is_package: false,
            },
            Format::Xml => FormatInfo {
                name: "xml",
                title: "XML",
                media_types: &["text/xml", "application/xml", "application/xhtml+xml"],
                extensions: &["xml", "xhtml", "dita", "svg", "resx"],
                abilities: MARKUP,
                is_package: false,
            },
            Format::Xliff => FormatInfo {
                name: "xliff",
                title: "XLIFF",
                media_types: &["application/x-xliff+xml", "application/xliff+xml"],
                extensions: &["xlf", "xliff"],
                abilities: MARKUP,
                is_package: false,
            },
            Format::Odt => FormatInfo {
                name: "odt",
                title: "ODT",
                media_types: &[
                    "application/x-openoffice",
                    "application/vnd.oasis.opendocument.text",
                ],
                extensions: &["odt", "ott"],
                abilities: MARKUP,
                is_package: true,
            },
            Format::Docx => FormatInfo {
                name: "docx",
                title: "DOCX",
                media_types: &[
                    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
                    "application/vnd.openxmlformats-officedocument.wordprocessingml.template",
                    "application/vnd.ms-word.document.macroenabled.12",
                    "application/vnd.ms-word.template.macroenabled.12",
                ],
                extensions: &["docx", "dotx", "docm", "dotm"],
                abilities: MARKUP,
                is_package: true,
            },
            Format::Epub => FormatInfo {
                name: "epub",
                title: "EPUB",
                media_types: &["application/epub+zip"],
                extensions: &["epub"],
                abilities: MARKUP,
                is_package: true,
            },
            Format::Ods => FormatInfo {
                name: "ods",
                title: "ODS",
                media_types: &["application/vnd.oasis.opendocument.spreadsheet"],
                extensions: &["ods", "ots"],
                abilities: MARKUP,
                is_package: true,
            },
            Format::Odp => FormatInfo {
                name: "odp",
                title: "ODP",
                media_types: &["application/vnd.oasis.opendocument.presentation"],
                extensions: &["odp", "otp"],
                abilities: MARKUP,
                is_package: true,
            },
            Format::Idml => FormatInfo {
                name: "idml",
                title: "IDML",
                media_types: &["application/vnd.adobe.indesign-idml-package"],
                extensions: &["idml"],
                abilities: TEXTS,
                is_package: true,
            },
            Format::Pptx => FormatInfo {
                name: "pptx",
                title: "PPTX",
                media_types: &[
                    "application/vnd.openxmlformats-officedocument.presentationml.presentation",
                    "application/vnd.openxmlformats-officedocument.presentationml.slideshow",
                    "application/vnd.openxmlformats-officedocument.presentationml.template",
                    "application/vnd.ms-powerpoint.presentation.macroenabled.12",
                    "application/vnd.ms-powerpoint.slideshow.macroenabled.12",
                    "application/vnd.ms-powerpoint.template.macroenabled.12",
                ],
                extensions: &["pptx", "ppsx", "potx", "pptm", "ppsm", "potm"],
                abilities: MARKUP,
                is_package: true,
            },
            Format::Xlsx => FormatInfo {
                name: "xlsx",
                title: "XLSX",
                media_types: &[
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.template",
                    "application/vnd.ms-excel.sheet.macroenabled.12",
                    "application/vnd.ms-excel.template.macroenabled.12",
                    "application/vnd.ms-excel.addin.macroenabled.12",
                ],
                extensions: &["xlsx", "xltx", "xlsm", "xltm", "xlam"],
                abilities: MARKUP,
                is_package: true,
            },
            Format::Po => FormatInfo {
                name: "po",
                title: "PO",
                media_types: &["text/x-gettext-translation", "text/x-gettext-translation-template"],
                extensions: &["po", "pot"],
                abilities: TEXTS,
                is_package: false,
            },
            Format::Properties => FormatInfo {
                name: "properties",
                title: "Java properties",
                media_types: &["text/x-java-properties"],
                extensions: &["properties"],
                abilities: TEXTS,
                is_package: false,
            },
            // `json` and the media types of JSON mean JSON-LD in requests.
            Format::Jsonc => FormatInfo {
                name: "jsonc",
                title: "JSON",
                media_types: &["application/jsonc"],
                extensions: &["json", "jsonc", "arb"],
                abilities: TEXTS,
                is_package: false,
            },
            Format::Srt => FormatInfo {
                name: "srt",
                title: "SubRip",
                media_types: &["application/x-subrip"],
                extensions: &["srt"],
                abilities: TEXTS,
                is_package: false,
            },
            Format::Vtt => FormatInfo {
                name: "vtt",
                title: "WebVTT",
                media_types: &["text/vtt"],
                extensions: &["vtt"],
                abilities: TEXTS,
                is_package: false,
            },
            Format::Markdown => FormatInfo {
                name: "markdown",
                title: "Markdown",
                media_types: &["text/markdown"],
                extensions: &["md", "markdown"],
                abilities: MARKUP,
                is_package: false,
            },
            Format::Yaml => FormatInfo {
                name: "yaml",
                title: "YAML",
                media_types: &[
                    "application/yaml",
                    "text/yaml",
                    "application/x-yaml",
                    "text/x-yaml",
                ],
                extensions: &["yaml", "yml"],
                abilities: TEXTS,
                is_package: false,
            },
            Format::AppleStrings => FormatInfo {
                name: "strings",
                title: "Apple strings",
                media_types: &["text/x-apple-strings"],
                extensions: &["strings"],
                abilities: TEXTS,
                is_package: false,
            },
            Format::Turtle => FormatInfo {
                name: "turtle",
                title: "Turtle",
                media_types: &["text/turtle", "application/x-turtle"],
                extensions: &["ttl"],
                abilities: &[Ability::Rdf],
                is_package: false,
            },
            Format::JsonLd => FormatInfo {
                name: "json-ld",
                title: "JSON-LD",
                media_types: &["application/ld+json", "application/json+ld"],
                extensions: &["jsonld"],
                abilities: &[Ability::Rdf],
                is_package: false,
            },
            Format::N3 => FormatInfo {
                name: "n3",
                title: "N3",
                media_types: &["text/n3"],
                extensions: &["n3"],
                abilities: &[Ability::Rdf],
                is_package: false,
            },
            Format::NTriples => FormatInfo {
                name: "n-triples",
                title: "N-Triples",
                media_types: &["application/n-triples"],
                extensions: &["nt"],
                abilities: &[Ability::Rdf],
                is_package: false,
            },
            Format::RdfXml => FormatInfo {
                name: "rdf-xml",
                title: "RDF/XML",
                media_types: &["application/rdf+xml"],
                extensions: &["rdf"],
                abilities: &[Ability::Rdf],
                is_package: false,
            },
        }
    }
}
