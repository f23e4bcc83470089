//! Lists of annotations.

use std::mem::MaybeUninit;

use glossweave::annotation::{Annotation, Body, Entity, Term, Translation};
use glossweave::text::{Language, TextSpan};
use glossweave::{Error, Result};

use crate::document::missing;
use crate::guard::{give, guard, require};
use crate::params::{language, parse, wrong};
use crate::{GwError, GwParams, GwSpan, GwStatus, GwStr};

/// A list of annotations. Free it with `gw_annotations_free`; its texts live until it changes or is
/// freed. Not to be changed while another thread uses it.
#[derive(Debug, Default)]
pub struct GwAnnotations(pub(crate) Vec<Annotation>);

/// What sort of statement an annotation is.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GwBody {
    /// One that this version of the interface has no name for.
    Other = 0,
    /// The span names an entity.
    Entity = 1,
    /// The span is a term.
    Term = 2,
    /// The span has a translation.
    Translation = 3,
}

/// An annotation in short. `gw_annotations_value` has the rest.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GwAnnotation {
    /// What sort of statement.
    pub body: GwBody,
    /// Bytes of the text that are meant.
    pub span: GwSpan,
    /// From 0 to 1; negative where it is not known.
    pub confidence: f64,
}

/// Makes an empty list. Free it with `gw_annotations_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_annotations_new(
    annotations: Option<&mut MaybeUninit<*mut GwAnnotations>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        give(require(annotations, "annotations")?, GwAnnotations::default());
        Ok(())
    })
}

/// Adds an annotation at the end. `body` is `entity`, `term` or `translation`; `span` counts bytes
/// of the text of the document. `fields` may be NULL, or have, of an entity `ident` (its IRI; the
/// best one first where there are several), `class` (one or several), `source` with `source-ident`;
/// of a term `info-ref`, `info`; of a translation `text` and `language`, both needed; of all
/// `confidence` and `annotator` (the IRI of the tool).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_annotations_add(
    annotations: Option<&mut GwAnnotations>,
    body: GwStr,
    span: GwSpan,
    fields: Option<&GwParams>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let annotation = annotation(body.get("body")?, span.range().into(), fields)?;
        require(annotations, "annotations")?.0.push(annotation);
        Ok(())
    })
}

/// How many annotations the list has; 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_annotations_count(annotations: Option<&GwAnnotations>) -> usize {
    annotations.map_or(0, |list| list.0.len())
}

/// Tells an annotation in short, by its number from 0. NotFound where there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_annotations_at(
    annotations: Option<&GwAnnotations>,
    index: usize,
    annotation: Option<&mut MaybeUninit<GwAnnotation>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let out = require(annotation, "annotation")?;
        let list = &require(annotations, "annotations")?.0;
        let found = list.get(index).ok_or_else(|| missing("annotation", index))?;
        let confidence = found.confidence().unwrap_or(-1.0);
        out.write(GwAnnotation { body: body(found), span: found.span().into(), confidence });
        Ok(())
    })
}

/// A field of an annotation by its name (see `gw_annotations_add`), and of those that have several
/// values by the number of the value from 0. `data` is NULL where there is no such annotation,
/// field or value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_annotations_value(
    annotations: Option<&GwAnnotations>,
    index: usize,
    field: GwStr,
    number: usize,
) -> GwStr {
    let found = annotations.and_then(|list| list.0.get(index)).zip(field.get("field").ok());
    GwStr::optional(found.and_then(|(found, field)| value(found, field, number)))
}

/// Frees a list. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_annotations_free(annotations: Option<Box<GwAnnotations>>) {
    drop(annotations);
}

fn body(annotation: &Annotation) -> GwBody {
    match annotation.body() {
        Body::Entity(_) => GwBody::Entity,
        Body::Term(_) => GwBody::Term,
        Body::Translation(_) => GwBody::Translation,
        _ => GwBody::Other,
    }
}

fn value<'a>(annotation: &'a Annotation, field: &str, number: usize) -> Option<&'a str> {
    let several = |values: &'a [Box<str>]| values.get(number).map(|value| &**value);
    match (annotation.body(), field, number) {
        (_, "annotator", 0) => annotation.annotator(),
        (Body::Entity(entity), "ident", _) => several(&entity.idents),
        (Body::Entity(entity), "class", _) => several(&entity.classes),
        (Body::Entity(entity), "source", 0) => entity.source.as_deref(),
        (Body::Entity(entity), "source-ident", 0) => entity.ident.as_deref(),
        (Body::Term(term), "info-ref", 0) => term.info_ref.as_deref(),
        (Body::Term(term), "info", 0) => term.info.as_deref(),
        (Body::Translation(one), "text", 0) => Some(&one.text),
        (Body::Translation(one), "language", 0) => Some(one.language.as_str()),
        _ => None,
    }
}

/// The fields as they came, before it is known whether they make a whole.
#[derive(Default)]
struct Fields {
    entity: Entity,
    term: Term,
    text: Option<Box<str>>,
    language: Option<Language>,
    confidence: Option<f64>,
    annotator: Option<Box<str>>,
}

fn annotation(body: &str, span: TextSpan, params: Option<&GwParams>) -> Result<Annotation> {
    let mut fields = Fields::default();
    let known = match body {
        "entity" => "ident, class, source, source-ident, confidence, annotator",
        "term" => "info-ref, info, confidence, annotator",
        "translation" => "text, language, confidence, annotator",
        _ => return Err(wrong("body", body, "`entity`, `term` or `translation`")),
    };
    GwParams::each(params, known, |name, value| fields.take(body, name, value))?;
    let annotator = fields.annotator.take();
    let annotation = Annotation::new(span, fields.body(body)?);
    Ok(match annotator {
        Some(annotator) => annotation.by(annotator),
        None => annotation,
    })
}

impl Fields {
    fn take(&mut self, body: &str, name: &str, value: &str) -> Result<bool> {
        match (body, name) {
            (_, "confidence") => self.confidence = Some(parse(name, value, "a number")?),
            (_, "annotator") => self.annotator = Some(value.into()),
            ("entity", "ident") => self.entity.idents.push(value.into()),
            ("entity", "class") => self.entity.classes.push(value.into()),
            ("entity", "source") => self.entity.source = Some(value.into()),
            ("entity", "source-ident") => self.entity.ident = Some(value.into()),
            ("term", "info-ref") => self.term.info_ref = Some(value.into()),
            ("term", "info") => self.term.info = Some(value.into()),
            ("translation", "text") => self.text = Some(value.into()),
            ("translation", "language") => self.language = Some(language(name, value)?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn body(mut self, body: &str) -> Result<Body> {
        self.entity.confidence = self.confidence;
        self.term.confidence = self.confidence;
        if body != "translation" {
            let is_term = body == "term";
            return Ok(if is_term { Body::Term(self.term) } else { Body::Entity(self.entity) });
        }
        let absent = |name: &str| {
            Error::invalid(format!("a translation needs `{name}`")).with_parameter(name)
        };
        let text = self.text.ok_or_else(|| absent("text"))?;
        let language = self.language.ok_or_else(|| absent("language"))?;
        let mut translation = Translation::new(text, language);
        translation.confidence = self.confidence;
        Ok(Body::Translation(translation))
    }
}
