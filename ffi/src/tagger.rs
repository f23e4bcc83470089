//! Training of taggers.

use std::ffi::c_void;
use std::mem::MaybeUninit;

use glossweave::entity::{Tagger, Training};

use crate::guard::guard;
use crate::training::train;
use crate::{GwBytes, GwError, GwParams, GwProgress, GwStatus, GwStr};

/// Trains a tagger on CoNLL columns (a token and its tag on a line, an empty line behind each sentence) and
/// saves it to a file. Names of `params` (NULL for none): `informat` (a format of RDF if the text is NIF, or one
/// of a document), `rounds` (how often the corpus is gone through at
/// most), `patience` (after how many rounds that do not help on text that was held out training ends; 0 for
/// never), `iri` (`CLASS=IRI`, several), `namespace` (what the IRI of a class begins with that has none
/// there), `language` (of the text, several: a primary subtag such as `en`). `progress` may be NULL; `data` goes to each
/// call of it. Malformed, with the place, for a line that has no tag.
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
        let path = path.get("path")?;
        let tagger = train((corpus, params), (progress, data), |corpus, options, watch| {
            let mut training = Training::default();
            options.iter().try_for_each(|(name, value)| training.set(name, value))?;
            Tagger::train_watched(corpus, &training, watch)
        })?;
        tagger.save(path)
    })
}
