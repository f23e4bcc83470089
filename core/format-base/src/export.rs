//! Export of a document of any format, with its annotations, as a new file.

use super::document_format::DocumentFormat;
use super::encoded::Encoded;
use super::export_options::ExportOptions;
use super::new_file::{Capabilities, Content, Output};
use glossweave_base::allowance::Allowance;
use glossweave_base::error::{Error, Result};
use glossweave_document::Document;
use glossweave_document::annotation::{Annotation, AnnotationExt};

/// Writes a document with its annotations as a new file.
pub fn export(
    (writer, capabilities): (&dyn DocumentFormat, &'static Capabilities),
    document: &Document,
    annotations: &[Annotation],
    options: &ExportOptions,
) -> Result<Encoded> {
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
    let (placements, skipped) = content.into_report(writer.format().name());
    Ok(Encoded { placements, skipped, ..Encoded::new(output.into_bytes()) })
}
