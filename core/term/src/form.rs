//! The form of an occurrence: decides if a piece of text is a term, and with what confidence.

use std::cell::RefCell;

use super::file::{View, word_hash};
use super::inflection::Inflection;
use super::part_of_speech::{Syntax, WordClass, first_word};
use super::stem::{composed, language_key};
use super::stop_words::{Role, Stops};
use super::tokens::Pieces;
use glossweave_base::error::Result;
use glossweave_base::text::Language;
use glossweave_base::words::{Keyed, fold_string};

/// The confidence of a match by its form: as written in the term base, with other hyphens or spaces, as two
/// words for a term of one word, in a form that the inflection tables allow, as several words with the same
/// stems, and as one word with the same stem (minimum, maximum).
pub(super) const SAME: f64 = 1.0;
pub(super) const VARIANT: f64 = 0.95;
const SPLIT: f64 = 0.75;
const INFLECTED: f64 = 0.9;
const PHRASE: f64 = 0.9;
const STEM: (f64, f64) = (0.55, 0.75);
/// The factor for a word at the start of a sentence that looks like a word of another class.
const DOUBT: f64 = 0.5;

/// The forms of a term in a group: with its words as written, or joined into one word.
pub(super) const PLAIN: u32 = 0;
pub(super) const JOINED: u32 = 1;
/// The maximum number of forms that are cached.
const MAX_SEEN: usize = 1 << 16;
/// The maximum number of terms of a language that are examined for capitals.
const SAMPLE: usize = 64;

/// The rules by which the terms of a language are compared with a text.
pub(super) struct Rules {
    syntax: Option<Syntax>,
    inflection: Option<&'static Inflection>,
    stops: Stops,
    /// `true` if the term base writes nouns with capitals.
    has_capitals: bool,
    /// `true` if the text has capitals.
    is_cased: bool,
    /// The confidences of forms that were already compared, by the hash of the term and the form.
    seen: RefCell<Keyed<Option<f64>>>,
}

/// A run of text with the stems of a term.
pub(super) struct Stretch<'f> {
    /// The block of text that contains the run.
    pub block: &'f str,
    pub start: usize,
    pub end: usize,
    /// `true` if the run is one word.
    pub is_one: bool,
}

impl<'f> Stretch<'f> {
    fn text(&self) -> &'f str {
        self.block.get(self.start..self.end).unwrap_or("")
    }

    /// Returns `true` if the run may be the start of a sentence.
    fn is_start(&self) -> bool {
        let head = self.block.get(..self.start).unwrap_or("").trim_end();
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, ',' | ';' | '-' | '/' | '&');
        !head.chars().next_back().is_some_and(is_word)
    }
}

impl Rules {
    /// Creates the rules of a language, given by its key, for the terms of a term base.
    pub(super) fn new(key: &str, view: View<'_>) -> Result<Rules> {
        let inflection = Inflection::of(key);
        let mut has_capitals = false;
        if inflection.is_some_and(|inflection| inflection.has_capital_nouns) {
            for number in 0..SAMPLE as u32 {
                let Ok(row) = view.term(number) else { break };
                let is_of = Language::parse(view.text(row.language)?)
                    .is_some_and(|language| language_key(language.primary()) == key);
                has_capitals |= is_of && is_capital(view.text(row.text)?);
            }
        }
        let stops = Stops::of(key);
        let syntax = Syntax::of(key);
        let seen = RefCell::default();
        Ok(Rules { syntax, inflection, stops, has_capitals, is_cased: true, seen })
    }

    /// Sets the text that is searched.
    pub(super) fn set_text(&mut self, text: &str) {
        if self.inflection.is_some_and(|inflection| inflection.has_capital_nouns) {
            self.is_cased = text.chars().any(char::is_uppercase);
        }
    }

    /// Returns the positions that a word may have in a term.
    pub(super) fn role(&self, word: &str) -> Role {
        self.stops.role(word)
    }

    /// Returns the confidence that a run of text with the stems of a term is the term, by its form, or `None`
    /// if it is not. `number` is the number of the term with its form in the two lowest bits, and `part` the
    /// part of speech in the term base.
    pub(super) fn form(
        &self,
        number: u32,
        term: &str,
        part: Option<&str>,
        stretch: &Stretch<'_>,
    ) -> Option<f64> {
        let found = stretch.text();
        if is_short_upper(term) {
            return short_upper(term, found);
        }
        let is_one = stretch.is_one && is_one(term);
        let known = part.and_then(WordClass::parse);
        let mut class = None;
        let mut fit = SAME;
        if let Some(inflection) = self.inflection {
            if inflection.has_capital_nouns
                && self.is_cased
                && !self.agrees(term, known, is_one, stretch)
            {
                return None;
            }
            class = known.or_else(|| inflection.class_of(term).filter(|_| part.is_none()));
            if is_one && let Some(class) = class {
                fit = self.class_fit(class, known.is_some(), term, stretch)?;
            }
        }
        if term == found || term.eq_ignore_ascii_case(found) {
            return Some(SAME * fit);
        }
        let hash = word_hash(number, found.as_bytes());
        let seen = self.seen.borrow().get(&hash).copied();
        let form = seen.unwrap_or_else(|| {
            let inflection =
                self.inflection.filter(|_| is_one && (part.is_none() || known.is_some()));
            let form = self.compare(term, found, number & 3 == JOINED, inflection, class);
            let mut seen = self.seen.borrow_mut();
            if seen.len() < MAX_SEEN {
                seen.insert(hash, form);
            }
            form
        });
        form.map(|form| form * fit)
    }

    /// Returns the confidence that a text is a term, without considering its context.
    fn compare(
        &self,
        term: &str,
        found: &str,
        is_joined: bool,
        inflection: Option<&Inflection>,
        class: Option<WordClass>,
    ) -> Option<f64> {
        let (of_term, of_text) = (folded(term), folded(found));
        if of_term == of_text {
            return Some(SAME);
        }
        let is_split = of_text.contains(' ') && !of_term.contains([' ', '-']);
        // When inflected forms are compared, accents distinguish words, for example `marché` and `marche`.
        let (of_term, of_text) = match self.inflection {
            Some(_) => (composed(&of_term), composed(&of_text)),
            None => (of_term, of_text),
        };
        let bare = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
        let spacing = match (is_split, is_joined) {
            (true, _) => SPLIT,
            (_, true) => VARIANT,
            _ => SAME,
        };
        if bare(&of_term) == bare(&of_text) {
            return Some(spacing.min(VARIANT));
        }
        if !is_joined && !is_split && !self.function_words_agree(&of_term, &of_text) {
            return None;
        }
        match inflection.and_then(|inflection| inflection.is_form(class, &of_term, &of_text)) {
            Some(true) => return Some(INFLECTED),
            Some(false) => return None,
            None => {}
        }
        if !is_one(term) || !is_one(found) {
            return Some(PHRASE * spacing);
        }
        let all = of_term.chars().count() + of_text.chars().count();
        let common =
            of_term.chars().zip(of_text.chars()).take_while(|(first, second)| first == second);
        let part = (2 * common.count()) as f64 / all.max(1) as f64;
        Some(STEM.0 + (STEM.1 - STEM.0) * part)
    }

    /// Returns `true` if a run has the capitals of a term, in a language in which nouns have capitals.
    fn agrees(
        &self,
        term: &str,
        known: Option<WordClass>,
        is_one: bool,
        stretch: &Stretch<'_>,
    ) -> bool {
        let found = stretch.text();
        let words = |text: &str| text.split([' ', '-']).filter(|word| !word.is_empty()).count();
        let count = if is_one { 1 } else { words(term) };
        if count == 1 {
            // A term of one word may be written as two words.
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
        // The first word of a term may have a capital because it is the first word of an entry.
        let mut pairs = term.split([' ', '-']).zip(found.split([' ', '-'])).enumerate();
        let has_other = term.split([' ', '-']).skip(1).any(is_capital);
        pairs.all(|(at, (first, second))| {
            !is_capital(first) || is_capital(second) || at == 0 && has_other
        })
    }

    /// Returns the factor for the class of a term of one word, or `None` if the word in the text belongs to
    /// another class.
    fn class_fit(
        &self,
        class: WordClass,
        is_known: bool,
        term: &str,
        stretch: &Stretch<'_>,
    ) -> Option<f64> {
        let found = stretch.text();
        let (block, start, end) = (stretch.block, stretch.start, stretch.end);
        if let Some(syntax) = self.syntax.filter(|_| is_known) {
            if syntax.excludes(class, term, block, start, end) {
                return None;
            }
            let is_unmarked =
                self.inflection.is_some_and(|inflection| !inflection.has_capital_nouns);
            if is_unmarked
                && class == WordClass::Noun
                && syntax.is_function_word(found)
                && !syntax.is_after_determiner(block, start)
            {
                return None;
            }
        }
        if !self.inflection.is_some_and(|inflection| inflection.has_capital_nouns)
            || !is_capital(found)
        {
            return Some(SAME);
        }
        // `Arme` is an adjective in `Arme Länder`, but a noun in `Arme und Beine`.
        let is_attribute = || is_capital(first_word(block.get(end..).unwrap_or("")));
        let is_doubtful = ["e", "er", "es", "en", "em"].iter().any(|end| found.ends_with(end))
            && stretch.is_start()
            && (class == WordClass::Noun) == is_attribute();
        Some(if is_doubtful { DOUBT } else { SAME })
    }

    /// Returns `true` if no function word is matched with another word. A term may be a noun that is spelled
    /// like a function word.
    fn function_words_agree(&self, term: &str, found: &str) -> bool {
        let is_one = is_one(term);
        let mut pieces = Pieces::new(term).zip(Pieces::new(found));
        pieces.all(|(first, second)| {
            let (Some(first), Some(second)) = (term.get(first.range()), found.get(second.range()))
            else {
                return true;
            };
            let (is_of_term, is_of_text) =
                (self.stops.has(&folded(first)), self.stops.has(&folded(second)));
            first == second
                || if is_one { is_of_term || !is_of_text } else { !is_of_term && !is_of_text }
        })
    }
}

/// Returns `true` if a text is one word.
fn is_one(text: &str) -> bool {
    text.chars().all(char::is_alphanumeric) || Pieces::new(text).nth(1).is_none()
}

fn is_capital(text: &str) -> bool {
    text.chars().next().is_some_and(char::is_uppercase)
}

/// Returns `true` if a word has more than one letter and no lower-case letters.
fn is_all_upper(text: &str) -> bool {
    text.chars().nth(1).is_some() && !text.chars().any(char::is_lowercase)
}

/// Returns `true` if a term has two to five capitals, and could be confused with a word if case were ignored.
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

/// Returns the confidence of an abbreviation, which must be in capitals except for a plural ending.
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
