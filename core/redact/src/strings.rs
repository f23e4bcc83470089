//! The redacted strings with their replacements.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::key::PseudonymKey;
use super::options::{RedactOptions, RedactionMethod};
use super::search::{Search, SearchedString, has_several_words, string_key};
use glossweave_base::error::Result;

/// A redacted or allowed string.
#[derive(Debug)]
struct Redacted {
    /// The spelling that was found first.
    original: String,
    /// Other spellings, which differ in case or accents.
    spellings: BTreeSet<String>,
    key: String,
    /// The label of the class. `None` for an allowed string.
    label: Option<String>,
    replacement: String,
    /// `true` if all occurrences are redacted, `false` if only the occurrences that were found.
    is_everywhere: bool,
    /// `true` if the string was listed by the caller, so that it is found in any case.
    is_listed: bool,
}

impl Redacted {
    fn all_spellings(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&*self.original).chain(self.spellings.iter().map(String::as_str))
    }
}

/// The extent to which a string is redacted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    /// Only the positions where the string was found.
    There,
    /// The whole document.
    Everywhere,
    /// The whole document, in any case.
    Listed,
}

/// A set of strings with their numbers.
#[derive(Debug, Default)]
pub struct Strings {
    numbers: HashMap<String, usize>,
    all: Vec<Redacted>,
    /// The replacements, in lower case.
    replacements: HashSet<String>,
}

/// The label of strings that the host denies.
const DENIED: &str = "REDACTED";

impl Strings {
    /// Creates the strings that the options list.
    pub fn of_options(options: &RedactOptions) -> Strings {
        let mut strings = Strings::default();
        for allowed in &options.allow {
            strings.insert(allowed, None, Reach::Everywhere);
        }
        for denied in &options.deny {
            strings.insert(denied, Some(DENIED.to_owned()), Reach::Listed);
        }
        strings
    }

    /// Adds a string that was found, and returns its number. Returns `None` if the string is allowed, or
    /// contains no letters and digits.
    pub fn add_found(&mut self, string: &str, label: String) -> Option<usize> {
        // A single letter or digit occurs in many unrelated texts.
        let is_everywhere = string.chars().filter(|c| c.is_alphanumeric()).nth(1).is_some();
        let reach = if is_everywhere { Reach::Everywhere } else { Reach::There };
        self.insert(string, Some(label), reach)
    }

    /// Adds a name from a list of the caller.
    pub fn listed(&mut self, string: &str, label: String) {
        self.insert(string, Some(label), Reach::Listed);
    }

    /// Adds the name of a person or an organization in properties. A single word is redacted only there,
    /// because it can be the name of a role.
    pub fn personal(&mut self, string: &str, label: String) -> Option<usize> {
        let is_everywhere = has_several_words(&string_key(string));
        let reach = if is_everywhere { Reach::Everywhere } else { Reach::There };
        self.insert(string, Some(label), reach)
    }

    fn insert(&mut self, string: &str, label: Option<String>, reach: Reach) -> Option<usize> {
        let key = string_key(string);
        if !key.chars().any(char::is_alphanumeric) {
            return None;
        }
        let next = self.all.len();
        let number = *self.numbers.entry(key.clone()).or_insert(next);
        let string = string.trim();
        match self.all.get_mut(number) {
            Some(known) => {
                known.is_everywhere |= reach > Reach::There;
                known.is_listed |= reach == Reach::Listed;
                if string != known.original {
                    known.spellings.insert(string.to_owned());
                }
            }
            None => self.all.push(Redacted {
                original: string.to_owned(),
                spellings: BTreeSet::new(),
                key,
                label,
                replacement: String::new(),
                is_everywhere: reach > Reach::There,
                is_listed: reach == Reach::Listed,
            }),
        }
        self.all.get(number)?.label.as_ref().map(|_| number)
    }

    /// Sets the replacements. `key` is the key for pseudonyms.
    pub fn replace(
        &mut self,
        method: RedactionMethod,
        key: Option<&mut PseudonymKey>,
    ) -> Result<()> {
        let mut key = key;
        for string in &mut self.all {
            let Some(label) = &string.label else { continue };
            string.replacement = match (method, &mut key) {
                (RedactionMethod::Remove, _) => String::new(),
                (RedactionMethod::Pseudonym, Some(key)) => {
                    key.pseudonym(label, &string.key, &string.original)?
                }
                _ => label.clone(),
            };
            self.replacements.insert(string.replacement.to_ascii_lowercase());
        }
        Ok(())
    }

    /// Returns a search for the allowed strings and the strings that are redacted everywhere.
    pub fn search(&self) -> Result<Search> {
        let all = self.all.iter().enumerate().filter(|(_, known)| known.is_everywhere);
        Search::new(all.flat_map(|(string, known)| {
            let in_any_case = known.is_listed;
            known.all_spellings().map(move |text| SearchedString { string, text, in_any_case })
        }))
    }

    /// Returns `true` if a string is redacted.
    pub fn is_redacted(&self, number: usize) -> bool {
        self.all.get(number).is_some_and(|string| string.label.is_some())
    }

    /// Returns `true` if a string is a single word.
    pub fn is_word(&self, number: usize) -> bool {
        self.all.get(number).is_some_and(|known| known.key.chars().all(char::is_alphabetic))
    }

    /// Returns the replacement of a string.
    pub fn replacement(&self, number: usize) -> &str {
        self.all.get(number).map_or("", |string| &string.replacement)
    }

    /// Returns the label of a string.
    pub fn label(&self, number: usize) -> &str {
        self.all.get(number).and_then(|string| string.label.as_deref()).unwrap_or_default()
    }

    /// Returns `true` if a text is the replacement of a string.
    pub fn is_replacement(&self, text: &str) -> bool {
        self.replacements.contains(text)
    }

    /// Returns the strings that are redacted everywhere, with their numbers.
    pub fn everywhere(&self) -> impl Iterator<Item = (usize, &str)> {
        let all = self.all.iter().enumerate();
        let all = all.filter(|(_, string)| string.is_everywhere && string.label.is_some());
        all.flat_map(|(number, string)| string.all_spellings().map(move |text| (number, text)))
    }
}
