//! Tables in CSV and TSV (RFC 4180, with a header row), in UTF-8.

use std::io::{self, Read, Write};
use std::ops::Range;

use csv::{Reader, ReaderBuilder, StringRecord};

use crate::error::{Error, ErrorKind, Location, Places, Result};

/// The approximate maximum size of a row, in bytes. A row is held in memory completely, and a longer one
/// has an unclosed quotation mark.
const MAX_ROW: usize = 16 << 20;

/// The maximum number of bytes that are read again after unclosed quotation marks, as a multiple of the
/// size of the table.
const AGAIN: usize = 16;

/// The maximum number of columns that an error lists.
const MAX_LISTED: usize = 12;

/// A table that is read row by row.
pub struct Table<'s> {
    source: &'s [u8],
    delimiter: u8,
    /// The byte offset in the source at which `rows` starts.
    base: usize,
    rows: Reader<Bounded<'s>>,
    header: StringRecord,
    /// The range of the header in the source.
    at_header: Range<usize>,
    fields: StringRecord,
    places: Places<'s>,
    /// The number of bytes that may still be read again after an unclosed quotation mark.
    again: usize,
}

impl<'s> Table<'s> {
    /// Reads the header of a table. The delimiter is specified by a line `sep=;` before the header, which
    /// spreadsheets write. Otherwise it is the most frequent of comma, tab, semicolon and bar in the
    /// header.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Malformed`] if the table is empty or the header is not UTF-8.
    pub fn new(source: &'s [u8]) -> Result<Table<'s>> {
        let text = source.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(source);
        let stated = separator(first_line(text));
        let base = match stated {
            Some(_) => after_line(source, 0),
            None => 0,
        };
        if source.get(base..).unwrap_or_default().trim_ascii().is_empty()
            || text.trim_ascii().is_empty()
        {
            return Err(Error::malformed("the table is empty, expected a header"));
        }
        let delimiter = stated.unwrap_or_else(|| delimiter(source));
        let mut rows = reader(&source[base..], delimiter, true);
        let mut header = StringRecord::new();
        rows.read_record(&mut header).map_err(|error| {
            let at_row = row_bytes(source, base, source.len());
            let place = at_row.start..at_row.start + first_line(&source[at_row]).len();
            hinted(Error::malformed(unread(&error)).at(Location::in_source(source, place)), &error)
        })?;
        let at_header = row_bytes(source, base, base + rows.position().byte() as usize);
        let (fields, places) = (StringRecord::new(), Places::of(source));
        let again = source.len().saturating_mul(AGAIN);
        Ok(Table { source, delimiter, base, rows, header, at_header, fields, places, again })
    }

    /// Returns the names of the columns.
    pub fn header(&self) -> impl Iterator<Item = &str> {
        self.header.iter().map(trimmed)
    }

    /// Returns the index of each known column. A column may have several names.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Malformed`] if the header contains a column twice.
    pub fn columns<const N: usize>(&self, known: &[&[&str]; N]) -> Result<[Option<usize>; N]> {
        let mut columns = [None; N];
        for (index, name) in self.header().enumerate() {
            let is_name = |known: &&str| name.eq_ignore_ascii_case(known);
            let Some(column) = known.iter().position(|names| names.iter().any(is_name)) else {
                continue;
            };
            if columns[column].replace(index).is_some() {
                let message = format!("the header has the column `{}` twice", known[column][0]);
                return Err(self.at_header(Error::malformed(message)));
            }
        }
        Ok(columns)
    }

    /// Returns the error for a column that is missing in the header.
    pub fn no_column(&self, name: &str) -> Error {
        let found: Vec<&str> = self.header.iter().take(MAX_LISTED).collect();
        let found = found.join("`, `");
        let message = format!("the header has no column `{name}`, found `{found}`");
        self.at_header(Error::malformed(message))
    }

    /// Returns the error for a column with a name that is not known, when another name is known for its
    /// values.
    pub fn misnamed(&self, name: &str, known: &str) -> Error {
        let error = Error::malformed(format!("the column `{name}` is not known"));
        let place = self.column_range(name).unwrap_or_else(|| self.at_header.clone());
        error
            .at(Location::in_source(self.source, place))
            .with_hint(&format!("did you mean `{known}`?"))
    }

    /// Returns the range of a column name in the source, or `None` if the name contains escaped characters.
    fn column_range(&self, name: &str) -> Option<Range<usize>> {
        let mut start = self.at_header.start;
        for field in self.source[self.at_header.clone()].split(|byte| *byte == self.delimiter) {
            let is_mark = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'"';
            let before = field.iter().take_while(|byte| is_mark(byte)).count();
            if let Some(after) = field[before..].strip_prefix(name.as_bytes())
                && after.iter().all(is_mark)
            {
                return Some(start + before..start + before + name.len());
            }
            start += field.len() + 1;
        }
        None
    }

    /// Returns the error for a value in the header. The header contains the rows when line breaks were
    /// lost.
    pub fn value_in_header(&self, value: &str) -> Error {
        let error = Error::malformed(format!("expected names of columns, found `{value}`"));
        self.at_header(error)
            .with_hint("send the table with its line breaks (`curl --data-binary`)")
    }

    fn at_header(&self, error: Error) -> Error {
        error.at(Location::in_source(self.source, self.at_header.clone()))
    }

    /// Reads the next row. Returns `None` at the end. Skips rows without a value and empty fields after the
    /// last column, because spreadsheets write both. After an error, the next row can be read.
    ///
    /// A quotation mark within a field does not close it: the quotation marks of such a row belong to its
    /// values. In a table with tabs, unclosed quotation marks belong to the values too.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Malformed`], with the location of the row, if the number of fields differs from
    /// the header, the row is not UTF-8, or a quotation mark is not closed. Returns [`ErrorKind::TooLarge`]
    /// if the row is longer than 16 MiB.
    pub fn next_row(&mut self) -> Result<Option<Row<'_>>> {
        let Some((start, range)) = self.advance()? else { return Ok(None) };
        let Table { source, header, fields, .. } = self;
        Ok(Some(Row { source, start, range, header, fields }))
    }

    /// Returns the location of a row. The total time is linear if the rows come in order.
    pub fn place(&mut self, row: Range<usize>) -> Location {
        self.places.at(row)
    }

    /// Reads the next row into `fields`. Returns the offset at which it was read, and its range.
    fn advance(&mut self) -> Result<Option<(usize, Range<usize>)>> {
        loop {
            let start = self.base + self.rows.position().byte() as usize;
            self.rows.get_mut().left = MAX_ROW;
            let read = match self.rows.read_record(&mut self.fields) {
                Ok(false) => return Ok(None),
                Ok(true) => Ok(()),
                Err(error) => Err(error),
            };
            let is_too_long = matches!(&read, Err(error) if error.is_io_error());
            let end = match is_too_long {
                true => start + MAX_ROW,
                false => self.base + self.rows.position().byte() as usize,
            };
            let range = row_bytes(self.source, start, end);
            let line = range.start..range.start + first_line(&self.source[range.clone()]).len();
            let quoting = match is_too_long {
                true => Quoting::Open,
                false => Quoting::of(&self.source[range.clone()], self.delimiter),
            };
            if quoting == Quoting::Clean {
                return match read {
                    Ok(()) if self.fields.iter().all(|field| trimmed(field).is_empty()) => continue,
                    Ok(()) if self.fits(&self.fields) => Ok(Some((start, range))),
                    Ok(()) => Err(self.wrong(&self.miscounted(), line)),
                    Err(error) => Err(self.unreadable(&error, line)),
                };
            }
            // Content on other lines is another row.
            let skipped = range.end - line.end;
            if is_too_long && (skipped == 0 || skipped > self.again) {
                self.rest(self.source.len());
                let most = MAX_ROW >> 20;
                let message =
                    format!("the row has more than {most} MiB: is a quotation mark not closed?");
                let place = self.places.at(line);
                return Err(Error::new(ErrorKind::TooLarge, message).at(place));
            }
            if skipped > 0 && skipped <= self.again {
                self.again -= skipped;
                self.rest(after_line(self.source, line.end));
            }
            let is_literal = self.delimiter == b'\t' || quoting == Quoting::Ragged && skipped == 0;
            if is_literal && self.read_literally(line.clone()) {
                return Ok(Some((start, line)));
            }
            return Err(match read {
                Err(error) if !is_too_long => self.unreadable(&error, line),
                _ => self.wrong("a quotation mark is not closed", line),
            });
        }
    }

    /// Continues at a byte offset of the source.
    fn rest(&mut self, at: usize) {
        self.base = at;
        self.rows = reader(&self.source[at..], self.delimiter, true);
    }

    /// Reads a line whose quotation marks belong to its values. Returns `false` if the number of fields is
    /// wrong.
    fn read_literally(&mut self, line: Range<usize>) -> bool {
        let mut fields = StringRecord::new();
        let read = reader(&self.source[line], self.delimiter, false).read_record(&mut fields);
        let is_right = matches!(read, Ok(true)) && self.fits(&fields);
        if is_right {
            self.fields = fields;
        }
        is_right
    }

    fn fits(&self, fields: &StringRecord) -> bool {
        let columns = self.header.len();
        fields.len() >= columns
            && fields.iter().skip(columns).all(|field| trimmed(field).is_empty())
    }

    fn miscounted(&self) -> String {
        let (found, expected) = (self.fields.len(), self.header.len());
        format!("the row has {found} fields, the header has {expected}")
    }

    fn unreadable(&mut self, error: &csv::Error, line: Range<usize>) -> Error {
        hinted(self.wrong(&unread(error), line), error)
    }

    fn wrong(&mut self, message: &str, line: Range<usize>) -> Error {
        Error::malformed(message).at(self.places.at(line))
    }
}

/// The state of the quotation marks of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quoting {
    /// All quotation marks are closed at the ends of their fields.
    Clean,
    /// A quotation mark is closed within a field.
    Ragged,
    /// A quotation mark is not closed.
    Open,
}

impl Quoting {
    fn of(row: &[u8], delimiter: u8) -> Quoting {
        let mut found = Quoting::Clean;
        if !row.contains(&b'"') {
            return found;
        }
        let is_end = |byte: &u8| *byte == delimiter || matches!(byte, b'\n' | b'\r');
        let mut at = 0;
        while at < row.len() {
            if row[at] == b'"' {
                at += 1;
                loop {
                    let Some(next) = row[at..].iter().position(|byte| *byte == b'"') else {
                        return Quoting::Open;
                    };
                    at += next + 1;
                    if row.get(at) != Some(&b'"') {
                        break;
                    }
                    at += 1;
                }
                if row.get(at).is_some_and(|byte| !is_end(byte)) {
                    found = Quoting::Ragged;
                }
            }
            let end = row[at..].iter().position(is_end);
            at = end.map_or(row.len(), |end| at + end + 1);
        }
        found
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

    /// Returns the value of a column, without surrounding white space.
    pub fn field(&self, column: usize) -> Option<&'r str> {
        self.fields.get(column).map(trimmed)
    }

    /// Returns the names of the columns with the values, without surrounding white space.
    pub fn fields(&self) -> impl Iterator<Item = (&'r str, &'r str)> + use<'r> {
        let named = self.header.iter().zip(self.fields.iter());
        named.map(|(name, value)| (trimmed(name), trimmed(value)))
    }

    /// Adds the location of the row to an error.
    pub fn at(&self, error: Error) -> Error {
        error.at(Location::in_source(self.source, self.range()))
    }

    /// Converts the error of a caller that rejected the row: `ErrorKind::Invalid` in a call is
    /// `ErrorKind::Malformed` in a table.
    pub fn refused(&self, error: Error) -> Error {
        match error.kind() {
            ErrorKind::Invalid => self.at(error.into_kind(ErrorKind::Malformed)),
            _ => self.at(error),
        }
    }
}

/// A writer of a table, with commas between fields and line feeds between rows.
pub struct TableWriter<W: Write>(csv::Writer<W>);

impl<W: Write> TableWriter<W> {
    /// Creates a table without rows. The first row is the header.
    pub fn new(out: W) -> TableWriter<W> {
        TableWriter(csv::Writer::from_writer(out))
    }

    /// Writes a row. All rows have the same number of fields.
    ///
    /// # Errors
    ///
    /// Returns the error of the inner writer.
    pub fn write(&mut self, fields: &[&str]) -> io::Result<()> {
        self.0.write_record(fields).map_err(io::Error::from)
    }

    /// Flushes the buffer.
    ///
    /// # Errors
    ///
    /// Returns the error of the inner writer.
    pub fn finish(mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A reader of a table that returns at most `left` more bytes.
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

/// Returns the offset after a line and its line end.
fn after_line(source: &[u8], from: usize) -> usize {
    let end = from + first_line(&source[from..]).len();
    let width = match &source[end..] {
        [b'\r', b'\n', ..] => 2,
        rest => rest.len().min(1),
    };
    end + width
}

fn reader(source: &[u8], delimiter: u8, is_quoted: bool) -> Reader<Bounded<'_>> {
    let mut builder = ReaderBuilder::new();
    builder.delimiter(delimiter).quoting(is_quoted).has_headers(false).flexible(true);
    builder.from_reader(Bounded { rest: source, left: MAX_ROW })
}

/// Returns the delimiter that a line such as `sep=;` specifies.
fn separator(line: &[u8]) -> Option<u8> {
    let text = line.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\"")).unwrap_or(line);
    let (name, value) = text.split_at_checked(4)?;
    match value {
        [byte] if name.eq_ignore_ascii_case(b"sep=") && byte.is_ascii() => Some(*byte),
        _ => None,
    }
}

/// Returns the most frequent delimiter of the header.
fn delimiter(source: &[u8]) -> u8 {
    let header = first_line(source.trim_ascii_start());
    let count = |delimiter: u8| header.iter().filter(|byte| **byte == delimiter).count();
    // The comma wins a draw, because `max_by_key` returns the last maximum.
    [b'|', b';', b'\t', b','].into_iter().max_by_key(|byte| count(*byte)).unwrap_or(b',')
}

/// Returns the bytes of a row without surrounding line ends.
fn row_bytes(source: &[u8], start: usize, end: usize) -> Range<usize> {
    let end = end.min(source.len());
    let is_end = |at: usize| matches!(source[at], b'\n' | b'\r');
    let start = (start..end).find(|at| !is_end(*at)).unwrap_or(end);
    let end = (start..end).rev().find(|at| !is_end(*at)).map_or(start, |last| last + 1);
    start..end
}

/// Returns a field without surrounding white space.
fn trimmed(field: &str) -> &str {
    let bytes = field.as_bytes();
    let stays = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_graphic);
    if stays(bytes.first()) && stays(bytes.last()) { field } else { field.trim() }
}

/// Adds a hint to the error for a row that is not UTF-8.
fn hinted(fault: Error, error: &csv::Error) -> Error {
    match error.kind() {
        csv::ErrorKind::Utf8 { .. } => fault.with_hint("save the table as UTF-8"),
        _ => fault,
    }
}

/// Returns the message for a row that cannot be read.
fn unread(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::Utf8 { err, .. } => {
            format!("field {} of the row is not UTF-8", err.field() + 1)
        }
        _ => "the table cannot be read".to_owned(),
    }
}

#[cfg(test)]
mod tests;
