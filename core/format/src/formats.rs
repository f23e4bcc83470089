//! The table of document formats.

use super::document_format::DocumentFormat;
use super::exchange::{
    AnnotatedDocument, BiocJson, BiocXml, Brat, CasJson, CasXmi, CasXmiZip, Conll2003, Conllu,
    GateJson, GateXml, LabelStudio, PubAnnotation, Tei,
};
use super::source_formats::SOURCE_FORMATS;
use glossweave_base::error::{Error, Result, Side};
use glossweave_base::media::Format;

/// The formats that programs use to exchange annotated texts.
static EXCHANGE_FORMATS: &[&dyn DocumentFormat] = &[
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

/// Returns every document format.
fn all() -> impl Iterator<Item = &'static dyn DocumentFormat> {
    SOURCE_FORMATS.iter().chain(EXCHANGE_FORMATS).copied()
}

/// Returns the reader and writers of a format. Returns `ErrorKind::Unsupported` if it is not a document format.
pub(super) fn document_format(format: Format) -> Result<&'static dyn DocumentFormat> {
    all().find(|reader| reader.format() == format).ok_or_else(|| {
        Error::unsupported(Side::Input, format!("`{format}` is not read as a document"))
    })
}

#[cfg(test)]
mod tests {
    use super::all;
    use glossweave_base::media::Format;

    #[test]
    fn every_document_format_of_the_table_is_read() {
        let known = Format::ALL.iter().copied().filter(|format| format.is_document());
        assert!(known.eq(all().map(|reader| reader.format())));
    }
}
