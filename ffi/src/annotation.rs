//! Annotations.

use std::mem::MaybeUninit;
use std::ptr::NonNull;

use glossweave::annotation::{Annotation, Body};
use glossweave::{Error, Result};

use crate::error::missing;
use crate::guard::{give, guard, require};
use crate::{GwError, GwParams, GwSpan, GwStatus, GwStr};

/// A list of annotations. Free it with `gw_annotations_free`. Its texts live until the list is changed or
/// freed. Do not change it while another thread uses it.
#[derive(Debug, Default)]
pub struct GwAnnotations(pub(crate) Vec<Annotation>, Option<Passage>);

/// The text to which a recognizer of the host adds annotations during a call.
#[derive(Debug)]
struct Passage {
    text: NonNull<str>,
    /// The message for the first annotation that was rejected.
    refusal: Option<String>,
}

impl From<Vec<Annotation>> for GwAnnotations {
    fn from(list: Vec<Annotation>) -> GwAnnotations {
        GwAnnotations(list, None)
    }
}

impl GwAnnotations {
    /// Creates the list for a recognizer of the host. It accepts only spans of the text.
    ///
    /// SAFETY: the text must live as long as the list.
    #[cfg_attr(not(feature = "engine"), allow(dead_code, reason = "for recognizers of engines"))]
    pub(crate) unsafe fn for_text(text: &str) -> GwAnnotations {
        GwAnnotations(Vec::new(), Some(Passage { text: text.into(), refusal: None }))
    }

    /// Returns the message for the first annotation that was rejected, if any.
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
    /// A kind that this ABI version has no constant for.
    Other = 0,
    /// The span refers to an entity.
    Entity = 1,
    /// The span is a term.
    Term = 2,
    /// The span has a translation.
    Translation = 3,
    /// The span has metadata of another data category of ITS 2.0.
    Metadata = 4,
}

/// The main fields of an annotation. Use `gw_annotations_value` for the others.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GwAnnotation {
    /// The kind.
    pub body: GwBody,
    /// The span, in bytes of the text.
    pub span: GwSpan,
    /// The confidence from 0 to 1; negative when it is not known.
    pub confidence: f64,
}

/// Creates an empty list. Free it with `gw_annotations_free`.
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

/// Appends an annotation to the list. `body` is `entity`, `term`, `translation` or `metadata`. `span`
/// counts bytes of the text of the document. `fields` may be NULL for entities and terms. It contains, for
/// an entity, `ident` (its IRI; when there are several, the best one first), `class` (one or more), and
/// `source` with `source-ident`; for a term, `info-ref` and `info`; for a translation, `text` and
/// `language` (both required), and `plural-form`; for these three, `confidence`; for metadata, first
/// `category` (an identifier of ITS 2.0, clause 5.7), then its values under the names of ITS, with each
/// `record` (any value) before the values of that record; for all kinds, `annotator` (the IRI of the tool).
/// Returns `GW_STATUS_INVALID` if the span is not valid or a field is wrong. In a `GwRecognize`, the span
/// must consist of whole characters of the passage.
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

/// Returns the number of annotations in the list. Returns 0 if `annotations` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_annotations_count(annotations: Option<&GwAnnotations>) -> usize {
    annotations.map_or(0, |list| list.0.len())
}

/// Writes the main fields of the annotation `index`, from 0, to `annotation`. Returns `GW_STATUS_NOT_FOUND`
/// if there is no such annotation.
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

/// Returns a value of an annotation by the name of its field (see `gw_annotations_add`). `number` selects
/// the value, from 0, when the field has several. `data` of the result is NULL if there is no such
/// annotation, field or value.
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

/// Returns the value of the field `number` of an annotation, from 0, and writes its name to `name`, which
/// may be NULL. Use it to list all fields except the confidence, in an order that `gw_annotations_add`
/// accepts. `data` of the result is NULL, and `name` is not written, if there is no such field.
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

/// Frees a list. `annotations` may be NULL.
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
