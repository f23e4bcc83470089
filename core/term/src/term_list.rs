//! Term lists with translations, which are used to check translations.

use std::collections::{HashMap, HashSet};

use super::{TermBase, TermEntry, TermStatus};
use glossweave_base::call_limits::check;
use glossweave_base::csv::TableWriter;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::text::Language;

/// A row of a list.
#[derive(PartialEq, Eq, Hash)]
struct TermPair {
    /// The term, or an empty string if the translation is forbidden for all texts.
    source: String,
    target: String,
    is_forbidden: bool,
}

impl TermBase {
    /// Returns the terms of a language with their translations into another language: a table in CSV with the columns
    /// `source`, `target` and `status`, for the option `terms` of checks of translations. Languages are compared by
    /// their first subtags.
    ///
    /// - If a concept has several translations, the list has the preferred translation, or the first.
    /// - Translations that are deprecated or superseded have the status `forbidden`. If the concept has no term in the
    ///   language, `source` is empty, and they are forbidden for all texts.
    /// - A term that several concepts translate differently is omitted, because any of the translations may be meant.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the term base is damaged.
    pub fn term_list(&self, source: &Language, target: &Language) -> Result<String> {
        let pairs = self.term_pairs(source.primary(), target.primary())?;
        let mut translations: HashMap<&str, HashSet<&str>> = HashMap::new();
        for pair in pairs.iter().filter(|pair| !pair.is_forbidden) {
            translations.entry(&pair.source).or_default().insert(&pair.target);
        }
        let is_clear = |pair: &TermPair| {
            pair.is_forbidden || translations.get(&*pair.source).is_some_and(|all| all.len() == 1)
        };
        let mut seen = HashSet::new();
        let mut table = Vec::new();
        let mut writer = TableWriter::new(&mut table);
        let failed =
            |error| Error::new(ErrorKind::Internal, "the terms cannot be written").because(error);
        writer.write(&["source", "target", "status"]).map_err(failed)?;
        for pair in pairs.iter().filter(|pair| is_clear(pair) && seen.insert(*pair)) {
            check()?;
            let status = if pair.is_forbidden { "forbidden" } else { "" };
            writer.write(&[&pair.source, &pair.target, status]).map_err(failed)?;
        }
        writer.finish().map_err(failed)?;
        Ok(String::from_utf8_lossy(&table).into_owned())
    }

    fn term_pairs(&self, source: &str, target: &str) -> Result<Vec<TermPair>> {
        let mut pairs = Vec::new();
        for number in 0..u32::try_from(self.concepts()).unwrap_or(u32::MAX) {
            check()?;
            let concept = self.concept(number)?;
            let (forbidden, allowed): (Vec<&TermEntry>, Vec<&TermEntry>) = concept
                .terms_in(target)
                .partition(|term| term.status.is_some_and(TermStatus::is_discouraged));
            let preferred = allowed.iter().find(|term| term.status == Some(TermStatus::Preferred));
            let preferred = preferred.or(allowed.first());
            let mut add = |source: &str, term: &TermEntry, is_forbidden| {
                let (source, target) = (source.to_owned(), term.text.to_string());
                pairs.push(TermPair { source, target, is_forbidden });
            };
            let mut has_source = false;
            for term in concept.terms_in(source) {
                has_source = true;
                if let Some(preferred) = preferred {
                    add(&term.text, preferred, false);
                }
                forbidden.iter().for_each(|translation| add(&term.text, translation, true));
            }
            if !has_source {
                forbidden.iter().for_each(|translation| add("", translation, true));
            }
        }
        Ok(pairs)
    }
}
