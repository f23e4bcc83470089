//! Types of values. When a label replaces a number, the type of its cell is changed, or the label gets
//! quotation marks.

use std::ops::Range;

use super::edit::{Edit, Written, joined};
use super::part::DocumentPart;
use super::segment::{Segment, SegmentKind, local};
use glossweave_base::media::Format;

/// The maximum number of bytes between a cell and its value.
const CELL: usize = 65_536;

/// OpenDocument attributes that contain the type of a cell.
const TYPES: &[&str] = &["office:value-type", "calcext:value-type"];

/// OpenDocument attributes that contain the value of a cell that is not text.
const VALUES: &[&str] = &[
    "office:value",
    "office:date-value",
    "office:time-value",
    "office:boolean-value",
    "office:currency",
];

/// Returns the edits of a part, in order, with additional edits that change the types of values.
pub fn typed(part: &DocumentPart<'_>, format: Format, edits: Vec<Edit>) -> Vec<Edit> {
    // In other encodings, types are not changed. The verification refuses results that would be read
    // differently.
    let Ok(text) = std::str::from_utf8(&part.bytes) else { return edits };
    if edits.is_empty() {
        return edits;
    }
    match part.segments(text) {
        Some(segments) => in_markup(text, &segments, part.is_packed(), edits),
        None if format == Format::Markdown && !part.is_packed() => in_autolinks(text, edits),
        None if is_json(part, format) => quoted(&numbers(text, 0..text.len()), edits),
        None => edits,
    }
}

/// Returns `true` for a JSON part.
fn is_json(part: &DocumentPart<'_>, format: Format) -> bool {
    part.name.as_deref().map_or(matches!(format, Format::Jsonc | Format::Xcstrings), |name| {
        name.to_ascii_lowercase().ends_with(".json")
    })
}

/// Returns the numbers in a JSON text that are not part of a string.
fn numbers(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let bytes = text.as_bytes().get(..range.end).unwrap_or_default();
    let mut numbers = Vec::new();
    let mut at = range.start;
    let find = |from: usize, end: &[u8]| {
        let rest = bytes.get(from..).unwrap_or_default();
        rest.windows(end.len()).position(|window| window == end).map_or(bytes.len(), |at| from + at)
    };
    while let Some(byte) = bytes.get(at) {
        at = match byte {
            b'"' => {
                let mut end = at + 1;
                while bytes.get(end).is_some_and(|byte| *byte != b'"') {
                    end += if bytes[end] == b'\\' { 2 } else { 1 };
                }
                end + 1
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => find(at, b"\n"),
            b'/' if bytes.get(at + 1) == Some(&b'*') => find(at + 2, b"*/"),
            b'-' | b'0'..=b'9' => {
                let is_sign = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
                let end = at + bytes[at..].iter().take_while(is_sign).count();
                numbers.push(at..end);
                end
            }
            _ => at + 1,
        };
    }
    numbers
}

/// Extends edits within numbers to the whole number, which becomes a string.
fn quoted(numbers: &[Range<usize>], mut edits: Vec<Edit>) -> Vec<Edit> {
    for edit in edits.iter_mut().filter(|edit| edit.string.is_some()) {
        let next = numbers.partition_point(|number| number.end <= edit.range.start);
        let Some(number) = numbers.get(next) else { continue };
        if number.start <= edit.range.start && edit.range.end <= number.end {
            (edit.range, edit.written) = (number.clone(), Written::Quoted);
        }
    }
    joined(edits)
}

/// Adds a scheme before each redacted address in angle brackets in Markdown, because a label alone would be a
/// tag.
fn in_autolinks(text: &str, edits: Vec<Edit>) -> Vec<Edit> {
    let mut all = Vec::with_capacity(edits.len());
    for edit in edits {
        let Range { start, end } = edit.range;
        let address = text.get(start..end).unwrap_or_default();
        let is_address = address.contains(['@', ':']) && !address.contains(char::is_whitespace);
        if is_address
            && text.get(..start).is_some_and(|before| before.ends_with('<'))
            && text.get(end..).is_some_and(|after| after.starts_with('>'))
        {
            all.push(Edit::of_syntax(start..start, Written::Syntax("mailto:")));
        }
        all.push(edit);
    }
    all
}

fn in_markup(text: &str, segments: &[Segment<'_>], is_packed: bool, edits: Vec<Edit>) -> Vec<Edit> {
    let scripts = segments.iter().filter(|segment| {
        let content = text.get(segment.range.clone()).unwrap_or_default().trim_start();
        segment.kind == SegmentKind::Raw && content.starts_with(['{', '['])
    });
    let found: Vec<_> = scripts.flat_map(|script| numbers(text, script.range.clone())).collect();
    let edits = if found.is_empty() { edits } else { quoted(&found, edits) };
    if !is_packed {
        return edits;
    }
    let mut syntax: Vec<Edit> = Vec::new();
    let mut kept: Vec<Edit> = Vec::with_capacity(edits.len());
    for mut edit in edits {
        let next = segments.partition_point(|segment| segment.range.end <= edit.range.start);
        let segment = segments.get(next).filter(|_| edit.string.is_some());
        let Some(segment) = segment.filter(|segment| segment.range.start <= edit.range.start)
        else {
            kept.push(edit);
            continue;
        };
        match place(text, segment) {
            ValueKind::Text => {}
            ValueKind::Index => continue,
            ValueKind::Number => edit.written = Written::Syntax("0"),
            ValueKind::Cell(more) => syntax.extend(more),
        }
        kept.push(edit);
    }
    syntax.sort_by_key(|edit| (edit.range.start, edit.range.end));
    syntax.dedup();
    // Text within a removed range is not written.
    for edit in &mut kept {
        let last = syntax.partition_point(|other| other.range.start <= edit.range.start);
        let around = last.checked_sub(1).and_then(|last| syntax.get_mut(last));
        let Some(around) = around.filter(|around| around.range.end >= edit.range.end) else {
            continue;
        };
        if around.written == Written::Nothing {
            around.string = edit.string.take();
            edit.written = Written::Nothing;
            edit.range = around.range.clone();
        }
    }
    kept.extend(syntax);
    joined(kept)
}

/// The type of a value in a package.
enum ValueKind {
    /// A text.
    Text,
    /// A reference to a shared string.
    Index,
    /// A number that cannot be replaced by text.
    Number,
    /// The value of a cell, with the edits that change the type of the cell to text.
    Cell(Vec<Edit>),
}

fn place(text: &str, segment: &Segment<'_>) -> ValueKind {
    let is_attribute = segment.kind == SegmentKind::Attribute;
    if is_attribute {
        return match (segment.element, local(segment.attribute)) {
            ("n", "v") | (_, "minValue" | "maxValue") => ValueKind::Number,
            ("table-cell" | "covered-table-cell", _) if VALUES.contains(&segment.attribute) => {
                let tag = before(text, segment.range.start, "<");
                tag.map_or(ValueKind::Text, |tag| open_document_cell(text, tag))
            }
            _ => ValueKind::Text,
        };
    }
    match segment.element {
        "v" => {
            let Some(value) = before(text, segment.range.start, "<") else {
                return ValueKind::Text;
            };
            let prefix = text[value + 1..].split_once("v>").map_or("", |(prefix, _)| prefix);
            let is_numeric = |name: &str| before(text, value, &format!("<{prefix}{name}"));
            if let Some(cache) = is_numeric("numCache").max(is_numeric("numLit")) {
                let is_string = is_numeric("strCache").is_some_and(|string| string > cache);
                return if is_string { ValueKind::Text } else { ValueKind::Number };
            }
            let cells = [" ", ">", "\n", "\t", "\r"].iter().filter_map(|end| {
                let name = format!("<{prefix}c{end}");
                before(text, value, &name).map(|start| (start, start + name.len() - end.len()))
            });
            cells
                .max()
                .map_or(ValueKind::Text, |(start, name_end)| sheet_cell(text, start, name_end))
        }
        "p" | "span" | "a" => {
            let cell = before(text, segment.range.start, "<table:table-cell");
            let end = before(text, segment.range.start, "</table:table-cell>");
            match cell {
                Some(cell) if end.is_none_or(|end| end < cell) => open_document_cell(text, cell),
                _ => ValueKind::Text,
            }
        }
        _ => ValueKind::Text,
    }
}

/// Returns the last position of a string before a position.
fn before(text: &str, at: usize, string: &str) -> Option<usize> {
    let start = (at.saturating_sub(CELL)..=at).find(|start| text.is_char_boundary(*start))?;
    text.get(start..at)?.rfind(string).map(|found| start + found)
}

/// Returns the attributes of a tag with their ranges and the ranges of their values.
fn attributes(text: &str, tag: usize) -> Vec<(&str, Range<usize>, Range<usize>)> {
    let end = text[tag..].find('>').map_or(text.len(), |end| tag + end);
    let mut found = Vec::new();
    let mut at = tag + text[tag..end].find(char::is_whitespace).unwrap_or(end - tag);
    while let Some(equals) = text[at..end].find('=') {
        let name_end = at + equals;
        let name = text[at..name_end].trim();
        let value = &text[name_end + 1..];
        let skip = value.len() - value.trim_start().len();
        let Some(quote) = value.trim_start().chars().next().filter(|c| ['"', '\''].contains(c))
        else {
            break;
        };
        let start = name_end + 1 + skip + 1;
        let Some(length) = text[start..].find(quote) else { break };
        found.push((name, at..start + length + 1, start..start + length));
        at = start + length + 1;
        if at >= end {
            break;
        }
    }
    found
}

/// Returns the edits that change the type of an OOXML cell to text.
fn sheet_cell(text: &str, tag: usize, name_end: usize) -> ValueKind {
    let attributes = attributes(text, tag);
    let kind = attributes.into_iter().find(|(name, ..)| *name == "t");
    match kind.map(|(_, _, value)| (text.get(value.clone()).unwrap_or_default(), value)) {
        Some(("s", _)) => ValueKind::Index,
        Some(("str" | "inlineStr", _)) => ValueKind::Text,
        Some((_, value)) => ValueKind::Cell(vec![Edit::of_syntax(value, Written::Syntax("str"))]),
        None => {
            let written = Written::Syntax(" t=\"str\"");
            ValueKind::Cell(vec![Edit::of_syntax(name_end..name_end, written)])
        }
    }
}

/// Returns the edits that change the type of an OpenDocument cell to text.
fn open_document_cell(text: &str, tag: usize) -> ValueKind {
    let attributes = attributes(text, tag);
    let is_typed = attributes
        .iter()
        .any(|(name, _, value)| TYPES.contains(name) && text.get(value.clone()) != Some("string"));
    if !is_typed {
        return ValueKind::Text;
    }
    let edits = attributes.into_iter().filter_map(|(name, whole, value)| {
        if VALUES.contains(&name) {
            Some(Edit::of_syntax(whole, Written::Nothing))
        } else {
            TYPES.contains(&name).then(|| Edit::of_syntax(value, Written::Syntax("string")))
        }
    });
    ValueKind::Cell(edits.collect())
}
