//! The table of document formats, and the functions that use it.

use glossweave_base::error::{Error, Result, Side};
use glossweave_base::media::Format;
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::Annotation;
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::{
    CodeReader, DocumentFormat, EncodeOptions, Encoded, ExportOptions, Formats, PlainText,
};
use glossweave_format_exchange::{
    AnnotatedDocument, AnnotatedText, BiocJson, BiocXml, Brat, CasJson, CasXmi, CasXmiZip,
    Conll2003, Conllu, GateJson, GateXml, LabelStudio, PubAnnotation, Tei,
};
use glossweave_format_markup::{Html, Xliff, Xml};
#[cfg(feature = "office")]
use glossweave_format_office::{Docx, Epub, Idml, Kind, OpenDocument, Pptx, Xlsx};
#[cfg(feature = "pdf")]
use glossweave_format_pdf::Pdf;
#[cfg(feature = "strings")]
use glossweave_format_strings::{
    AppleStrings, Fluent, Jsonc, Markdown, Po, Properties, Srt, Stringsdict, Table, Vtt, Xcstrings,
    Yaml,
};

/// The formats that are not exchange formats.
const SOURCE_FORMATS: &[&dyn DocumentFormat] = &[
    &PlainText,
    &Html,
    &Xml,
    &Xliff,
    #[cfg(feature = "office")]
    &OpenDocument(Kind::Text),
    #[cfg(feature = "office")]
    &Docx,
    #[cfg(feature = "office")]
    &Epub,
    #[cfg(feature = "office")]
    &OpenDocument(Kind::Spreadsheet),
    #[cfg(feature = "office")]
    &OpenDocument(Kind::Presentation),
    #[cfg(feature = "office")]
    &Idml,
    #[cfg(feature = "office")]
    &Pptx,
    #[cfg(feature = "office")]
    &Xlsx,
    #[cfg(feature = "strings")]
    &Po,
    #[cfg(feature = "strings")]
    &Properties,
    #[cfg(feature = "strings")]
    &Jsonc,
    #[cfg(feature = "strings")]
    &Srt,
    #[cfg(feature = "strings")]
    &Vtt,
    #[cfg(feature = "strings")]
    &Markdown,
    #[cfg(feature = "strings")]
    &Yaml,
    #[cfg(feature = "strings")]
    &AppleStrings,
    #[cfg(feature = "strings")]
    &Fluent,
    #[cfg(feature = "strings")]
    &Stringsdict,
    #[cfg(feature = "strings")]
    &Xcstrings,
    #[cfg(feature = "strings")]
    &Table(Format::Csv),
    #[cfg(feature = "strings")]
    &Table(Format::Tsv),
    #[cfg(feature = "pdf")]
    &Pdf,
];

/// The formats that programs use to exchange annotated texts.
const EXCHANGE_FORMATS: &[&dyn DocumentFormat] = &[
    &Conll2003,
    &Conllu,
    &CasXmi,
    &CasXmiZip,
    &CasJson,
    &Brat,
    &PubAnnotation,
    &LabelStudio(EMBEDDED),
    &BiocXml,
    &BiocJson,
    &GateXml,
    &GateJson,
    &Tei,
    &AnnotatedDocument(EMBEDDED),
];

/// The formats of documents that are part of a file in an exchange format.
const EMBEDDED: Formats = Formats(&[SOURCE_FORMATS]);

/// Every document format.
const FORMATS: Formats = Formats(&[SOURCE_FORMATS, EXCHANGE_FORMATS]);

/// Returns the error for a format that is not in the table.
///
/// The error names the feature if the library was built without the family of the format.
fn missing(format: Format, error: Error) -> Error {
    let (what, feature) = match format {
        Format::Pdf => ("PDF".to_owned(), "pdf"),
        _ if format.is_package() => (format!("`{format}`"), "office"),
        _ if format.is_document() => (format!("`{format}`"), "strings"),
        _ => return error,
    };
    let message =
        format!("{what} is not read: the library was built without the feature `{feature}`");
    Error::unsupported(Side::Input, message)
}

/// Decodes a source into a document.
///
/// The encoding is detected as in browsers (HTML Standard, 13.2.3), in this order: a byte order mark, the charset of
/// the options, the declaration in the page, UTF-8 if the bytes are valid UTF-8. Plain text is UTF-8 by default.
/// Bytes that are invalid in the encoding become U+FFFD in HTML; in plain text they are an error unless the options
/// specify otherwise. Any text is valid HTML, because broken markup is parsed as browsers parse it. A source whose
/// first bytes identify another file type, for example the package of an office program, is an error.
///
/// XML, XLIFF and OpenDocument must be well-formed. docs/formats.md lists further requirements.
///
/// # Errors
///
/// Returns [`Malformed`](glossweave_base::ErrorKind::Malformed) with the location if XML, XLIFF or OpenDocument is
/// not well-formed, or if plain text contains bytes that are invalid in its encoding;
/// [`Malformed`](glossweave_base::ErrorKind::Malformed) or [`Invalid`](glossweave_base::ErrorKind::Invalid) if ITS
/// rules of the source or of the options are broken; [`Unsupported`](glossweave_base::ErrorKind::Unsupported) if
/// `format` is not a document format, or if the source is encrypted or has another type; and
/// [`TooLarge`](glossweave_base::ErrorKind::TooLarge) if the source is larger than the options allow (at most 4 GiB,
/// because offsets have 32 bits).
pub fn decode(
    source: impl Into<Vec<u8>>,
    format: Format,
    options: &DecodeOptions,
) -> Result<Document> {
    match FORMATS.get(format) {
        Ok(_) => FORMATS.decode(source, format, options),
        Err(error) => Err(missing(format, error)),
    }
}

/// Decodes bytes that were generated from a document, with the options of that document. Returns the errors of
/// [`decode`].
pub fn decode_like(document: &Document, bytes: Vec<u8>) -> Result<Document> {
    FORMATS.decode_like(document, bytes)
}

/// Encodes a document in its own format, with annotations inserted. Every byte of the source is preserved: only the
/// ranges listed in [`Encoded::inserted`] are added. Translations, if requested, replace the ranges listed in
/// [`Encoded::replaced`].
///
/// # Errors
///
/// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) if a span exceeds the text or splits a character, [`ErrorKind::Unsupported`](glossweave_base::ErrorKind::Unsupported) if
/// there are annotations but the format cannot store annotations, and translations are not requested or not supported
/// by the format, and [`ErrorKind::TooLarge`](glossweave_base::ErrorKind::TooLarge) if the result is longer than [`EncodeOptions::max_output_bytes`].
pub fn encode(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
) -> Result<Encoded> {
    FORMATS.encode(document, annotations, options)
}

/// Writes a document with its annotations as a new file, in a format that programs use to exchange annotated texts.
/// The file contains the annotations of the document and the `annotations` that are passed. Duplicates are written
/// once.
///
/// When a format stores one document for each text, each [section](Document::sections) becomes a document.
/// docs/exchange.md lists what each format can store.
///
/// # Errors
///
/// Returns [`ErrorKind::Unsupported`](glossweave_base::ErrorKind::Unsupported) if the format does not support export
/// ([`Format::exports`]), `ErrorKind::Invalid` if a span exceeds the text or splits a character, and
/// `ErrorKind::TooLarge` if the result is longer than [`ExportOptions::max_output_bytes`].
pub fn export(
    document: &Document,
    annotations: &[Annotation],
    format: Format,
    options: &ExportOptions,
) -> Result<Encoded> {
    FORMATS.export(document, annotations, format, options)
}

/// Writes texts with their annotations as a new file, using a plain text document for each text. Annotations that are
/// not written are reported as skipped. Returns `ErrorKind::Invalid` if the number of texts is not one and the format
/// stores one document in a file, and otherwise the errors of [`export`].
pub fn export_texts(
    texts: &[AnnotatedText<'_>],
    format: Format,
    options: &ExportOptions,
) -> Result<Encoded> {
    glossweave_format_exchange::export_texts(FORMATS, texts, format, options)
}

/// Reads the embedded document of a page of Web Annotations, without the annotations of the page. Returns
/// `ErrorKind::Malformed` if the page contains no document, or if the document cannot be read.
pub fn embedded_document(page: &serde_json::Value, options: &DecodeOptions) -> Result<Document> {
    glossweave_format_exchange::embedded_document(EMBEDDED, page, options)
}

/// Returns the text of a unit, or of an element, with markers for its tags, for use by translators. A pair of tags
/// becomes `<1>` and `</1>`, any other code becomes `<2/>`. The markers are numbered from 1 in the order of the text.
/// `<0/>` replaces a `<` of the text that would look like a marker.
///
/// If a translation contains each marker once and nests the pairs correctly, [`encode`] writes the
/// tags at the markers. Other translations are used as plain text: tags go next to the same words as before if these
/// words are unchanged, and otherwise to proportional positions.
///
/// # Errors
///
/// Returns `ErrorKind::Invalid`, with the parameter `span`, if the span is not the span of a unit or of the whole
/// text of an element, and `ErrorKind::Unsupported` if the format of the document does not support translations.
pub fn marked_text(document: &Document, span: TextSpan) -> Result<String> {
    FORMATS.marked_text(document, span)
}

/// Returns the [`marked_text`] of several spans. The source is scanned for tags only once.
///
/// # Errors
///
/// Returns `ErrorKind::Unsupported` if the format of the document does not support translations.
pub fn marked_texts(
    document: &Document,
    spans: impl IntoIterator<Item = TextSpan>,
) -> Result<Vec<Result<String>>> {
    FORMATS.marked_texts(document, spans)
}

/// Returns a reader of the inline codes of units. The reader is fast when units are read in document order.
pub fn code_reader(document: &Document) -> CodeReader<'_> {
    FORMATS.code_reader(document)
}

#[cfg(test)]
mod tests {
    use super::FORMATS;
    use glossweave_base::media::Format;

    #[test]
    #[cfg(all(feature = "office", feature = "pdf", feature = "strings"))]
    fn every_document_format_of_the_table_is_read() {
        let known = Format::ALL.iter().copied().filter(|format| format.is_document());
        assert!(known.eq(FORMATS.all().map(|reader| reader.format())));
    }
}
