//! e-Entity.

use std::mem::MaybeUninit;

use crate::bytes::json;
use crate::engine::open;
use crate::guard::{give, guard, require};
use crate::request::{recognition, request};
use crate::{
    GwAnnotations, GwBuffer, GwBytes, GwDocument, GwError, GwParams, GwReply, GwSession, GwStatus,
    GwStr,
};

/// Finds the entities of a document. Use the recognizer `dictionary` for the names of stored datasets.
/// `params` may be NULL, or contain `language` (of the text; by default, the language of the document) and
/// the options of `EntityOptions` (docs/options.md). Free the list with `gw_annotations_free`. Returns
/// `GW_STATUS_NOT_FOUND` if there is no such recognizer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_entities_recognize(
    session: Option<&GwSession>,
    recognizer: GwStr,
    document: Option<&GwDocument>,
    params: Option<&GwParams>,
    annotations: Option<&mut MaybeUninit<*mut GwAnnotations>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (entities, recognizer) = (open(session)?.entities(), recognizer.get("recognizer")?);
        let document = &require(document, "document")?.0;
        let annotations = require(annotations, "annotations")?;
        let (wanted, language) = recognition(params)?;
        let found = entities.recognize_with(recognizer, document, &wanted, language.as_ref())?;
        give(annotations, GwAnnotations::from(found));
        Ok(())
    })
}

/// Explains the disambiguation of each dataset name in a document, as a JSON array of objects with `start`
/// and `end` (bytes of the text), `text`, `mention` (the probability that the name refers to an entity) and
/// `choices`, the most likely first. Each choice has `ident`, `classes`, `weight` (from the dataset),
/// `confidence`, `score` and `features`, and each feature has `feature`, `value` and `weight`. `params` has
/// the same meaning as in `gw_entities_recognize`. Free the bytes with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_entities_explain(
    session: Option<&GwSession>,
    document: Option<&GwDocument>,
    params: Option<&GwParams>,
    explanations: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (entities, document) = (open(session)?.entities(), &require(document, "document")?.0);
        let out = require(explanations, "explanations")?;
        let (wanted, language) = recognition(params)?;
        let found = entities.explain(document, &wanted, language.as_ref())?;
        json(Some(out), serde_json::to_vec(&found))
    })
}

/// Finds the entities of a document or of NIF, and writes the result in the requested format. `params`
/// contains `informat` (required), and optionally the options of `EntityOptions` and `RequestOptions`
/// (docs/options.md). Free the reply with `gw_reply_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_entities_enrich(
    session: Option<&GwSession>,
    recognizer: GwStr,
    input: GwBytes,
    params: Option<&GwParams>,
    reply: Option<&mut MaybeUninit<*mut GwReply>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let entities = open(session)?.entities();
        let (reply, input) = (require(reply, "reply")?, input.get("input")?);
        let done = entities.enrich(recognizer.get("recognizer")?, request(input, params)?)?;
        give(reply, GwReply::from(done));
        Ok(())
    })
}
