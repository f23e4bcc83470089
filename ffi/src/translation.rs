//! e-Translation and e-Terminology.

use std::mem::MaybeUninit;

use glossweave::translate::TranslationMemory;

use crate::engine::open;
use crate::guard::{give, guard, require};
use crate::reply::ReplyData;
use crate::request::{terminology_request, translation_request};
use crate::{GwBytes, GwError, GwParams, GwReply, GwSession, GwStatus, GwStr};

/// Reads a translation memory from TMX or XLIFF, and saves it to the file `path`; an existing file is
/// replaced atomically. `informat` is `tmx` or `xliff`. If `report` is NULL, a wrong unit is an error.
/// Otherwise wrong units are skipped, and `report` receives a reply without bytes, whose `skipped`
/// lists them; free it with `gw_reply_free`. Returns `GW_STATUS_MALFORMED`, with the location, if the
/// source is not in that format, contains a wrong unit and `report` is NULL, or contains no valid unit.
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
            give(report, ReplyData { skipped, ..<_>::default() }.into());
        }
        Ok(())
    })
}

/// Translates a document or NIF with a translation system of a provider. `params` contains `informat` and
/// `target-lang` (both required), and optionally `source-lang` (by default, the language of the document,
/// or else the detected language) and the options of `TranslationOptions` and `RequestOptions`
/// (docs/options.md). Free the reply with `gw_reply_free`. Returns `GW_STATUS_NOT_FOUND` if there is no
/// system for these languages, and `GW_STATUS_UNAUTHENTICATED` if a key is wrong.
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

/// Finds the terms of a document or of NIF with a provider (`termbase`, `extraction`, or a recognizer).
/// `params` contains `informat` (required), and optionally the options of `TermOptions` and
/// `RequestOptions` (docs/options.md). Free the reply with `gw_reply_free`.
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
