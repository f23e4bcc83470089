//! Dictionaries.

use std::ffi::c_void;
use std::mem::MaybeUninit;

use glossweave::entity::{Dictionary, recognize};

use crate::guard::{give, guard, require};
use crate::progress::report;
use crate::{GwAnnotations, GwBytes, GwDocument, GwError, GwProgress, GwStatus, GwStr};

/// A list of names that finds its names in text. It never changes; any number of threads may use
/// it at once. Free it with `gw_dictionary_free`.
#[derive(Debug)]
pub struct GwDictionary(pub(crate) Dictionary);

/// Builds a dictionary from CSV or TSV in UTF-8, with a header that names the columns `uri`, `label` and
/// optionally `language`, `type`, `weight`. Rows that are wrong are left out; returns Malformed, with the place of
/// the first one, if no row is right. Free it with `gw_dictionary_free`.
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

/// Builds a dictionary of a large table: `progress` may be NULL, or receives the progress; `data` goes to
/// each call of it. Returns Unavailable if it ends the call.
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

/// Opens a saved dictionary, which is mapped into memory and not to be cut short or written in place
/// meanwhile. Returns Storage if the file is not one; what is damaged further in is that if it is met. Free
/// it with `gw_dictionary_free`.
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

/// Saves a dictionary to one file, which replaces an older one at once or not at all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_dictionary_save(
    dictionary: Option<&GwDictionary>,
    path: GwStr,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || require(dictionary, "dictionary")?.0.save(path.get("path")?))
}

/// Finds the names in a document, unit by unit, in the language of the document. Free
/// the list with `gw_annotations_free`.
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

/// Frees a dictionary. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_dictionary_free(dictionary: Option<Box<GwDictionary>>) {
    drop(dictionary);
}
