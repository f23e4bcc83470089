//! The recognizer that is trained.

use std::ffi::c_void;
use std::mem::MaybeUninit;

use glossweave::entity::{Corpus, Tagger, Training};
use glossweave::{Format, Result};

use crate::guard::{guard, require};
use crate::progress::report;
use crate::{GwBytes, GwError, GwParams, GwProgress, GwRecognizers, GwStatus, GwStr};

/// Trains a tagger on CoNLL columns (a token and its tag on a line, an empty line behind each sentence) and
/// saves it to a file. Names of `params` (NULL for none): `informat` (a format of RDF if the text is NIF, or one
/// of a document), `rounds` (how often the corpus is gone through at
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
        let (corpus, options) = corpus_of(corpus, params)?;
        let mut training = Training::default();
        options.iter().try_for_each(|(name, value)| training.set(name, value))?;
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

/// Annotated text, and the options of the training on it.
type Course<'p> = (Corpus, Vec<(&'p str, &'p str)>);

/// Reads annotated text in the format of `params`, and returns the other options.
pub(crate) fn corpus_of<'p>(corpus: GwBytes, params: Option<&'p GwParams>) -> Result<Course<'p>> {
    let (informat, options): (Vec<_>, Vec<_>) =
        GwParams::pairs(params).partition(|(name, _)| *name == "informat");
    let format = informat.last().map(|(_, format)| format.parse::<Format>());
    let format = format.transpose().map_err(|error| error.with_parameter("informat"))?;
    Ok((Corpus::read(corpus.get("corpus")?, format)?, options))
}
