//! Stop words, by language.

use std::sync::OnceLock;

use glossweave_base::words::{STOP_WORDS as WORDS, fold_string};

/// The positions of a word in a term.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Any position.
    Any,
    /// Neither the first nor the last word.
    Inner,
    /// No position.
    Stop,
}

/// The maximum length of a stop word, in characters, when the language has no list.
const SHORT: usize = 3;

/// The stop words of a list, and the stop words that may occur within a term, both sorted.
type Words = [Vec<String>; 2];

/// The lists, each of which is created on first use.
static FOLDED: [OnceLock<Words>; WORDS.len()] = [const { OnceLock::new() }; WORDS.len()];

/// Returns the list of a language by its key, with a bar before the words that may occur within a term, or an
/// empty string.
pub(super) fn list(key: &str) -> &'static str {
    WORDS.iter().find(|(language, _)| *language == key).map_or("", |(_, list)| list)
}

/// The stop words of a language.
pub(super) struct Stops {
    words: Option<&'static Words>,
}

impl Stops {
    pub(super) fn of(key: &str) -> Stops {
        let mut lists = WORDS.iter().zip(&FOLDED);
        let words = lists.find(|((language, _), _)| *language == key).map(|((_, list), words)| {
            words.get_or_init(|| {
                let (stops, inner) = list.split_once('|').unwrap_or((list, ""));
                [stops, inner].map(|words| {
                    let mut words: Vec<String> = words.split_whitespace().map(folded).collect();
                    words.sort_unstable();
                    words
                })
            })
        });
        Stops { words }
    }

    /// Returns `true` if a folded word is in the list of the language.
    pub(super) fn has(&self, word: &str) -> bool {
        self.words.is_some_and(|[stops, inner]| has(stops, word) || has(inner, word))
    }

    /// Returns the positions that a word may have in a term.
    pub(super) fn role(&self, word: &str) -> Role {
        let mut lower = [0; 24];
        if let (Some([stops, inner]), Some(lower), true) =
            (self.words, lower.get_mut(..word.len()), word.is_ascii() && word.len() > 1)
        {
            lower.copy_from_slice(word.as_bytes());
            lower.make_ascii_lowercase();
            let lower = std::str::from_utf8(lower).unwrap_or(word);
            return match (has(inner, lower), has(stops, lower)) {
                (true, _) => Role::Inner,
                (_, true) => Role::Stop,
                _ if word.bytes().any(|byte| byte.is_ascii_alphabetic()) => Role::Any,
                _ => Role::Stop,
            };
        }
        let is_kana = |c: char| matches!(c, '\u{3041}'..='\u{309F}');
        if !word.chars().any(char::is_alphabetic) || word.chars().all(is_kana) {
            return Role::Stop;
        }
        let is_ideographic = word.chars().any(|c| c as u32 >= 0x2E80);
        match self.words {
            Some([stops, inner]) => {
                let word = folded(word);
                match (has(inner, &word), has(stops, &word)) {
                    (true, _) => Role::Inner,
                    (_, true) => Role::Stop,
                    // A single letter, or the part after an apostrophe, is not a term.
                    _ if word.chars().nth(1).is_none() && !is_ideographic => Role::Stop,
                    _ => Role::Any,
                }
            }
            None if is_ideographic || word.chars().count() > SHORT => Role::Any,
            None => Role::Stop,
        }
    }
}

fn has(words: &[String], word: &str) -> bool {
    words.binary_search_by(|known| known.as_str().cmp(word)).is_ok()
}

fn folded(word: &str) -> String {
    let mut out = String::new();
    fold_string(word, &mut out);
    out
}
