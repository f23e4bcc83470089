//! Public vocabularies.

use std::ffi::c_void;
use std::mem::MaybeUninit;

use glossweave::Result;
use glossweave::entity::Import;

use crate::guard::{give, guard, require};
use crate::progress::report;
use crate::{GwBuffer, GwDictionary, GwError, GwParams, GwProgress, GwStatus, GwStr};

/// Builds a dictionary from the files of a public vocabulary: `geonames`, `wikidata`, `dbpedia`, `obo`,
/// `mesh`, `skos` or `csv`. `params` contains `file`, a path, once for each file, and optionally `journal`
/// (the path of a file that records progress, so that a later call continues a call that was ended),
/// `language`, `class`, `country`, `code`, `column`, `separator`, `case`, `never-alone` and `corpus`.
/// `progress` may be NULL; each call of it receives `data`. `summary` may be NULL, or receives a text about
/// used and skipped records; free it with `gw_buffer_free`. Free the dictionary with `gw_dictionary_free`.
/// Returns `GW_STATUS_MALFORMED` if a file does not belong to the vocabulary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_dictionary_from_vocabulary(
    vocabulary: GwStr,
    params: Option<&GwParams>,
    progress: GwProgress,
    data: *mut c_void,
    dictionary: Option<&mut MaybeUninit<*mut GwDictionary>>,
    summary: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let dictionary = require(dictionary, "dictionary")?;
        let (import, files) = import_of(vocabulary, params)?;
        let mut on_progress = |at| report(progress, data, at);
        let (builder, said) = import.read(&files, &mut on_progress)?;
        let built = builder.build_watched(&mut on_progress)?;
        if let Some(out) = summary {
            out.write(GwBuffer::from(said.to_string().into_bytes()));
        }
        give(dictionary, GwDictionary(built));
        Ok(())
    })
}

/// Writes the entries of a public vocabulary to the file `table`, in CSV that datasets can read: names,
/// classes, weights and descriptions of entities. An existing file is replaced atomically. The other
/// parameters have the same meaning as in `gw_dictionary_from_vocabulary`, without `never-alone` and
/// `corpus`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_vocabulary_write_table(
    vocabulary: GwStr,
    params: Option<&GwParams>,
    table: GwStr,
    progress: GwProgress,
    data: *mut c_void,
    summary: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let table = table.get("table")?;
        let (import, files) = import_of(vocabulary, params)?;
        let mut on_progress = |at| report(progress, data, at);
        let said = import.write_table(&files, table, &mut on_progress)?;
        if let Some(out) = summary {
            out.write(GwBuffer::from(said.to_string().into_bytes()));
        }
        Ok(())
    })
}

/// Returns the import of a vocabulary with its options, and the files.
fn import_of(vocabulary: GwStr, params: Option<&GwParams>) -> Result<(Import, Vec<&str>)> {
    let mut import = Import::new(vocabulary.get("vocabulary")?)?;
    let mut files = Vec::new();
    for (name, value) in GwParams::pairs(params) {
        match name {
            "file" => files.push(value),
            "journal" => import = import.with_journal(value),
            _ => import.set(name, value)?,
        }
    }
    Ok((import, files))
}
