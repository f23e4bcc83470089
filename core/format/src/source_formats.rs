//! The document formats that are not exchange formats for annotations.

use glossweave_format_strings::apple_strings::AppleStrings;
use glossweave_format_base::DocumentFormat;
use glossweave_format_office::docx::Docx;
use glossweave_format_office::epub::Epub;
use glossweave_format_strings::fluent::Fluent;
use glossweave_format_markup::html::Html;
use glossweave_format_office::idml::Idml;
use glossweave_format_strings::json::Jsonc;
use glossweave_format_strings::markdown::Markdown;
use glossweave_format_office::open_document::{Kind, OpenDocument};
use glossweave_format_pdf::pdf::Pdf;
use glossweave_format_strings::plain::PlainText;
use glossweave_format_strings::po::Po;
use glossweave_format_office::pptx::Pptx;
use glossweave_format_strings::properties::Properties;
use glossweave_format_strings::stringsdict::Stringsdict;
use glossweave_format_strings::subtitle::{Srt, Vtt};
use glossweave_format_strings::table::Table;
use glossweave_format_strings::xcstrings::Xcstrings;
use glossweave_format_markup::xliff::Xliff;
use glossweave_format_office::xlsx::Xlsx;
use glossweave_format_markup::xml::Xml;
use glossweave_format_strings::yaml::Yaml;
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
