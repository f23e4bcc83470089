//! Export of annotated texts that are not documents.

use super::{AnnotatedText, document_of};
use glossweave_base::error::{Error, Result, Skipped, SkippedExt};
use glossweave_base::media::Format;
use glossweave_format_base::{Encoded, ExportOptions, Formats};

/// Writes texts with their annotations as a new file, using a plain text document for each text. Annotations that are
/// not written are reported as skipped. Returns `ErrorKind::Invalid` if the number of texts is not one and the format
/// stores one document in a file, and otherwise the errors of [`Formats::export`].
pub fn export_texts(
    formats: Formats,
    texts: &[AnnotatedText<'_>],
    format: Format,
    options: &ExportOptions,
) -> Result<Encoded> {
    let mut options = options.clone();
    let is_one = texts.len() == 1;
    if !is_one && !formats.writer(format)?.1.sections {
        let message =
            format!("`{format}` stores one document in a file, found {} texts", texts.len());
        return Err(Error::invalid(message).with_parameter("outformat"));
    }
    if let Some(name) = texts.first().and_then(|text| text.name).filter(|_| is_one) {
        options.name = Some(name.into());
    }
    let document = document_of(texts, !is_one);
    let mut made = formats.export(&document, &[], format, &options)?;
    for warning in document.warnings() {
        Skipped::new("annotation of the source", warning.message()).keep(&mut made.skipped);
    }
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FORMATS, decode};
    use glossweave_base::error::ErrorKind;
    use glossweave_base::text::{Language, TextSpan};
    use glossweave_document::DecodeOptions;
    use glossweave_document::annotation::{Annotation, Entity, Translation};

    #[test]
    fn each_text_is_a_document_if_the_format_has_several() {
        let german: Language = "de".parse().unwrap();
        let entity = || Entity::new("http://a.example/1");
        let first = [Annotation::entity(TextSpan::new(5, 9), entity())];
        let second = [Annotation::entity(TextSpan::new(0, 8), entity())];
        let (language, annotations) = (Some(&german), &first[..]);
        let first_text =
            AnnotatedText { name: Some("a"), text: "😀 Köl", language, annotations };
        let second_text =
            AnnotatedText { name: None, text: "קורק", annotations: &second, ..first_text };
        let options = ExportOptions::default();
        for format in Format::ALL.iter().copied().filter(|format| format.exports()) {
            let made = export_texts(FORMATS, &[first_text, second_text], format, &options);
            if !FORMATS.writer(format).unwrap().1.sections {
                let error = made.unwrap_err();
                assert_eq!(error.kind(), ErrorKind::Invalid);
                assert!(error.message().contains("found 2 texts"), "{error}");
                let made = export_texts(FORMATS, &[first_text], format, &options).unwrap();
                let again = decode(made.bytes, format, &DecodeOptions::default()).unwrap();
                assert_eq!(
                    (again.text(), again.annotations()),
                    (first_text.text, &first[..]),
                    "{format}"
                );
                continue;
            }
            let again = decode(made.unwrap().bytes, format, &DecodeOptions::default()).unwrap();
            let texts: Vec<&str> =
                again.sections().map(|section| &again.text()[section.span.range()]).collect();
            assert_eq!(texts, [first_text.text, second_text.text], "{format}");
            let quotes = again
                .annotations()
                .iter()
                .map(|annotation| &again.text()[annotation.span().range()]);
            assert_eq!(quotes.collect::<Vec<_>>(), ["Köl", "קורק"], "{format}");
        }
    }

    #[test]
    fn what_is_not_written_is_reported() {
        let german = "de".parse().unwrap();
        let all = [
            Annotation::translation(TextSpan::new(0, 4), Translation::new("Korki", german)),
            Annotation::entity(TextSpan::new(2, 2), Entity::default()),
        ];
        let text = AnnotatedText { name: None, text: "Cork", language: None, annotations: &all };
        let made =
            export_texts(FORMATS, &[text], Format::GateXml, &ExportOptions::default()).unwrap();
        let skipped: Vec<&str> = made.skipped.iter().map(Skipped::message).collect();
        let expected =
            ["the format cannot store translations", "1 annotations without text are not read"];
        assert_eq!(skipped, expected);
        let made = export_texts(FORMATS, &[], Format::BiocXml, &ExportOptions::default()).unwrap();
        assert!(made.skipped.is_empty());
    }
}
