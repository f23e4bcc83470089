//! The language of a text, identified from its letters.

use whatlang::{Lang, Script};

use super::Language;
use crate::error::{Error, Result};

impl Language {
    /// Returns the likely language of a text and the confidence from 0 to 1, or `None` if nothing can be
    /// said. Knows 69 languages; a sentence or two is enough to tell most apart, a word or two is not.
    pub fn identify(text: &str) -> Option<(Language, f64)> {
        // More says no more about the language.
        let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(at, _)| at);
        let found = whatlang::detect(&text[..end])?;
        Some((Language::parse(tag(found.lang()))?, found.confidence()))
    }

    /// Returns the language of a text if it is certain enough to act upon.
    #[doc(hidden)]
    pub fn identify_surely(text: &str) -> Option<Language> {
        let found = Language::identify(text).filter(|(_, sure)| *sure >= SURE);
        found.map(|(language, _)| language)
    }
}

/// Returns `true` if the letters of a text are surely those of another language than one given by its primary subtag.
pub(crate) fn has_letters_of_another(text: &str, primary: &str) -> bool {
    whatlang::detect(text).is_some_and(|found| {
        let is_certain =
            found.script() != Script::Latin || text.len() >= LONG && found.confidence() >= CERTAIN;
        is_certain && tag(found.lang()) != primary
    })
}

/// Returns the likely language of a text, for callers that need one.
///
/// # Errors
///
/// Returns `ErrorKind::Invalid` with the name of the parameter for the language if the text does not tell.
pub fn identified(text: &str, parameter: &str) -> Result<Language> {
    match Language::identify_surely(text) {
        Some(language) => Ok(language),
        None => {
            let message =
                format!("`{parameter}` is missing, and the language of the text cannot be told");
            Err(Error::invalid(message).with_parameter(parameter))
        }
    }
}

/// The minimum confidence of an identified language.
const SURE: f64 = 0.5;

/// The maximum number of characters that are examined.
const LONGEST: usize = 4096;

/// The confidence from which on a text is in no other language.
const CERTAIN: f64 = 0.9;

/// The number of bytes of Latin letters that tell a language without function words.
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

/// Returns the tag of a language that has a code of three letters (BCP 47 wants the shortest one).
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
