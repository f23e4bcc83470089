//! The keyword arguments of annotations.

use std::mem::take;

use glossweave::annotation::{self as engine, Body};
use glossweave::{Error, Result};
use pyo3::prelude::*;

use crate::option::read;

/// The keyword arguments of the constructor.
#[derive(Default, FromPyObject)]
#[pyo3(from_item_all)]
pub struct Keywords {
    pub kind: String,
    #[pyo3(default)]
    pub text: String,
    #[pyo3(default)]
    pub idents: Vec<String>,
    #[pyo3(default)]
    pub classes: Vec<String>,
    #[pyo3(default)]
    pub source: Option<String>,
    #[pyo3(default)]
    pub source_ident: Option<String>,
    #[pyo3(default)]
    pub info_ref: Option<String>,
    #[pyo3(default)]
    pub info: Option<String>,
    #[pyo3(default)]
    pub target: Option<String>,
    #[pyo3(default)]
    pub language: Option<String>,
    #[pyo3(default)]
    pub category: Option<String>,
    #[pyo3(default)]
    pub fields: Fields,
    #[pyo3(default)]
    pub records: Vec<Fields>,
    #[pyo3(default)]
    pub confidence: Option<f64>,
    #[pyo3(default)]
    pub annotator: Option<String>,
}

impl Keywords {
    /// Returns the body of the annotation. Returns `ErrorKind::Invalid` if the keyword arguments contradict
    /// each other.
    pub fn body(&mut self) -> Result<Body> {
        let mut entity = engine::Entity::default();
        entity.idents = boxed(take(&mut self.idents));
        entity.classes = boxed(take(&mut self.classes));
        entity.source = self.source.take().map(Into::into);
        entity.ident = self.source_ident.take().map(Into::into);
        let mut term = engine::Term::default();
        term.info_ref = self.info_ref.take().map(Into::into);
        term.info = self.info.take().map(Into::into);
        let body = BodyKeywords {
            entity,
            term,
            target: self.target.take(),
            language: self.language.as_deref(),
            category: self.category.as_deref(),
            fields: take(&mut self.fields),
            records: take(&mut self.records),
        };
        body.body(&self.kind, self.confidence)
    }
}

/// The keyword arguments of the body.
struct BodyKeywords<'a> {
    entity: engine::Entity,
    term: engine::Term,
    target: Option<String>,
    language: Option<&'a str>,
    category: Option<&'a str>,
    fields: Fields,
    records: Vec<Fields>,
}

/// Fields by name, sorted.
pub type Fields = std::collections::BTreeMap<String, String>;

impl BodyKeywords<'_> {
    fn body(self, kind: &str, confidence: Option<f64>) -> Result<Body> {
        let BodyKeywords { mut entity, mut term, target, language, category, fields, records } =
            self;
        let no_metadata = category.is_none() && fields.is_empty() && records.is_empty();
        let no_entity = entity == engine::Entity::default();
        let no_term = term == engine::Term::default();
        let no_translation = target.is_none() && language.is_none();
        let (body, alone) = match kind {
            "entity" => {
                entity.confidence = confidence;
                (Body::Entity(entity), no_term && no_translation && no_metadata)
            }
            "term" => {
                term.confidence = confidence;
                (Body::Term(term), no_entity && no_translation && no_metadata)
            }
            "translation" => {
                let (Some(target), Some(language)) = (target, language) else {
                    return Err(Error::invalid("a translation needs `target` and `language`"));
                };
                let mut it = engine::Translation::new(target, read("language", language)?);
                it.confidence = confidence;
                (Body::Translation(it), no_entity && no_term && no_metadata)
            }
            "metadata" => {
                let Some(category) = category else {
                    return Err(Error::invalid("metadata needs `category`"));
                };
                let mut it = engine::Metadata::new(read("category", category)?);
                for (name, value) in fields {
                    it.set(&name, value)?;
                }
                for record in &records {
                    it.add_record(record.iter().map(|(name, value)| (&**name, &**value)))?;
                }
                let alone = no_entity && no_term && no_translation && confidence.is_none();
                (Body::Metadata(it), alone)
            }
            other => {
                let kinds = "`entity`, `term`, `translation` or `metadata`";
                let message = format!("expected {kinds} as `kind` and got `{other}`");
                return Err(Error::invalid(message).with_parameter("kind"));
            }
        };
        let mixed = || Error::invalid(format!("the keywords do not belong to the kind `{kind}`"));
        if alone { Ok(body) } else { Err(mixed()) }
    }
}

fn boxed(texts: Vec<String>) -> Vec<Box<str>> {
    texts.into_iter().map(String::into_boxed_str).collect()
}
