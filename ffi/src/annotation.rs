//! Annotations.

use std::mem::MaybeUninit;
use std::ptr::NonNull;

use glossweave::annotation::{Annotation, Body};
use glossweave::{Error, Result};

use crate::error::missing;
use crate::guard::{give, guard, require};
use crate::{GwError, GwParams, GwSpan, GwStatus, GwStr};

/// A list of annotations. Free it with `gw_annotations_free`; its texts live until it changes or is
/// freed. Not to be changed while another thread uses it.
#[derive(Debug, Default)]
pub struct GwAnnotations(pub(crate) Vec<Annotation>, Option<Passage>);

/// The text that annotations are added for, in a call of a recognizer of the host.
#[derive(Debug)]
struct Passage {
    text: NonNull<str>,
    /// The message for the first annotation that was refused.
    refusal: Option<String>,
}

impl From<Vec<Annotation>> for GwAnnotations {
    fn from(list: Vec<Annotation>) -> GwAnnotations {
        GwAnnotations(list, None)
    }
}

impl GwAnnotations {
    /// Creates the list that a recognizer of the host fills. Only spans of the text can be added.
    ///
    /// SAFETY: the text must live as long as the list.
    #[cfg_attr(not(feature = "engine"), allow(dead_code, reason = "for recognizers of engines"))]
    pub(crate) unsafe fn for_text(text: &str) -> GwAnnotations {
        GwAnnotations(Vec::new(), Some(Passage { text: text.into(), refusal: None }))
    }

    /// Returns the message for the first annotation that was refused, if one was.
    #[cfg_attr(not(feature = "engine"), allow(dead_code, reason = "for recognizers of engines"))]
    pub(crate) fn refusal(&self) -> Option<&str> {
        self.1.as_ref()?.refusal.as_deref()
    }

    fn add(&mut self, body: &GwStr, span: GwSpan, fields: Option<&GwParams>) -> Result<()> {
        let span = span.text()?;
        if let Some(passage) = &self.1 {
            // SAFETY: the text lives as long as the list.
            let text = unsafe { passage.text.as_ref() };
            if text.get(span.range()).is_none() {
                let (range, length) = (span.range(), text.len());
                let message = format!(
                    "{range:?} is not a span of whole characters in a text of {length} bytes"
                );
                return Err(Error::invalid(message).with_parameter("span"));
            }
        }
        let fields = GwParams::pairs(fields);
        self.0.push(Annotation::from_fields(span, body.get("body")?, fields)?);
        Ok(())
    }
}

/// The kind of an annotation.
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
    /// Something else that ITS 2.0 has a data category for.
    Metadata = 4,
}

/// An annotation in short. `gw_annotations_value` has the rest.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GwAnnotation {
    /// The kind.
    pub body: GwBody,
    /// Bytes of the text that are meant.
    pub span: GwSpan,
    /// From 0 to 1; negative if it is not known.
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

/// Adds an annotation at the end. `body` is `entity`, `term`, `translation` or `metadata`; `span` counts
/// bytes of the text of the document. `fields` may be NULL, or have, of an entity `ident` (its IRI; the
/// best one first if there are several), `class` (one or several), `source` with `source-ident`; of a term
/// `info-ref`, `info`; of a translation `text` and `language`, both needed; of these `confidence`; of
/// metadata first `category` (an identifier of ITS 2.0, clause 5.7), then what is said under the names of
/// ITS, each `record` (of any value) before those of one record; of all `annotator` (the IRI of the tool).
/// Returns Invalid for a span that is none; in a `GwRecognize`, of the text of its passage.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_annotations_add(
    annotations: Option<&mut GwAnnotations>,
    body: GwStr,
    span: GwSpan,
    fields: Option<&GwParams>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let list = require(annotations, "annotations")?;
        let added = list.add(&body, span, fields);
        if let (Some(passage), Err(error)) = (&mut list.1, &added) {
            passage.refusal.get_or_insert_with(|| error.message().to_owned());
        }
        added
    })
}

/// Returns the number of annotations of the list; 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_annotations_count(annotations: Option<&GwAnnotations>) -> usize {
    annotations.map_or(0, |list| list.0.len())
}

/// Writes the outline of an annotation, by its index from 0. Returns NotFound if there is none.
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

/// Returns a field of an annotation by its name (see `gw_annotations_add`), and of those that have several
/// values by the number of the value from 0. `data` is NULL if there is no such annotation, field or value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_annotations_value(
    annotations: Option<&GwAnnotations>,
    index: usize,
    field: GwStr,
    number: usize,
) -> GwStr {
    let found = annotations.and_then(|list| list.0.get(index)).zip(field.get("field").ok());
    GwStr::optional(found.and_then(|(found, field)| found.field(field, number)))
}

/// Returns all fields of an annotation by their numbers from 0, in an order that `gw_annotations_add`
/// reads; the confidence is none of them. `name` is written if there is such a field; else `data` of the
/// answer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_annotations_field(
    annotations: Option<&GwAnnotations>,
    index: usize,
    number: usize,
    name: Option<&mut MaybeUninit<GwStr>>,
) -> GwStr {
    let found = annotations.and_then(|list| list.0.get(index)?.fields().get(number).copied());
    if let (Some((field, _)), Some(name)) = (found, name) {
        name.write(GwStr::optional(Some(field)));
    }
    GwStr::optional(found.map(|(_, value)| value))
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
        Body::Metadata(_) => GwBody::Metadata,
    }
}
