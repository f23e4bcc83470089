//! Identification of languages.

use std::mem::MaybeUninit;

use glossweave::text::Language;
use glossweave::{Error, ErrorKind};

use crate::guard::{guard, require};
use crate::{GwBuffer, GwError, GwStatus, GwStr};

/// Identifies the language of a text, and writes its tag and the confidence, from 0 to 1. It distinguishes
/// 69 languages. One or two sentences are enough for most texts, but one or two words are not. Free the tag
/// with `gw_buffer_free`. Returns `GW_STATUS_NOT_FOUND` if the language cannot be identified.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_language_identify(
    text: GwStr,
    tag: Option<&mut MaybeUninit<GwBuffer>>,
    confidence: Option<&mut MaybeUninit<f64>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (tag, confidence) = (require(tag, "tag")?, require(confidence, "confidence")?);
        let found = Language::identify(text.get("text")?);
        let unknown =
            || Error::new(ErrorKind::NotFound, "the language of the text cannot be detected");
        let (language, sure) = found.ok_or_else(unknown)?;
        tag.write(language.as_str().as_bytes().to_vec().into());
        confidence.write(sure);
        Ok(())
    })
}
