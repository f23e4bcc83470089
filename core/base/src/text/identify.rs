//! The language of a text, identified from its letters.

use std::collections::HashMap;
use std::sync::OnceLock;

use whatlang::{Lang, Script};

use super::Language;
use crate::error::{Error, Result};
use crate::words::STOP_WORDS;

impl Language {
    /// Returns the likely language of a text and the confidence from 0 to 1, or `None` if nothing can be
    /// said. Knows 69 languages; a sentence or two is enough to tell most apart, a word or two is not.
    ///
    /// ```
    /// # use glossweave_base as glossweave;
    /// use glossweave::text::Language;
    /// let text = "Der Bahnhof liegt nicht weit von hier, gleich hinter der alten Brücke.";
    /// let (language, confidence) = Language::identify(text).unwrap();
    /// assert_eq!(language.as_str(), "de");
    /// assert!(confidence > 0.9);
    /// assert!(Language::identify("12 34").is_none());
    /// ```
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

/// Returns `false` if a text is surely in another language than one given by its primary subtag. Function words
/// tell it, and letters where these do not.
#[doc(hidden)]
pub fn may_be_in(text: &str, primary: &str) -> bool {
    let head = &text[..text.floor_char_boundary(HEAD)];
    let mut counts = [0u32; STOP_WORDS.len()];
    let mut word = String::new();
    // Addresses and names of accounts are in no language.
    let is_word = |one: &&str| !one.starts_with(['@', '#']) && !one.contains("://");
    let words = head.split_whitespace().filter(is_word);
    let tokens = words.flat_map(|one| one.split(|c: char| !c.is_alphabetic()));
    for token in tokens.filter(|token| token.len() > 1) {
        word.clear();
        word.extend(token.chars().flat_map(char::to_lowercase));
        if let Some(languages) = stop_words().get(word.as_str()) {
            (0..counts.len()).for_each(|at| counts[at] += u32::from(languages >> at & 1));
        }
    }
    let (mut own, mut other) = (0, 0);
    for ((language, _), count) in STOP_WORDS.iter().zip(counts) {
        if *language == primary { own = count } else { other = other.max(count) }
    }
    match (own, other) {
        (1.., _) if own > other => true,
        (_, 2..) if other > own + own / 2 => false,
        _ => whatlang::detect(head).is_none_or(|found| {
            let is_certain = found.script() != Script::Latin
                || head.len() >= LONG && found.confidence() >= CERTAIN;
            tag(found.lang()) == primary || !is_certain
        }),
    }
}

/// Returns the likely language of a text, for callers that need one.
///
/// # Errors
///
/// Returns `ErrorKind::Invalid` with the name of the parameter for the language if the text does not tell.
#[doc(hidden)]
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

/// The number of bytes in which function words are counted.
const HEAD: usize = 400;

/// Returns the stop words of all languages, each with a bit for each language that has it.
fn stop_words() -> &'static HashMap<&'static str, u16> {
    static WORDS: OnceLock<HashMap<&'static str, u16>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let mut words: HashMap<&'static str, u16> = HashMap::new();
        for (at, (_, list)) in STOP_WORDS.iter().enumerate() {
            for word in list.split_whitespace().filter(|word| *word != "|") {
                *words.entry(word).or_default() |= 1 << at;
            }
        }
        words
    })
}

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

#[cfg(test)]
mod tests {
    use super::may_be_in;

    #[test]
    fn short_texts_are_judged_by_their_function_words() {
        for (text, is_english) in [
            ("Nice weather in Cork today", true),
            ("We went to Nice.", true),
            ("RT @Slijterijmeisje : back in town http://t.co/srRFokVuU8", true),
            ("Der Bahnhof liegt hinter der Brücke.", false),
            ("Le chat dort sur la table.", false),
            ("Мы вернулись домой.", false),
            // Nothing tells.
            ("Cork", true),
            ("12 34", true),
            ("", true),
        ] {
            assert_eq!(may_be_in(text, "en"), is_english, "{text}");
        }
        assert!(may_be_in("Le chat dort sur la table.", "fr"));
    }

    #[test]
    fn long_texts_in_languages_without_a_list_are_told_by_their_letters() {
        let finnish = "Kun saavuimme perille, talossa ei ollut enää ketään ja ovet olivat jääneet auki yön ajaksi. \
                       Ikkunasta näkyi vain tyhjä piha.";
        assert!(!may_be_in(finnish, "en"));
    }
}
