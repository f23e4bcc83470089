//! Entries from CSV and TSV (RFC 4180, with a header row).

use std::io::Read;

use csv::{ReaderBuilder, StringRecord};

use super::{DictionaryBuilder, Entry};
use glossweave_base::csv::{Bounded, LONGEST, delimiter, first_line, row_bytes, unread};
use glossweave_base::error::{Error, ErrorKind, Location, Result};
use glossweave_base::progress::{Progress, Reporter, Watch};

/// The known columns, by their names in the header.
const COLUMNS: [&str; 5] = ["uri", "label", "language", "type", "weight"];

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
        at = Progress { done: row.start as u64, records: at.records + 1, ..at };
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
    /// The byte offset of the row in the table.
    pub start: usize,
    header: &'a StringRecord,
    fields: &'a StringRecord,
}

impl<'a> Row<'a> {
    /// Returns the columns that are neither known nor empty, each with its name.
    pub fn others(&self) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
        let named = self.header.iter().zip(self.fields.iter());
        named.map(|(name, value)| (name.trim(), value.trim())).filter(|(name, value)| {
            !value.is_empty() && !COLUMNS.iter().any(|known| known.eq_ignore_ascii_case(name))
        })
    }
}

/// Calls `take` with every row of a table. Its errors get the location of the row, and
/// `ErrorKind::Invalid` becomes `ErrorKind::Malformed`.
#[doc(hidden)]
pub fn each_row(source: &[u8], take: &mut dyn FnMut(&Row<'_>) -> Result<()>) -> Result<()> {
    let text = source.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(source);
    if text.trim_ascii().is_empty() {
        return Err(Error::malformed("the table is empty, expected a header"));
    }
    let bounded = Bounded { rest: source, left: LONGEST };
    let mut rows = ReaderBuilder::new().delimiter(delimiter(source)).from_reader(bounded);
    let header = rows.headers().map_err(|error| unread(source, 0, error))?.clone();
    let columns = columns(&header)
        .map_err(|error| error.at(Location::in_source(source, 0..first_line(source).len())))?;
    let mut row = StringRecord::new();
    loop {
        let start = rows.position().byte() as usize;
        rows.get_mut().left = LONGEST;
        if !rows.read_record(&mut row).map_err(|error| unread(source, start, error))? {
            return Ok(());
        }
        let bytes = row_bytes(source, start, rows.position().byte() as usize);
        let at = |error: Error| error.at(Location::in_source(source, bytes.clone()));
        let is_odd = |row: &[u8]| row.iter().filter(|byte| **byte == b'"').count() % 2 != 0;
        if source[bytes.clone()].contains(&b'"') && is_odd(&source[bytes.clone()]) {
            return Err(at(Error::malformed("a quotation mark is not closed")));
        }
        let field = |column: usize| columns[column].and_then(|index| row.get(index)).map(trimmed);
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
                at(Error::malformed(message))
            })?,
            None => 1.0,
        };
        let of_row = Entry {
            uri: given(0).unwrap_or_default(),
            label: given(1).unwrap_or_default(),
            language: Some(field(2).unwrap_or_default()).filter(|tag| !tag.is_empty()),
            classes,
            weight,
        };
        take(&Row { entry: of_row, start, header: &header, fields: &row }).map_err(|error| {
            match error.kind() {
                ErrorKind::Invalid => at(Error::malformed(error.message()).because(error)),
                ErrorKind::TooLarge => at(error),
                // An error that the row did not cause.
                _ => error,
            }
        })?;
    }
}

/// Returns a field without the white space around it.
fn trimmed(field: &str) -> &str {
    let bytes = field.as_bytes();
    let stays = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_graphic);
    if stays(bytes.first()) && stays(bytes.last()) { field } else { field.trim() }
}

/// Returns the index of the field for each column.
fn columns(header: &StringRecord) -> Result<[Option<usize>; COLUMNS.len()]> {
    let mut columns = [None; COLUMNS.len()];
    for (index, name) in header.iter().enumerate() {
        let known = COLUMNS.iter().position(|known| name.trim().eq_ignore_ascii_case(known));
        if let Some(column) = known
            && columns[column].replace(index).is_some()
        {
            let message = format!("the header names `{}` twice", COLUMNS[column]);
            return Err(Error::malformed(message));
        }
    }
    for needed in 0..2 {
        if columns[needed].is_none() {
            let found: Vec<&str> = header.iter().take(8).collect();
            return Err(Error::malformed(format!(
                "the header has no column `{}`, found `{}`",
                COLUMNS[needed],
                found.join("`, `")
            )));
        }
    }
    Ok(columns)
}
