//! Translators of the host.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::sync::Arc;

use glossweave::Result;
use glossweave::provider::Provider;
use glossweave::translate::{System, TranslatedSegment, TranslationBatch, Translator};

use crate::callback::failed;
use crate::guard::{guard, require};
use crate::provider::GwProviders;
use crate::{GwError, GwFinalize, GwParams, GwStatus, GwStr};

/// The translations of a job, filled by a `GwTranslate`.
#[derive(Debug, Default)]
pub struct GwTranslations(Vec<Option<TranslatedSegment>>);

/// Translates `count` texts from the language `source` to `target` (tags): calls
/// `gw_translations_add` once for each, in their order. Returns 0, or the number of a status that the
/// caller of the library is to get; it may then set `reason` to a text that lives until the next call
/// in the same thread. Several threads may call it at once with the same `data`. It must not throw,
/// jump out, or free `found`.
pub type GwTranslate = Option<
    unsafe extern "C" fn(
        data: *mut c_void,
        source: GwStr,
        target: GwStr,
        texts: *const GwStr,
        count: usize,
        found: *mut GwTranslations,
        reason: *mut GwStr,
    ) -> u32,
>;

struct Callback {
    /// The name in errors.
    name: String,
    function: unsafe extern "C" fn(
        *mut c_void,
        GwStr,
        GwStr,
        *const GwStr,
        usize,
        *mut GwTranslations,
        *mut GwStr,
    ) -> u32,
    data: *mut c_void,
    finalize: GwFinalize,
}

// SAFETY: `GwTranslate` and `GwFinalize` demand that function and data may go to any thread.
unsafe impl Send for Callback {}
// SAFETY: `GwTranslate` demands that several threads may call at once.
unsafe impl Sync for Callback {}

impl Translator for Callback {
    fn translate(&self, job: &TranslationBatch<'_>) -> Result<Vec<Option<TranslatedSegment>>> {
        let texts: Vec<GwStr> = job.segments.iter().map(|segment| segment.text.into()).collect();
        let (source, target) = (job.source.as_str().into(), job.target.as_str().into());
        let (mut found, mut reason) = (GwTranslations::default(), GwStr::default());
        let (data, count) = (self.data, texts.len());
        // SAFETY: everything handed over lives during the call; the rest is the host's promise.
        let status = unsafe {
            (self.function)(data, source, target, texts.as_ptr(), count, &mut found, &mut reason)
        };
        if status == 0 {
            return Ok(found.0);
        }
        Err(failed(&self.name, status, &reason))
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

/// Adds the translation of the next text; `data` is NULL if there is none. `confidence` is from 0 to 1,
/// below 0 if it is not known.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_translations_add(
    found: Option<&mut GwTranslations>,
    text: GwStr,
    confidence: f64,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let confidence = Some(confidence).filter(|value| *value >= 0.0);
        let text = if text.data.is_null() { None } else { Some(text.get("text")?) };
        let translated = |text| TranslatedSegment::machine(text).with_confidence(confidence);
        require(found, "found")?.0.push(text.map(translated));
        Ok(())
    })
}

/// Adds a system whose texts a function translates, under the name of a provider. Names of `system`:
/// `source-lang` and `target-lang`, which must be there, `name`, `domain`, `key` (makes it private),
/// `always-running` (`true`, `false`). `data` is that of `gw_providers_add_recognizer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_providers_add_translator(
    providers: Option<&mut GwProviders>,
    name: GwStr,
    system: Option<&GwParams>,
    function: GwTranslate,
    data: *mut c_void,
    finalize: GwFinalize,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (providers, given) = (require(providers, "providers")?, name.get("name")?);
        let system = System::from_fields(GwParams::pairs(system))?;
        let (name, function) = (format!("translator `{given}`"), require(function, "function")?);
        let callback = Callback { name, function, data, finalize };
        providers.add(given, Provider::Translator(Arc::new(callback)), Some(system));
        Ok(())
    })
}
