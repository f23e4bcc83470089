//! Inflection: the forms that a word may have as its part of speech, by language.
//!
//! A stemmer gives the same stem to some unrelated words (`Leber` and `leben`), and different stems to some
//! forms of one word (`huis` and `huizen`). The tables exclude the former, and add the latter to a term base.

mod rule;
mod table;

use super::part_of_speech::WordClass;
pub(super) use rule::Inflection;
use rule::{Row, Spelling};

/// The minimum length of the part that all forms of a word share, in characters.
const MIN_BASE: usize = 2;

impl Inflection {
    /// Returns the inflection of a language by its key.
    pub(super) fn of(key: &str) -> Option<&'static Inflection> {
        table::LANGUAGES.iter().find(|inflection| inflection.language == key)
    }

    /// Guesses the class of a term of one word whose class is unknown. Returns `None` if it may have any
    /// class.
    pub(super) fn class_of(&self, term: &str) -> Option<WordClass> {
        let is_noun = self.has_capital_nouns && term.chars().next().is_some_and(char::is_uppercase);
        is_noun.then_some(WordClass::Noun)
    }

    /// Returns `true` if one folded word is a form of another, or `None` if the tables do not contain such a
    /// word. Without a class, the word may have any class.
    pub(super) fn is_form(&self, class: Option<WordClass>, word: &str, form: &str) -> Option<bool> {
        let mut last = None;
        let mut is_known = false;
        for row in self.rows {
            if class.is_some_and(|class| class != row.class) || last == Some(row.class) {
                continue;
            }
            let Some(base) = base(row, word) else { continue };
            is_known |= !row.endings.is_empty();
            if row.is_last {
                last = Some(row.class);
            }
            let mut endings = row.endings.split(' ').chain(row.added.split(' '));
            if endings.any(|ending| !ending.is_empty() && self.fits(row, base, ending, form)) {
                return Some(true);
            }
        }
        is_known.then_some(false)
    }

    fn fits(&self, row: &Row, base: &str, ending: &str, form: &str) -> bool {
        let (ending, form) = match ending.strip_prefix("ge-") {
            None => (ending, Some(form)),
            Some(ending) => (ending, form.strip_prefix("ge")),
        };
        let (ending, is_changed) = match ending.strip_prefix('¨') {
            None => (ending, false),
            Some(ending) => (ending, true),
        };
        let ending = ending.trim_start_matches('_');
        let Some(other) = form.and_then(|form| form.strip_suffix(ending)) else { return false };
        // The first letter rules out most other words.
        if plain(other.chars().next().unwrap_or(' ')) != plain(base.chars().next().unwrap_or(' ')) {
            return false;
        }
        if is_changed {
            return base != other && base.chars().map(plain).eq(other.chars().map(plain));
        }
        match self.spelling {
            Spelling::Fixed => base == other,
            Spelling::Dutch => dutch(row, base, ending).iter().any(|variant| variant == other),
            Spelling::French if row.class == WordClass::Verb => french(base) == french(other),
            Spelling::French => base == other,
        }
    }

    /// Calls `add` with the forms of a folded word that may have another stem.
    pub(super) fn added(&self, class: WordClass, word: &str, mut add: impl FnMut(&str)) {
        for row in self.rows.iter().filter(|row| row.class == class && !row.added.is_empty()) {
            let Some(base) = base(row, word) else { continue };
            for ending in row.added.split(' ') {
                let (prefix, ending) = match ending.strip_prefix("ge-") {
                    None => ("", ending),
                    Some(ending) => ("ge", ending),
                };
                let ending = ending.trim_start_matches('_');
                match self.spelling {
                    Spelling::Dutch => {
                        for base in dutch(row, base, ending) {
                            add(&format!("{prefix}{base}{ending}"));
                        }
                    }
                    _ => add(&format!("{prefix}{base}{ending}")),
                }
            }
        }
    }
}

/// Returns the part of a word before the ending that a row replaces.
fn base<'w>(row: &Row, word: &'w str) -> Option<&'w str> {
    let base = word.strip_suffix(row.end)?;
    (base.chars().nth(MIN_BASE - 1).is_some() || row.is_spelled()).then_some(base)
}

/// Removes the umlaut from a letter.
fn plain(c: char) -> char {
    match c {
        'ä' => 'a',
        'ö' => 'o',
        'ü' => 'u',
        _ => c,
    }
}

/// Normalizes the stem of a French verb, by removing accents and doubled consonants that change before
/// endings.
fn french(base: &str) -> String {
    let mut out = String::with_capacity(base.len());
    let mut previous = None;
    for c in base.chars() {
        let c = match c {
            'é' | 'è' | 'ê' => 'e',
            'ç' => 'c',
            'y' => 'i',
            _ => c,
        };
        if previous != Some(c) || !matches!(c, 'l' | 't') {
            out.push(c);
        }
        previous = Some(c);
    }
    if out.ends_with("ge") {
        out.pop();
    }
    out
}

const VOWELS: &str = "aeiouy";

fn is_vowel(c: char) -> bool {
    VOWELS.contains(c)
}

/// Returns the possible spellings of the stem of a Dutch form before an ending.
fn dutch(row: &Row, base: &str, ending: &str) -> Vec<String> {
    if row.is_spelled() {
        return vec![base.to_owned()];
    }
    let is_open = ending.starts_with(['e', 'ë']);
    let mut letters: Vec<char> = base.chars().collect();
    let mut all = vec![base.to_owned()];
    match (row.class, is_open) {
        // The infinitive has the spelling of an open syllable.
        (WordClass::Verb, true) => {}
        (WordClass::Verb, false) => {
            all.clear();
            match letters[..] {
                [.., second_last, last] if second_last == last && !is_vowel(second_last) => {
                    letters.pop();
                }
                [.., 'v'] => *letters.last_mut().unwrap_or(&mut 'f') = 'f',
                [.., 'z'] => *letters.last_mut().unwrap_or(&mut 's') = 's',
                _ => {}
            }
            all.push(letters.iter().collect());
            let is_single = |at: usize| {
                let before = at.checked_sub(1).and_then(|at| letters.get(at));
                "aeou".contains(letters[at]) && !before.is_some_and(|c| is_vowel(*c))
            };
            let count = letters.len();
            if base.chars().count() == count
                && count > 1
                && !is_vowel(letters[count - 1])
                && is_single(count - 2)
            {
                letters.insert(count - 2, letters[count - 2]);
                all.push(letters.into_iter().collect());
            }
        }
        (_, false) => {}
        (_, true) => {
            let count = letters.len();
            let last = letters.last().copied().unwrap_or(' ');
            let is_closed = !is_vowel(last) && !matches!(last, 'w' | 'x' | 'j');
            let vowels = letters.iter().rev().skip(1).take_while(|c| is_vowel(**c)).count();
            if is_closed && vowels == 2 && letters[count - 2] == letters[count - 3] {
                letters.remove(count - 2);
                all = vec![letters.iter().collect()];
            } else if is_closed && vowels == 1 {
                // A later syllable keeps its spelling when it is unstressed, so that both spellings are
                // possible.
                let is_first = !letters[..count - 2].iter().any(|c| is_vowel(*c));
                letters.push(last);
                if is_first {
                    all.clear();
                }
                all.push(letters.iter().collect());
            }
            for at in 0..all.len() {
                let voiced = match all[at].strip_suffix('f') {
                    Some(rest) => Some(format!("{rest}v")),
                    None => all[at].strip_suffix('s').map(|rest| format!("{rest}z")),
                };
                all.extend(voiced);
            }
        }
    }
    all
}
