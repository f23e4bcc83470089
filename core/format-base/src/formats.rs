//! A table of document formats, with the functions that look up the format of a document.

use super::decode::decode;
use super::document_format::DocumentFormat;
use super::encode::encode;
use super::encode_options::EncodeOptions;
use super::encoded::Encoded;
use super::export::export;
use super::export_options::ExportOptions;
use super::marked_text::{CodeReader, marked_text, marked_texts};
use super::new_file::Capabilities;
use super::verify::decode_like;
use glossweave_base::error::{Error, Result, Side};
use glossweave_base::media::Format;
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::Annotation;
use glossweave_document::{DecodeOptions, Document};

/// A table of document formats: groups of formats, which may be parts of other tables.
#[derive(Clone, Copy)]
pub struct Formats(pub &'static [&'static [&'static dyn DocumentFormat]]);

impl Formats {
    /// Returns every format of the table, in its order.
    pub fn all(&self) -> impl Iterator<Item = &'static dyn DocumentFormat> + use<> {
        self.0.iter().copied().flatten().copied()
    }

    /// Returns the reader and writers of a format.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Unsupported` if the table does not contain the format.
    pub fn get(&self, format: Format) -> Result<&'static dyn DocumentFormat> {
        self.all().find(|reader| reader.format() == format).ok_or_else(|| {
            Error::unsupported(Side::Input, format!("`{format}` is not read as a document"))
        })
    }

    fn of(&self, document: &Document) -> Result<&'static dyn DocumentFormat> {
        self.get(document.source().format())
    }

    /// Decodes a source into a document, as described at the function `decode` of `glossweave`.
    ///
    /// # Errors
    ///
    /// Returns the errors of that function.
    pub fn decode(
        &self,
        source: impl Into<Vec<u8>>,
        format: Format,
        options: &DecodeOptions,
    ) -> Result<Document> {
        decode(self.get(format)?, source.into(), options)
    }

    /// Decodes bytes that were generated from a document, with the options of that document.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`decode`](Formats::decode).
    pub fn decode_like(&self, document: &Document, bytes: Vec<u8>) -> Result<Document> {
        decode_like(self.of(document)?, document, bytes)
    }

    /// Encodes a document in its own format, with annotations inserted, as described at the function `encode` of
    /// `glossweave`.
    ///
    /// # Errors
    ///
    /// Returns the errors of that function.
    pub fn encode(
        &self,
        document: &Document,
        annotations: &[Annotation],
        options: &EncodeOptions,
    ) -> Result<Encoded> {
        encode(self.of(document)?, document, annotations, options)
    }

    /// Writes a document with its annotations as a new file, as described at the function `export` of `glossweave`.
    ///
    /// # Errors
    ///
    /// Returns the errors of that function.
    pub fn export(
        &self,
        document: &Document,
        annotations: &[Annotation],
        format: Format,
        options: &ExportOptions,
    ) -> Result<Encoded> {
        export(self.writer(format)?, document, annotations, options)
    }

    /// Returns the writer of a format and its capabilities.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Unsupported` if the format does not support export ([`Format::exports`]).
    pub fn writer(
        &self,
        format: Format,
    ) -> Result<(&'static dyn DocumentFormat, &'static Capabilities)> {
        let refused = || {
            let known =
                Format::ALL.iter().filter(|format| format.exports()).map(|format| format.name());
            let known = known.collect::<Vec<_>>().join(", ");
            let message =
                format!("documents are not exported as `{format}`, expected one of {known}");
            Error::unsupported(Side::Output, message).with_parameter("format")
        };
        let writer = self.get(format).map_err(|_| refused())?;
        Ok((writer, writer.capabilities().ok_or_else(refused)?))
    }

    /// Returns the text of a unit, or of an element, with markers for its tags, as described at the function
    /// `marked_text` of `glossweave`.
    ///
    /// # Errors
    ///
    /// Returns the errors of that function.
    pub fn marked_text(&self, document: &Document, span: TextSpan) -> Result<String> {
        marked_text(self.of(document)?, document, span)
    }

    /// Returns the [`marked_text`](Formats::marked_text) of several spans. The source is scanned for tags only once.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Unsupported` if the format of the document does not support translations.
    pub fn marked_texts(
        &self,
        document: &Document,
        spans: impl IntoIterator<Item = TextSpan>,
    ) -> Result<Vec<Result<String>>> {
        marked_texts(self.of(document)?, document, spans)
    }

    /// Returns a reader of the inline codes of units. The reader is fast when units are read in document order.
    pub fn code_reader<'d>(&self, document: &'d Document) -> CodeReader<'d> {
        CodeReader::new(self.of(document).ok(), document)
    }
}
