//! Conversion of the bodies of an annotation into an entity, a term, a translation or a note.

use serde_json::Value;

use glossweave_base::text::iri::is_absolute;
use glossweave_document::annotation::{Body, Category, Entity, Metadata, Term, Translation};
use glossweave_format_base::new_file::class_of;

/// A body: a text or an IRI, with its purposes.
struct BodyPart<'v> {
    text: Option<&'v str>,
    iri: Option<&'v str>,
    purposes: Vec<&'v str>,
    value: &'v Value,
}

/// Returns the body that an item describes. The error is the reason why there is none.
pub(super) fn read(item: &Value) -> Result<Body, String> {
    let motivations = words(item.get("motivation"));
    let mut parts: Vec<BodyPart<'_>> = Vec::new();
    let bodies = match item.get("body") {
        Some(Value::Array(all)) => all.iter().collect(),
        Some(body) => vec![body],
        None => item.get("bodyValue").into_iter().collect(),
    };
    for body in bodies {
        parts.push(part(body, &motivations, item.get("bodyValue").is_some())?);
    }
    let has = |purpose: &str| {
        motivations.contains(&purpose) || parts.iter().any(|part| part.purposes.contains(&purpose))
    };
    let is_term = item.get("itsrdf:term").and_then(Value::as_str) == Some("yes");
    if is_term || has("tagging") && !has("identifying") && !has("classifying") && has_iri(&parts) {
        return Ok(Body::Term(term(item, &parts)));
    }
    let names = ["identifying", "linking", "classifying", "tagging", "highlighting"];
    if names.into_iter().any(has) {
        return Ok(Body::Entity(entity(item, &parts)));
    }
    if let Some(text) = parts.iter().find(|part| part.purposes.contains(&"editing")) {
        return translation(item, text);
    }
    if let Some(note) = parts.iter().find(|part| part.purposes.contains(&"commenting")) {
        let mut metadata = Metadata::new(Category::LocalizationNote);
        let (name, value) = match (note.text, note.iri) {
            (Some(text), _) => ("locNote", text),
            (None, iri) => ("locNoteRef", iri.unwrap_or_default()),
        };
        let kind = item.get("itsrdf:locNoteType").and_then(Value::as_str);
        let set = metadata.set(name, value).map_err(|error| error.message().to_owned());
        set?;
        if let Some(kind) = kind {
            metadata.set("locNoteType", kind).map_err(|error| error.message().to_owned())?;
        }
        return Ok(Body::Metadata(metadata));
    }
    match motivations.first() {
        None if parts.iter().any(|part| part.iri.is_some()) => {
            Ok(Body::Entity(entity(item, &parts)))
        }
        None => Err("it has neither a motivation nor a body that is an IRI".to_owned()),
        Some(motivation) => Err(format!("the motivation `{motivation}` is not supported")),
    }
}

/// Returns the tool that created an annotation: a creator or a generator that is `Software`.
pub(super) fn tool(item: &Value) -> Option<std::sync::Arc<str>> {
    let makers = ["creator", "generator"].into_iter().filter_map(|key| item.get(key));
    let makers = makers.flat_map(|maker| match maker {
        Value::Array(all) => all.iter().collect(),
        maker => vec![maker],
    });
    let is_software = |maker: &&Value| words(maker.get("type")).contains(&"Software");
    let id = makers.filter(is_software).find_map(|maker| maker.get("id")?.as_str());
    id.map(Into::into)
}

fn has_iri(parts: &[BodyPart<'_>]) -> bool {
    parts.iter().any(|part| part.iri.is_some())
}

/// Returns one or several words, without the prefix of the vocabulary.
fn words(value: Option<&Value>) -> Vec<&str> {
    let all = match value {
        Some(Value::Array(all)) => all.iter().collect(),
        Some(word) => vec![word],
        None => Vec::new(),
    };
    let all = all.into_iter().filter_map(Value::as_str);
    all.map(|word| word.rsplit(['#', ':']).next().unwrap_or(word)).collect()
}

fn part<'v>(
    body: &'v Value,
    motivations: &[&'v str],
    is_text: bool,
) -> Result<BodyPart<'v>, String> {
    if let Some(word) = body.as_str() {
        let (text, iri) = if is_text { (Some(word), None) } else { (None, Some(word)) };
        return Ok(BodyPart { text, iri, purposes: motivations.to_vec(), value: body });
    }
    let stated = words(body.get("purpose"));
    let purposes = if stated.is_empty() { motivations.to_vec() } else { stated };
    let member = |key: &str| body.get(key).and_then(Value::as_str);
    let source = match body.get("source") {
        Some(Value::Object(source)) => source.get("id").and_then(Value::as_str),
        source => source.and_then(Value::as_str),
    };
    let text = member("value").or_else(|| member("chars"));
    // The identifier of a text in its graph is not the name of a thing.
    let iri = source.or_else(|| member("id").filter(|_| text.is_none()));
    match body.is_object() && (text.is_some() || iri.is_some()) {
        true => Ok(BodyPart { text, iri, purposes, value: body }),
        false => {
            let kind = words(body.get("type"));
            Err(format!("a body of the type `{}` is not read", kind.join(" ")))
        }
    }
}

/// Returns a number that is written as a number, as a text or with its datatype.
fn number(value: Option<&Value>) -> Option<f64> {
    let number = match value? {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.parse().ok(),
        Value::Object(typed) => return number(typed.get("@value")),
        _ => None,
    };
    number.filter(|number| (0.0..=1.0).contains(number))
}

fn term(item: &Value, parts: &[BodyPart<'_>]) -> Term {
    let mut term = Term::new();
    term.info_ref = parts.iter().find_map(|part| part.iri).map(Into::into);
    term.info = parts.iter().find_map(|part| part.text).map(Into::into);
    term.confidence = number(item.get("itsrdf:termConfidence"));
    term
}

fn entity(item: &Value, parts: &[BodyPart<'_>]) -> Entity {
    let mut entity = Entity::default();
    for part in parts {
        let has = |purpose: &str| part.purposes.contains(&purpose);
        let names = has("identifying") || has("linking") || part.purposes.is_empty();
        let iri = part.iri.or(part.text.filter(|text| is_absolute(text)));
        let ident = part.value.get("itsrdf:taIdent").and_then(Value::as_str);
        match (iri, part.text) {
            (Some(iri), _) if names && !has("classifying") => {
                let known = entity.idents.iter().any(|known| **known == *iri);
                entity.idents.extend((!known).then(|| iri.into()));
            }
            (Some(iri), _) => push_class(&mut entity, Some(iri.into())),
            (None, Some(text)) if names => {
                let source = part.value.get("itsrdf:taSource").and_then(Value::as_str);
                entity.ident = Some(ident.unwrap_or(text).into());
                entity.source = source.map(Into::into);
            }
            (None, Some(text)) if has("classifying") || has("tagging") => {
                push_class(&mut entity, class_of(text));
            }
            _ => {}
        }
    }
    entity.confidence = number(item.get("itsrdf:taConfidence"));
    entity
}

fn push_class(entity: &mut Entity, class: Option<Box<str>>) {
    let class = class.filter(|class| !entity.classes.contains(class));
    entity.classes.extend(class);
}

fn translation(item: &Value, part: &BodyPart<'_>) -> Result<Body, String> {
    let language = words(part.value.get("language"));
    let language = language.first().and_then(|tag| tag.parse().ok());
    let (Some(text), Some(language)) = (part.text, language) else {
        return Err("a correction without a language is not a translation".to_owned());
    };
    let mut translation = Translation::new(text, language);
    translation.confidence = number(item.get("itsrdf:mtConfidence"));
    Ok(Body::Translation(translation))
}
