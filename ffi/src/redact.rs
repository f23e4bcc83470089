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

/// A place of a document that was redacted, or where a redacted string is left.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GwRedactedSpan {
    /// The label of the class, such as `PERSON`.
    pub label: GwStr,
    /// The text that was written there; empty if nothing was, and for a string that is left.
    pub replacement: GwStr,
    /// The name of the part of a package; `data` is NULL for a source that is not a package.
    pub part: GwStr,
    /// Bytes of the part, or of the source: of the document before redaction, or of the result for a string that is left.
    /// Empty for the name of the part.
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

/// Redacts a document: replaces what the recognizers of `providers` find, and what `params` name, in the whole of its source.
/// `providers` may be NULL (none). `params` may have the options of `RedactOptions` (docs/options.md). Returns Unsupported if the format cannot be written, Conflict if a redacted string is left,
/// Invalid, with the parameter, if one is wrong, and the errors of the recognizers.
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

/// Returns the bytes of the redacted document, which live as long as the redaction; none for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_redaction_bytes(redaction: Option<&GwRedaction>) -> GwBytes {
    redaction.map(|one| one.inner.bytes.as_slice()).unwrap_or_default().into()
}

/// Returns the key of pseudonyms in JSON, which lives as long as the redaction; none for another method, and for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_redaction_key(redaction: Option<&GwRedaction>) -> GwBytes {
    redaction.map(|one| one.key.as_slice()).unwrap_or_default().into()
}

/// Returns the number of places that were redacted; 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_redaction_span_count(redaction: Option<&GwRedaction>) -> usize {
    redaction.map_or(0, |one| one.inner.spans.len())
}

/// Writes a place that was redacted, by its index from 0. Its texts live as long as the redaction. Returns NotFound if
/// there is none.
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

/// Returns the number of places where a redacted string is left; 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_redaction_residue_count(redaction: Option<&GwRedaction>) -> usize {
    redaction.map_or(0, |one| one.inner.residue.len())
}

/// Writes a place where a redacted string is left, by its index from 0. Its texts live as long as the redaction. Returns
/// NotFound if there is none.
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

/// Returns the number of parts of a package that were left out, such as thumbnails; 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_redaction_left_out_count(redaction: Option<&GwRedaction>) -> usize {
    redaction.map_or(0, |one| one.inner.left_out.len())
}

/// Returns the name of a part that was left out, by its index from 0, which lives as long as the redaction; `data` is NULL
/// if there is none, and for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_redaction_left_out(
    redaction: Option<&GwRedaction>,
    index: usize,
) -> GwStr {
    GwStr::optional(redaction.and_then(|one| Some(one.inner.left_out.get(index)?.as_str())))
}

/// Returns the number of parts of a package that could not be looked into, such as pictures; 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_redaction_unchecked_count(redaction: Option<&GwRedaction>) -> usize {
    redaction.map_or(0, |redaction| redaction.inner.unchecked.len())
}

/// Returns the name of a part that could not be looked into, by its index from 0, which lives as long as the redaction; `data`
/// is NULL if there is none, and for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_redaction_unchecked(
    redaction: Option<&GwRedaction>,
    index: usize,
) -> GwStr {
    GwStr::optional(
        redaction.and_then(|redaction| Some(redaction.inner.unchecked.get(index)?.as_str())),
    )
}

/// Frees a redaction. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_redaction_free(redaction: Option<Box<GwRedaction>>) {
    drop(redaction);
}

/// Generates a key of pseudonyms, as JSON for the parameter `key` of `gw_redact`. One that is not reversible gives the same
/// string the same pseudonym, and restores nothing. Free the bytes with `gw_buffer_free`.
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

/// Restores a document that was redacted with pseudonyms, byte for byte, by the key of its redaction or a later one. Returns
/// NotFound if the key does not know the document, also if that was changed, and Malformed if `key` is not a key. Free the
/// bytes with `gw_buffer_free`.
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

/// Replaces the pseudonyms of a key in a text by the strings that they stand for, as in the answer of a language model.
/// Returns Malformed if `key` is not a key. Free the text with `gw_buffer_free`.
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
