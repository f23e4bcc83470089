//! Tables in CSV and TSV (RFC 4180, with a header row), in UTF-8.

use std::io::{self, Read, Write};
use std::ops::Range;

use csv::{Reader, ReaderBuilder, StringRecord};

use crate::error::{Error, ErrorKind, Location, Result};

/// The maximum size of a row, in bytes, roughly: a longer one has a quotation mark that is not
/// closed, and a row is held in memory as a whole.
const MAX_ROW: usize = 16 << 20;

/// The maximum number of columns that an error lists.
const MAX_LISTED: usize = 12;

/// A table that is read row by row.
pub struct Table<'s> {
    source: &'s [u8],
    rows: Reader<Bounded<'s>>,
    header: StringRecord,
    fields: StringRecord,
}

impl<'s> Table<'s> {
    /// Reads the header of a table. The delimiter is the most frequent one of the header: a comma,
    /// tab, semicolon or bar.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Malformed`] if the table is empty or the header is not UTF-8.
    pub fn new(source: &'s [u8]) -> Result<Table<'s>> {
        let text = source.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(source);
        if text.trim_ascii().is_empty() {
            return Err(Error::malformed("the table is empty, expected a header"));
        }
        let bounded = Bounded { rest: source, left: MAX_ROW };
        let mut rows = ReaderBuilder::new().delimiter(delimiter(source)).from_reader(bounded);
        let header = rows.headers().map_err(|error| unread(source, 0, error))?.clone();
        Ok(Table { source, rows, header, fields: StringRecord::new() })
    }

    /// Returns the names of the columns.
    pub fn header(&self) -> impl Iterator<Item = &str> {
        self.header.iter().map(trimmed)
    }

    /// Returns the index of each known column. A column may have several names.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Malformed`] if the header has a column twice.
    pub fn columns<const N: usize>(&self, known: &[&[&str]; N]) -> Result<[Option<usize>; N]> {
        let mut columns = [None; N];
        for (index, name) in self.header().enumerate() {
            let is_name = |known: &&str| name.eq_ignore_ascii_case(known);
            let Some(column) = known.iter().position(|names| names.iter().any(is_name)) else {
                continue;
            };
            if columns[column].replace(index).is_some() {
                let message = format!("the header names `{}` twice", known[column][0]);
                return Err(self.at_header(Error::malformed(message)));
            }
        }
        Ok(columns)
    }

    /// Returns the error for a column that the header does not have.
    pub fn no_column(&self, name: &str) -> Error {
        let found: Vec<&str> = self.header.iter().take(MAX_LISTED).collect();
        let found = found.join("`, `");
        let message = format!("the header has no column `{name}`, found `{found}`");
        self.at_header(Error::malformed(message))
    }

    fn at_header(&self, error: Error) -> Error {
        error.at(Location::in_source(self.source, 0..first_line(self.source).len()))
    }

    /// Reads the next row; `None` if there is none.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Malformed`] with the place of the row if it has not as many fields as
    /// the header, is not UTF-8, or has a quotation mark that is not closed, and
    /// [`ErrorKind::TooLarge`] if it has more than 16 MiB.
    pub fn next_row(&mut self) -> Result<Option<Row<'_>>> {
        let source = self.source;
        let start = self.rows.position().byte() as usize;
        self.rows.get_mut().left = MAX_ROW;
        let read = self.rows.read_record(&mut self.fields);
        if !read.map_err(|error| unread(source, start, error))? {
            return Ok(None);
        }
        let range = row_bytes(source, start, self.rows.position().byte() as usize);
        let row = Row { source, start, range, header: &self.header, fields: &self.fields };
        let bytes = &source[row.range.clone()];
        let is_odd = || bytes.iter().filter(|byte| **byte == b'"').count() % 2 != 0;
        if bytes.contains(&b'"') && is_odd() {
            return Err(row.at(Error::malformed("a quotation mark is not closed")));
        }
        Ok(Some(row))
    }
}

/// A row of a table.
#[derive(Clone)]
pub struct Row<'r> {
    source: &'r [u8],
    start: usize,
    range: Range<usize>,
    header: &'r StringRecord,
    fields: &'r StringRecord,
}

impl<'r> Row<'r> {
    /// Returns the byte offset in the table at which the row was read.
    pub fn start(&self) -> usize {
        self.start
    }

    /// Returns the byte range of the row in the table, without its line end.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// Returns the value of a column, without the white space around it.
    pub fn field(&self, column: usize) -> Option<&'r str> {
        self.fields.get(column).map(trimmed)
    }

    /// Returns the names of the columns with the values, without the white space around them.
    pub fn fields(&self) -> impl Iterator<Item = (&'r str, &'r str)> + use<'r> {
        let named = self.header.iter().zip(self.fields.iter());
        named.map(|(name, value)| (trimmed(name), trimmed(value)))
    }

    /// Adds the place of the row to an error.
    pub fn at(&self, error: Error) -> Error {
        error.at(Location::in_source(self.source, self.range()))
    }

    /// Converts the error of a caller that refused the row: what is `ErrorKind::Invalid` in a call is
    /// `ErrorKind::Malformed` in a table.
    pub fn refused(&self, error: Error) -> Error {
        match error.kind() {
            ErrorKind::Invalid => self.at(Error::malformed(error.message()).because(error)),
            _ => self.at(error),
        }
    }
}

/// A table that is written row by row, with commas between fields and line feeds between rows.
pub struct TableWriter<W: Write>(csv::Writer<W>);

impl<W: Write> TableWriter<W> {
    /// Creates a table without rows; the first one is the header.
    pub fn new(out: W) -> TableWriter<W> {
        TableWriter(csv::Writer::from_writer(out))
    }

    /// Writes a row. All rows have the same number of fields.
    ///
    /// # Errors
    ///
    /// Returns the error of the writer below.
    pub fn write(&mut self, fields: &[&str]) -> io::Result<()> {
        self.0.write_record(fields).map_err(io::Error::from)
    }

    /// Writes what is still in a buffer.
    ///
    /// # Errors
    ///
    /// Returns the error of the writer below.
    pub fn finish(mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A reader over a table that returns at most `left` more bytes.
struct Bounded<'s> {
    rest: &'s [u8],
    left: usize,
}

impl Read for Bounded<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 && !self.rest.is_empty() {
            return Err(io::Error::other("a row is too long"));
        }
        let most = buffer.len().min(self.left);
        let count = self.rest.read(&mut buffer[..most])?;
        self.left -= count;
        Ok(count)
    }
}

fn first_line(source: &[u8]) -> &[u8] {
    source.split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default()
}

/// Returns the most frequent delimiter of the header.
fn delimiter(source: &[u8]) -> u8 {
    let header = first_line(source);
    let count = |delimiter: u8| header.iter().filter(|byte| **byte == delimiter).count();
    // The comma wins a draw: the last of equals is taken.
    [b'|', b';', b'\t', b','].into_iter().max_by_key(|byte| count(*byte)).unwrap_or(b',')
}

/// Returns the bytes of a row without the line ends around it.
fn row_bytes(source: &[u8], start: usize, end: usize) -> Range<usize> {
    let end = end.min(source.len());
    let is_end = |at: usize| matches!(source[at], b'\n' | b'\r');
    let start = (start..end).find(|at| !is_end(*at)).unwrap_or(end);
    let end = (start..end).rev().find(|at| !is_end(*at)).map_or(start, |last| last + 1);
    start..end
}

/// Returns a field without the white space around it.
fn trimmed(field: &str) -> &str {
    let bytes = field.as_bytes();
    let stays = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_graphic);
    if stays(bytes.first()) && stays(bytes.last()) { field } else { field.trim() }
}

/// Converts an error in the row that begins at the byte `start`.
fn unread(source: &[u8], start: usize, error: csv::Error) -> Error {
    let start = error.position().map_or(start, |position| position.byte() as usize);
    let start = row_bytes(source, start.min(source.len()), source.len()).start;
    let place = start..start + first_line(&source[start..]).len();
    let message = match error.kind() {
        csv::ErrorKind::Io(_) => {
            let message = format!(
                "the row has more than {} MiB: is a quotation mark not closed?",
                MAX_ROW >> 20
            );
            return Error::new(ErrorKind::TooLarge, message).at(Location::in_source(source, place));
        }
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("the row has {len} fields, the header has {expected_len}")
        }
        csv::ErrorKind::Utf8 { err, .. } => {
            format!("field {} of the row is not UTF-8", err.field() + 1)
        }
        _ => "the table cannot be read".to_owned(),
    };
    Error::malformed(message).at(Location::in_source(source, place))
}
