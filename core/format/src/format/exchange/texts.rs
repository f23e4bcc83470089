//! Texts with annotations that are no documents, such as the contexts of NIF, as files.

use super::reading::{ReadMark, ReadPart, ReadUnit, Reading, build};
use crate::annotation::Annotation;
use crate::document::{Document, Source};
use crate::format::export::{Exported, export, writer};
use crate::format::strings::Value;
use crate::format::{DecodeOptions, ExportOptions};
use glossweave_base::error::{Error, Result, Skipped};
use glossweave_base::media::Format;
use glossweave_base::text::Language;
use glossweave_markup::Encoding;

/// A text with its annotations, whose spans count its bytes.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct AnnotatedText<'a> {
    /// The name of the document that it becomes.
    pub name: Option<&'a str>,
    pub text: &'a str,
    pub language: Option<&'a Language>,
    pub annotations: &'a [Annotation],
}

/// Writes texts with their annotations as a new file, each as a document of plain text. Annotations that are not written
/// are among those that are left out. Returns `ErrorKind::Invalid` if there are several and the format has one document in
/// a file, and the errors of [`export`].
#[doc(hidden)]
pub fn export_texts(
    texts: &[AnnotatedText<'_>],
    format: Format,
    options: &ExportOptions,
) -> Result<Exported> {
    let mut options = options.clone();
    let is_one = texts.len() == 1;
    if !is_one && !writer(format)?.1.sections {
        let message = format!("`{format}` has one document in a file, found {} texts", texts.len());
        return Err(Error::invalid(message).with_parameter("outformat"));
    }
    if let Some(name) = texts.first().and_then(|text| text.name).filter(|_| is_one) {
        options.name = Some(name.into());
    }
    let document = document(texts, !is_one);
    let mut made = export(&document, &[], format, &options)?;
    for warning in document.warnings() {
        Skipped::new("annotation of the source", warning.message()).keep(&mut made.left_out);
    }
    Ok(made)
}

/// Returns a document of plain text with a section for each text.
fn document(texts: &[AnnotatedText<'_>], has_names: bool) -> Document {
    let mut source = String::new();
    let mut reading = Reading::default();
    for one in texts {
        let start = source.len();
        source.push_str(one.text);
        let mut text = Value::default();
        text.literal(&source, start..source.len());
        let marks = one.annotations.iter();
        let marks = marks.map(|mark| ReadMark::of(mark.span().range(), mark.clone())).collect();
        let units = if one.text.is_empty() { Vec::new() } else { vec![ReadUnit { text, marks }] };
        let name = one.name.filter(|_| has_names).map(str::to_owned);
        reading.parts.push(ReadPart { name, language: one.language.cloned(), units });
    }
    let decoded = Encoding::UTF_8.decode_part(source.as_bytes());
    let (builder, annotations) = build(reading, &decoded, &DecodeOptions::default());
    drop(decoded);
    let source = Source::new(source.into_bytes(), Format::Text, Encoding::UTF_8);
    builder.finish(source).with_annotations(annotations)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::annotation::{Entity, Translation};
    use crate::format::decode;
    use glossweave_base::error::ErrorKind;
    use glossweave_base::text::TextSpan;

    #[test]
    fn each_text_is_a_document_if_the_format_has_several() {
        let german: Language = "de".parse().unwrap();
        let entity = || Entity::new("http://a.example/1");
        let first = [Annotation::entity(TextSpan::new(5, 9), entity())];
        let second = [Annotation::entity(TextSpan::new(0, 8), entity())];
        let (language, annotations) = (Some(&german), &first[..]);
        let one = AnnotatedText { name: Some("a"), text: "😀 Köl", language, annotations };
        let other = AnnotatedText { name: None, text: "קורק", annotations: &second, ..one };
        let options = ExportOptions::default();
        for format in Format::ALL.iter().copied().filter(|one| one.exports()) {
            let made = export_texts(&[one, other], format, &options);
            if !writer(format).unwrap().1.sections {
                let error = made.unwrap_err();
                assert_eq!(error.kind(), ErrorKind::Invalid);
                assert!(error.message().contains("found 2 texts"), "{error}");
                let made = export_texts(&[one], format, &options).unwrap();
                let again = decode(made.bytes, format, &DecodeOptions::default()).unwrap();
                assert_eq!((again.text(), again.annotations()), (one.text, &first[..]), "{format}");
                continue;
            }
            let again = decode(made.unwrap().bytes, format, &DecodeOptions::default()).unwrap();
            let texts: Vec<&str> =
                again.sections().map(|one| &again.text()[one.span.range()]).collect();
            assert_eq!(texts, [one.text, other.text], "{format}");
            let quotes = again.annotations().iter().map(|one| &again.text()[one.span().range()]);
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
        let made = export_texts(&[text], Format::GateXml, &ExportOptions::default()).unwrap();
        let left: Vec<&str> = made.left_out.iter().map(Skipped::message).collect();
        let expected =
            ["the format has no place for translations", "1 annotations without text are not read"];
        assert_eq!(left, expected);
        let made = export_texts(&[], Format::BiocXml, &ExportOptions::default()).unwrap();
        assert!(made.left_out.is_empty());
    }
}
