//! Web Annotations.

use std::mem::MaybeUninit;

use glossweave::web_annotation;

use crate::guard::{give, guard, require};
use crate::params::web_annotation_options;
use crate::{
    GwAnnotations, GwBuffer, GwBytes, GwDocument, GwError, GwParams, GwReply, GwStatus, GwStr,
};

/// Writes annotations of a document as a page of Web Annotations (JSON-LD of the W3C): those that
/// its markup has and those of `annotations`, which may be NULL. `params` has `source` (the IRI of
/// the document, needed), and may have `base` (what the IRIs of annotations begin with), `created`
/// (a time with a zone) and `text` (the IRI of the text that positions count). Free the bytes with
/// `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_web_annotation_write(
    document: Option<&GwDocument>,
    annotations: Option<&GwAnnotations>,
    params: Option<&GwParams>,
    bytes: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (document, bytes) = (&require(document, "document")?.0, require(bytes, "bytes")?);
        let annotations = annotations.map_or(&[][..], |list| &list.0);
        let options = web_annotation_options(params)?;
        bytes.write(web_annotation::write(document, annotations, &options)?.into());
        Ok(())
    })
}

/// Reads Web Annotations of a document from JSON: one, a page, a collection with its first page, or a list of these. Each
/// gets the place that its selectors have in the document. `source` is the IRI of the document, or empty: annotations of
/// others are left out. If `report` is not NULL, it gets a reply without bytes, of which `gw_reply_skipped` has
/// those that were left out, with the reason; free it with `gw_reply_free`. Annotations that were proposed or rejected are
/// left out silently. Returns Malformed, with the place, for what is not JSON or has no annotations. Free the list
/// with `gw_annotations_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_web_annotation_read(
    document: Option<&GwDocument>,
    json: GwBytes,
    source: GwStr,
    annotations: Option<&mut MaybeUninit<*mut GwAnnotations>>,
    report: Option<&mut MaybeUninit<*mut GwReply>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let document = &require(document, "document")?.0;
        let annotations = require(annotations, "annotations")?;
        let source = source.get("source")?;
        let source = (!source.is_empty()).then_some(source);
        let read = web_annotation::read(document, json.get("json")?, source)?;
        give(annotations, GwAnnotations::from(read.annotations));
        if let Some(report) = report {
            give(report, GwReply { skipped: read.left_out, ..GwReply::default() });
        }
        Ok(())
    })
}
