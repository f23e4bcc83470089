//! Scalars of YAML 1.2: their characters with source positions (chapters 7.3 and 8.1), and the texts that each style
//! can represent.

use std::ops::Range;

use glossweave_format_base::strings::Value;
use glossweave_markup::find_byte;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Plain,
    Single,
    Double,
    Literal,
    Folded,
}

/// Returns `true` if a plain scalar is not null, a Boolean, a number or a date in YAML 1.2 (10.3.2) or 1.1.
pub(super) fn is_plain_text(value: &str) -> bool {
    const WORDS: [&str; 10] = ["null", "true", "false", "yes", "no", "on", "off", "y", "n", ".nan"];
    let is_word = WORDS.iter().any(|word| value.eq_ignore_ascii_case(word));
    let bytes = value.as_bytes();
    let unsigned = value.strip_prefix(['+', '-']).unwrap_or(value);
    let is_infinite = unsigned.eq_ignore_ascii_case(".inf");
    let digits = |prefix: &str, is_digit: fn(char) -> bool| {
        unsigned
            .strip_prefix(prefix)
            .is_some_and(|rest| rest.chars().all(|char| is_digit(char) || char == '_'))
    };
    let is_number = digits("0x", |char| char.is_ascii_hexdigit())
        || digits("0o", |char| char.is_ascii_digit())
        || digits("0b", |char| char.is_ascii_digit())
        || unsigned.starts_with(|char: char| char.is_ascii_digit() || char == '.')
            && unsigned.replace('_', "").parse::<f64>().is_ok();
    let is_date = bytes.len() >= 10
        && bytes[..4].iter().all(u8::is_ascii_digit)
        && bytes[4] == b'-'
        && bytes.iter().all(|byte| byte.is_ascii_digit() || b"-:.TtZz+ ".contains(byte));
    let has_word = value.chars().any(char::is_alphabetic);
    has_word && !is_word && !is_infinite && !is_number && !is_date
}

/// Returns `true` if a text on one line can be written as a plain scalar that is parsed as text (7.3.3).
pub(super) fn fits_plain(text: &str, is_in_flow: bool) -> bool {
    let is_forbidden = |char: char| {
        char.is_control()
            || matches!(char, '\u{FEFF}' | '\u{2028}' | '\u{2029}')
            || !is_printable(char)
            || is_old_break(char)
    };
    let first = text.chars().next().unwrap_or(' ');
    let is_mark = "-?:,[]{}#&*!|>'\"%@`=<".contains(first);
    let flow = |char: char| is_in_flow && ",[]{}:".contains(char);
    is_plain_text(text)
        && text.trim() == text
        && !is_mark
        && !text.starts_with("...")
        && !text.ends_with(':')
        && !text.contains(|char| is_forbidden(char) || flow(char))
        && !text.contains(": ")
        && !text.contains(" #")
}

/// Returns `true` for characters that are line breaks in YAML 1.1 but not in YAML 1.2 (5.4). They are written as
/// escapes.
pub(super) fn is_old_break(char: char) -> bool {
    matches!(char, '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Returns `true` for characters that a source may contain (5.1).
pub(super) fn is_printable(char: char) -> bool {
    matches!(char,
        '\t' | '\n' | '\r' | ' '..='~' | '\u{85}' | '\u{A0}'..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}'
        | '\u{10000}'..)
}

/// Parses the characters of a scalar. Returns `None` if they differ from the expected text.
pub(super) fn read(
    source: &str,
    at: Range<usize>,
    style: Style,
    indent: usize,
    expected: &str,
) -> Option<Value> {
    let mut value = Value::default();
    let inner = at.start + 1..at.end.saturating_sub(1);
    match style {
        Style::Plain => flow(source, at, style, &mut value)?,
        Style::Single | Style::Double if at.len() < 2 => return None,
        Style::Single | Style::Double => flow(source, inner, style, &mut value)?,
        Style::Literal | Style::Folded => block(source, at, style, indent, &mut value),
    }
    // Line breaks at the ends of a block scalar are not part of its range.
    let is_same = match style {
        Style::Literal | Style::Folded => {
            value.text.trim_matches('\n') == expected.trim_matches('\n')
        }
        _ => value.text == expected,
    };
    is_same.then_some(value)
}

/// Parses a plain or quoted scalar, whose lines are folded (6.5).
fn flow(source: &str, at: Range<usize>, style: Style, value: &mut Value) -> Option<()> {
    let bytes = source.as_bytes();
    let (mut from, mut cursor) = (at.start, at.start);
    let mut pending = None;
    let is_special = |byte| (byte == b'\n') | (byte == b'\r') | (byte == b'\'') | (byte == b'\\');
    while cursor < at.end {
        let (end, new) = match bytes[cursor] {
            b'\n' | b'\r' => {
                let spaces = source[from..cursor].len()
                    - source[from..cursor].trim_end_matches([' ', '\t']).len();
                let (end, breaks) = line_breaks(bytes, cursor, at.end);
                value.literal(source, from..cursor - spaces);
                let new = if breaks == 1 { " ".to_owned() } else { "\n".repeat(breaks - 1) };
                value.atom(&new, cursor - spaces..end);
                (from, cursor) = (end, end);
                continue;
            }
            b'\'' if style == Style::Single => (cursor + 2, '\''),
            b'\\' if style == Style::Double => {
                value.literal(source, from..cursor);
                let end = match bytes.get(cursor + 1)? {
                    b'\n' | b'\r' => {
                        let (end, breaks) = line_breaks(bytes, cursor + 1, at.end);
                        value.atom(&"\n".repeat(breaks - 1), cursor..end);
                        end
                    }
                    b'u' => {
                        let unit = u16::from_str_radix(source.get(cursor + 2..cursor + 6)?, 16);
                        value.unit(unit.ok()?, cursor..cursor + 6, &mut pending);
                        cursor + 6
                    }
                    _ => {
                        let (char, length) = escape(source.get(cursor + 1..at.end)?)?;
                        value.atom(char.encode_utf8(&mut [0; 4]), cursor..cursor + 1 + length);
                        cursor + 1 + length
                    }
                };
                (from, cursor) = (end, end);
                continue;
            }
            _ => {
                let rest = bytes.get(cursor + 1..at.end).unwrap_or_default();
                cursor += 1 + find_byte(rest, is_special).unwrap_or(rest.len());
                continue;
            }
        };
        value.literal(source, from..cursor);
        value.atom(new.encode_utf8(&mut [0; 4]), cursor..end);
        (from, cursor) = (end, end);
    }
    value.literal(source, from..at.end);
    Some(())
}

/// Returns the end of line breaks with the white space between and after them, and the number of line breaks.
fn line_breaks(bytes: &[u8], from: usize, end: usize) -> (usize, usize) {
    let (mut at, mut breaks) = (from, 0);
    while at < end {
        match bytes[at] {
            b'\n' => breaks += 1,
            b'\r' if bytes.get(at + 1) != Some(&b'\n') => breaks += 1,
            b' ' | b'\t' | b'\r' => {}
            _ => break,
        }
        at += 1;
    }
    (at, breaks.max(1))
}

/// Returns the character of an escape (5.7), which is given without its backslash, and the length of the escape.
fn escape(rest: &str) -> Option<(char, usize)> {
    let first = rest.chars().next()?;
    let char = match first {
        '0' => '\0',
        'a' => '\x07',
        'b' => '\x08',
        't' | '\t' => '\t',
        'n' => '\n',
        'v' => '\x0B',
        'f' => '\x0C',
        'r' => '\r',
        'e' => '\x1B',
        ' ' | '"' | '/' | '\\' => first,
        'N' => '\u{85}',
        '_' => '\u{A0}',
        'L' => '\u{2028}',
        'P' => '\u{2029}',
        'x' | 'U' => {
            let length = if first == 'x' { 2 } else { 8 };
            let code = u32::from_str_radix(rest.get(1..=length)?, 16).ok()?;
            return Some((char::from_u32(code)?, length + 1));
        }
        _ => return None,
    };
    Some((char, first.len_utf8()))
}

/// Parses a block scalar line by line.
fn block(source: &str, at: Range<usize>, style: Style, indent: usize, value: &mut Value) {
    // The end of the last line with text, and the number of line breaks since then.
    let mut before: Option<(usize, bool)> = None;
    let mut breaks = 0;
    let mut start = at.start;
    for line in source.get(at.clone()).unwrap_or_default().split_inclusive('\n') {
        let text = line.trim_end_matches(['\n', '\r']);
        let spaces = text.bytes().take_while(|byte| *byte == b' ').count();
        // The range begins after the indentation of its first line.
        let cut = if start == at.start { 0 } else { spaces.min(indent) };
        let (from, end) = (start + cut, start + text.len());
        start += line.len();
        if from == end {
            breaks += 1;
            continue;
        }
        let is_indented = source[from..].starts_with([' ', '\t']);
        if let Some((last, was_indented)) = before {
            let is_folded = style == Style::Folded && !is_indented && !was_indented;
            let new = match breaks {
                1 if is_folded => " ".to_owned(),
                _ if is_folded => "\n".repeat(breaks - 1),
                _ => "\n".repeat(breaks),
            };
            value.atom(&new, last..from);
        }
        value.literal(source, from..end);
        before = Some((end, is_indented));
        breaks = 1;
    }
}
