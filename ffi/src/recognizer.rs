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

/// A passage: a text in which a recognizer finds entities. It lives as long as the call.
#[repr(C)]
#[derive(Debug)]
pub struct GwPassage {
    /// The whole text.
    pub text: GwStr,
    /// The language tag. `data` is NULL when it is not known.
    pub language: GwStr,
    /// The spans of blocks of coherent text, in bytes of the text. An annotation must not extend beyond its
    /// block.
    pub pieces: *const GwSpan,
    /// The number of blocks.
    pub piece_count: usize,
}

/// Finds entities in a passage, and adds them to `found` with `gw_annotations_add`, in the order of their
/// spans, which count bytes of the text. Returns 0, or the number of the status that the caller of the
/// library receives; it may then set `reason` to a text that lives until the next call in the same thread.
/// If `gw_annotations_add` rejects an annotation, the caller receives `GW_STATUS_PROVIDER`, whatever the
/// function returns. Several threads may call it at once with the same `data`. It must not throw an
/// exception, use `longjmp`, or free `found`.
pub type GwRecognize = Option<
    unsafe extern "C" fn(
        data: *mut c_void,
        passage: *const GwPassage,
        found: *mut GwAnnotations,
        reason: *mut GwStr,
    ) -> u32,
>;

struct Callback {
    /// The name for errors.
    name: String,
    function:
        unsafe extern "C" fn(*mut c_void, *const GwPassage, *mut GwAnnotations, *mut GwStr) -> u32,
    data: *mut c_void,
    finalize: GwFinalize,
    needs_language: bool,
}

// SAFETY: `GwRecognize` and `GwFinalize` require that any thread may use function and data.
unsafe impl Send for Callback {}
// SAFETY: `GwRecognize` requires that several threads may call it at once.
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
        // SAFETY: all arguments live during the call; the host promises the rest.
        let status = unsafe { (self.function)(self.data, &shown, &mut found, &mut reason) };
        // The function may have ignored the result of `gw_annotations_add`.
        if let Some(refusal) = found.refusal() {
            let message = format!("{} returned an invalid annotation: {refusal}", self.name);
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
            // SAFETY: the data is no longer in use, and this is the only call.
            unsafe { finalize(self.data) };
        }
    }
}

/// Adds a function that recognizes entities under `name`, where it replaces an existing provider. Each call
/// of it receives `data`, which may be NULL. If this call succeeds, the library owns `data`, and calls
/// `finalize`, unless that is NULL, when the set and all engines opened with it are freed. If this call
/// fails, `data` remains with the caller. If `needs_language` is true and the language of a text is not
/// specified, it is identified before each call; a request returns `GW_STATUS_INVALID`, with the parameter
/// `language`, if it cannot be identified.
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
