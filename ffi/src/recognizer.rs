//! Recognizers of the host.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::sync::Arc;

use glossweave::annotation::Annotation;
use glossweave::entity::{Passage, Recognizer};
use glossweave::provider::Provider;
use glossweave::{Error, ErrorKind, Result};

use crate::callback::failed;
use crate::guard::{guard, require};
use crate::provider::GwProviders;
use crate::{GwAnnotations, GwError, GwFinalize, GwSpan, GwStatus, GwStr};

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

struct Callback {
    /// The name in errors.
    name: String,
    function:
        unsafe extern "C" fn(*mut c_void, *const GwPassage, *mut GwAnnotations, *mut GwStr) -> u32,
    data: *mut c_void,
    finalize: GwFinalize,
    needs_language: bool,
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

    fn needs_language(&self) -> bool {
        self.needs_language
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

/// Adds a function that recognizes entities under a name, in place of what had that name. `data` goes to each call and may
/// be NULL. On success it belongs to the library, which hands it to `finalize` (unless that is
/// NULL) when the set and every engine opened with it are freed; on failure it stays with the
/// caller. If the function `needs_language`, the language of a text is identified before each call unless it is given, and a
/// request is Invalid, with the parameter `language`, if that fails.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_providers_add_recognizer(
    providers: Option<&mut GwProviders>,
    name: GwStr,
    function: GwRecognize,
    data: *mut c_void,
    finalize: GwFinalize,
    needs_language: bool,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (providers, given) = (require(providers, "providers")?, name.get("name")?);
        let (name, function) = (format!("recognizer `{given}`"), require(function, "function")?);
        let callback = Callback { name, function, data, finalize, needs_language };
        providers.add(given, Provider::Recognizer(Arc::new(callback)), None);
        Ok(())
    })
}
