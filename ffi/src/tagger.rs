//! Training of taggers.

use std::ffi::c_void;
use std::mem::MaybeUninit;

use glossweave::entity::{Tagger, Training};

use crate::guard::guard;
use crate::training::train;
use crate::{GwBytes, GwError, GwParams, GwProgress, GwStatus, GwStr};

/// Trains a tagger on CoNLL columns (a token and its tag per line, an empty line after each sentence), and
/// saves it to the file `path`. `params` may be NULL, or contain `informat` (a format of RDF if the text is
/// NIF, or the format of a document), `rounds` (the maximum number of passes over the corpus), `patience`
/// (the number of rounds without progress on held-out text after which training ends; 0 for never), `iri`
/// (`CLASS=IRI`; can be repeated), `namespace` (the prefix of IRIs of classes without `iri`), and
/// `language` (of the text, a primary subtag such as `en`; can be repeated). `progress` may be NULL; each
/// call of it receives `data`. Returns `GW_STATUS_MALFORMED`, with the location, if a line has no tag.
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
