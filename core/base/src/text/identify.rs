//! Identification of the language of a text.

use whatlang::{Lang, Script};

use super::Language;
use crate::error::{Error, Result};

impl Language {
    /// Identifies the language of a text. Returns the most likely language and the confidence from 0 to 1,
    /// or `None` if the language cannot be identified. It distinguishes 69 languages. One or two sentences
    /// are enough for most texts, but one or two words are not.
    pub fn identify(text: &str) -> Option<(Language, f64)> {
        // More text would not improve the result.
        let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(at, _)| at);
        let found = whatlang::detect(&text[..end])?;
        Some((Language::parse(tag(found.lang()))?, found.confidence()))
    }
}

/// Returns the language of a text if the confidence is high enough to use it.
pub fn identify_surely(text: &str) -> Option<Language> {
    let found = Language::identify(text).filter(|(_, sure)| *sure >= SURE);
    found.map(|(language, _)| language)
}

/// Returns `true` if the letters of a text clearly belong to a language other than the one with the primary
/// subtag `primary`.
pub(crate) fn has_letters_of_another(text: &str, primary: &str) -> bool {
    whatlang::detect(text).is_some_and(|found| {
        let is_certain =
            found.script() != Script::Latin || text.len() >= LONG && found.confidence() >= CERTAIN;
        is_certain && tag(found.lang()) != primary
    })
}

/// Returns the most likely language of a text, for callers that require a language.
///
/// # Errors
///
/// Returns `ErrorKind::Invalid`, with `parameter` as the parameter, if the language cannot be identified.
pub fn identified(text: &str, parameter: &str) -> Result<Language> {
    match identify_surely(text) {
        Some(language) => Ok(language),
        None => {
            let message = format!(
                "`{parameter}` is missing, and the language of the text cannot be detected"
            );
            Err(Error::invalid(message).with_parameter(parameter))
        }
    }
}

/// The minimum confidence to use an identified language.
const SURE: f64 = 0.5;

/// The maximum number of characters that are examined.
const LONGEST: usize = 4096;

/// The confidence from which other languages are excluded.
const CERTAIN: f64 = 0.9;

/// The minimum length of a text in Latin letters, in bytes, to identify its language without function
/// words.
const LONG: usize = 120;

/// Returns the tag of a language (BCP 47).
fn tag(language: Lang) -> &'static str {
    match language {
        Lang::Cmn => "zh",
        Lang::Nob => "nb",
        Lang::Pes => "fa",
        Lang::Lat => "la",
        other => short(other.code()),
    }
}

/// Returns the tag of a language for its three-letter code. BCP 47 requires the shortest code.
fn short(code: &'static str) -> &'static str {
    const SHORT: &[(&str, &str)] = &[
        ("afr", "af"),
        ("aka", "ak"),
        ("amh", "am"),
        ("ara", "ar"),
        ("aze", "az"),
        ("bel", "be"),
        ("ben", "bn"),
        ("bul", "bg"),
        ("cat", "ca"),
        ("ces", "cs"),
        ("cym", "cy"),
        ("dan", "da"),
        ("deu", "de"),
        ("ell", "el"),
        ("eng", "en"),
        ("epo", "eo"),
        ("est", "et"),
        ("fin", "fi"),
        ("fra", "fr"),
        ("guj", "gu"),
        ("heb", "he"),
        ("hin", "hi"),
        ("hrv", "hr"),
        ("hun", "hu"),
        ("hye", "hy"),
        ("ind", "id"),
        ("ita", "it"),
        ("jav", "jv"),
        ("jpn", "ja"),
        ("kan", "kn"),
        ("kat", "ka"),
        ("khm", "km"),
        ("kor", "ko"),
        ("lav", "lv"),
        ("lit", "lt"),
        ("mal", "ml"),
        ("mar", "mr"),
        ("mkd", "mk"),
        ("mya", "my"),
        ("nep", "ne"),
        ("nld", "nl"),
        ("ori", "or"),
        ("pan", "pa"),
        ("pol", "pl"),
        ("por", "pt"),
        ("ron", "ro"),
        ("rus", "ru"),
        ("sin", "si"),
        ("slk", "sk"),
        ("slv", "sl"),
        ("sna", "sn"),
        ("spa", "es"),
        ("srp", "sr"),
        ("swe", "sv"),
        ("tam", "ta"),
        ("tel", "te"),
        ("tgl", "tl"),
        ("tha", "th"),
        ("tuk", "tk"),
        ("tur", "tr"),
        ("ukr", "uk"),
        ("urd", "ur"),
        ("uzb", "uz"),
        ("vie", "vi"),
        ("yid", "yi"),
        ("zul", "zu"),
    ];
    SHORT.iter().find(|(long, _)| *long == code).map_or(code, |(_, short)| short)
}
