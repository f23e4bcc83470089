//! A location in a source.

use std::fmt;
use std::ops::Range;

/// A location in the bytes of a source.
///
/// Lines and columns count from 1. A column counts characters, or bytes if the source is not UTF-8. A line
/// ends at LF, CR or CRLF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    start: usize,
    end: usize,
    line: u32,
    column: u32,
}

impl Location {
    /// Returns the location of a byte range in a source. A range beyond the end is truncated.
    pub fn in_source(source: &[u8], bytes: Range<usize>) -> Location {
        let start = bytes.start.min(source.len());
        let before = &source[..start];
        let mut line = 1u32;
        let mut line_start = 0;
        for (index, byte) in before.iter().enumerate() {
            let ends = match byte {
                b'\n' => true,
                b'\r' => source.get(index + 1) != Some(&b'\n'),
                _ => false,
            };
            if ends {
                line = line.saturating_add(1);
                line_start = index + 1;
            }
        }
        let column = before[line_start..].iter().filter(|byte| **byte & 0xC0 != 0x80).count();
        Location {
            start,
            end: bytes.end.clamp(start, source.len()),
            line,
            column: u32::try_from(column).unwrap_or(u32::MAX).saturating_add(1),
        }
    }

    /// Returns a location from a line and a column, both from 1, when another parser reports only these.
    pub fn at_line(source: &[u8], line: u32, column: u32) -> Location {
        let mut rest = source;
        let mut start = 0;
        for _ in 1..line {
            match rest.iter().position(|byte| *byte == b'\n') {
                Some(end) => {
                    start += end + 1;
                    rest = &rest[end + 1..];
                }
                None => break,
            }
        }
        start = (start + column.saturating_sub(1) as usize).min(source.len());
        Location { start, end: start, line, column }
    }

    /// Returns a location from its known parts.
    #[doc(hidden)]
    pub fn of(bytes: Range<usize>, line: u32, column: u32) -> Location {
        Location { start: bytes.start, end: bytes.end, line, column }
    }

    /// Returns the location in a larger source that contains this source after `bytes` bytes, `lines` line
    /// ends, and `columns` characters of the line in which this source starts.
    #[doc(hidden)]
    pub fn behind(self, bytes: usize, lines: u32, columns: u32) -> Location {
        let is_first = self.line == 1;
        Location {
            start: self.start.saturating_add(bytes),
            end: self.end.saturating_add(bytes),
            line: self.line.saturating_add(lines),
            column: if is_first { self.column.saturating_add(columns) } else { self.column },
        }
    }

    /// Returns the range in the source, in bytes.
    pub fn bytes(&self) -> Range<usize> {
        self.start..self.end
    }

    /// Returns the line, from 1.
    pub fn line(&self) -> u32 {
        self.line
    }

    /// Returns the column, from 1.
    pub fn column(&self) -> u32 {
        self.column
    }
}

/// A builder of many locations in one source. The total time is linear if they come in order.
pub struct Places<'s> {
    source: &'s [u8],
    /// The byte offset up to which lines are counted, which is never between CR and LF.
    at: usize,
    lines: u32,
    columns: u32,
}

impl<'s> Places<'s> {
    /// Creates a builder for the locations in a source.
    pub fn of(source: &'s [u8]) -> Places<'s> {
        Places { source, at: 0, lines: 0, columns: 0 }
    }

    /// Returns the location of a byte range.
    pub fn at(&mut self, bytes: Range<usize>) -> Location {
        let start = bytes.start.min(self.source.len());
        if start < self.at {
            return Location::in_source(self.source, bytes);
        }
        let from = &self.source[self.at..];
        let end = bytes.end.clamp(start, self.source.len());
        let place = Location::in_source(from, start - self.at..end - self.at);
        let place = place.behind(self.at, self.lines, self.columns);
        let is_parted = start > 0 && self.source[start - 1] == b'\r';
        if !is_parted {
            (self.at, self.lines, self.columns) = (start, place.line - 1, place.column - 1);
        }
        place
    }
}

impl fmt::Display for Location {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "line {} column {}", self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::{Location, Places};

    #[test]
    fn lines_end_at_lf_cr_and_both() {
        let source = b"a\r\nb\rc\nd";
        let lines: Vec<_> =
            [0, 3, 5, 7].map(|at| Location::in_source(source, at..at)).map(|l| l.line()).into();
        assert_eq!(lines, [1, 2, 3, 4]);
    }

    #[test]
    fn columns_count_characters_of_utf8() {
        let source = "é😀x".as_bytes();
        assert_eq!(Location::in_source(source, 6..7).column(), 3);
    }

    #[test]
    fn many_places_are_those_of_each() {
        let source = "aé\r\nb\rc\n\r\n😀d".as_bytes();
        for from in 0..source.len() {
            let mut places = Places::of(source);
            for at in (from..source.len() + 2).step_by(2).chain([1]) {
                assert_eq!(places.at(at..at + 1), Location::in_source(source, at..at + 1));
            }
        }
    }

    #[test]
    fn a_range_beyond_the_end_is_cut() {
        let place = Location::in_source(b"ab", 9..12);
        assert_eq!(place.bytes(), 2..2);
    }
}
