//! Training on annotated text, for all functions `gw_*_train`.

use std::ffi::c_void;

use glossweave::entity::{Corpus, read_corpus};
use glossweave::progress::Watch;
use glossweave::{Format, Result};

use crate::progress::report;
use crate::{GwBytes, GwParams, GwProgress};

/// The options of a training, with their values.
pub(crate) type Options<'p> = Vec<(&'p str, &'p str)>;

/// Returns the format of the annotated text from `params`, and the other options.
pub(crate) fn options(params: Option<&GwParams>) -> Result<(Option<Format>, Options<'_>)> {
    let (informat, options): (Vec<_>, Options<'_>) =
        GwParams::pairs(params).partition(|(name, _)| *name == "informat");
    let format = informat.last().map(|(_, format)| format.parse::<Format>());
    let format = format.transpose().map_err(|error| error.with_parameter("informat"))?;
    Ok((format, options))
}

/// Reads annotated text in the format of `params`, and returns the result of `learn` for it and the other
/// options.
pub(crate) fn train<M>(
    (corpus, params): (GwBytes, Option<&GwParams>),
    (progress, data): (GwProgress, *mut c_void),
    learn: impl FnOnce(&Corpus, &Options<'_>, &mut Watch<'_>) -> Result<M>,
) -> Result<M> {
    let (format, options) = options(params)?;
    let corpus = read_corpus(corpus.get("corpus")?, format)?;
    learn(&corpus, &options, &mut |at| report(progress, data, at))
}
