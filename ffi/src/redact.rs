//! Redaction and pseudonyms.

use std::mem::MaybeUninit;

use glossweave::Result;
use glossweave::entity::Recognizer;
use glossweave::redact::{PseudonymKey, RedactOptions, Redaction, redact, restore, restore_text};
use glossweave::text::ByteSpan;

#[cfg(feature = "engine")]
use crate::GwProviders;
use crate::error::missing;
#[cfg(feature = "engine")]
use crate::guard::give;
use crate::guard::{guard, require};
use crate::{GwBuffer, GwBytes, GwDocument, GwError, GwParams, GwSpan, GwStatus, GwStr};

/// A redacted document. Free it with `gw_redaction_free`.
#[derive(Debug)]
pub struct GwRedaction {
    inner: Redaction,
    key: Vec<u8>,
}

/// A location in a document that was redacted, or where a redacted string remains.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GwRedactedSpan {
    /// The label of the class, for example `PERSON`.
    pub label: GwStr,
    /// The replacement text; empty if the text was removed, and for a string that remains.
    pub replacement: GwStr,
    /// The name of the part of a package. `data` is NULL if the source is not a package.
    pub part: GwStr,
    /// The span, in bytes of the part or of the source: of the document before redaction, or, for a string
    /// that remains, of the result. It is empty for the name of the part.
    pub span: GwSpan,
}

impl GwRedaction {
    /// Redacts a document with the options in `params`.
    pub(crate) fn of(
        document: &GwDocument,
        recognizers: &[&dyn Recognizer],
        params: Option<&GwParams>,
    ) -> Result<GwRedaction> {
        let options = RedactOptions::from_pairs(GwParams::pairs(params))?;
        let inner = redact(&document.0, recognizers, &options)?;
        let key = inner.key.as_ref().map(PseudonymKey::to_json).unwrap_or_default();
        Ok(GwRedaction { inner, key })
    }
}

impl GwRedactedSpan {
    fn of(label: &str, replacement: &str, part: Option<&str>, span: ByteSpan) -> GwRedactedSpan {
        let (label, replacement) = (label.into(), replacement.into());
        GwRedactedSpan { label, replacement, part: GwStr::optional(part), span: span.into() }
    }
}

/// Redacts a document: replaces the matches of the recognizers of `providers` and the texts in `params`,
/// everywhere in its source. `providers` may be NULL (none). `params` may be NULL, or contain the options
/// of `RedactOptions` (docs/options.md). Free the redaction with `gw_redaction_free`. Returns
/// `GW_STATUS_UNSUPPORTED` if the format cannot be written, `GW_STATUS_CONFLICT` if a redacted string
/// remains, `GW_STATUS_INVALID`, with the parameter, if an option is wrong, and the errors of the
/// recognizers.
#[cfg(feature = "engine")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_redact(
    document: Option<&GwDocument>,
    providers: Option<&GwProviders>,
    params: Option<&GwParams>,
    redaction: Option<&mut MaybeUninit<*mut GwRedaction>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let document = require(document, "document")?;
        let redaction = require(redaction, "redaction")?;
        let all: Vec<&dyn Recognizer> =
            providers.iter().flat_map(|all| all.recognizers()).collect();
        give(redaction, GwRedaction::of(document, &all, params)?);
        Ok(())
    })
}

/// Returns the bytes of the redacted document, which live as long as the redaction. Returns no bytes if
/// `redaction` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_redaction_bytes(redaction: Option<&GwRedaction>) -> GwBytes {
    redaction.map(|one| one.inner.bytes.as_slice()).unwrap_or_default().into()
}

/// Returns the pseudonym key as JSON, which lives as long as the redaction. Returns no bytes for other
/// methods, and if `redaction` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_redaction_key(redaction: Option<&GwRedaction>) -> GwBytes {
    redaction.map(|one| one.key.as_slice()).unwrap_or_default().into()
}

/// Returns the number of redacted locations. Returns 0 if `redaction` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_redaction_span_count(redaction: Option<&GwRedaction>) -> usize {
    redaction.map_or(0, |one| one.inner.spans.len())
}

/// Writes the redacted location `index`, from 0, to `span`. Its texts live as long as the redaction.
/// Returns `GW_STATUS_NOT_FOUND` if there is no such location.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_redaction_span(
    redaction: Option<&GwRedaction>,
    index: usize,
    span: Option<&mut MaybeUninit<GwRedactedSpan>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (all, out) = (&require(redaction, "redaction")?.inner.spans, require(span, "span")?);
        let one = all.get(index).ok_or_else(|| missing("span", index))?;
        let part = one.part.as_deref();
        out.write(GwRedactedSpan::of(&one.label, &one.replacement, part, one.span));
        Ok(())
    })
}

/// Returns the number of locations where a redacted string remains. Returns 0 if `redaction` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_redaction_residue_count(redaction: Option<&GwRedaction>) -> usize {
    redaction.map_or(0, |one| one.inner.residue.len())
}

/// Writes the location `index`, from 0, where a redacted string remains, to `residue`. Its texts live as
/// long as the redaction. Returns `GW_STATUS_NOT_FOUND` if there is no such location.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_redaction_residue(
    redaction: Option<&GwRedaction>,
    index: usize,
    residue: Option<&mut MaybeUninit<GwRedactedSpan>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let all = &require(redaction, "redaction")?.inner.residue;
        let out = require(residue, "residue")?;
        let one = all.get(index).ok_or_else(|| missing("residue", index))?;
        out.write(GwRedactedSpan::of(&one.label, "", one.part.as_deref(), one.span));
        Ok(())
    })
}

/// Returns the number of parts of a package that were removed, for example thumbnails. Returns 0 if
/// `redaction` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_redaction_left_out_count(redaction: Option<&GwRedaction>) -> usize {
    redaction.map_or(0, |one| one.inner.left_out.len())
}

/// Returns the name of the removed part `index`, from 0. It lives as long as the redaction. `data` of the
/// result is NULL if there is no such part, and if `redaction` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_redaction_left_out(
    redaction: Option<&GwRedaction>,
    index: usize,
) -> GwStr {
    GwStr::optional(redaction.and_then(|one| Some(one.inner.left_out.get(index)?.as_str())))
}

/// Returns the number of parts of a package that could not be checked, for example pictures. Returns 0 if
/// `redaction` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_redaction_unchecked_count(redaction: Option<&GwRedaction>) -> usize {
    redaction.map_or(0, |redaction| redaction.inner.unchecked.len())
}

/// Returns the name of the unchecked part `index`, from 0. It lives as long as the redaction. `data` of the
/// result is NULL if there is no such part, and if `redaction` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_redaction_unchecked(
    redaction: Option<&GwRedaction>,
    index: usize,
) -> GwStr {
    GwStr::optional(
        redaction.and_then(|redaction| Some(redaction.inner.unchecked.get(index)?.as_str())),
    )
}

/// Frees a redaction. `redaction` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_redaction_free(redaction: Option<Box<GwRedaction>>) {
    drop(redaction);
}

/// Generates a pseudonym key, as JSON for the parameter `key` of `gw_redact`. If `reversible` is false, the
/// key assigns the same pseudonym to the same string, but cannot restore it. Free the bytes with
/// `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_pseudonym_key_generate(
    reversible: bool,
    key: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (out, key) = (require(key, "key")?, PseudonymKey::generate()?);
        let key = if reversible { key } else { key.irreversible() };
        out.write(key.to_json().into());
        Ok(())
    })
}

/// Restores a document that was redacted with pseudonyms, byte for byte, using the key of its redaction or
/// a later one. Free the bytes with `gw_buffer_free`. Returns `GW_STATUS_NOT_FOUND` if the key does not
/// contain the document, for example because the document was changed, and `GW_STATUS_MALFORMED` if `key`
/// is not a key.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_redaction_restore(
    redacted: GwBytes,
    key: GwBytes,
    bytes: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let bytes = require(bytes, "bytes")?;
        let key = PseudonymKey::from_json(key.get("key")?)?;
        bytes.write(restore(redacted.get("redacted")?, &key)?.into());
        Ok(())
    })
}

/// Replaces pseudonyms in a text with the original strings, for example in the output of a language model.
/// Free the text with `gw_buffer_free`. Returns `GW_STATUS_MALFORMED` if `key` is not a key.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_redaction_restore_text(
    text: GwStr,
    key: GwBytes,
    restored: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let restored = require(restored, "restored")?;
        let key = PseudonymKey::from_json(key.get("key")?)?;
        restored.write(restore_text(text.get("text")?, &key).into_bytes().into());
        Ok(())
    })
}
