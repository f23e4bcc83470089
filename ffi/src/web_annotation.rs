//! Web Annotations.

use std::mem::MaybeUninit;

use glossweave::web_annotation;

use crate::guard::{give, guard, require};
use crate::params::web_annotation_options;
use crate::reply::ReplyData;
use crate::{
    GwAnnotations, GwBuffer, GwBytes, GwDocument, GwError, GwParams, GwReply, GwStatus, GwStr,
};

/// Writes annotations of a document as a page of Web Annotations (JSON-LD of the W3C): the annotations in
/// its markup, and `annotations`, which may be NULL. `params` contains `source` (the IRI of the document;
/// required), and optionally `base` (the prefix of the IRIs of annotations), `created` (a time with a zone)
/// and `text` (the IRI of the text that offsets refer to). Free the bytes with `gw_buffer_free`.
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

/// Reads Web Annotations of a document from JSON: one annotation, a page, a collection with its first page,
/// or a list of these. The selectors of each annotation determine its span in the document. `source` is the
/// IRI of the document, or empty; annotations of other documents are skipped. Proposed and rejected
/// annotations are skipped silently. `report` may be NULL, or receives a reply without bytes, whose
/// `skipped` lists the other annotations with the reasons; free it with `gw_reply_free`.
/// Free the list with `gw_annotations_free`. Returns `GW_STATUS_MALFORMED`, with the location, if `json` is
/// not JSON or contains no annotations.
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
            give(report, ReplyData { skipped: read.skipped, ..<_>::default() }.into());
        }
        Ok(())
    })
}
