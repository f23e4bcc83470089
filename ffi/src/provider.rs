//! Recognizers and translators of the host.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::sync::Arc;

use glossweave::annotation::Annotation;
use glossweave::engine::Builder;
use glossweave::entity::{Passage, Recognizer};
use glossweave::{Error, ErrorKind, Result};

use crate::callback::failed;
use crate::guard::{give, guard, require};
use crate::{GwAnnotations, GwDictionary, GwError, GwFinalize, GwSpan, GwStatus, GwStr};

/// Recognizers under the names that callers use, to hand to `gw_engine_open`. Free it with
/// `gw_recognizers_free`. Not to be changed while another thread uses it.
#[derive(Default)]
pub struct GwRecognizers(pub(crate) Vec<(String, Shared)>);

impl GwRecognizers {
    /// Puts them into an engine.
    pub(crate) fn of(builder: Builder, recognizers: Option<&GwRecognizers>) -> Builder {
        let all = recognizers.iter().flat_map(|all| &all.0);
        all.fold(builder, |builder, (name, one)| builder.recognizer(name, one.clone()))
    }

    /// Adds one under a name; of those with the same name the last one counts.
    pub(crate) fn add(&mut self, name: &str, recognizer: impl Recognizer + 'static) {
        self.0.push((name.to_owned(), Shared { one: Arc::new(recognizer), needs_language: false }));
    }
}

/// A text to look through. It lives as long as the call.
#[repr(C)]
#[derive(Debug)]
pub struct GwPassage {
    /// The whole text.
    pub text: GwStr,
    /// Its language tag; `data` is NULL if it is not known.
    pub language: GwStr,
    /// The stretches that belong together, in bytes of the text: no annotation reaches from one
    /// into another.
    pub pieces: *const GwSpan,
    /// The number of pieces.
    pub piece_count: usize,
}

/// Finds entities: adds them to `found`, in the order of their spans, which count bytes of the
/// text. Returns 0, or the number of a status that the caller of the library is to get; it may then
/// set `reason` to a text that lives until the next call in the same thread. If `gw_annotations_add` refuses an
/// annotation, the caller gets Provider, whatever is returned. Several threads may
/// call it at once with the same `data`. It must not throw, jump out, or free `found`.
pub type GwRecognize = Option<
    unsafe extern "C" fn(
        data: *mut c_void,
        passage: *const GwPassage,
        found: *mut GwAnnotations,
        reason: *mut GwStr,
    ) -> u32,
>;

#[derive(Clone)]
pub(crate) struct Shared {
    one: Arc<dyn Recognizer>,
    needs_language: bool,
}

impl Recognizer for Shared {
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
        self.one.recognize(passage)
    }

    fn needs_language(&self) -> bool {
        self.needs_language || self.one.needs_language()
    }

    fn revision(&self) -> Option<String> {
        self.one.revision()
    }
}

struct Callback {
    /// The name in errors.
    name: String,
    function:
        unsafe extern "C" fn(*mut c_void, *const GwPassage, *mut GwAnnotations, *mut GwStr) -> u32,
    data: *mut c_void,
    finalize: GwFinalize,
}

// SAFETY: `GwRecognize` and `GwFinalize` demand that function and data may go to any thread.
unsafe impl Send for Callback {}
// SAFETY: `GwRecognize` demands that several threads may call at once.
unsafe impl Sync for Callback {}

impl Recognizer for Callback {
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
        let pieces: Vec<GwSpan> = passage.blocks().map(GwSpan::from).collect();
        // SAFETY: the text of the passage lives longer than this call.
        let mut found = unsafe { GwAnnotations::for_text(passage.text()) };
        let mut reason = GwStr::default();
        let shown = GwPassage {
            text: passage.text().into(),
            language: GwStr::optional(passage.language().map(|tag| tag.as_str())),
            pieces: pieces.as_ptr(),
            piece_count: pieces.len(),
        };
        // SAFETY: everything handed over lives during the call; the rest is the host's promise.
        let status = unsafe { (self.function)(self.data, &shown, &mut found, &mut reason) };
        // The function may not have looked at what `gw_annotations_add` returned.
        if let Some(refusal) = found.refusal() {
            let message = format!("{} gave a wrong annotation: {refusal}", self.name);
            return Err(Error::new(ErrorKind::Provider, message));
        }
        if status == 0 { Ok(found.0) } else { Err(failed(&self.name, status, &reason)) }
    }
}

impl Drop for Callback {
    fn drop(&mut self) {
        if let Some(finalize) = self.finalize {
            // SAFETY: nobody uses the data any more, and this is the only call.
            unsafe { finalize(self.data) };
        }
    }
}

/// Makes an empty set. Free it with `gw_recognizers_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_recognizers_new(
    recognizers: Option<&mut MaybeUninit<*mut GwRecognizers>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        give(require(recognizers, "recognizers")?, GwRecognizers::default());
        Ok(())
    })
}

/// Adds a dictionary under a name, in place of what had that name. The dictionary may be freed
/// afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_recognizers_add_dictionary(
    recognizers: Option<&mut GwRecognizers>,
    name: GwStr,
    dictionary: Option<&GwDictionary>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let dictionary = require(dictionary, "dictionary")?.0.clone();
        let name = name.get("name")?;
        require(recognizers, "recognizers")?.add(name, dictionary);
        Ok(())
    })
}

/// Adds a function under a name, in place of what had that name. `data` goes to each call and may
/// be NULL. On success it belongs to the library, which hands it to `finalize` (unless that is
/// NULL) when the set and every engine opened with it are freed; on failure it stays with the
/// caller.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_recognizers_add_function(
    recognizers: Option<&mut GwRecognizers>,
    name: GwStr,
    function: GwRecognize,
    data: *mut c_void,
    finalize: GwFinalize,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (recognizers, name) = (require(recognizers, "recognizers")?, name.get("name")?);
        let function = require(function, "function")?;
        let callback = Callback { name: format!("recognizer `{name}`"), function, data, finalize };
        recognizers.add(name, callback);
        Ok(())
    })
}

/// Declares that the recognizer of a name needs to know the language of a text: if no one is given, it is
/// identified before each call, and a request is Invalid, with the parameter `language`, if that fails.
/// Returns NotFound if the set has no such name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_recognizers_require_language(
    recognizers: Option<&mut GwRecognizers>,
    name: GwStr,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (recognizers, name) = (require(recognizers, "recognizers")?, name.get("name")?);
        let one = recognizers.0.iter_mut().rev().find(|(known, _)| known == name);
        let none = || Error::new(ErrorKind::NotFound, format!("no recognizer `{name}`"));
        one.ok_or_else(none)?.1.needs_language = true;
        Ok(())
    })
}

/// Frees a set. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_recognizers_free(recognizers: Option<Box<GwRecognizers>>) {
    drop(recognizers);
}
