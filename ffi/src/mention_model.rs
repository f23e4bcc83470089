//! Training of mention models.

use std::ffi::c_void;
use std::mem::MaybeUninit;

use glossweave::entity::{MentionModel, MentionTraining};

use crate::guard::{give, guard, require};
use crate::training::train;
use crate::{GwBytes, GwDictionary, GwError, GwParams, GwProgress, GwStatus, GwStr};

/// Trains a mention model on annotated text and the matches of a dictionary in it, and saves the model to
/// the file `path`. `params` may be NULL, or contain `informat` (a format of RDF if the text is NIF, or the
/// format of a document; by default, columns of CoNLL), `language` (of the text; can be repeated; the model
/// does not apply to other languages), `model` (the path of another model whose word classes are used),
/// `rounds` and `cutoff`. `progress` may be NULL; each call of it receives `data`. Returns
/// `GW_STATUS_MALFORMED`, with the location, if the text cannot be read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_mention_model_train(
    corpus: GwBytes,
    names: Option<&GwDictionary>,
    params: Option<&GwParams>,
    path: GwStr,
    progress: GwProgress,
    data: *mut c_void,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (names, path) = (&require(names, "names")?.0, path.get("path")?);
        let model = train((corpus, params), (progress, data), |corpus, options, watch| {
            let mut training = MentionTraining::default();
            options.iter().try_for_each(|(name, value)| training.set(name, value))?;
            MentionModel::train_watched(corpus, names, &training, watch)
        })?;
        model.save(path)
    })
}

/// Creates a dictionary that matches the names of `dictionary` only if the mention model in the file `path`
/// considers an entity likely. Confidences are multiplied by this probability. `params` may be NULL, or
/// contain `threshold` (the minimum probability, from 0 to 1; by default, 0.3) and `tagger` (the path of a
/// tagger to use in addition, for more precise matches at the speed of the tagger). Free the dictionary
/// with `gw_dictionary_free`. Returns `GW_STATUS_STORAGE` if a file is not a model or is damaged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_dictionary_with_mention_model(
    dictionary: Option<&GwDictionary>,
    path: GwStr,
    params: Option<&GwParams>,
    likely: Option<&mut MaybeUninit<*mut GwDictionary>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (names, likely) = (&require(dictionary, "dictionary")?.0, require(likely, "likely")?);
        let mut model = MentionModel::open(path.get("path")?)?;
        GwParams::pairs(params).try_for_each(|(name, value)| model.set(name, value))?;
        give(likely, GwDictionary(names.clone().with_mention_model(model)));
        Ok(())
    })
}
