//! The form in which a term occurs: whether a stretch of text is the term, and how surely.

use super::file::View;
use super::inflection::Inflection;
use super::part_of_speech::{Context, WordClass};
use super::stem::{composed, language_key};
use super::stop_words::{Role, Stops};
use super::tokens::Pieces;
use glossweave_base::error::Result;
use glossweave_base::text::Language;
use glossweave_base::words::fold_string;

/// The confidence of a match by its form alone: as the term is written, with other hyphens or
/// spaces, as two words for a term of one, in a form that the inflection of the language has, as
/// several words with the same stems, as one word with the same stem (minimum, maximum).
pub(super) const SAME: f64 = 1.0;
pub(super) const VARIANT: f64 = 0.95;
const SPLIT: f64 = 0.75;
const INFLECTED: f64 = 0.9;
const PHRASE: f64 = 0.9;
const STEM: (f64, f64) = (0.55, 0.75);
/// The factor for a word at the start of a sentence that looks like one of another class.
const DOUBT: f64 = 0.5;

/// The maximum number of terms of a language that are examined for capitals.
const SAMPLE: usize = 64;

/// The rules by which terms of a language are compared with a text.
pub(super) struct Rules {
    key: String,
    inflection: Option<&'static Inflection>,
    stops: Stops,
    /// `true` if nouns of the term base have capitals.
    has_capitals: bool,
    /// `true` if the text has capitals.
    is_cased: bool,
}

/// A stretch of text that has the stems of a term.
pub(super) struct Stretch<'f> {
    /// The block of text around it.
    pub block: &'f str,
    pub start: usize,
    pub end: usize,
}

impl<'f> Stretch<'f> {
    fn text(&self) -> &'f str {
        self.block.get(self.start..self.end).unwrap_or("")
    }

    /// Returns `true` if a sentence may start with it.
    fn is_start(&self) -> bool {
        let head = self.block.get(..self.start).unwrap_or("").trim_end();
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, ',' | ';' | '-' | '/' | '&');
        !head.chars().next_back().is_some_and(is_word)
    }
}

impl Rules {
    /// Creates the rules of a language by its key for the terms of a term base.
    pub(super) fn new(key: &str, view: View<'_>) -> Result<Rules> {
        let inflection = Inflection::of(key);
        let mut has_capitals = false;
        if inflection.is_some_and(|one| one.has_capital_nouns) {
            for number in 0..SAMPLE as u32 {
                let Ok(row) = view.term(number) else { break };
                let is_of = Language::parse(view.text(row.language)?)
                    .is_some_and(|one| language_key(one.primary()) == key);
                has_capitals |= is_of && is_capital(view.text(row.text)?);
            }
        }
        let stops = Stops::of(key);
        Ok(Rules { key: key.to_owned(), inflection, stops, has_capitals, is_cased: true })
    }

    /// Sets the text that is searched.
    pub(super) fn set_text(&mut self, text: &str) {
        if self.inflection.is_some_and(|one| one.has_capital_nouns) {
            self.is_cased = text.chars().any(char::is_uppercase);
        }
    }

    /// Returns the position that a word may have in a term.
    pub(super) fn role(&self, word: &str) -> Role {
        self.stops.role(word)
    }

    /// Returns the confidence that a stretch of text with its stems is a term, by its form;
    /// `None` if it is not. `part` is the part of speech in the term base.
    pub(super) fn form(
        &self,
        term: &str,
        part: Option<&str>,
        is_joined: bool,
        stretch: &Stretch<'_>,
    ) -> Option<f64> {
        let found = stretch.text();
        if is_short_upper(term) {
            return short_upper(term, found);
        }
        let is_one = is_one(term) && is_one(found);
        let known = part.and_then(WordClass::parse);
        let mut fit = SAME;
        if let Some(inflection) = self.inflection {
            if inflection.has_capital_nouns && self.is_cased && !self.agrees(term, known, stretch) {
                return None;
            }
            if is_one && (part.is_none() || known.is_some()) {
                let class = known.or_else(|| inflection.class_of(term));
                fit = self.class_fit(class, known.is_some(), term, stretch)?;
            }
        }
        if term == found || term.eq_ignore_ascii_case(found) {
            return Some(SAME * fit);
        }
        let (one, other) = (folded(term), folded(found));
        if one == other {
            return Some(SAME * fit);
        }
        let is_split = other.contains(' ') && !one.contains([' ', '-']);
        // Accents distinguish words where forms are compared: `marché` and `marche`.
        let (one, other) = match self.inflection {
            Some(_) => (composed(&one), composed(&other)),
            None => (one, other),
        };
        let bare = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
        let (bare_one, bare_other) = (bare(&one), bare(&other));
        let spacing = match (is_split, is_joined) {
            (true, _) => SPLIT,
            (_, true) => VARIANT,
            _ => SAME,
        };
        if bare_one == bare_other {
            return Some(spacing.min(VARIANT) * fit);
        }
        if !is_joined && !is_split && !self.function_words_agree(&one, &other) {
            return None;
        }
        let may_inflect = part.is_none() || known.is_some();
        if let Some(inflection) = self.inflection.filter(|_| is_one && may_inflect) {
            let class = known.or_else(|| inflection.class_of(term));
            match inflection.is_form(class, &one, &other) {
                Some(true) => return Some(INFLECTED * fit),
                Some(false) => return None,
                None => {}
            }
        }
        if !is_one {
            return Some(PHRASE * spacing);
        }
        let all = one.chars().count() + other.chars().count();
        let common = one.chars().zip(other.chars()).take_while(|(one, other)| one == other);
        let part = (2 * common.count()) as f64 / all.max(1) as f64;
        Some((STEM.0 + (STEM.1 - STEM.0) * part) * fit)
    }

    /// Returns `true` if the capitals of a stretch are those of a term, where nouns have them.
    fn agrees(&self, term: &str, known: Option<WordClass>, stretch: &Stretch<'_>) -> bool {
        let found = stretch.text();
        let words = |text: &str| text.split([' ', '-']).filter(|word| !word.is_empty()).count();
        let count = words(term);
        if count == 1 {
            // A term of one word may be written as two.
            return match (is_capital(term), is_capital(found)) {
                (true, false) => known.is_some_and(|class| class != WordClass::Noun),
                (false, true) => {
                    let is_noun = known == Some(WordClass::Noun);
                    let is_free = is_noun || known.is_none() && !self.has_capitals;
                    is_free || is_all_upper(found) || stretch.is_start()
                }
                _ => true,
            };
        }
        if words(found) != count {
            return true;
        }
        // The first word may have the capital of an entry.
        let mut pairs = term.split([' ', '-']).zip(found.split([' ', '-'])).enumerate();
        let has_other = term.split([' ', '-']).skip(1).any(is_capital);
        pairs
            .all(|(at, (one, other))| !is_capital(one) || is_capital(other) || at == 0 && has_other)
    }

    /// Returns the factor for the class of a term of one word; `None` if the word of the text is
    /// one of another class.
    fn class_fit(
        &self,
        class: Option<WordClass>,
        is_known: bool,
        term: &str,
        stretch: &Stretch<'_>,
    ) -> Option<f64> {
        let (Some(class), Some(inflection)) = (class, self.inflection) else { return Some(SAME) };
        let found = stretch.text();
        let context = Context::of(stretch.block, stretch.start, stretch.end);
        let folded_form = folded(found);
        let (word, form) = (composed(&folded(term)), composed(&folded_form));
        if is_known && context.excludes(&self.key, class, &word, &form) {
            return None;
        }
        if !inflection.has_capital_nouns {
            let is_function_word = class == WordClass::Noun && self.stops.has(&folded_form);
            let is_noun = !is_function_word || context.is_after_determiner(&self.key);
            return (is_noun || !is_known).then_some(SAME);
        }
        // `Arme Länder`, but `Arme und Beine`.
        let is_attribute = context.is_before_capital();
        let has_ending = ["e", "er", "es", "en", "em"].iter().any(|end| form.ends_with(end));
        let is_doubtful = is_capital(found)
            && stretch.is_start()
            && has_ending
            && (class == WordClass::Noun) == is_attribute;
        Some(if is_doubtful { DOUBT } else { SAME })
    }

    /// Returns `true` if no function word stands for another word. A term may be a noun that is
    /// written like one.
    fn function_words_agree(&self, term: &str, found: &str) -> bool {
        let is_one = is_one(term);
        let mut pieces = Pieces::new(term).zip(Pieces::new(found));
        pieces.all(|(one, other)| {
            let (Some(one), Some(other)) = (term.get(one.range()), found.get(other.range())) else {
                return true;
            };
            let (is_of_term, is_of_text) =
                (self.stops.has(&folded(one)), self.stops.has(&folded(other)));
            one == other
                || if is_one { is_of_term || !is_of_text } else { !is_of_term && !is_of_text }
        })
    }
}

/// Returns `true` if a text is one word.
fn is_one(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric()) || Pieces::new(text).nth(1).is_none()
}

fn is_capital(text: &str) -> bool {
    text.chars().next().is_some_and(char::is_uppercase)
}

/// Returns `true` if a word of more than one letter has no lower-case ones.
fn is_all_upper(text: &str) -> bool {
    text.chars().nth(1).is_some() && !text.chars().any(char::is_lowercase)
}

/// Returns `true` if a term has two to five capitals, and so looks like a word if case is ignored.
pub(super) fn is_short_upper(term: &str) -> bool {
    let mut letters = 0;
    for c in term.chars() {
        if c.is_alphabetic() {
            letters += 1;
            if !c.is_uppercase() {
                return false;
            }
        }
    }
    (2..=5).contains(&letters)
}

/// Returns the confidence of an abbreviation: in capitals, except for the ending of a plural.
fn short_upper(term: &str, found: &str) -> Option<f64> {
    let stem = found.strip_suffix('s').unwrap_or(found);
    let is_upper = !stem.chars().any(char::is_lowercase);
    let is_it = is_upper && (stem.eq_ignore_ascii_case(term) || folded(stem) == folded(term));
    is_it.then_some(if stem.len() == found.len() { SAME } else { INFLECTED })
}

pub(super) fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut out = String::with_capacity(text.len());
    fold_string(text, &mut out);
    out
}
