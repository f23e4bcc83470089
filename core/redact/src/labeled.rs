//! Numbers with the names of their fields. Recognizers use the names: for example, a telephone number without
//! typical signs is found only after a label.

use super::part::DocumentPart;
use std::collections::HashMap;

use super::decoding::{Decoding, Signs};
use super::segment::local;

/// The minimum number of digits of a number that is labeled.
const DIGITS: usize = 6;

/// The maximum length of the name of a field, in bytes.
const NAME: usize = 100;

/// The maximum length of a cell, in bytes.
const CELL: usize = 4_096;

/// The elements of cells: OOXML, OpenDocument, HTML.
const CELLS: &[&str] = &["c", "table-cell", "covered-table-cell", "td", "th"];

/// The elements of rows.
const ROWS: &[&str] = &["row", "table-row", "tr"];

/// The elements of tables.
const TABLES: &[&str] = &["sheetData", "table"];

/// Returns a number with the name of its field. Returns `None` if the value is not a number.
pub fn labeled(name: &str, value: &str) -> Option<String> {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let is_number = digits >= DIGITS && !value.contains(char::is_alphabetic);
    if !is_number || name.is_empty() || name.len() > NAME {
        return None;
    }
    // For example, `mobilePhone_number` has three words.
    let mut words = String::with_capacity(name.len() + 8);
    let mut was_small = false;
    for c in name.chars() {
        if was_small && c.is_uppercase() {
            words.push(' ');
        }
        words.push(if c == '_' || c == '-' || c == '"' { ' ' } else { c });
        was_small = c.is_lowercase();
    }
    Some(format!("{}: {}", words.trim(), value.trim()))
}

/// The names of the columns of a table, which are the first text in each column.
#[derive(Default)]
struct Columns(HashMap<usize, String>);

impl Columns {
    /// Processes a cell. Returns its number with the name of the column, if it is a number.
    fn take(&mut self, column: usize, value: &str) -> Option<String> {
        if value.contains(char::is_alphabetic) {
            self.0.entry(column).or_insert_with(|| value.to_owned());
            return None;
        }
        labeled(self.0.get(&column)?, value)
    }
}

/// Returns the numbers in a table of lines, with the names of their columns.
pub fn in_lines(text: &str) -> Vec<String> {
    let first = text.lines().next().unwrap_or_default();
    let count = |delimiter: &char| first.matches(*delimiter).count();
    let Some(delimiter) = [',', ';', '\t', '|'].into_iter().max_by_key(count) else {
        return Vec::new();
    };
    let mut columns = Columns::default();
    let mut found = Vec::new();
    for line in text.lines() {
        let mut is_quoted = false;
        let fields = line.split(|c: char| {
            is_quoted ^= c == '"';
            c == delimiter && !is_quoted
        });
        for (column, field) in fields.enumerate() {
            found.extend(columns.take(column, field.trim_matches('"')));
        }
    }
    found
}

/// Returns the shared strings of a package if it is a workbook.
pub fn strings_of(parts: &[DocumentPart<'_>]) -> Vec<String> {
    let is_strings = |part: &&DocumentPart<'_>| {
        part.name.as_deref().is_some_and(|name| name.ends_with("sharedStrings.xml"))
    };
    let text = parts.iter().find(is_strings).map(|part| String::from_utf8_lossy(&part.bytes));
    text.map(|text| shared_strings(&text)).unwrap_or_default()
}

/// Returns the shared strings of a workbook in OOXML.
pub fn shared_strings(text: &str) -> Vec<String> {
    let items = text.split("<si>").skip(1);
    items.map(|item| content(item.split("</si>").next().unwrap_or_default())).collect()
}

/// Returns the numbers in markup tables, with the names of their columns. `strings` contains the shared
/// strings of the workbook.
pub fn in_markup(text: &str, strings: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    let mut columns = Columns::default();
    let mut column = 0;
    let mut at = 0;
    while let Some(open) = text[at..].find('<') {
        let start = at + open;
        let Some(length) = text[start..].find('>') else { break };
        let end = start + length + 1;
        let tag = &text[start + 1..end - 1];
        let name = tag.split([' ', '/', '\n', '\t', '\r']).next().unwrap_or_default();
        at = end;
        let element = local(name);
        if TABLES.contains(&element) {
            columns = Columns::default();
        } else if ROWS.contains(&element) {
            column = 0;
        }
        if !CELLS.contains(&element) {
            continue;
        }
        let is_reference = element == "c";
        let reference = attribute(tag, "r").filter(|_| is_reference).and_then(column_of);
        column = reference.unwrap_or(column);
        let span = attribute(tag, "table:number-columns-repeated").or(attribute(tag, "colspan"));
        let width = span.and_then(|span| span.parse::<usize>().ok()).unwrap_or(1);
        if !tag.ends_with('/') {
            let close = format!("</{name}>");
            let length = within(text, end).find(&close).unwrap_or(0);
            let cell = &text[end..end + length];
            at = end + length;
            let value = if is_reference { value(cell) } else { cell };
            let string = attribute(tag, "t").filter(|kind| *kind == "s" && is_reference);
            let value = match string.and_then(|_| content(value).parse::<usize>().ok()) {
                Some(index) => strings.get(index).cloned().unwrap_or_default(),
                None => content(value),
            };
            found.extend(columns.take(column, &value));
        }
        column = column.saturating_add(width);
    }
    found
}

/// Returns the text from a position, up to the maximum length of a cell.
fn within(text: &str, start: usize) -> &str {
    let most = text.len().min(start + CELL);
    let end = (start..=most).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(start);
    text.get(start..end).unwrap_or_default()
}

/// Returns the value of a cell in OOXML, without its formula.
fn value(cell: &str) -> &str {
    cell.find("</f>").map_or(cell, |end| cell.get(end + 4..).unwrap_or_default())
}

/// Returns the value of an attribute in a tag.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let start = tag.match_indices(name).find_map(|(at, _)| {
        let is_name = tag[..at].ends_with(char::is_whitespace);
        let rest = tag[at + name.len()..].trim_start().strip_prefix('=')?.trim_start();
        is_name.then_some(rest)
    })?;
    let quote = start.chars().next().filter(|c| *c == '"' || *c == '\'')?;
    start[1..].split(quote).next()
}

/// Returns the column index of a cell reference, for example 2 for `C2`.
fn column_of(reference: &str) -> Option<usize> {
    let letters = reference.bytes().take_while(u8::is_ascii_alphabetic).take(4);
    let number = letters.fold(0, |number: usize, letter| {
        number * 26 + usize::from(letter.to_ascii_uppercase() - b'A') + 1
    });
    number.checked_sub(1)
}

/// Returns the character data of markup.
fn content(markup: &str) -> String {
    let mut text = String::new();
    for piece in markup.split('<') {
        let piece = piece.split_once('>').map_or(piece, |(_, content)| content);
        Decoding::References.read(piece, 0..piece.len(), &mut text);
        if !text.is_empty() && !text.ends_with(' ') {
            text.sign(' ', 0..0);
        }
    }
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::{in_lines, in_markup, labeled, shared_strings};

    #[test]
    fn numbers_have_the_names_of_their_columns() {
        let expected = ["phone: 2025550143", "phone: 2025550144"];
        let table = "name,phone,n\n\"Roe, Jane\",2025550143,1\nx,\"2025550144\",22\n";
        assert_eq!(in_lines(table), expected);
        let page = "<table><tr><th>name<th>phone</th></tr><tr><td>x</td><td>2025550143</td></tr>\
            <tr><td/><td><b>2025550144</b></td></tr></table>";
        assert_eq!(in_markup(&page.replace("name<", "name</th><"), &[]), expected);
        let sheet = "<sheetData><row><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"C1\" t=\"s\"><v>1</v></c></row>\
            <row><c r=\"C2\"><f>2025550199+1</f><v>2025550143</v></c></row><row><c r=\"C3\"><v>2025550144</v></c></row></sheetData>";
        let strings = shared_strings("<sst><si><t>name</t></si><si><r><t>phone</t></r></si></sst>");
        assert_eq!(in_markup(sheet, &strings), expected);
        let cells = "<table:table-row><table:table-cell table:number-columns-repeated=\"3\"/><table:table-cell><text:p>phone</text:p></table:table-cell></table:table-row>\
            <table:table-row><table:table-cell table:number-columns-repeated=\"3\"/><table:table-cell><text:p>2025550143</text:p></table:table-cell></table:table-row>";
        assert_eq!(in_markup(cells, &[]), expected[..1]);
    }

    #[test]
    fn names_of_fields_are_words() {
        assert_eq!(
            labeled("mobilePhone_number", "2025550143").unwrap(),
            "mobile Phone number: 2025550143"
        );
        assert_eq!(labeled("phone", "x2025550143"), None);
        assert_eq!(labeled("phone", "12"), None);
    }

    #[test]
    fn broken_tables_end() {
        for text in ["<c", "<c>", "<c r=", "<td></", "<c r=\"\"><v>", "<row><c r=\"ZZZZZZ9\"/>"] {
            in_markup(text, &[]);
            in_lines(text);
        }
    }
}
