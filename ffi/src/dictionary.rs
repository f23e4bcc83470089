//! Dictionaries.

use std::ffi::c_void;
use std::mem::MaybeUninit;

use glossweave::entity::{Dictionary, recognize};

use crate::guard::{give, guard, require};
use crate::progress::report;
use crate::{GwAnnotations, GwBytes, GwDocument, GwError, GwProgress, GwStatus, GwStr};

/// A dictionary: a list of names that can be found in text. It is immutable, and any number of threads may
/// use it at once. Free it with `gw_dictionary_free`.
#[derive(Debug)]
pub struct GwDictionary(pub(crate) Dictionary);

/// Builds a dictionary from CSV or TSV in UTF-8, with a header of the columns `uri`, `label`, and
/// optionally `language`, `type` and `weight`. Wrong rows are skipped. Free the dictionary with
/// `gw_dictionary_free`. Returns `GW_STATUS_MALFORMED`, with the location of the first wrong row, if no row
/// is valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_dictionary_from_csv(
    table: GwBytes,
    dictionary: Option<&mut MaybeUninit<*mut GwDictionary>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let dictionary = require(dictionary, "dictionary")?;
        give(dictionary, GwDictionary(Dictionary::from_csv(table.get("table")?)?));
        Ok(())
    })
}

/// Builds a dictionary like `gw_dictionary_from_csv`, and reports the progress, for large tables.
/// `progress` may be NULL; each call of it receives `data`. Free the dictionary with `gw_dictionary_free`.
/// Returns `GW_STATUS_UNAVAILABLE` if `progress` ends the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_dictionary_from_csv_watched(
    table: GwBytes,
    progress: GwProgress,
    data: *mut c_void,
    dictionary: Option<&mut MaybeUninit<*mut GwDictionary>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let dictionary = require(dictionary, "dictionary")?;
        let mut on_progress = |at| report(progress, data, at);
        let builder = Dictionary::builder().csv_watched(table.get("table")?, &mut on_progress)?;
        give(dictionary, GwDictionary(builder.build_watched(&mut on_progress)?));
        Ok(())
    })
}

/// Opens a saved dictionary. The file is mapped into memory, so do not truncate or overwrite it while the
/// dictionary is in use. Free the dictionary with `gw_dictionary_free`. Returns `GW_STATUS_STORAGE` if the
/// file is not a dictionary. Later calls return it when they reach damaged parts of the file.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_dictionary_open(
    path: GwStr,
    dictionary: Option<&mut MaybeUninit<*mut GwDictionary>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let dictionary = require(dictionary, "dictionary")?;
        give(dictionary, GwDictionary(Dictionary::open(path.get("path")?)?));
        Ok(())
    })
}

/// Saves a dictionary to a file. An existing file is replaced atomically.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_dictionary_save(
    dictionary: Option<&GwDictionary>,
    path: GwStr,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || require(dictionary, "dictionary")?.0.save(path.get("path")?))
}

/// Finds the names in a document, unit by unit, in the language of the document. Free the list with
/// `gw_annotations_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_dictionary_recognize(
    dictionary: Option<&GwDictionary>,
    document: Option<&GwDocument>,
    annotations: Option<&mut MaybeUninit<*mut GwAnnotations>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let dictionary = &require(dictionary, "dictionary")?.0;
        let document = &require(document, "document")?.0;
        let annotations = require(annotations, "annotations")?;
        give(annotations, GwAnnotations::from(recognize(dictionary, document, None)?));
        Ok(())
    })
}

/// Frees a dictionary. `dictionary` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_dictionary_free(dictionary: Option<Box<GwDictionary>>) {
    drop(dictionary);
}
