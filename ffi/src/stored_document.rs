//! Stored documents.

use std::mem::MaybeUninit;

use crate::engine::open;
use crate::guard::{give, guard, require};
use crate::{GwAnnotations, GwDocument, GwError, GwSession, GwStatus, GwStr};

/// Opens a stored document in its format, with its accepted
/// annotations. Free the document with `gw_document_free` and the list with `gw_annotations_free`. Returns
/// `GW_STATUS_UNAUTHENTICATED` or `GW_STATUS_NOT_FOUND` if the caller is not allowed to read it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_stored_document_open(
    session: Option<&GwSession>,
    name: GwStr,
    document: Option<&mut MaybeUninit<*mut GwDocument>>,
    annotations: Option<&mut MaybeUninit<*mut GwAnnotations>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let documents = open(session)?.documents();
        let document = require(document, "document")?;
        let annotations = require(annotations, "annotations")?;
        let (opened, accepted) = documents.open(name.get("name")?)?;
        give(document, GwDocument(opened));
        give(annotations, GwAnnotations::from(accepted));
        Ok(())
    })
}
