//! A parser for the cells of a table (RFC 4180), which supports common separators.

use std::ops::Range;

use glossweave_base::media::Format;
use glossweave_format_base::strings::{Fault, Value};

/// The separators that are detected automatically when the file does not specify one.
const SEPARATORS: [char; 4] = [',', ';', '\t', '|'];

/// The maximum number of cells of a table.
const CELLS: usize = 1 << 25;

/// A cell, with its quotes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    start: u32,
    end: u32,
    pub is_quoted: bool,
}

impl Cell {
    pub fn at(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Returns the text of the cell. Within quotes, two quotes represent one.
    pub fn value(self, source: &str) -> Value {
        let mut value = Value::default();
        let Range { start, end } = self.at();
        let mut done = start;
        let mut is_inside = self.is_quoted;
        if is_inside {
            done += 1;
        }
        while let Some(found) = source.get(done..end).and_then(|rest| rest.find('"')) {
            if !is_inside {
                break;
            }
            let at = done + found;
            value.literal(source, done..at);
            done = at + 1;
            if source.get(done..end).is_some_and(|rest| rest.starts_with('"')) {
                value.atom("\"", at..at + 2);
                done += 1;
            } else {
                is_inside = false;
            }
        }
        value.literal(source, done..end);
        value
    }
}

#[derive(Debug)]
pub(super) struct Cells {
    pub separator: char,
    pub cells: Vec<Cell>,
    /// The end index of each row in `cells`.
    ends: Vec<usize>,
}

impl Cells {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the indices of the cells of a row.
    pub fn row(&self, row: usize) -> Range<usize> {
        let start = row.checked_sub(1).and_then(|before| self.ends.get(before)).copied();
        start.unwrap_or(0)..self.ends.get(row).copied().unwrap_or(self.cells.len())
    }

    /// Returns the row of a cell.
    pub fn row_of(&self, cell: usize) -> usize {
        self.ends.partition_point(|end| *end <= cell)
    }

    /// Returns the index of a cell by its row and column. Returns `None` if the row is too short.
    pub fn cell(&self, row: usize, column: usize) -> Option<usize> {
        let cells = self.row(row);
        Some(cells.start + column).filter(|cell| cells.contains(cell))
    }

    /// Returns the text of a cell by its row and column. Returns an empty text when the row is too short.
    pub fn text(&self, row: usize, column: usize, source: &str) -> String {
        let cell = self.cell(row, column).and_then(|cell| self.cells.get(cell));
        cell.map(|cell| cell.value(source).text).unwrap_or_default()
    }

    /// Formats a text as a cell of a row, using quotes when the text needs them or `is_quoted` is set. In the first
    /// row, all common separators need quotes, because readers detect the separator in this row.
    pub fn written(&self, text: &str, row: usize, is_quoted: bool) -> String {
        let needs = text.contains([self.separator, '"', '\n', '\r']);
        match needs || is_quoted || row == 0 && text.contains(SEPARATORS) {
            true => format!("\"{}\"", text.replace('"', "\"\"")),
            false => text.to_owned(),
        }
    }
}

/// Returns the separator of a table, and the start of its first row. Spreadsheets may specify the separator in a
/// first line, for example `sep=;`.
fn separator(source: &str, format: Format) -> (char, usize) {
    let line = source.find(['\n', '\r']).unwrap_or(source.len());
    let first = source.get(..line).unwrap_or_default();
    if let Some(rest) = first.strip_prefix("sep=") {
        let mut chars = rest.chars();
        if let (Some(sign), None) = (chars.next().filter(char::is_ascii_punctuation), chars.next())
            && sign != '"'
        {
            return (sign, line);
        }
    }
    if format == Format::Tsv {
        return ('\t', 0);
    }
    let (mut counts, mut is_inside) = ([0; 4], false);
    for char in source.chars() {
        match char {
            '"' => is_inside = !is_inside,
            '\n' | '\r' if !is_inside => break,
            _ if is_inside => {}
            char => {
                let known = SEPARATORS.iter().position(|known| *known == char);
                known.into_iter().for_each(|index| counts[index] += 1);
            }
        }
    }
    let most = counts.iter().max().copied().unwrap_or(0);
    let index = counts.iter().position(|count| *count == most).unwrap_or(0);
    (SEPARATORS[index], 0)
}

/// Parses a table and returns its cells. Empty lines are not rows.
pub(super) fn parse(source: &str, format: Format) -> Result<Cells, Fault> {
    if u32::try_from(source.len()).is_err() {
        return Err(Fault::too_large("the table has more than 4 GiB", 0..0));
    }
    let (separator, mut at) = separator(source, format);
    let mut table = Cells { separator, cells: Vec::new(), ends: Vec::new() };
    let bytes = source.as_bytes();
    // The separator is an ASCII character, so it is never part of another character.
    let separator = u32::from(separator) as u8;
    let mut is_row = false;
    while at < bytes.len() || is_row {
        if !is_row && matches!(bytes.get(at), Some(b'\n' | b'\r')) {
            at += 1;
            continue;
        }
        let start = at;
        let is_quoted = bytes.get(at) == Some(&b'"');
        if is_quoted {
            at = closing(bytes, at + 1).ok_or_else(|| {
                Fault::new("the cell has no closing `\"`, expected one", start..start + 1)
            })?;
        }
        let is_end = |byte: &u8| *byte == separator || matches!(byte, b'\n' | b'\r');
        at = bytes[at..].iter().position(is_end).map_or(bytes.len(), |found| at + found);
        if table.cells.len() >= CELLS {
            let message = format!("the table has more than {CELLS} cells");
            return Err(Fault::too_large(message, start..at));
        }
        table.cells.push(Cell { start: start as u32, end: at as u32, is_quoted });
        is_row = bytes.get(at) == Some(&separator);
        if !is_row {
            table.ends.push(table.cells.len());
        }
        at += 1;
    }
    Ok(table)
}

/// Returns the position after the quote that closes a cell.
fn closing(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at += bytes.get(at..)?.iter().position(|byte| *byte == b'"')? + 1;
        if bytes.get(at) != Some(&b'"') {
            return Some(at);
        }
        at += 1;
    }
}
