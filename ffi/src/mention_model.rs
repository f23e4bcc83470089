//! Training of mention models.

use std::ffi::c_void;
use std::mem::MaybeUninit;

use glossweave::entity::{MentionModel, MentionTraining};

use crate::guard::{give, guard, require};
use crate::training::train;
use crate::{GwBytes, GwDictionary, GwError, GwParams, GwProgress, GwStatus, GwStr};

/// Trains a mention model on annotated text and on the places in it that a dictionary finds, and saves it to a
/// file. Names of `params` (NULL for none): `informat` (a format of RDF if the text is NIF, or one of a document;
/// columns of CoNLL otherwise), `language` (of the text, several; text in others is not judged), `model` (the path
/// of another model whose classes of words are used), `rounds`, `cutoff`. `progress` may be NULL; `data` goes to
/// each call of it. Returns Malformed, with the place, for text that cannot be read.
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

/// Makes a dictionary of the same names that finds them where the mention model of a file says that an entity is
/// probably meant; its confidences are multiplied with that probability. Names of `params` (NULL for none): `threshold`
/// (the minimum probability, from 0 to 1; 0.3 otherwise), `tagger` (the path of a tagger that is asked too: names are
/// found more precisely, and at its speed). Returns Storage if a file is none or damaged. Free it with
/// `gw_dictionary_free`.
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
