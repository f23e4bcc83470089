//! Functions only for WebAssembly, where no files can be read and each call across the boundary takes time:
//! memory for arguments, random numbers, panics, and annotations and dictionaries in one piece. ffi/wasm
//! contains their JavaScript part.

use std::alloc::{Layout, alloc, dealloc};
use std::mem::MaybeUninit;
use std::panic::set_hook;
use std::ptr::null_mut;

use glossweave::annotation::Annotation;
use glossweave::entity::Dictionary;
#[cfg(feature = "redact")]
use glossweave::entity::Recognizer;
use glossweave::{Error, rdf};

use crate::bytes::json;
use crate::guard::{give, guard, require};
use crate::{GwAnnotations, GwBuffer, GwBytes, GwDictionary, GwError, GwSpan, GwStatus, GwStr};
#[cfg(feature = "redact")]
use crate::{GwDocument, GwParams, GwRedaction};

/// An annotation: its kind, the bytes of its span, its confidence, and its fields. A confidence to set is
/// also a field, as in `gw_annotations_add`.
type Row<Text> = (Text, usize, usize, Option<f64>, Vec<(Text, Text)>);

#[link(wasm_import_module = "glossweave")]
unsafe extern "C" {
    /// Fills memory with random bytes.
    fn fill_random(data: *mut u8, length: usize);
    /// Reports the message of a panic, after which the module stops.
    fn panicked(message: *const u8, length: usize);
}

/// The alignment of all structures of the interface.
const ALIGNMENT: usize = 8;

/// Prepares the module. Call it once, before all other functions.
#[unsafe(no_mangle)]
pub extern "C" fn gw_wasm_start() {
    set_hook(Box::new(|panic| {
        let message = panic.to_string();
        // SAFETY: the host reads the message during the call.
        unsafe { panicked(message.as_ptr(), message.len()) };
    }));
}

/// Allocates memory. Returns NULL if there is not enough memory or `length` is 0. Free it with
/// `gw_wasm_free`.
#[unsafe(no_mangle)]
pub extern "C" fn gw_wasm_alloc(length: usize) -> *mut u8 {
    match Layout::from_size_align(length, ALIGNMENT) {
        // SAFETY: the size is not zero.
        Ok(layout) if length > 0 => unsafe { alloc(layout) },
        _ => null_mut(),
    }
}

/// Frees memory of `gw_wasm_alloc` with the same `length`. `data` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_wasm_free(data: *mut u8, length: usize) {
    if let Ok(layout) = Layout::from_size_align(length, ALIGNMENT)
        && !data.is_null()
    {
        // SAFETY: `gw_wasm_alloc` allocated it for this length, and therefore with this layout.
        unsafe { dealloc(data, layout) };
    }
}

/// Fills memory with random bytes. `getrandom` looks for a function with this name.
#[unsafe(no_mangle)]
unsafe extern "Rust" fn __getrandom_v03_custom(
    data: *mut u8,
    length: usize,
) -> Result<(), getrandom::Error> {
    // SAFETY: `getrandom` passes memory of this length.
    unsafe { fill_random(data, length) };
    Ok(())
}

/// Reads a list of annotations from JSON, an array of rows. Free it with `gw_annotations_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_wasm_annotations_read(
    rows: GwBytes,
    annotations: Option<&mut MaybeUninit<*mut GwAnnotations>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let out = require(annotations, "annotations")?;
        let rows: Vec<Row<String>> =
            serde_json::from_slice(rows.get("rows")?).map_err(|error| {
                Error::invalid(format!("the annotations are malformed: {error}")).because(error)
            })?;
        let mut list = GwAnnotations::default();
        for (kind, start, end, _, fields) in &rows {
            let fields = fields.iter().map(|(name, value)| (name.as_str(), value.as_str()));
            let span = GwSpan { start: *start, end: *end }.text()?;
            list.0.push(Annotation::from_fields(span, kind, fields)?);
        }
        give(out, list);
        Ok(())
    })
}

/// Writes a list of annotations as JSON, an array of rows. Free the bytes with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_wasm_annotations_write(
    annotations: Option<&GwAnnotations>,
    rows: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let list = &require(annotations, "annotations")?.0;
        let all: Vec<Row<&str>> = list.iter().map(row).collect();
        json(Some(require(rows, "rows")?), serde_json::to_vec(&all))
    })
}

fn row(annotation: &Annotation) -> Row<&str> {
    let (kind, span) = (annotation.body().name(), annotation.span());
    (kind, span.start(), span.end(), annotation.confidence(), annotation.fields())
}

/// Opens a dictionary from the bytes of a saved file. Free it with `gw_dictionary_free`. Returns
/// `GW_STATUS_STORAGE` if the bytes are not a dictionary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_wasm_dictionary_open(
    bytes: GwBytes,
    dictionary: Option<&mut MaybeUninit<*mut GwDictionary>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let dictionary = require(dictionary, "dictionary")?;
        give(dictionary, GwDictionary(Dictionary::from_bytes(bytes.get("bytes")?.to_vec())?));
        Ok(())
    })
}

/// Builds a dictionary from the labels in RDF. `base` may be empty. Free it with `gw_dictionary_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_wasm_dictionary_from_rdf(
    source: GwBytes,
    format: GwStr,
    base: GwStr,
    dictionary: Option<&mut MaybeUninit<*mut GwDictionary>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let dictionary = require(dictionary, "dictionary")?;
        let graph =
            rdf::read(source.get("source")?, format.get("format")?.parse()?, base.filled("base")?)?;
        give(dictionary, GwDictionary(Dictionary::builder().rdf(&graph)?.build()?));
        Ok(())
    })
}

/// Writes the bytes of a dictionary for `gw_wasm_dictionary_open`. Free them with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_wasm_dictionary_save(
    dictionary: Option<&GwDictionary>,
    bytes: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let out = require(bytes, "bytes")?;
        out.write(require(dictionary, "dictionary")?.0.to_bytes()?.into());
        Ok(())
    })
}

/// Redacts a document like `gw_redact`, with the names of a dictionary, which may be NULL.
#[cfg(feature = "redact")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_wasm_redact(
    document: Option<&GwDocument>,
    dictionary: Option<&GwDictionary>,
    params: Option<&GwParams>,
    redaction: Option<&mut MaybeUninit<*mut GwRedaction>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let document = require(document, "document")?;
        let redaction = require(redaction, "redaction")?;
        let names = dictionary.map(|dictionary| &dictionary.0 as &dyn Recognizer);
        let names: Vec<&dyn Recognizer> = names.into_iter().collect();
        give(redaction, GwRedaction::of(document, &names, params)?);
        Ok(())
    })
}
