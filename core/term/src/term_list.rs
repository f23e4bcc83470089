//! Lists of terms with their translations, by which translations are checked.

use std::collections::{BTreeSet, HashMap};

use super::{TermBase, TermEntry, TermStatus};
use glossweave_base::csv::TableWriter;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::text::Language;

/// A term, its translation, and whether that may not be used.
type Row = (String, String, bool);

impl TermBase {
    /// Returns the terms of a language with their translations into another one: a table in CSV with the columns `source`,
    /// `target` and `status`, as the option `terms` of checks of translations takes it. Languages are compared by their
    /// first subtags.
    ///
    /// - Of several translations in a concept, the preferred one is listed, or the first.
    /// - Translations that are deprecated or superseded have the status `forbidden`. In a concept without a term in the
    ///   language, they are forbidden for all texts, and `source` is empty.
    /// - A term that several concepts translate differently is not listed, because any of them may be meant.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the term base is damaged.
    pub fn term_list(&self, source: &Language, target: &Language) -> Result<String> {
        let rows = self.term_rows(source.primary(), target.primary())?;
        let mut translations: HashMap<&str, BTreeSet<&str>> = HashMap::new();
        for (text, translation, _) in rows.iter().filter(|row| !row.2) {
            translations.entry(text).or_default().insert(translation);
        }
        let mut seen: BTreeSet<&Row> = BTreeSet::new();
        let mut table = Vec::new();
        let mut writer = TableWriter::new(&mut table);
        let failed =
            |error| Error::new(ErrorKind::Storage, "the terms cannot be written").because(error);
        writer.write(&["source", "target", "status"]).map_err(failed)?;
        for row in rows.iter().filter(|row| seen.insert(row)) {
            let (text, translation, is_forbidden) = row;
            if *is_forbidden || translations.get(&**text).is_some_and(|all| all.len() == 1) {
                let status = if *is_forbidden { "forbidden" } else { "" };
                writer.write(&[text, translation, status]).map_err(failed)?;
            }
        }
        writer.finish().map_err(failed)?;
        Ok(String::from_utf8_lossy(&table).into_owned())
    }

    fn term_rows(&self, source: &str, target: &str) -> Result<Vec<Row>> {
        let mut rows = Vec::new();
        for number in 0..u32::try_from(self.concepts()).unwrap_or(u32::MAX) {
            let concept = self.concept(number)?;
            let is_discouraged =
                |term: &&TermEntry| term.status.is_some_and(TermStatus::is_discouraged);
            let (discouraged, used): (Vec<&TermEntry>, Vec<&TermEntry>) =
                concept.terms_in(target).partition(is_discouraged);
            let is_preferred = |term: &&&TermEntry| term.status == Some(TermStatus::Preferred);
            let used = used.iter().find(is_preferred).or(used.first());
            let mut texts: Vec<&str> = concept.terms_in(source).map(|term| &*term.text).collect();
            if texts.is_empty() {
                texts.extend((!discouraged.is_empty()).then_some(""));
            }
            for text in texts {
                let used = used.filter(|_| !text.is_empty());
                rows.extend(used.map(|term| (text.to_owned(), term.text.to_string(), false)));
                let others = discouraged.iter();
                rows.extend(others.map(|term| (text.to_owned(), term.text.to_string(), true)));
            }
        }
        Ok(rows)
    }
}
