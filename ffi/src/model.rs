//! Stored models.

use std::mem::MaybeUninit;

use glossweave::models::check;

use crate::bytes::json;
use crate::engine::open;
use crate::guard::{guard, require};
use crate::{GwBuffer, GwBytes, GwError, GwParams, GwSession, GwStatus, GwStr};

/// Trains a model on annotated text and stores it, or replaces the one of that name: a tagger is then a
/// recognizer of that name, a mention model a value of `mentions` for `gw_entities_enrich`. Only admins may. Names of
/// `params` (NULL for none): `kind` (`tagger`, the default, `mentions`, `weights` for linking with the dataset of the
/// name, or `context`, which adds the sentences with linked entities to that dataset), `informat` (a format of RDF if the text is NIF, or one of a document; columns of CoNLL otherwise), `dataset` (the one whose names a mention model judges), and
/// those of `gw_tagger_train` or `language`, `rounds` and `cutoff` of `gw_mention_model_train`. `documents` are the names of
/// stored documents, with commas, in place of the text, which is empty then. Returns Conflict if a
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

/// Describes the file of a model: one that this library has saved, such as a tagger, or in a library built with the
/// feature `neural` a neural model, by its file or its folder. It is opened; a neural one also runs, which takes about
/// half a second. Writes JSON: an object with `kind` (`tagger`, `token-classifier` …), `file`, `bytes`, `identity`,
/// `weights`, `inputs` and `outputs` (with `name`, `data_type`, `shape`), `operators`, `classes`, `languages`,
/// `dimensions`, `max_tokens`, `tokenizer`, `vocabulary`, `entries`, `license` (with `file`, `text`),
/// `open_milliseconds`, `tokens_per_second` and `memory` (bytes); what has no meaning for its kind is empty or null.
/// Returns Storage if it cannot be read or is damaged, Malformed for a file of another kind, and Unsupported for a neural
/// model that cannot be run, or without the feature. Free the bytes with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_model_check(
    path: GwStr,
    report: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let out = require(report, "report")?;
        json(Some(out), serde_json::to_vec(&check(path.get("path")?)?))
    })
}
