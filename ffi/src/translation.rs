//! e-Translation and e-Terminology.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::sync::Arc;

use glossweave::Result;
use glossweave::engine::Builder;
use glossweave::translate::System;
use glossweave::translate::{
    Apertium, Capabilities, TranslatedSegment, TranslationBatch, TranslationMemory, Translator,
    remote_translator,
};

use crate::bytes::json;
use crate::callback::failed;
use crate::engine::open;
use crate::guard::{give, guard, require};
use crate::request::{terminology_request, translation_request};
use crate::{
    GwBuffer, GwBytes, GwError, GwFinalize, GwParams, GwReply, GwSession, GwStatus, GwStr,
};

/// Translation systems under the names of their providers, to hand to `gw_engine_open`. Free it
/// with `gw_translators_free`. Not to be changed while another thread uses it.
#[derive(Default)]
pub struct GwTranslators(Vec<(String, System, Shared)>);

impl GwTranslators {
    /// Puts them into an engine.
    pub(crate) fn of(builder: Builder, translators: Option<&GwTranslators>) -> Builder {
        let all = translators.iter().flat_map(|all| &all.0);
        all.fold(builder, |builder, (provider, system, shared)| {
            builder.translator(provider, system.clone(), shared.clone())
        })
    }
}

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

#[derive(Clone)]
struct Shared(Arc<dyn Translator>);

impl Translator for Shared {
    fn translate(&self, job: &TranslationBatch<'_>) -> Result<Vec<Option<TranslatedSegment>>> {
        self.0.translate(job)
    }

    fn abilities(&self) -> Capabilities {
        self.0.abilities()
    }

    fn start(&self) -> Result<()> {
        self.0.start()
    }

    fn stop(&self) {
        self.0.stop();
    }
}

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

/// Makes an empty set. Free it with `gw_translators_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_translators_new(
    translators: Option<&mut MaybeUninit<*mut GwTranslators>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        give(require(translators, "translators")?, GwTranslators::default());
        Ok(())
    })
}

/// Frees a set. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_translators_free(translators: Option<Box<GwTranslators>>) {
    drop(translators);
}

/// Returns a system as parameters describe it.
fn system(params: Option<&GwParams>) -> Result<System> {
    System::from_fields(GwParams::pairs(params))
}

/// Adds a system whose texts a function translates, under the name of a provider. Names of `params`:
/// `source-lang` and `target-lang`, which must be there, `name`, `domain`, `key` (makes it private),
/// `always-running` (`true`, `false`). `data` is that of `gw_recognizers_add_function`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_translators_add_function(
    translators: Option<&mut GwTranslators>,
    provider: GwStr,
    params: Option<&GwParams>,
    function: GwTranslate,
    data: *mut c_void,
    finalize: GwFinalize,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (all, name) = (require(translators, "translators")?, provider.get("provider")?);
        let (system, function) = (system(params)?, require(function, "function")?);
        let callback = Callback { name: format!("translator `{name}`"), function, data, finalize };
        let shared = Shared(Arc::new(callback));
        all.0.push((name.to_owned(), system, shared));
        Ok(())
    })
}

/// Adds a system over a saved translation memory, under the name of a provider. Names of `params`: those of
/// `gw_translators_add_function`. Returns Storage if the file is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_translators_add_memory(
    translators: Option<&mut GwTranslators>,
    provider: GwStr,
    params: Option<&GwParams>,
    path: GwStr,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (all, name) = (require(translators, "translators")?, provider.get("provider")?);
        let (system, memory) = (system(params)?, TranslationMemory::open(path.get("path")?)?);
        all.0.push((name.to_owned(), system, Shared(Arc::new(memory))));
        Ok(())
    })
}

/// Reads a translation memory from TMX or XLIFF (`informat`: `tmx`, `xliff`) and saves it to a file, which
/// replaces an older one at once or not at all. Malformed, with the place, for what is not in that
/// format.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_memory_build(
    source: GwBytes,
    informat: GwStr,
    path: GwStr,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let mut builder = TranslationMemory::builder();
        builder.load(informat.get("informat")?, source.get("source")?)?;
        builder.build()?.save(path.get("path")?)
    })
}

/// Builds a memory as `gw_memory_build` does, but leaves out wrong units: if `report` is not NULL, it gets
/// a reply without bytes, of which `gw_reply_skipped` has them. Free it with `gw_reply_free`. Returns
/// Malformed if no unit of the file is right, and the errors of the file as a whole.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_memory_build_lenient(
    source: GwBytes,
    informat: GwStr,
    path: GwStr,
    report: Option<&mut MaybeUninit<*mut GwReply>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let mut builder = TranslationMemory::builder();
        builder.lenient().load(informat.get("informat")?, source.get("source")?)?;
        let skipped = builder.skipped().to_vec();
        builder.build()?.save(path.get("path")?)?;
        if let Some(report) = report {
            give(report, GwReply { skipped, ..GwReply::default() });
        }
        Ok(())
    })
}

/// Adds a system that runs Apertium's `mode` (such as `eng-spa`) as a process of its own, under the
/// name of a provider. Names of `params`: those of `gw_translators_add_function`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_translators_add_apertium(
    translators: Option<&mut GwTranslators>,
    provider: GwStr,
    params: Option<&GwParams>,
    mode: GwStr,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (all, name) = (require(translators, "translators")?, provider.get("provider")?);
        let (system, apertium) = (system(params)?, Apertium::new(mode.get("mode")?, None)?);
        all.0.push((name.to_owned(), system, Shared(Arc::new(apertium))));
        Ok(())
    })
}

/// Adds a system of a remote service, over HTTP, under the name of a provider. `protocol` is
/// `libretranslate`, `deepl`, `google` or `apertium` (APY). Names of `params`: those of
/// `gw_translators_add_function`; of `options` (NULL for none): `header` (`Name: value`, several),
/// `milliseconds`, and those of the protocol: `key` (LibreTranslate, DeepL), `formality`, `glossary`,
/// `model`. The URL may be on the same machine too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_translators_add_service(
    translators: Option<&mut GwTranslators>,
    provider: GwStr,
    params: Option<&GwParams>,
    protocol: GwStr,
    url: GwStr,
    options: Option<&GwParams>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (all, name) = (require(translators, "translators")?, provider.get("provider")?);
        let (protocol, url) = (protocol.get("protocol")?, url.get("url")?);
        let service = remote_translator(protocol, url, GwParams::pairs(options))?;
        all.0.push((name.to_owned(), system(params)?, Shared(service)));
        Ok(())
    })
}

/// Translates a document, or NIF, by a system of a provider. `params` have `informat` and `target-lang`,
/// and may have `source-lang` (by default, the language of the document, or else the detected language) and the options of
/// `TranslationOptions` and `RequestOptions` (docs/options.md). Returns NotFound if there is no system
/// for these languages, Unauthenticated for a wrong key. Free the reply with `gw_reply_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_translations_enrich(
    session: Option<&GwSession>,
    provider: GwStr,
    input: GwBytes,
    params: Option<&GwParams>,
    reply: Option<&mut MaybeUninit<*mut GwReply>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let translations = open(session)?.translations();
        let (out, input) = (require(reply, "reply")?, input.get("input")?);
        let request = translation_request(input, params)?;
        let done = translations.enrich(provider.get("provider")?, request)?;
        give(out, GwReply::from(done));
        Ok(())
    })
}

/// Writes the systems of a provider that need no key as JSON: an array of objects with `name`, `source`,
/// `target`, `domain`, `state` and `always_running`. Free the bytes with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_translations_systems(
    session: Option<&GwSession>,
    provider: GwStr,
    systems: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (translations, out) = (open(session)?.translations(), require(systems, "systems")?);
        let found = translations.systems(provider.get("provider")?)?;
        json(Some(out), serde_json::to_vec(&found))
    })
}

/// Finds the terms of a document, or of NIF, by a provider (`termbase`, `extraction`, or a recognizer).
/// `params` have `informat`, and may have the options of `TermOptions` and `RequestOptions` (docs/options.md). Free the reply with `gw_reply_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_terms_enrich(
    session: Option<&GwSession>,
    provider: GwStr,
    input: GwBytes,
    params: Option<&GwParams>,
    reply: Option<&mut MaybeUninit<*mut GwReply>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let terms = open(session)?.terms();
        let (out, input) = (require(reply, "reply")?, input.get("input")?);
        let done = terms.enrich(provider.get("provider")?, terminology_request(input, params)?)?;
        give(out, GwReply::from(done));
        Ok(())
    })
}
