//! Stored models.

use std::mem::MaybeUninit;

use glossweave::models::check;

use crate::bytes::json;
use crate::engine::open;
use crate::guard::{guard, require};
use crate::{GwBuffer, GwBytes, GwError, GwParams, GwSession, GwStatus, GwStr};

/// Trains a model on annotated text, and stores it under `name`. An existing model with this name is
/// replaced. Use a tagger as a recognizer with this name, and a mention model as a value of `mentions` in
/// `gw_entities_enrich`. Only admins can train models. `params` may be NULL, or contain `kind` (`tagger` by
/// default, `mentions`, `weights` for linking with the dataset of the same name, or `context` to add the
/// sentences with linked entities to that dataset), `informat` (a format of RDF if the text is NIF, or the
/// format of a document; by default, columns of CoNLL), `dataset` (the dataset whose names a mention model
/// is used for), `documents` (names of stored documents to use instead of `corpus`, separated by commas;
/// `corpus` is then empty), and the parameters of `gw_tagger_train`, or `language`, `rounds` and `cutoff`
/// of `gw_mention_model_train`. `model` may be NULL, or receives JSON with `name`, `kind`, `revision`,
/// `languages` and `classes`; free it with `gw_buffer_free`. Returns `GW_STATUS_CONFLICT` if a recognizer
/// of the engine has the name, and `GW_STATUS_DEADLINE` after half an hour.
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

/// Writes the description of a stored model as JSON, as `gw_model_train` does. Free the bytes with
/// `gw_buffer_free`.
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

/// Writes the descriptions of all stored models as a JSON array, sorted by name. Free the bytes with
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

/// Deletes a stored model. Only admins can delete it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_model_delete(
    session: Option<&GwSession>,
    name: GwStr,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || open(session)?.models().delete(name.get("name")?))
}

/// Describes the file of a model: a file that this library saved, for example a tagger, or, in a library
/// built with the feature `neural`, a neural model, by its file or folder. The call opens the model. A
/// neural model is also run, which takes about half a second. Writes a JSON object with `kind` (`tagger`,
/// `token-classifier` …), `file`, `bytes`, `identity`, `weights`, `inputs` and `outputs` (with `name`,
/// `data_type`, `shape`), `operators`, `classes`, `languages`, `dimensions`, `max_tokens`, `tokenizer`,
/// `vocabulary`, `entries`, `license` (with `file`, `text`), `open_milliseconds`, `tokens_per_second` and
/// `memory` (bytes). Fields that do not apply to the kind are empty or null. Free the bytes with
/// `gw_buffer_free`. Returns `GW_STATUS_STORAGE` if the file cannot be read or is damaged,
/// `GW_STATUS_MALFORMED` if it is another kind of file, and `GW_STATUS_UNSUPPORTED` if a neural model
/// cannot be run or the feature is missing.
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
