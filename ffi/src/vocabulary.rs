//! Public vocabularies.

use std::ffi::c_void;
use std::mem::MaybeUninit;

use glossweave::Result;
use glossweave::entity::Import;

use crate::guard::{give, guard, require};
use crate::progress::report;
use crate::{GwBuffer, GwDictionary, GwError, GwParams, GwProgress, GwStatus, GwStr};

/// Builds a dictionary from the files of a public vocabulary: `geonames`, `wikidata`, `dbpedia`, `obo`, `mesh`,
/// `skos` or `csv`. `params` have `file`, a path, for each file, and may have `journal`, the path of a file that
/// keeps what was read, so that a call that was ended goes on the next time, `language`, `class`, `country`,
/// `code`, `column`, `separator`, `case`, `never-alone` and `corpus`. `progress` may be NULL; `data` goes to each call of
/// it. `summary` may be NULL, or receives as text what was taken and left out: free it with `gw_buffer_free`. Returns Malformed if a file is
/// none of the vocabulary. Free the dictionary with `gw_dictionary_free`.
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

/// Writes the entries of a public vocabulary as a table in CSV, which datasets read: names, classes, weights, and
/// what describes an entity. The other arguments are those of `gw_dictionary_from_vocabulary`, without
/// `never-alone` and `corpus`. The table replaces an older one at once or not at all.
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
