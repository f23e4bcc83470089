//! The recognizer that is trained.

use std::ffi::c_void;
use std::mem::MaybeUninit;

use glossweave::entity::{Corpus, Tagger, Training};
use glossweave::{Error, Result};

use crate::guard::{guard, require};
use crate::progress::report;
use crate::{GwBytes, GwError, GwParams, GwProgress, GwRecognizers, GwStatus, GwStr};

/// Trains a tagger on CoNLL columns (a token and its tag on a line, an empty line behind each sentence) and
/// saves it to a file. Names of `params` (NULL for none): `rounds` (how often the corpus is gone through at
/// most), `patience` (after how many rounds that do not help on text that was held out training ends; 0 for
/// never), `iri` (`CLASS=IRI`, several), `namespace` (what the IRI of a class begins with that has none
/// there). `progress` may be NULL; `data` goes to each call of it. Malformed, with the place, for a line
/// that has no tag.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_tagger_train(
    corpus: GwBytes,
    params: Option<&GwParams>,
    path: GwStr,
    progress: GwProgress,
    data: *mut c_void,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let text = std::str::from_utf8(corpus.get("corpus")?)
            .map_err(|cause| Error::malformed("the corpus is not UTF-8").because(cause))?;
        let (corpus, training) = (Corpus::from_conll(text)?, training(params)?);
        let mut on_progress = |at| report(progress, data, at);
        let tagger = Tagger::train_watched(&corpus, &training, &mut on_progress)?;
        tagger.save(path.get("path")?)
    })
}

/// Adds a saved tagger under a name, in place of what had that name. The file is read now. Returns Storage
/// if it is none or damaged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_recognizers_add_tagger(
    recognizers: Option<&mut GwRecognizers>,
    name: GwStr,
    path: GwStr,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (recognizers, name) = (require(recognizers, "recognizers")?, name.get("name")?);
        recognizers.add(name, Tagger::open(path.get("path")?)?);
        Ok(())
    })
}

fn training(params: Option<&GwParams>) -> Result<Training> {
    GwParams::pairs(params).try_fold(Training::default(), |mut training, (name, value)| {
        training.set(name, value)?;
        Ok(training)
    })
}
