//! The differences between two dictionaries, for updates.

use std::collections::HashMap;
use std::fmt;

use super::Dictionary;
use super::file::{Record, View};
use super::fold::JOINED;
use glossweave_base::error::Result;
use glossweave_base::words::{composed, hash};

/// The maximum number of names that are listed for each kind of difference.
const LISTED: usize = 20;
/// The maximum number of names that are shown in the text output.
const SHOWN: usize = 5;

/// The differences between two dictionaries. An entry is a name of an entity in a language.
///
/// The `Display` output has one line for the counts, and one line for each of the first entries.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DictionaryDifference {
    /// The entries that only the newer dictionary contains.
    pub added: ChangedEntries,
    /// The entries that only the older dictionary contains.
    pub removed: ChangedEntries,
    /// The entries whose classes or weight changed.
    pub changed: ChangedEntries,
}

/// The entries of one kind of difference.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangedEntries {
    /// The number of entries.
    pub count: u64,
    /// The IRIs and the names of the first entries, up to 20. The names are folded, because folded
    /// names are compared.
    pub first: Vec<(String, String)>,
}

impl ChangedEntries {
    fn add(&mut self, uri: &str, label: &[u8]) {
        self.count += 1;
        if self.first.len() < LISTED {
            self.first.push((uri.to_owned(), String::from_utf8_lossy(label).into_owned()));
        }
    }
}

impl Dictionary {
    /// Returns the differences from an older dictionary.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if a file is damaged.
    pub fn difference(&self, older: &Dictionary) -> Result<DictionaryDifference> {
        let mut difference = DictionaryDifference::default();
        let mut known: HashMap<u64, u64> = HashMap::with_capacity(older.entries());
        older.each_entry(|entry| {
            known.insert(entry.key(), entry.value());
            Ok(())
        })?;
        self.each_entry(|entry| {
            match known.remove(&entry.key()) {
                None => difference.added.add(entry.uri, entry.label),
                Some(value) if value != entry.value() => {
                    difference.changed.add(entry.uri, entry.label);
                }
                Some(_) => {}
            }
            Ok(())
        })?;
        older.each_entry(|entry| {
            if known.contains_key(&entry.key()) {
                difference.removed.add(entry.uri, entry.label);
            }
            Ok(())
        })?;
        Ok(difference)
    }

    /// Calls `visit` with each name, in lower case, and the classes of each entity with this name.
    pub(super) fn visit_labels(&self, visit: &mut dyn FnMut(&str, &str)) -> Result<()> {
        self.each_entry(|entry| {
            let label = String::from_utf8_lossy(entry.label).replace(JOINED, "");
            visit(&composed(&label), entry.classes);
            Ok(())
        })
    }

    fn each_entry(&self, visit: impl FnMut(&StoredEntry<'_>) -> Result<()>) -> Result<()> {
        self.sound(walk(self.index_file.view(), self.labels(), visit))
    }
}

fn walk(
    view: View<'_>,
    labels: usize,
    mut visit: impl FnMut(&StoredEntry<'_>) -> Result<()>,
) -> Result<()> {
    let languages = view.languages()?;
    let mut number = Some(0);
    for _ in 0..labels {
        let Some(label) = number else { break };
        let (folded, records) = view.label(label)?;
        let mut count = 0;
        for record in records.iter() {
            count += 1;
            let language = record.language().and_then(|number| languages.get(number as usize));
            visit(&StoredEntry {
                label: folded,
                uri: view.uri(record.uri)?,
                classes: view.classes(record.classes)?,
                language: language.copied().unwrap_or_default(),
                record,
            })?;
        }
        number = view.next_label(label, folded.len(), count);
    }
    Ok(())
}

struct StoredEntry<'d> {
    label: &'d [u8],
    uri: &'d str,
    classes: &'d str,
    language: &'d str,
    record: Record,
}

impl StoredEntry<'_> {
    /// Returns the hash of the fields that identify an entry.
    fn key(&self) -> u64 {
        let case = self.record.case_key().to_le_bytes();
        let parts = [self.label, self.uri.as_bytes(), self.language.as_bytes(), &case];
        // Only the last part can contain the byte 0xFF, because it never occurs in UTF-8.
        hash(&parts.join(&0xFF))
    }

    /// Returns the hash of the fields that can change.
    fn value(&self) -> u64 {
        hash(&[self.classes.as_bytes(), &self.record.weight.to_le_bytes()].concat())
    }
}

impl fmt::Display for DictionaryDifference {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [added, removed, changed] = [&self.added, &self.removed, &self.changed];
        let counts = [added.count, removed.count, changed.count];
        write!(out, "{} added, {} removed, {} changed", counts[0], counts[1], counts[2])?;
        for (sign, entries) in [('+', added), ('-', removed), ('~', changed)] {
            for (uri, label) in entries.first.iter().take(SHOWN) {
                write!(out, "\n{sign} {label}: {uri}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::Dictionary;

    #[test]
    fn entries_are_compared_by_iri_language_and_case() {
        let build = |rows: &str| {
            let table = format!("uri,label,language,type\n{rows}");
            Dictionary::from_csv(table.as_bytes()).unwrap()
        };
        let older = build("a:a,Cork,en,c:c\na:a,Cork,de,c:c\na:b,US,,\na:c,Cobh,,\n");
        let newer = build("a:c,COBH,,\na:a,cork,en,c:c\na:a,Cork,ga,c:c\na:b,us,,\n");
        let counts = |first: &Dictionary, second: &Dictionary| {
            let difference = first.difference(second).unwrap();
            [difference.added.count, difference.removed.count, difference.changed.count]
        };
        // `COBH` and `US` are short labels in capitals, so their case is part of the key.
        assert_eq!(counts(&newer, &older), [3, 3, 0]);
        assert_eq!(counts(&older, &older), [0, 0, 0]);
        let typed = build("a:a,Cork,en,d:d\na:a,Cork,de,c:c\na:b,US,,\na:c,Cobh,,\n");
        assert_eq!(counts(&typed, &older), [0, 0, 1]);
        assert_eq!(typed.difference(&older).unwrap().to_string().lines().count(), 2);
    }
}
