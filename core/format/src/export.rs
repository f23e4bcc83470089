//! Export of a document of any format, with its annotations, as a new file.

use super::document_format::DocumentFormat;
use super::encoded::Encoded;
use super::export_options::ExportOptions;
use super::formats::document_format;
use super::new_file::{Capabilities, Content, Output};
use glossweave_base::allowance::Allowance;
use glossweave_base::error::{Error, Result, Side};
use glossweave_base::media::Format;
use glossweave_document::Document;
use glossweave_document::annotation::{Annotation, AnnotationExt};

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
    let (writer, capabilities) = writer(format)?;
    for (number, annotation) in annotations.iter().enumerate() {
        if document.text().get(annotation.span().range()).is_none() {
            let length = document.text().len();
            let message = format!("annotation {number}: the text has {length} bytes");
            return Err(Error::invalid(message).with_parameter("annotations"));
        }
    }
    let remaining = options.allowance.as_ref().map_or_else(
        || {
            let sizes = document.annotations().iter().chain(annotations);
            let sizes = sizes.map(|annotation| size_of::<Annotation>() + annotation.heap_size());
            Allowance::for_input(document.source().bytes().len() + sizes.sum::<usize>()).left()
        },
        Allowance::left,
    );
    let mut output = Output::new(options.max_output_bytes.unwrap_or(remaining).min(remaining));
    let mut content = Content::of(document, annotations, capabilities, options);
    writer.export(&mut content, &mut output)?;
    let (placements, skipped) = content.into_report(format.name());
    Ok(Encoded { placements, skipped, ..Encoded::new(output.into_bytes()) })
}

/// Returns the writer of a format and its capabilities, or the error of [`export`].
pub(crate) fn writer(
    format: Format,
) -> Result<(&'static dyn DocumentFormat, &'static Capabilities)> {
    let refused = || {
        let known =
            Format::ALL.iter().filter(|format| format.exports()).map(|format| format.name());
        let known = known.collect::<Vec<_>>().join(", ");
        let message = format!("documents are not exported as `{format}`, expected one of {known}");
        Error::unsupported(Side::Output, message).with_parameter("format")
    };
    let writer = document_format(format).map_err(|_| refused())?;
    Ok((writer, writer.capabilities().ok_or_else(refused)?))
}
