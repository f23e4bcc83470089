//! The table of document formats.

use super::apple_strings::AppleStrings;
use super::document_format::DocumentFormat;
use super::docx::Docx;
use super::epub::Epub;
use super::exchange::{
    AnnotatedDocument, BiocJson, BiocXml, Brat, CasJson, CasXmi, CasXmiZip, Conll2003, Conllu,
    GateJson, GateXml, LabelStudio, PubAnnotation, Tei,
};
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
use glossweave_base::error::{Error, Result, Side};
use glossweave_base::media::Format;

/// Every document format.
static FORMATS: &[&dyn DocumentFormat] = &[
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
    &Conll2003,
    &Conllu,
    &CasXmi,
    &CasXmiZip,
    &CasJson,
    &Brat,
    &PubAnnotation,
    &LabelStudio,
    &BiocXml,
    &BiocJson,
    &GateXml,
    &GateJson,
    &Tei,
    &AnnotatedDocument,
];

/// Returns the reader and writers of a format.
///
/// Returns `ErrorKind::Unsupported` if it is not a document format.
pub(super) fn document_format(format: Format) -> Result<&'static dyn DocumentFormat> {
    FORMATS.iter().copied().find(|one| one.format() == format).ok_or_else(|| {
        Error::unsupported(Side::Input, format!("`{format}` is not read as a document"))
    })
}

#[cfg(test)]
mod tests {
    use super::FORMATS;
    use glossweave_base::media::Format;

    #[test]
    fn every_document_format_of_the_table_is_read() {
        let known = Format::ALL.iter().copied().filter(|format| format.is_document());
        assert!(known.eq(FORMATS.iter().map(|one| one.format())));
    }
}
