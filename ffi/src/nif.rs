//! NIF.

use std::mem::MaybeUninit;

use glossweave::nif;

use crate::guard::{guard, require};
use crate::params::nif_options;
use crate::{GwAnnotations, GwBuffer, GwDocument, GwError, GwParams, GwStatus, GwStr};

/// Writes a document with its annotations as NIF. `annotations` may be NULL (none). `format` is a
/// name such as `turtle` or `json-ld`, or a media type. `params` may be NULL, or have `prefix`
/// (what IRIs begin with), `nif-version` (`2.0`, `2.1`), `language` (of all texts) or
/// `fallback-language` (of texts for which the document says none). Free the bytes with
/// `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_nif_write(
    document: Option<&GwDocument>,
    annotations: Option<&GwAnnotations>,
    format: GwStr,
    params: Option<&GwParams>,
    bytes: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (document, bytes) = (&require(document, "document")?.0, require(bytes, "bytes")?);
        let annotations = annotations.map_or(&[][..], |list| &list.0);
        let (format, options) = (format.get("format")?.parse()?, nif_options(params)?);
        bytes.write(nif::write(document, annotations, format, &options)?.into());
        Ok(())
    })
}
