//! Export and import of XLIFF.

use std::mem::MaybeUninit;

use glossweave::translate::{XliffOptions, embedded_document, merge_xliff, to_xliff};
use glossweave::{Error, ErrorKind};

use crate::guard::{give, guard, require};
use crate::params::decode_options;
use crate::{GwAnnotations, GwBuffer, GwBytes, GwDocument, GwError, GwParams, GwStatus};

/// Writes the texts of a document that have no translation as a file in XLIFF to translate. `params` has
/// `target-lang` (required), and may have the options of `XliffOptions` (docs/options.md). Returns Invalid, with the parameter, if one is missing or
/// wrong, or the language cannot be identified. Free the bytes with `gw_buffer_free`.
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

/// Returns the translations in a file in XLIFF that was made from a document, as annotations of that document,
/// which `gw_encode` writes into it with `translations` as `write`. Returns Malformed, with the place, if the file
/// is not XLIFF, and Conflict, with the units that differ, if the document has changed since, or is another one. Free
/// them with `gw_annotations_free`.
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

/// Reads the document that is in a file in XLIFF that was made from it by `gw_xliff_write`. `params` is as for
/// `gw_decode`, and has to be as when the document was read; the file says `charset`. Returns NotFound if there is
/// no document in the file, Malformed, with the place, if the file is not XLIFF, and the errors of `gw_decode`. Free
/// the document with `gw_document_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_xliff_document(
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
