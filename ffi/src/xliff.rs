//! Export and import of XLIFF.

use std::mem::MaybeUninit;

use glossweave::translate::{XliffOptions, embedded_document, merge_xliff, to_xliff};
use glossweave::{Error, ErrorKind};

use crate::guard::{give, guard, require};
use crate::params::decode_options;
use crate::{GwAnnotations, GwBuffer, GwBytes, GwDocument, GwError, GwParams, GwStatus};

/// Writes the texts of a document without translations as an XLIFF file for translation. `params` contains
/// `target-lang` (required), and optionally the options of `XliffOptions` (docs/options.md). Free the bytes
/// with `gw_buffer_free`. Returns `GW_STATUS_INVALID`, with the parameter, if an option is missing or
/// wrong, or the language cannot be identified.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_xliff_write(
    document: Option<&GwDocument>,
    params: Option<&GwParams>,
    bytes: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (document, bytes) = (&require(document, "document")?.0, require(bytes, "bytes")?);
        let options = XliffOptions::from_pairs(GwParams::pairs(params))?;
        bytes.write(to_xliff(document, &options)?.into());
        Ok(())
    })
}

/// Reads the translations of an XLIFF file of `gw_xliff_write` as annotations of the document that it was
/// made from. To write them into the document, use `gw_encode` with `translations` set to `write`. Free the
/// annotations with `gw_annotations_free`. Returns `GW_STATUS_MALFORMED`, with the location, if the file is
/// not XLIFF, and `GW_STATUS_CONFLICT`, with the units that differ, if the document has changed or is a
/// different one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_xliff_merge(
    document: Option<&GwDocument>,
    xliff: GwBytes,
    annotations: Option<&mut MaybeUninit<*mut GwAnnotations>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let document = &require(document, "document")?.0;
        let annotations = require(annotations, "annotations")?;
        give(annotations, GwAnnotations::from(merge_xliff(document, xliff.get("xliff")?)?));
        Ok(())
    })
}

/// Reads the original document that `gw_xliff_write` stored in an XLIFF file. `params` has the same meaning
/// as in `gw_decode`, and must contain the same options as when the document was first read, except for
/// `charset`, which the file contains. Free the document with `gw_document_free`. Returns
/// `GW_STATUS_NOT_FOUND` if the file contains no document, `GW_STATUS_MALFORMED`, with the location, if the
/// file is not XLIFF, and the errors of `gw_decode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_embedded_document(
    xliff: GwBytes,
    params: Option<&GwParams>,
    document: Option<&mut MaybeUninit<*mut GwDocument>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let document = require(document, "document")?;
        let found = embedded_document(xliff.get("xliff")?, &decode_options(params)?)?;
        let none = || Error::new(ErrorKind::NotFound, "the document is not in the file");
        give(document, GwDocument(found.ok_or_else(none)?));
        Ok(())
    })
}
