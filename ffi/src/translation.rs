//! e-Translation and e-Terminology.

use std::mem::MaybeUninit;

use glossweave::translate::TranslationMemory;

use crate::bytes::json;
use crate::engine::open;
use crate::guard::{give, guard, require};
use crate::request::{terminology_request, translation_request};
use crate::{GwBuffer, GwBytes, GwError, GwParams, GwReply, GwSession, GwStatus, GwStr};

/// Reads a translation memory from TMX or XLIFF (`informat`: `tmx`, `xliff`) and saves it to a file, which
/// replaces an older one at once or not at all. Returns Malformed, with the place, for a source that is not in that
/// format, and for a wrong unit if `report` is NULL. If it is not, wrong units are skipped, and it gets a reply without
/// bytes, of which `gw_reply_skipped` has them; free it with `gw_reply_free`. A file without a right unit is Malformed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_memory_build(
    source: GwBytes,
    informat: GwStr,
    path: GwStr,
    report: Option<&mut MaybeUninit<*mut GwReply>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let mut builder = TranslationMemory::builder();
        if report.is_some() {
            builder.lenient();
        }
        builder.load(informat.get("informat")?, source.get("source")?)?;
        let skipped = builder.skipped().to_vec();
        builder.build()?.save(path.get("path")?)?;
        if let Some(report) = report {
            give(report, GwReply { skipped, ..GwReply::default() });
        }
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
