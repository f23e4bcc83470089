//! A reader for terms in CSV and TSV (RFC 4180, with a header row).

use super::{Concept, ConceptField, Definition, TermBaseBuilder, TermEntry, TermStatus};
use glossweave_base::csv::{Row, Table};
use glossweave_base::error::{Error, Places, Result};
use glossweave_base::text::Language;
use glossweave_base::text::iri::is_iri;

/// The names of each known column in the header.
const COLUMNS: [&[&str]; COUNT] = [
    &["concept", "id", "concept_id"],
    &["uri", "iri"],
    &["term", "label"],
    &["language", "lang"],
    &["pos", "part_of_speech", "partOfSpeech"],
    &["status", "administrativeStatus"],
    &["domain", "subject", "subjectField"],
    &["definition"],
    &["note"],
];
const COUNT: usize = 9;
const CONCEPT: usize = 0;
const URI: usize = 1;
const TERM: usize = 2;
const LANGUAGE: usize = 3;
const POS: usize = 4;
const STATUS: usize = 5;
const DOMAIN: usize = 6;
const DEFINITION: usize = 7;
const NOTE: usize = 8;

/// Adds every row of a table to a builder.
pub(super) fn read(builder: &mut TermBaseBuilder, source: &[u8]) -> Result<()> {
    let mut table = Table::new(source)?;
    let columns = Columns::of(&table)?;
    let mut places = Places::of(source);
    let mut number = 0u64;
    while let Some(row) = table.next_row()? {
        number += 1;
        let taken =
            columns.concept(builder, &row).and_then(|concept| builder.add(concept).map(drop));
        match taken {
            Ok(()) => {}
            Err(error) if builder.is_lenient => {
                builder.skip(&format!("row {number}"), &error.at(places.at(row.range())));
            }
            Err(error) => return Err(row.refused(error)),
        }
    }
    Ok(())
}

/// The columns of a table, by role.
struct Columns {
    known: [Option<usize>; COUNT],
    /// Columns with terms in one language each, if there is no column `term`.
    languages: Vec<(usize, Language)>,
}

impl Columns {
    fn of(table: &Table<'_>) -> Result<Columns> {
        let known = table.columns(&COLUMNS)?;
        let mut languages = Vec::new();
        if known[TERM].is_none() {
            for (index, name) in table.header().enumerate() {
                let language = Language::parse(name).filter(|_| !known.contains(&Some(index)));
                let language = language.filter(|tag| matches!(tag.primary().len(), 2 | 3));
                languages.extend(language.map(|language| (index, language)));
            }
        }
        // A row with the terms of all languages is a concept.
        if known[CONCEPT].or(known[URI]).is_none() && languages.len() < 2 {
            return Err(table.no_column("concept"));
        }
        if known[TERM].is_none() && languages.is_empty() {
            return Err(table.no_column("term"));
        }
        Ok(Columns { known, languages })
    }

    /// Converts a row into a concept with its terms, usually one term.
    fn concept(&self, builder: &TermBaseBuilder, row: &Row<'_>) -> Result<Concept> {
        let filled = |column: usize| {
            let field = self.known[column].and_then(|index| row.field(index));
            field.filter(|value| !value.is_empty())
        };
        let uri = filled(URI).or_else(|| filled(CONCEPT).filter(|id| is_iri(id)));
        if let Some(uri) = uri.filter(|uri| !is_iri(uri)) {
            return Err(Error::invalid(format!("`uri` is `{uri}`, expected an absolute IRI")));
        }
        let mut terms = self.languages.iter().filter_map(|(index, _)| row.field(*index));
        let mut first = || terms.find(|text| !text.is_empty());
        let has_column = self.known[CONCEPT].or(self.known[URI]).is_some();
        let id = filled(CONCEPT).or(uri).or_else(|| if has_column { None } else { first() });
        let Some(id) = id else {
            return Err(Error::invalid("the row has no concept"));
        };
        let language = match filled(LANGUAGE) {
            Some(tag) => Some(Language::parse(tag).ok_or_else(|| {
                Error::invalid(format!("`language` is `{tag}`, expected a language tag"))
            })?),
            None => builder.language.clone(),
        };
        let mut concept = Concept::new(id);
        concept.iri = uri.map(Into::into);
        let domains = filled(DOMAIN).unwrap_or_default().split('|').map(str::trim);
        concept.domains = domains.filter(|domain| !domain.is_empty()).map(Into::into).collect();
        if let Some(text) = filled(DEFINITION) {
            concept.definitions.push(Definition::new(text, language.clone()));
        }
        if let Some(note) = filled(NOTE) {
            let (name, value) = ("note".into(), note.into());
            concept.fields.push(ConceptField { name, value, language: None });
        }
        for (index, of) in &self.languages {
            let texts = row.field(*index).unwrap_or_default().split('|').map(str::trim);
            let texts = texts.filter(|text| !text.is_empty());
            concept.terms.extend(texts.map(|text| TermEntry::new(text, of.clone())));
        }
        if self.languages.is_empty() {
            let language = language.ok_or_else(|| {
                let hint = "add a column `language`, or set the option `language`";
                Error::invalid("no language for the term").with_hint(hint)
            })?;
            concept.terms.push(TermEntry::new(filled(TERM).unwrap_or_default(), language));
        }
        let status = filled(STATUS).map(status).transpose()?;
        let is_other = |index: usize| {
            !self.known.contains(&Some(index))
                && self.languages.iter().all(|(known, _)| *known != index)
        };
        for term in &mut concept.terms {
            term.status = status;
            term.part_of_speech = filled(POS).map(Into::into);
            for (index, (name, value)) in row.fields().enumerate() {
                if is_other(index) && !name.is_empty() && !value.is_empty() {
                    term.fields.push((name.into(), value.into()));
                }
            }
        }
        Ok(concept)
    }
}

fn status(word: &str) -> Result<TermStatus> {
    TermStatus::parse(word).ok_or_else(|| {
        let names: Vec<&str> = TermStatus::ALL.iter().map(|status| status.name()).collect();
        let expected = names.join(", ");
        Error::invalid(format!("`status` is `{word}`, expected one of {expected}"))
    })
}
