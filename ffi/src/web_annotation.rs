//! Web Annotations.

use std::mem::MaybeUninit;

use glossweave::web_annotation;

use crate::guard::{guard, require};
use crate::params::web_annotation_options;
use crate::{GwAnnotations, GwBuffer, GwDocument, GwError, GwParams, GwStatus};

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
