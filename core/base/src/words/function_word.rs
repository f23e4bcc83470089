//! Function words with their languages, and the identification of a language by them.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::{STOP_WORDS, fold_token};
use crate::text::has_letters_of_another;

/// The number of bytes of a text in which function words are counted.
const HEAD: usize = 400;

/// Returns `false` if a text is clearly not in the language with the primary subtag `primary`. Uses
/// function words, and the letters of the text if these are not conclusive.
pub fn may_be_in(text: &str, primary: &str) -> bool {
    let head = head(text);
    let counts = counts(head);
    let (mut of_primary, mut other) = (0, 0);
    for ((language, _), count) in STOP_WORDS.iter().zip(counts) {
        match *language == primary {
            true => of_primary = count,
            false => other = other.max(count),
        }
    }
    match (of_primary, other) {
        (1.., _) if of_primary > other => true,
        // In a short text, one more word is not significant: for example, `in` and `met` are also Dutch.
        (0, 2..) => false,
        (1.., _) if other > of_primary + of_primary / 2 + 1 => false,
        _ => !has_letters_of_another(head, primary),
    }
}

/// Returns a bit for each language of [`STOP_WORDS`] with the most function words in a text. Returns 0 if
/// the text contains no function word.
pub fn likely_languages(text: &str) -> u16 {
    let counts = counts(head(text));
    let max = counts.into_iter().max().unwrap_or_default().max(1);
    let likely = counts.iter().enumerate().filter(|(_, count)| **count == max);
    likely.fold(0, |languages, (at, _)| languages | 1 << at)
}

/// Returns a bit for each language of [`STOP_WORDS`] that has a folded word as a function word.
pub fn function_word_languages(folded: &str) -> u16 {
    let words = stop_words();
    let index = words.binary_search_by(|(word, _)| word.as_str().cmp(folded));
    index.map_or(0, |index| words[index].1)
}

/// Returns the part of a text in which function words are counted.
fn head(text: &str) -> &str {
    let end = (0..=HEAD.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    &text[..end.unwrap_or(0)]
}

/// Returns the number of function words of each language.
fn counts(head: &str) -> [u32; STOP_WORDS.len()] {
    let mut counts = [0u32; STOP_WORDS.len()];
    let mut word = String::new();
    // Addresses and account names belong to no language.
    let is_word = |word: &&str| !word.starts_with(['@', '#']) && !word.contains("://");
    let words = head.split_whitespace().filter(is_word);
    let tokens = words.flat_map(|word| word.split(|c: char| !c.is_alphabetic()));
    for token in tokens.filter(|token| token.len() > 1) {
        word.clear();
        fold_token(token, &mut word);
        let languages = function_word_languages(&word);
        let of = |at: usize| u32::from(languages >> at & 1);
        counts.iter_mut().enumerate().for_each(|(at, count)| *count += of(at));
    }
    counts
}

/// Returns the words of [`STOP_WORDS`], folded and sorted, with a bit for each of their languages.
pub fn stop_words() -> &'static [(String, u16)] {
    static WORDS: OnceLock<Vec<(String, u16)>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let mut words: BTreeMap<String, u16> = BTreeMap::new();
        for (at, (_, list)) in STOP_WORDS.iter().enumerate() {
            for word in list.split_whitespace().filter(|word| *word != "|") {
                let mut folded = String::new();
                fold_token(word, &mut folded);
                *words.entry(folded).or_default() |= 1 << at;
            }
        }
        words.into_iter().collect()
    })
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
            // No function words and no typical letters.
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
