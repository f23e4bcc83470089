//! Stored models.

use std::mem::MaybeUninit;

use crate::bytes::json;
use crate::engine::open;
use crate::guard::{guard, require};
use crate::{GwBuffer, GwBytes, GwError, GwParams, GwSession, GwStatus, GwStr};

/// Trains a model on annotated text and stores it, or replaces the one of that name: a tagger is then a
/// recognizer of that name, a mention model a value of `mentions` for `gw_entities_enrich`. Only admins may. Names of
/// `params` (NULL for none): `kind` (`tagger`, the default, `mentions`, or `weights` for linking with the dataset of the name), `informat` (a format of RDF if the text is
/// NIF, or one of a document; columns of CoNLL otherwise), `dataset` (the one whose names a mention model judges), and
/// those of `gw_tagger_train` or `language`, `rounds` and `cutoff` of `gw_mention_model_train`. Returns Conflict if a
/// recognizer of the engine has the name, Deadline after half an hour. `model` may be NULL, or is written as JSON:
/// `name`, `kind`, `revision`, `languages`, `classes`; free it with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_model_train(
    session: Option<&GwSession>,
    name: GwStr,
    corpus: GwBytes,
    params: Option<&GwParams>,
    model: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (models, name) = (open(session)?.models(), name.get("name")?);
        let made = models.train(name, corpus.get("corpus")?, GwParams::pairs(params))?;
        json(model, serde_json::to_vec(&made))
    })
}

/// Writes the description of a stored model as JSON, as `gw_model_train` does. Free it with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_model_read(
    session: Option<&GwSession>,
    name: GwStr,
    model: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (models, out) = (open(session)?.models(), require(model, "model")?);
        json(Some(out), serde_json::to_vec(&models.read(name.get("name")?)?))
    })
}

/// Writes the descriptions of all stored models as an array of JSON, in the order of their names. Free it with
/// `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_model_list(
    session: Option<&GwSession>,
    models: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (stored, out) = (open(session)?.models(), require(models, "models")?);
        json(Some(out), serde_json::to_vec(&stored.list()?))
    })
}

/// Removes a stored model. Only admins may.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_model_delete(
    session: Option<&GwSession>,
    name: GwStr,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || open(session)?.models().delete(name.get("name")?))
}
