//! Words in the form in which they are compared: folded, and stemmed if the language is known.

use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::UnicodeNormalization;

use glossweave_base::words::fold_token;

/// The maximum length of a word that is stemmed, in bytes.
const MAX_WORD: usize = 96;

/// A stemmer of one language.
pub(super) struct Stems(Option<Stemmer>);

/// The three-letter codes (ISO 639-2) of the languages that have a two-letter code.
const CODES: &[(&str, &str)] = &[
    ("ara", "ar"),
    ("bul", "bg"),
    ("cat", "ca"),
    ("ces", "cs"),
    ("dan", "da"),
    ("deu", "de"),
    ("dut", "nl"),
    ("ell", "el"),
    ("eng", "en"),
    ("est", "et"),
    ("fin", "fi"),
    ("fra", "fr"),
    ("fre", "fr"),
    ("ger", "de"),
    ("gle", "ga"),
    ("gre", "el"),
    ("hun", "hu"),
    ("ita", "it"),
    ("jpn", "ja"),
    ("kor", "ko"),
    ("lav", "lv"),
    ("lit", "lt"),
    ("nld", "nl"),
    ("nno", "nn"),
    ("nob", "nb"),
    ("nor", "no"),
    ("pol", "pl"),
    ("por", "pt"),
    ("ron", "ro"),
    ("rum", "ro"),
    ("rus", "ru"),
    ("slk", "sk"),
    ("slv", "sl"),
    ("spa", "es"),
    ("swe", "sv"),
    ("tam", "ta"),
    ("tur", "tr"),
    ("ukr", "uk"),
    ("zho", "zh"),
];

/// Returns the key of a language: the primary subtag, as a two-letter code if there is one.
pub(super) fn language_key(primary: &str) -> String {
    let primary = primary.to_ascii_lowercase();
    let short = CODES.iter().find(|code| code.0 == primary).map(|code| code.1);
    short.map_or(primary, str::to_owned)
}

/// Composes the characters of a folded word, because the inflection tables use composed characters.
pub(super) fn composed(folded: &str) -> String {
    if folded.is_ascii() { folded.to_owned() } else { folded.nfc().collect() }
}

/// Returns the stemming algorithm of a language by its [`language_key`].
fn algorithm(key: &str) -> Option<Algorithm> {
    Some(match key {
        "ar" => Algorithm::Arabic,
        "da" => Algorithm::Danish,
        "nl" => Algorithm::Dutch,
        "en" => Algorithm::English,
        "fi" => Algorithm::Finnish,
        "fr" => Algorithm::French,
        "de" => Algorithm::German,
        "el" => Algorithm::Greek,
        "hu" => Algorithm::Hungarian,
        "it" => Algorithm::Italian,
        "no" | "nb" | "nn" => Algorithm::Norwegian,
        "pt" => Algorithm::Portuguese,
        "ro" => Algorithm::Romanian,
        "ru" => Algorithm::Russian,
        "es" => Algorithm::Spanish,
        "sv" => Algorithm::Swedish,
        "ta" => Algorithm::Tamil,
        "tr" => Algorithm::Turkish,
        _ => return None,
    })
}

impl Stems {
    /// Creates the stemmer of a language. When a language has no stemmer, words are only folded.
    pub(super) fn of(key: &str) -> Stems {
        Stems(algorithm(key).map(Stemmer::create))
    }

    /// Appends the stem of a token.
    pub(super) fn push(&self, token: &str, out: &mut String) {
        let Some(stemmer) = self.0.as_ref().filter(|_| token.len() <= MAX_WORD) else {
            return fold_token(token, out);
        };
        if token.is_ascii() {
            if !token.bytes().all(|byte| byte.is_ascii_alphabetic()) {
                return fold_token(token, out);
            }
            let mut lower = [0; MAX_WORD];
            let lower = &mut lower[..token.len()];
            lower.copy_from_slice(token.as_bytes());
            lower.make_ascii_lowercase();
            let lower = std::str::from_utf8(lower).unwrap_or(token);
            let stem = stemmer.stem(lower);
            return fold_token(&stem, out);
        }
        // Latin text without combining marks is already composed.
        let is_composed = token.chars().all(|c| c < '\u{250}' && c != '\u{AD}');
        let composed = match is_composed {
            true => token.to_lowercase(),
            false => token.nfkc().filter(|c| *c != '\u{AD}').collect::<String>().to_lowercase(),
        };
        // Russian is written with and without the dots. The stemmer expects words without them.
        let composed =
            if composed.contains('ё') { composed.replace('ё', "е") } else { composed };
        fold_token(&stemmer.stem(&composed), out);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Stems;

    fn stem(language: &str, word: &str) -> String {
        let mut out = String::new();
        Stems::of(language).push(word, &mut out);
        out
    }

    #[test]
    fn forms_of_a_word_have_one_stem() {
        for (language, first, second) in [
            ("en", "Clusters", "cluster"),
            ("de", "Häuser", "Haus"),
            ("es", "agujeros", "agujero"),
            ("fr", "ÉTOILES", "e\u{301}toile"),
            ("ru", "звёзды", "звезд"),
            ("ja", "東", "東"),
        ] {
            assert_eq!(stem(language, first), stem(language, second), "{language} {first}");
        }
        assert_ne!(stem("en", "star"), stem("en", "stare"));
        assert_ne!(stem("ja", "clusters"), stem("ja", "cluster"));
    }

    proptest! {
        #[test]
        fn every_word_has_a_stem(word in "\\PC{0,12}") {
            for language in ["ar", "da", "nl", "en", "fi", "fr", "de", "el", "hu", "it", "no", "pt",
                "ro", "ru", "es", "sv", "ta", "tr", "xx"] {
                let _ = stem(language, &word);
            }
        }
    }
}
