//! The motivation, the bodies and the ITS terms of an annotation.

use glossweave_base::error::Result;
use glossweave_base::text::iri::is_absolute;
use glossweave_document::annotation::{
    Annotation, Body, Category, Entity, Field, Metadata, Term, Translation,
};
use glossweave_format_base::json_writer::JsonWriter;

/// The parts of an annotation that are written.
#[derive(Default)]
struct Parts<'a> {
    motivation: &'static str,
    /// The ITS terms that are used on the annotation itself.
    own: Vec<(&'static str, Value<'a>)>,
    bodies: Vec<BodyPart<'a>>,
}

/// A body: a web resource or a text.
struct BodyPart<'a> {
    content: Content<'a>,
    purpose: &'static str,
    terms: Vec<(&'static str, Value<'a>)>,
}

enum Content<'a> {
    Resource(&'a str),
    Text { value: String, language: Option<&'a str> },
}

#[derive(Clone, Copy)]
enum Value<'a> {
    Text(&'a str),
    Iri(&'a str),
    Number(f64),
}

/// Returns `true` if the model cannot express the annotation, for example a path in the source, or a reference to
/// records that are included themselves.
pub(super) fn is_silent(annotation: &Annotation) -> bool {
    annotation.as_metadata().is_some_and(|metadata| {
        metadata.records().iter().all(Vec::is_empty)
            && metadata.fields().iter().all(|(name, _)| term(name).is_none())
    })
}

/// Returns the term for a field.
fn term(field: &str) -> Option<&'static str> {
    Some(match field {
        "targetPointer" | "provenanceRecordsRef" | "locQualityIssuesRef" | "termInfo" => {
            return None;
        }
        "idValue" => "id",
        "lang" => "lang",
        _ => Category::ALL
            .iter()
            .flat_map(|category| category.fields().iter().chain(category.record()))
            .copied()
            .find(|name| *name == field)?,
    })
}

/// Writes the motivation, the bodies and the remaining terms.
pub(super) fn write(annotation: &Annotation, json: &mut JsonWriter) -> Result<()> {
    let parts = match annotation.body() {
        Body::Entity(entity) => of_entity(entity),
        Body::Term(term) => of_term(term),
        Body::Translation(translation) => of_translation(translation),
        Body::Metadata(metadata) => of_metadata(metadata),
    };
    json.raw(", ");
    json.member("motivation", parts.motivation)?;
    terms(&parts.own, json)?;
    if parts.bodies.is_empty() {
        return Ok(());
    }
    json.raw(",\n \"body\": [");
    for (number, part) in parts.bodies.iter().enumerate() {
        json.raw(if number > 0 { ", {" } else { "{" });
        match &part.content {
            Content::Resource(iri) => {
                json.member("type", "SpecificResource")?;
                json.raw(", ");
                json.member("source", iri)?;
            }
            Content::Text { value, language } => {
                json.member("type", "TextualBody")?;
                json.raw(", ");
                json.member("value", value)?;
                json.raw(", ");
                json.member("format", "text/plain")?;
                if let Some(language) = language {
                    json.raw(", ");
                    json.member("language", language)?;
                }
            }
        }
        json.raw(", ");
        json.member("purpose", part.purpose)?;
        terms(&part.terms, json)?;
        json.raw("}");
    }
    json.raw("]");
    Ok(())
}

fn terms(terms: &[(&'static str, Value<'_>)], json: &mut JsonWriter) -> Result<()> {
    for (name, value) in terms {
        json.raw(", ");
        match *name {
            // ITS in RDF uses other vocabularies for languages. The context of the model contains Dublin Core.
            "lang" => json.string("dc:language")?,
            name => json.string(&format!("itsrdf:{name}"))?,
        }
        json.raw(": ");
        match value {
            Value::Text(text) => json.string(text)?,
            Value::Iri(iri) => {
                json.raw("{");
                json.member("id", iri)?;
                json.raw("}");
            }
            Value::Number(number) => {
                json.raw("{\"@value\": ");
                json.string(&format!("{number:?}"))?;
                json.raw(", \"@type\": \"http://www.w3.org/2001/XMLSchema#double\"}");
            }
        }
    }
    Ok(())
}

fn resource<'a>(iri: &'a str, purpose: &'static str) -> BodyPart<'a> {
    BodyPart { content: Content::Resource(iri), purpose, terms: Vec::new() }
}

fn text<'a>(value: &str, purpose: &'static str) -> BodyPart<'a> {
    let content = Content::Text { value: value.to_owned(), language: None };
    BodyPart { content, purpose, terms: Vec::new() }
}

fn confidence(name: &'static str, number: Option<f64>) -> Vec<(&'static str, Value<'static>)> {
    number.map(|number| (name, Value::Number(number))).into_iter().collect()
}

fn of_entity(entity: &Entity) -> Parts<'_> {
    let idents = entity.idents.iter().map(|iri| resource(iri, "identifying"));
    let mut bodies: Vec<BodyPart<'_>> = idents.collect();
    if let Some(ident) = &entity.ident {
        let source = entity.source.as_deref().map(|source| ("taSource", Value::Text(source)));
        let mut body = text(ident, "identifying");
        body.terms =
            [Some(("taIdent", Value::Text(ident))), source].into_iter().flatten().collect();
        bodies.push(body);
    }
    let named = !bodies.is_empty();
    bodies.extend(entity.classes.iter().map(|iri| resource(iri, "classifying")));
    let motivation = match (named, entity.classes.is_empty()) {
        (true, _) => "identifying",
        (false, false) => "classifying",
        (false, true) => "highlighting",
    };
    Parts { motivation, own: confidence("taConfidence", entity.confidence), bodies }
}

fn of_term(term: &Term) -> Parts<'_> {
    let mut own = vec![("term", Value::Text("yes"))];
    own.extend(confidence("termConfidence", term.confidence));
    let reference = term.info_ref.as_deref().map(|iri| resource(iri, "tagging"));
    let info = term.info.as_deref().map(|info| text(info, "describing"));
    Parts { motivation: "tagging", own, bodies: reference.into_iter().chain(info).collect() }
}

fn of_translation(translation: &Translation) -> Parts<'_> {
    let language = Some(translation.language.as_str());
    let content = Content::Text { value: translation.text.to_string(), language };
    let body = BodyPart { content, purpose: "editing", terms: Vec::new() };
    let own = confidence("mtConfidence", translation.confidence);
    Parts { motivation: "editing", own, bodies: vec![body] }
}

fn of_metadata(metadata: &Metadata) -> Parts<'_> {
    let motivation = match metadata.category() {
        Category::LocalizationNote => "commenting",
        Category::LocQualityIssue | Category::LocQualityRating | Category::MtConfidence => {
            "assessing"
        }
        Category::TextAnalysis => "identifying",
        Category::Terminology => "tagging",
        _ => "describing",
    };
    let mut parts = Parts { motivation, ..Parts::default() };
    for (field, value) in metadata.fields() {
        let Some(name) = term(field) else { continue };
        if name == "locNoteType" {
            parts.own.push((name, Value::Text(value)));
            continue;
        }
        let part = match value_of(field, value) {
            Value::Iri(iri) => resource(iri, motivation),
            _ => text(value, motivation),
        };
        parts.bodies.push(BodyPart { terms: vec![(name, value_of(field, value))], ..part });
    }
    for record in metadata.records().iter().filter(|record| !record.is_empty()) {
        parts.bodies.push(of_record(record, motivation));
    }
    parts
}

/// Creates the body of a record, with each field as a term. The text is the comment of the record, or all fields if
/// there is no comment.
fn of_record<'a>(record: &'a [Field], motivation: &'static str) -> BodyPart<'a> {
    let comment = record.iter().find(|field| field.0 == "locQualityIssueComment");
    let words = match comment {
        Some((_, comment)) => comment.to_string(),
        None => {
            let all = record.iter().map(|(name, value)| format!("{name}: {value}"));
            all.collect::<Vec<_>>().join("; ")
        }
    };
    let terms =
        record.iter().filter_map(|(name, value)| Some((term(name)?, value_of(name, value))));
    BodyPart { terms: terms.collect(), ..text(&words, motivation) }
}

fn value_of<'a>(field: &str, value: &'a str) -> Value<'a> {
    match field.ends_with("Ref") && is_absolute(value) {
        true => Value::Iri(value),
        false => Value::Text(value),
    }
}
