//! Entities and terms of a page as JSON-LD for the head of the page.

use std::collections::HashSet;

use glossweave_document::Document;
use glossweave_document::annotation::{Annotation, Body, EntityKind, kind_of};
use serde_json::{Value, json};

const SCHEMA: [&str; 2] = ["http://schema.org/", "https://schema.org/"];

/// Returns `true` if an annotation has an IRI, so that it can be listed.
pub fn is_listed(annotation: &Annotation) -> bool {
    identifier(annotation).is_some()
}

/// Returns a script for the head of a page that lists the mentioned entities and terms in the schema.org vocabulary.
/// Each entity and term is listed once, in text order. Returns `None` if there are none.
pub fn script(document: &Document, annotations: &[&Annotation]) -> Option<String> {
    let (mut mentions, mut known) = (Vec::new(), HashSet::new());
    let mut sorted = annotations.to_vec();
    sorted.sort_by_key(|annotation| annotation.span().start());
    for annotation in sorted {
        if let Some(iri) = identifier(annotation).filter(|iri| known.insert(*iri)) {
            mentions.push(mention(document, annotation, iri));
        }
    }
    if mentions.is_empty() {
        return None;
    }
    let page = json!({"@context": "https://schema.org", "@type": "WebPage", "mentions": mentions});
    let encoding = document.source().encoding();
    let mut script = String::from("<script type=\"application/ld+json\">");
    for char in page.to_string().chars() {
        // `<` could end the script, and the encoding may not support other characters.
        if char == '<' || !char.is_ascii() && !encoding.is_utf8() {
            let mut units = [0; 2];
            for unit in char.encode_utf16(&mut units) {
                script.push_str(&format!("\\u{unit:04X}"));
            }
        } else {
            script.push(char);
        }
    }
    script.push_str("</script>");
    Some(script)
}

fn identifier(annotation: &Annotation) -> Option<&str> {
    match annotation.body() {
        Body::Entity(entity) => entity.idents.first().map(AsRef::as_ref),
        Body::Term(term) => term.info_ref.as_deref(),
        _ => None,
    }
}

/// Returns the properties of a mention. The members are sorted.
fn mention(document: &Document, annotation: &Annotation, iri: &str) -> Value {
    let (entity, term) = (annotation.as_entity(), annotation.as_term());
    let mut mention = json!({"@id": iri});
    mention["@type"] = match entity {
        Some(entity) => types(&entity.classes).into(),
        None => "DefinedTerm".into(),
    };
    if let Some(info) = term.and_then(|term| term.info.as_deref()) {
        mention["description"] = info.into();
    }
    let text = document.text().get(annotation.span().range()).unwrap_or_default();
    mention["name"] = text.into();
    let others = entity.and_then(|entity| entity.idents.get(1..)).unwrap_or_default();
    if !others.is_empty() {
        mention["sameAs"] = others.iter().map(|iri| &**iri).collect();
    }
    mention
}

/// Returns the schema.org types that the classes are or correspond to, followed by the other classes as IRIs. Begins
/// with `Thing` when no class has a schema.org type.
fn types(classes: &[Box<str>]) -> Vec<&str> {
    let (mut types, mut others) = (Vec::new(), Vec::new());
    for class in classes {
        match SCHEMA.iter().find_map(|start| class.strip_prefix(start)) {
            Some(name) => types.push(name),
            None => others.push(&**class),
        }
    }
    if types.is_empty() {
        types.push(match classes.iter().find_map(|class| kind_of(class)) {
            Some(EntityKind::Person) => "Person",
            Some(EntityKind::Location) => "Place",
            Some(EntityKind::Organization) => "Organization",
            Some(EntityKind::Other) | None => "Thing",
        });
    }
    types.extend(others);
    types.dedup();
    types
}
