//! Annotations as rows of the table.

use glossweave::annotation::{Annotation, Body, Entity, Term};
use glossweave::text::CharSpan;
use glossweave::{Document, Error, Result};
use serde_json::Value;

pub(super) fn annotation(row: &Value, document: &Document) -> Result<Annotation> {
    let place = |name: &str| row[name].as_u64().expect("a place") as usize;
    let (start, end) = (place("start"), place("end"));
    let span = document
        .text_span(CharSpan::new(start, end))
        .ok_or_else(|| Error::invalid(format!("`{start}..{end}` exceeds the text")))?;
    let confidence = row["confidence"].as_f64();
    let strings = |name: &str| -> Vec<Box<str>> {
        match &row[name] {
            Value::String(one) => vec![one.as_str().into()],
            Value::Array(all) => all.iter().filter_map(Value::as_str).map(Box::from).collect(),
            _ => Vec::new(),
        }
    };
    let made = if let Some(pairs) = row["metadata"].as_array() {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let pairs: Vec<_> = pairs.iter().map(|pair| (text(&pair[0]), text(&pair[1]))).collect();
        let fields = pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        Annotation::from_fields(span, "metadata", fields)?
    } else if let Some(text) = row["translation"].as_str() {
        let language = row["language"].as_str().unwrap_or_default();
        let fields = [("text", text), ("language", language)];
        let made = Annotation::from_fields(span, "translation", fields)?;
        let Body::Translation(mut translation) = made.body().clone() else { return Ok(made) };
        translation.confidence = confidence;
        Annotation::translation(span, translation)
    } else if row["term"].as_bool() == Some(true) {
        let mut term = Term::new();
        term.info_ref = row["info_ref"].as_str().map(Box::from);
        term.info = row["info"].as_str().map(Box::from);
        term.confidence = confidence;
        Annotation::term(span, term)
    } else {
        let mut entity = Entity::default();
        entity.idents = strings("entity");
        entity.classes = strings("class");
        entity.source = row["source"].as_str().map(Box::from);
        entity.ident = row["ident"].as_str().map(Box::from);
        entity.confidence = confidence;
        Annotation::entity(span, entity)
    };
    Ok(match row["annotator"].as_str() {
        Some(annotator) => made.by(annotator),
        None => made,
    })
}

/// Returns annotations as rows of the table, without unset fields.
pub(super) fn list(document: &Document, annotations: &[Annotation]) -> Vec<Value> {
    let show = |annotation: &Annotation| {
        let span = document.char_span(annotation.span());
        let mut row = serde_json::json!({ "start": span.start(), "end": span.end() });
        let mut set = |name: &str, value: Value| {
            if !value.is_null() && value != Value::Array(Vec::new()) {
                row[name] = value;
            }
        };
        if let Some(entity) = annotation.as_entity() {
            let texts =
                |all: &[Box<str>]| Value::from(all.iter().map(|one| &**one).collect::<Vec<_>>());
            set("entity", texts(&entity.idents));
            set("class", texts(&entity.classes));
            set("source", entity.source.as_deref().into());
            set("ident", entity.ident.as_deref().into());
        }
        if let Some(term) = annotation.as_term() {
            set("term", true.into());
            set("info_ref", term.info_ref.as_deref().into());
            set("info", term.info.as_deref().into());
        }
        if let Some(translation) = annotation.as_translation() {
            set("translation", (&*translation.text).into());
            set("language", translation.language.as_str().into());
        }
        if annotation.as_metadata().is_some() {
            let fields = annotation.fields().into_iter().filter(|field| field.0 != "annotator");
            set("metadata", fields.map(|(name, value)| serde_json::json!([name, value])).collect());
        }
        set("confidence", annotation.confidence().into());
        set("annotator", annotation.annotator().into());
        row
    };
    annotations.iter().map(show).collect()
}
