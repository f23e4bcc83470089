//! Entries from CSV and TSV (RFC 4180, with a header row).

use std::io::Read;

use super::{DictionaryBuilder, Entry};
use glossweave_base::csv::{self, Table};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::progress::{Progress, Reporter, Watch};

/// The known columns, by their names in the header.
const COLUMNS: [&[&str]; 6] =
    [&["uri"], &["label"], &["language"], &["type"], &["weight"], &["case"]];

/// Adds every row of a table to a builder.
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
    each_row(&source, &mut |row| {
        builder.add(&row.entry)?;
        at = Progress { done: row.start() as u64, records: at.records + 1, ..at };
        reporter.reach(at);
        reporter.step()
    })?;
    builder.read += total;
    reporter.reach(Progress { done: total, ..at });
    reporter.report()
}

/// A row of a table of names.
#[doc(hidden)]
pub struct Row<'a> {
    /// The values of the known columns, unchecked.
    pub entry: Entry<'a>,
    row: csv::Row<'a>,
}

impl<'a> Row<'a> {
    /// Returns the byte offset of the row in the table.
    pub fn start(&self) -> usize {
        self.row.start()
    }

    /// Returns the columns that are neither known nor empty, each with its name.
    pub fn others(&self) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
        self.row.fields().filter(|(name, value)| {
            !value.is_empty() && !COLUMNS.iter().any(|known| known[0].eq_ignore_ascii_case(name))
        })
    }
}

/// Calls `take` with every row of a table. Its errors get the location of the row, and
/// `ErrorKind::Invalid` becomes `ErrorKind::Malformed`.
#[doc(hidden)]
pub fn each_row(source: &[u8], take: &mut dyn FnMut(&Row<'_>) -> Result<()>) -> Result<()> {
    let mut table = Table::new(source)?;
    let columns = table.columns(&COLUMNS)?;
    for (needed, names) in columns.iter().zip(COLUMNS).take(2) {
        if needed.is_none() {
            return Err(table.no_column(names[0]));
        }
    }
    while let Some(row) = table.next_row()? {
        let field = |column: usize| columns[column].and_then(|index| row.field(index));
        let given = |column: usize| field(column).filter(|value| !value.is_empty());
        let classes = given(3).unwrap_or_default();
        let (one, several): ([&str; 1], Vec<&str>);
        let classes: &[&str] = if classes.bytes().any(|byte| matches!(byte, b' ' | b'|')) {
            several = classes.split([' ', '|']).filter(|iri| !iri.is_empty()).collect();
            &several
        } else {
            one = [classes];
            &one[usize::from(classes.is_empty())..]
        };
        let weight = match given(4) {
            Some(text) => text.parse().map_err(|_| {
                let message = format!("`weight` is `{text}`, expected a number from 0 on");
                row.at(Error::malformed(message))
            })?,
            None => 1.0,
        };
        let case =
            given(5).map(str::parse).transpose().map_err(|error: Error| row.refused(error))?;
        let entry = Entry {
            uri: given(0).unwrap_or_default(),
            label: given(1).unwrap_or_default(),
            language: given(2),
            classes,
            weight,
            case,
        };
        take(&Row { entry, row: row.clone() }).map_err(|error| match error.kind() {
            ErrorKind::Invalid | ErrorKind::TooLarge => row.refused(error),
            // An error that the row did not cause.
            _ => error,
        })?;
    }
    Ok(())
}
