//! Stored models.

use std::mem::MaybeUninit;

use glossweave::models::check;

use crate::bytes::json;
use crate::guard::{guard, require};
use crate::{GwBuffer, GwError, GwStatus, GwStr};

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
