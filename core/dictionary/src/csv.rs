//! Import of entries from CSV and TSV (RFC 4180, with a header row).

use std::io::Read;

use super::{DictionaryBuilder, Entry};
use glossweave_base::csv::{self, Table};
use glossweave_base::error::{Error, ErrorKind, Places, Refused, Result};
use glossweave_base::progress::{Progress, Reporter, Watch};

/// The known columns, by header name.
const COLUMNS: [&[&str]; 6] =
    [&["uri"], &["label"], &["language"], &["type"], &["weight"], &["case"]];

/// Wrong names of known columns. They are reported because their values would otherwise be lost
/// silently.
const MISNAMED: [(&str, &str); 8] = [
    ("lang", "language"),
    ("languages", "language"),
    ("xml:lang", "language"),
    ("class", "type"),
    ("classes", "type"),
    ("types", "type"),
    ("rdf:type", "type"),
    ("weights", "weight"),
];

/// Returns `true` if a name is followed by an IRI without a separator, as in a table without line breaks. An
/// IRI alone is a valid column name, for example in tables with additional properties.
fn is_glued(column: &str) -> bool {
    ["http://", "https://"].iter().any(|start| column.find(start).is_some_and(|at| at > 0))
}

/// Adds all rows of a table to a builder.
pub(super) fn read(
    builder: &mut DictionaryBuilder,
    mut input: impl Read,
    watch: &mut Watch<'_>,
) -> Result<()> {
    let mut source = Vec::new();
    input.read_to_end(&mut source).map_err(|cause| {
        Error::new(ErrorKind::Unavailable, "the table of labels cannot be read").because(cause)
    })?;
    let total = source.len() as u64;
    let mut at = Progress { done: 0, total, records: 0 };
    let mut reporter = Reporter::new(watch, at);
    let mut refused = Refused::default();
    each_row(
        &source,
        &mut |row| {
            builder.add(&row.entry)?;
            at = Progress { done: row.start() as u64, records: at.records + 1, ..at };
            reporter.reach(at);
            reporter.step()
        },
        &mut |error| {
            refused.add(shown(&error), error);
            Ok(())
        },
    )?;
    builder.skip(refused, at.records > 0)?;
    builder.read += total;
    reporter.reach(Progress { done: total, ..at });
    reporter.report()
}

/// Returns the name of the row to which an error refers.
fn shown(error: &Error) -> String {
    error.location().map_or_else(String::new, |place| format!("row at line {}", place.line()))
}

/// A row of a table of names.
pub struct Row<'a> {
    /// The values of the known columns, which are not checked.
    pub entry: Entry<'a>,
    row: csv::Row<'a>,
}

impl<'a> Row<'a> {
    /// Returns the byte offset of the row in the table.
    pub fn start(&self) -> usize {
        self.row.start()
    }

    /// Returns the names and values of unknown columns that are not empty.
    pub fn others(&self) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
        self.row.fields().filter(|(name, value)| {
            !value.is_empty() && !COLUMNS.iter().any(|known| known[0].eq_ignore_ascii_case(name))
        })
    }
}

/// Calls `take` for each row of a table, and calls `refuse` with the error of each row that is not valid or
/// for which `take` returns `ErrorKind::Invalid` or `ErrorKind::TooLarge`. The errors have the location of
/// the row, and `ErrorKind::Invalid` is converted to `ErrorKind::Malformed`.
pub fn each_row(
    source: &[u8],
    take: &mut dyn FnMut(&Row<'_>) -> Result<()>,
    refuse: &mut dyn FnMut(Error) -> Result<()>,
) -> Result<()> {
    let mut table = Table::new(source)?;
    let columns = table.columns(&COLUMNS)?;
    for (needed, names) in columns.iter().zip(COLUMNS).take(2) {
        if needed.is_none() {
            return Err(table.no_column(names[0]));
        }
    }
    for (name, meant) in MISNAMED {
        let is_meant = |known: &[&str]| known.first() == Some(&meant);
        let is_free =
            COLUMNS.into_iter().position(is_meant).is_some_and(|at| columns[at].is_none());
        let is_named = |column: &&str| column.eq_ignore_ascii_case(name);
        if let Some(column) = table.header().find(is_named).filter(|_| is_free) {
            return Err(table.misnamed(column, meant));
        }
    }
    if let Some(value) = table.header().find(|column| is_glued(column)) {
        return Err(table.value_in_header(value));
    }
    let mut places = Places::of(source);
    loop {
        let row = match table.next_row() {
            Ok(None) => return Ok(()),
            Ok(Some(row)) => row,
            Err(error) if error.kind() == ErrorKind::Malformed => {
                refuse(error)?;
                continue;
            }
            // The rest of the table cannot be read.
            Err(error) => return Err(error),
        };
        match read_row(&row, &columns, take) {
            Ok(()) => {}
            Err(error) if matches!(error.kind(), ErrorKind::Invalid | ErrorKind::Malformed) => {
                let place = places.at(row.range());
                refuse(error.into_kind(ErrorKind::Malformed).at(place))?;
            }
            Err(error) if error.kind() == ErrorKind::TooLarge && error.parameter().is_some() => {
                let place = places.at(row.range());
                refuse(error.at(place))?;
            }
            // The error was not caused by the row.
            Err(error) => return Err(error),
        }
    }
}

fn read_row(
    row: &csv::Row<'_>,
    columns: &[Option<usize>; COLUMNS.len()],
    take: &mut dyn FnMut(&Row<'_>) -> Result<()>,
) -> Result<()> {
    let field = |column: usize| columns[column].and_then(|index| row.field(index));
    let filled = |column: usize| field(column).filter(|value| !value.is_empty());
    let classes = filled(3).unwrap_or_default();
    let (single, several): ([&str; 1], Vec<&str>);
    let classes: &[&str] = if classes.bytes().any(|byte| matches!(byte, b' ' | b'|')) {
        let all = classes.split([' ', '|']).filter(|iri| !iri.is_empty());
        several = all.map(without_brackets).collect();
        &several
    } else {
        single = [without_brackets(classes)];
        &single[usize::from(classes.is_empty())..]
    };
    let weight = match filled(4) {
        Some(text) => text.parse().map_err(|_| {
            Error::malformed(format!("`weight` is `{text}`, expected a number of at least 0"))
        })?,
        None => 1.0,
    };
    let entry = Entry {
        uri: filled(0).map(without_brackets).unwrap_or_default(),
        label: filled(1).unwrap_or_default(),
        language: filled(2),
        classes,
        weight,
        case: filled(5).map(str::parse).transpose()?,
    };
    take(&Row { entry, row: row.clone() })
}

/// Returns an IRI without enclosing angle brackets, as used in RDF.
fn without_brackets(iri: &str) -> &str {
    iri.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).unwrap_or(iri)
}
