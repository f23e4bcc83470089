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

/// The translations of a batch, which a `GwTranslate` adds.
#[derive(Debug, Default)]
pub struct GwTranslations(Vec<Option<TranslatedSegment>>);

/// Translates `count` texts from the language `source` to the language `target` (language tags): calls
/// `gw_translations_add` once for each text, in their order. Returns 0, or the number of the status that
/// the caller of the library receives; it may then set `reason` to a text that lives until the next call in
/// the same thread. Several threads may call it at once with the same `data`. It must not throw an
/// exception, use `longjmp`, or free `found`.
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
    /// The name for errors.
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

// SAFETY: `GwTranslate` and `GwFinalize` require that any thread may use function and data.
unsafe impl Send for Callback {}
// SAFETY: `GwTranslate` requires that several threads may call it at once.
unsafe impl Sync for Callback {}

impl Translator for Callback {
    fn translate(&self, job: &TranslationBatch<'_>) -> Result<Vec<Option<TranslatedSegment>>> {
        let texts: Vec<GwStr> = job.segments.iter().map(|segment| segment.text.into()).collect();
        let (source, target) = (job.source.as_str().into(), job.target.as_str().into());
        let (mut found, mut reason) = (GwTranslations::default(), GwStr::default());
        let (data, count) = (self.data, texts.len());
        // SAFETY: all arguments live during the call; the host promises the rest.
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
            // SAFETY: the data is no longer in use, and this is the only call.
            unsafe { finalize(self.data) };
        }
    }
}

/// Adds the translation of the next text. Pass a text whose `data` is NULL if there is no translation.
/// `confidence` is from 0 to 1; negative when it is not known.
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

/// Adds a translation system, whose texts a function translates, to the provider `name`. `system` contains
/// `source-lang` and `target-lang` (both required), and optionally `name`, `domain`, `key` (makes the
/// system private) and `always-running` (`true`, `false`). `data` and `finalize` have the same meaning as
/// in `gw_providers_add_recognizer`.
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
