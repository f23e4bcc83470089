//! Import of tables with any columns, which are mapped to the parts of an entry by options.

use super::collect::Collector;
use super::facts::Position;
use super::lines::ImportFile;
use super::report::SkipReason;
use glossweave_base::csv::{Row, Table};
use glossweave_base::error::{Error, Places, Result};

/// A part of an entry.
#[derive(Clone, Debug, PartialEq)]
enum EntryPart {
    Uri,
    /// A name, with its language tag if all names in the column have the same language.
    Label(Option<String>),
    Language,
    Class,
    Weight,
}

/// A piece of a template: a text, or the index of a column.
#[derive(Debug)]
enum Piece {
    Text(String),
    Column(usize),
}

/// The mapping of the parts of an entry to columns.
struct Mapping(Vec<(EntryPart, Vec<Piece>)>);

pub(super) fn read(file: &ImportFile<'_, '_>, out: &mut Collector<'_, '_>) -> Result<()> {
    let source = file.whole()?;
    let mut table = Table::new(&source)?;
    let mapping = Mapping::of(&table, &out.options.columns)?;
    let (known, mut count, mut taken) = (out.at.offset, 0, 0);
    let mut places = Places::of(&source);
    loop {
        count += 1;
        let done = match table.next_row() {
            Ok(None) => break,
            Ok(Some(_)) if count <= known => continue,
            Ok(Some(row)) => {
                out.at.line = u64::from(places.at(row.range()).line());
                taken += 1;
                entry(&row, &mapping, out)?;
                if file.file.plain().is_some() { row.start() as u64 } else { 0 }
            }
            Err(_) if count <= known => continue,
            // Skipped rows must not hide that no row is valid.
            Err(error) if taken == 0 && count > 100 => return Err(error),
            // The rest of the table cannot be read.
            Err(error) if error.kind() != glossweave_base::ErrorKind::Malformed => {
                return Err(error);
            }
            Err(error) => {
                let line = error.location().map_or(count + 1, |place| u64::from(place.line()));
                out.at.line = line;
                out.skip(SkipReason::Line);
                0
            }
        };
        out.at.records += 1;
        let position = Position { offset: count, line: out.at.line, ..out.at };
        out.passed(position, file.before + done)?;
    }
    Ok(())
}

fn entry(row: &Row<'_>, mapping: &Mapping, out: &mut Collector<'_, '_>) -> Result<()> {
    let of = |part: EntryPart| mapping.0.iter().filter(move |(mapped, _)| *mapped == part);
    let first = |part: EntryPart| of(part).find_map(|(_, pieces)| value(pieces, row));
    let uri = first(EntryPart::Uri).map(without_brackets);
    let Some(uri) = uri else {
        out.skip(SkipReason::Iri);
        return Ok(());
    };
    let weight = match first(EntryPart::Weight) {
        None => 1.0,
        Some(text) => match text.parse::<f32>() {
            Ok(weight) if weight.is_finite() && weight >= 0.0 => weight,
            _ => {
                out.skip(SkipReason::Line);
                return Ok(());
            }
        },
    };
    let Some(subject) = out.subject(&uri)? else { return Ok(()) };
    let of_row = first(EntryPart::Language);
    for text in of(EntryPart::Class).filter_map(|(_, pieces)| value(pieces, row)) {
        for class in text.split([' ', '|']).filter(|class| !class.is_empty()) {
            out.class(subject, class)?;
        }
    }
    let separator = out.options.separator.clone();
    let mut has_name = false;
    for (part, pieces) in &mapping.0 {
        let (EntryPart::Label(language), Some(text)) = (part, value(pieces, row)) else { continue };
        let language = language.as_deref().or(of_row.as_deref());
        let names: Vec<&str> = match &separator {
            Some(separator) => text.split(separator.as_str()).collect(),
            None => vec![&text],
        };
        for name in names.into_iter().filter(|name| !name.trim().is_empty()) {
            has_name = true;
            out.label(subject, name, language, weight)?;
        }
    }
    if !has_name {
        out.skip(SkipReason::NoName);
    }
    Ok(())
}

/// Returns an IRI without enclosing angle brackets, as used in RDF.
fn without_brackets(iri: String) -> String {
    let inner = iri.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).map(str::to_owned);
    inner.unwrap_or(iri)
}

/// Returns the value of a template. Returns `None` if a column that it uses is empty.
fn value(pieces: &[Piece], row: &Row<'_>) -> Option<String> {
    let mut value = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => value.push_str(text),
            Piece::Column(index) => {
                let field = row.field(*index).filter(|field| !field.is_empty())?;
                value.push_str(field);
            }
        }
    }
    Some(value)
}

impl Mapping {
    /// Returns the mapping of a table. Parts that are not mapped by options are mapped to the column
    /// with the same name.
    fn of(table: &Table<'_>, options: &[(String, String)]) -> Result<Mapping> {
        let mut mapping = Mapping(Vec::new());
        for (what, column) in options {
            let part = part(what)?;
            mapping.0.push((part, pieces(table, column)?));
        }
        for (index, name) in table.header().enumerate() {
            let Ok(part) = part(&name.to_ascii_lowercase()) else { continue };
            if !mapping.has(&part) {
                mapping.0.push((part, vec![Piece::Column(index)]));
            }
        }
        for (part, name) in [(EntryPart::Uri, "uri"), (EntryPart::Label(None), "label")] {
            if !mapping.has(&part) {
                return Err(table.no_column(name).with_parameter("column"));
            }
        }
        Ok(mapping)
    }

    fn has(&self, part: &EntryPart) -> bool {
        let same =
            |mapped: &EntryPart| std::mem::discriminant(mapped) == std::mem::discriminant(part);
        self.0.iter().any(|(mapped, _)| same(mapped))
    }
}

fn part(what: &str) -> Result<EntryPart> {
    Ok(match what.split_once('@') {
        Some(("label", language)) => EntryPart::Label(Some(language.to_owned())),
        None if what == "uri" => EntryPart::Uri,
        None if what == "label" => EntryPart::Label(None),
        None if what == "language" => EntryPart::Language,
        None if what == "type" => EntryPart::Class,
        None if what == "weight" => EntryPart::Weight,
        _ => {
            let message = format!(
                "`column` sets `{what}`, expected `uri`, `label`, `label@LANGUAGE`, `language`, `type` or `weight`"
            );
            return Err(Error::invalid(message).with_parameter("column"));
        }
    })
}

/// Parses a template, for example `http://example.org/{Id}`. A text without braces is the name of a
/// column.
fn pieces(table: &Table<'_>, template: &str) -> Result<Vec<Piece>> {
    let column = |name: &str| {
        let found = table.header().position(|title| title.eq_ignore_ascii_case(name));
        found.ok_or_else(|| table.no_column(name).with_parameter("column"))
    };
    if !template.contains('{') {
        return Ok(vec![Piece::Column(column(template)?)]);
    }
    let mut pieces = Vec::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, behind)) = after.split_once('}') else {
            let message = format!("`{template}` has a brace that is not closed");
            return Err(Error::invalid(message).with_parameter("column"));
        };
        pieces.push(Piece::Text(before.to_owned()));
        pieces.push(Piece::Column(column(name)?));
        rest = behind;
    }
    pieces.push(Piece::Text(rest.to_owned()));
    Ok(pieces)
}
