//! Terms from CSV and TSV (RFC 4180, with a header row).

use csv::{ReaderBuilder, StringRecord};

use super::{Concept, ConceptField, Definition, TermBaseBuilder, TermEntry, TermStatus};
use glossweave_base::csv::{delimiter, first_line, row_bytes, unread};
use glossweave_base::error::{Error, ErrorKind, Location, Places, Result};
use glossweave_base::text::Language;
use glossweave_base::text::iri::is_iri;

/// The known columns, by their names in the header.
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
    let text = source.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(source);
    if text.trim_ascii().is_empty() {
        return Err(Error::malformed("the table is empty, expected a header"));
    }
    let mut rows = ReaderBuilder::new().delimiter(delimiter(source)).from_reader(source);
    let header = rows.headers().map_err(|error| unread(source, 0, error))?.clone();
    let table = Table::of(&header)
        .map_err(|error| error.at(Location::in_source(source, 0..first_line(source).len())))?;
    let mut row = StringRecord::new();
    let mut places = Places::of(source);
    let mut number = 0u64;
    loop {
        number += 1;
        let start = rows.position().byte() as usize;
        if !rows.read_record(&mut row).map_err(|error| unread(source, start, error))? {
            return Ok(());
        }
        let bytes = row_bytes(source, start, rows.position().byte() as usize);
        let at = |error: Error| error.at(Location::in_source(source, bytes.clone()));
        if source[bytes.clone()].iter().filter(|byte| **byte == b'"').count() % 2 != 0 {
            return Err(at(Error::malformed("a quotation mark is not closed")));
        }
        let taken = table
            .concept(builder, &header, &row)
            .and_then(|concept| builder.add(concept).map(drop));
        let Err(error) = taken else { continue };
        if builder.is_lenient {
            builder.skip(&format!("row {number}"), &error.at(places.at(bytes)));
            continue;
        }
        return Err(match error.kind() {
            ErrorKind::Invalid => at(Error::malformed(error.message()).because(error)),
            _ => at(error),
        });
    }
}

/// The fields of a row by their roles.
struct Table {
    columns: [Option<usize>; COUNT],
    /// Fields with terms of one language each, if there is no column for all.
    languages: Vec<(usize, Language)>,
}

impl Table {
    fn of(header: &StringRecord) -> Result<Table> {
        let mut columns = [None; COUNT];
        let mut languages = Vec::new();
        for (index, name) in header.iter().enumerate() {
            let is_name = |known: &&str| name.trim().eq_ignore_ascii_case(known);
            let known = COLUMNS.iter().position(|names| names.iter().any(&is_name));
            match known {
                Some(column) if columns[column].replace(index).is_some() => {
                    let message = format!("the header names `{}` twice", COLUMNS[column][0]);
                    return Err(Error::malformed(message));
                }
                Some(_) => {}
                None => {
                    let language = Language::parse(name);
                    let language = language.filter(|tag| matches!(tag.primary().len(), 2 | 3));
                    languages.extend(language.map(|language| (index, language)));
                }
            }
        }
        if columns[TERM].is_some() {
            languages.clear();
        }
        let missing = match (columns[CONCEPT].or(columns[URI]), columns[TERM]) {
            (None, _) => "concept",
            (_, None) if languages.is_empty() => "term",
            _ => return Ok(Table { columns, languages }),
        };
        let found: Vec<&str> = header.iter().take(12).collect();
        Err(Error::malformed(format!(
            "the header has no column `{missing}`, found `{}`",
            found.join("`, `")
        )))
    }

    /// Converts a row into a concept with its terms, usually one.
    fn concept(
        &self,
        builder: &TermBaseBuilder,
        header: &StringRecord,
        row: &StringRecord,
    ) -> Result<Concept> {
        let given = |column: usize| {
            let field = self.columns[column].and_then(|index| row.get(index)).map(str::trim);
            field.filter(|value| !value.is_empty())
        };
        let uri = given(URI).or_else(|| given(CONCEPT).filter(|id| is_iri(id)));
        if let Some(uri) = uri.filter(|uri| !is_iri(uri)) {
            return Err(Error::invalid(format!("`uri` is `{uri}`, expected an absolute IRI")));
        }
        let Some(id) = given(CONCEPT).or(uri) else {
            return Err(Error::invalid("the row names no concept"));
        };
        let language = match given(LANGUAGE) {
            Some(tag) => Some(Language::parse(tag).ok_or_else(|| {
                Error::invalid(format!("`language` is `{tag}`, expected a language tag"))
            })?),
            None => builder.language.clone(),
        };
        let mut concept = Concept::new(id);
        concept.iri = uri.map(Into::into);
        let domains = given(DOMAIN).unwrap_or_default().split('|').map(str::trim);
        concept.domains = domains.filter(|domain| !domain.is_empty()).map(Into::into).collect();
        if let Some(text) = given(DEFINITION) {
            concept.definitions.push(Definition::new(text, language.clone()));
        }
        if let Some(note) = given(NOTE) {
            let (name, value) = ("note".into(), note.into());
            concept.fields.push(ConceptField { name, value, language: None });
        }
        for (index, of) in &self.languages {
            let texts = row.get(*index).unwrap_or_default().split('|').map(str::trim);
            let texts = texts.filter(|text| !text.is_empty());
            concept.terms.extend(texts.map(|text| TermEntry::new(text, of.clone())));
        }
        if self.languages.is_empty() {
            let language = language.ok_or_else(|| Error::invalid("`language` is missing"))?;
            concept.terms.push(TermEntry::new(given(TERM).unwrap_or_default(), language));
        }
        let status = given(STATUS).map(status).transpose()?;
        let is_other = |index: usize| {
            !self.columns.contains(&Some(index))
                && self.languages.iter().all(|(known, _)| *known != index)
        };
        for term in &mut concept.terms {
            term.status = status;
            term.part_of_speech = given(POS).map(Into::into);
            for (index, (name, value)) in header.iter().zip(row.iter()).enumerate() {
                let (name, value) = (name.trim(), value.trim());
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
