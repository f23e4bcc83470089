//! The values of answers.

use crate::field::{Field, FieldKind};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use glossweave::annotation::Annotation;
use glossweave::{Document, Format};
use serde_json::{Value, json};

const START: Field = Field::new(
    "start",
    FieldKind::Integer(0, u64::MAX),
    "The start in the text of the document, in code points.",
)
.required();
const END: Field = Field::new(
    "end",
    FieldKind::Integer(0, u64::MAX),
    "The end in the text of the document, in code points.",
)
.required();
const SURFACE: Field =
    Field::new("text", FieldKind::Text, "The text of the annotation.").required();
const CONFIDENCE: Field =
    Field::new("confidence", FieldKind::Number, "The confidence, from 0 to 1.");

/// The fields of an entity.
pub(crate) const ENTITY: &[Field] = &[
    START,
    END,
    SURFACE,
    Field::new("idents", FieldKind::Texts, "The IRIs of the entity, the best one first.")
        .required(),
    Field::new("classes", FieldKind::Texts, "The IRIs of its classes.").required(),
    CONFIDENCE,
];

/// The fields of a term.
pub(crate) const TERM: &[Field] = &[
    START,
    END,
    SURFACE,
    Field::new("info_ref", FieldKind::Text, "The IRI of the concept."),
    Field::new(
        "info",
        FieldKind::Text,
        "Information about the term, for example that it must not be used.",
    ),
    CONFIDENCE,
];

/// The fields of a file.
pub(crate) const FILE: &[Field] = &[
    Field::new("format", FieldKind::Text, "The name of the format.").required(),
    Field::new("media_type", FieldKind::Text, "The media type.").required(),
    Field::new("text", FieldKind::Text, "The content, if it is text in UTF-8."),
    Field::new("base64", FieldKind::Text, "The bytes in Base64, if it is not."),
];

pub(crate) fn entity(document: &Document, annotation: &Annotation) -> Value {
    let chars = document.char_span(annotation.span());
    let none: &[Box<str>] = &[];
    let (idents, classes) =
        annotation.as_entity().map_or((none, none), |entity| (&entity.idents, &entity.classes));
    json!({
        "start": chars.start(),
        "end": chars.end(),
        "text": surface(document, annotation),
        "idents": idents,
        "classes": classes,
        "confidence": annotation.confidence(),
    })
}

pub(crate) fn term(document: &Document, annotation: &Annotation) -> Value {
    let chars = document.char_span(annotation.span());
    let term = annotation.as_term();
    json!({
        "start": chars.start(),
        "end": chars.end(),
        "text": surface(document, annotation),
        "info_ref": term.and_then(|term| term.info_ref.as_deref()),
        "info": term.and_then(|term| term.info.as_deref()),
        "confidence": annotation.confidence(),
    })
}

fn surface<'d>(document: &'d Document, annotation: &Annotation) -> &'d str {
    document.text().get(annotation.span().range()).unwrap_or_default()
}

pub(crate) fn file(bytes: Vec<u8>, format: Format, media_type: &str) -> Value {
    let (text, coded) = match String::from_utf8(bytes) {
        Ok(text) => (Some(text), None),
        Err(error) => (None, Some(STANDARD.encode(error.as_bytes()))),
    };
    json!({"format": format.name(), "media_type": media_type, "text": text, "base64": coded})
}
