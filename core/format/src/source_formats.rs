//! The document formats that are not exchange formats for annotations.

use super::apple_strings::AppleStrings;
use super::document_format::DocumentFormat;
use super::docx::Docx;
use super::epub::Epub;
use super::fluent::Fluent;
use super::html::Html;
use super::idml::Idml;
use super::json::Jsonc;
use super::markdown::Markdown;
use super::open_document::{Kind, OpenDocument};
use super::pdf::Pdf;
use super::plain::PlainText;
use super::po::Po;
use super::pptx::Pptx;
use super::properties::Properties;
use super::stringsdict::Stringsdict;
use super::subtitle::{Srt, Vtt};
use super::table::Table;
use super::xcstrings::Xcstrings;
use super::xliff::Xliff;
use super::xlsx::Xlsx;
use super::xml::Xml;
use super::yaml::Yaml;
use glossweave_base::media::Format;

/// Every document format that is not an exchange format.
pub(super) static SOURCE_FORMATS: &[&dyn DocumentFormat] = &[
    &PlainText,
    &Html,
    &Xml,
    &Xliff,
    &OpenDocument(Kind::Text),
    &Docx,
    &Epub,
    &OpenDocument(Kind::Spreadsheet),
    &OpenDocument(Kind::Presentation),
    &Idml,
    &Pptx,
    &Xlsx,
    &Po,
    &Properties,
    &Jsonc,
    &Srt,
    &Vtt,
    &Markdown,
    &Yaml,
    &AppleStrings,
    &Fluent,
    &Stringsdict,
    &Xcstrings,
    &Table(Format::Csv),
    &Table(Format::Tsv),
    &Pdf,
];
