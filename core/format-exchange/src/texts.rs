//! Annotated texts that are not documents, for example the contexts of NIF.

use super::reading::{ReadMark, ReadPart, ReadUnit, Reading, build};
use glossweave_base::media::Format;
use glossweave_base::text::Language;
use glossweave_document::annotation::Annotation;
use glossweave_document::{DecodeOptions, Document, DocumentExt, Source, SourceExt};
use glossweave_format_base::strings::Value;
use glossweave_markup::{Encoding, EncodingExt};

/// A text with its annotations. The spans count bytes of the text.
#[derive(Clone, Copy, Debug)]
pub struct AnnotatedText<'a> {
    /// The name of the section for the text.
    pub name: Option<&'a str>,
    /// The text.
    pub text: &'a str,
    /// The language of the text, or `None` if unknown.
    pub language: Option<&'a Language>,
    /// The annotations, whose spans are ranges of the text.
    pub annotations: &'a [Annotation],
}

/// Returns a plain text document with a section for each text.
pub(crate) fn document_of(texts: &[AnnotatedText<'_>], has_names: bool) -> Document {
    let mut source = String::new();
    let mut reading = Reading::default();
    for annotated in texts {
        let start = source.len();
        source.push_str(annotated.text);
        let mut text = Value::default();
        text.literal(&source, start..source.len());
        let marks = annotated.annotations.iter();
        let marks = marks.map(|mark| ReadMark::of(mark.span().range(), mark.clone())).collect();
        let units =
            if annotated.text.is_empty() { Vec::new() } else { vec![ReadUnit { text, marks }] };
        let name = annotated.name.filter(|_| has_names).map(str::to_owned);
        reading.parts.push(ReadPart {
            name,
            language: annotated.language.cloned(),
            units,
            ..ReadPart::default()
        });
    }
    let decoded = Encoding::UTF_8.decode_part(source.as_bytes());
    let (builder, annotations) = build(reading, &decoded, &DecodeOptions::default());
    drop(decoded);
    let source = Source::new(source.into_bytes(), Format::Text, Encoding::UTF_8);
    builder.finish(source).with_annotations(annotations)
}
