//! Redaction and pseudonyms.

use std::mem::MaybeUninit;

use glossweave::Result;
use glossweave::entity::Recognizer;
use glossweave::redact::{PseudonymKey, RedactOptions, Redaction, redact, restore, restore_text};
use glossweave::text::ByteSpan;

#[cfg(feature = "engine")]
use crate::GwProviders;
#[cfg(feature = "engine")]
use crate::guard::give;
use crate::guard::{guard, require};
use crate::owner::{GwOwner, first};
use crate::{GwBuffer, GwBytes, GwDocument, GwError, GwParams, GwSpan, GwStatus, GwStr};

/// A redacted document. Free it with `gw_redaction_free`. Its texts and arrays live as long as the
/// redaction; do not change them.
#[repr(C)]
#[derive(Debug)]
pub struct GwRedaction {
    /// The bytes of the redacted document.
    pub bytes: GwBytes,
    /// The pseudonym key as JSON. It is empty for other methods.
    pub key: GwBytes,
    /// The redacted locations.
    pub spans: *const GwRedactedSpan,
    /// The number of redacted locations.
    pub span_count: usize,
    /// The locations where a redacted string remains.
    pub residue: *const GwRedactedSpan,
    /// The number of locations where a redacted string remains.
    pub residue_count: usize,
    /// The names of the parts of a package that were removed, for example thumbnails.
    pub removed: *const GwStr,
    /// The number of removed parts.
    pub removed_count: usize,
    /// The names of the parts of a package that could not be checked, for example pictures.
    pub unchecked: *const GwStr,
    /// The number of unchecked parts.
    pub unchecked_count: usize,
    /// For use by the library only.
    pub owner: GwOwner,
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
        Ok(redact(&document.0, recognizers, &options)?.into())
    }
}

impl From<Redaction> for GwRedaction {
    fn from(redaction: Redaction) -> GwRedaction {
        let key = redaction.key.as_ref().map(PseudonymKey::to_json).unwrap_or_default();
        let texts = |names: &[String]| -> Vec<GwStr> {
            names.iter().map(|name| name.as_str().into()).collect()
        };
        let spans = redaction.spans.iter().map(|redacted| {
            let part = redacted.part.as_deref();
            GwRedactedSpan::of(&redacted.label, &redacted.replacement, part, redacted.span)
        });
        let residue = redaction
            .residue
            .iter()
            .map(|found| GwRedactedSpan::of(&found.label, "", found.part.as_deref(), found.span));
        let (spans, residue): (Vec<_>, Vec<_>) = (spans.collect(), residue.collect());
        let removed = texts(&redaction.removed);
        let unchecked = texts(&redaction.unchecked);
        GwRedaction {
            bytes: redaction.bytes.as_slice().into(),
            key: key.as_slice().into(),
            spans: first(&spans),
            span_count: spans.len(),
            residue: first(&residue),
            residue_count: residue.len(),
            removed: first(&removed),
            removed_count: removed.len(),
            unchecked: first(&unchecked),
            unchecked_count: unchecked.len(),
            // The values stay where they are when their vectors move.
            owner: GwOwner::new((redaction, key, spans, residue, removed, unchecked)),
        }
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
