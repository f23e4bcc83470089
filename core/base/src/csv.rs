//! Rows of tables in CSV and TSV (RFC 4180).

use std::io::{self, Read};

use crate::error::{Error, ErrorKind, Location};

/// The maximum size of a row, in bytes, roughly: a longer one has a quotation mark that is not
/// closed, and a row is held in memory as a whole.
pub const LONGEST: usize = 16 << 20;

/// A reader over a table that returns at most `left` more bytes.
pub struct Bounded<'s> {
    /// The bytes that are left.
    pub rest: &'s [u8],
    /// The most bytes that are still returned.
    pub left: usize,
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

/// Returns the first line of a table.
pub fn first_line(source: &[u8]) -> &[u8] {
    source.split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default()
}

/// Returns the most frequent delimiter of the header.
pub fn delimiter(source: &[u8]) -> u8 {
    let header = first_line(source);
    let count = |delimiter: u8| header.iter().filter(|byte| **byte == delimiter).count();
    // The comma wins a draw: the last of equals is taken.
    [b'|', b';', b'\t', b','].into_iter().max_by_key(|byte| count(*byte)).unwrap_or(b',')
}

/// Returns the bytes of a row without the line ends around it.
pub fn row_bytes(source: &[u8], start: usize, end: usize) -> std::ops::Range<usize> {
    let end = end.min(source.len());
    let is_end = |at: usize| matches!(source[at], b'\n' | b'\r');
    let start = (start..end).find(|at| !is_end(*at)).unwrap_or(end);
    let end = (start..end).rev().find(|at| !is_end(*at)).map_or(start, |last| last + 1);
    start..end
}

/// Converts an error in the row that begins at the byte `start`.
pub fn unread(source: &[u8], start: usize, error: csv::Error) -> Error {
    let start = error.position().map_or(start, |position| position.byte() as usize);
    let start = row_bytes(source, start.min(source.len()), source.len()).start;
    let place = start..start + first_line(&source[start..]).len();
    let message = match error.kind() {
        csv::ErrorKind::Io(_) => {
            let message = format!(
                "the row has more than {} MiB: is a quotation mark not closed?",
                LONGEST >> 20
            );
            return Error::new(ErrorKind::TooLarge, message).at(Location::in_source(source, place));
        }
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("the row has {len} fields, the header has {expected_len}")
        }
        csv::ErrorKind::Utf8 { err, .. } => {
            format!("field {} of the row is not UTF-8", err.field() + 1)
        }
        _ => "the table of labels cannot be read".to_owned(),
    };
    Error::malformed(message).at(Location::in_source(source, place))
}
