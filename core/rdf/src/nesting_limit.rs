//! A limit on the nesting of brackets in Turtle and related formats, because parsers store a level
//! for each open bracket.

use glossweave_base::error::{Error, ErrorKind, Location, Result};

/// The maximum nesting depth of collections and nodes.
const DEEPEST: u32 = 100_000;

/// Rejects a source with too many nested brackets. Brackets in strings, IRIs and comments are
/// ignored. Returns `ErrorKind::TooLarge` with the location.
pub(super) fn check(source: &[u8]) -> Result<()> {
    // Most sources have fewer brackets than the limit.
    let brackets = source.iter().filter(|byte| matches!(byte, b'(' | b'[' | b'{')).count();
    if brackets <= DEEPEST as usize {
        return Ok(());
    }
    let (mut at, mut depth) = (0, 0u32);
    while let Some(byte) = source.get(at) {
        match byte {
            b'(' | b'[' | b'{' => {
                depth += 1;
                if depth > DEEPEST {
                    let message = format!("more than {DEEPEST} brackets are open");
                    let place = Location::in_source(source, at..at + 1);
                    return Err(Error::new(ErrorKind::TooLarge, message).at(place));
                }
            }
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b'"' | b'\'' => at = text_end(source, at, *byte),
            b'<' => at = iri_end(source, at),
            b'#' => at = line_end(source, at),
            b'\\' => at += 1,
            _ => {}
        }
        at += 1;
    }
    Ok(())
}

/// Returns the position of the last byte of a string. When a short string is not closed, returns the
/// last byte of its line.
fn text_end(source: &[u8], start: usize, quote: u8) -> usize {
    let rest = source.get(start..).unwrap_or_default();
    let is_long = rest.starts_with(&[quote; 3]);
    let mut at = if is_long { 3 } else { 1 };
    while let Some(byte) = rest.get(at) {
        match byte {
            b'\\' => at += 1,
            b'\n' | b'\r' if !is_long => return start + at,
            _ if *byte != quote => {}
            _ if !is_long => return start + at,
            _ if rest.get(at..).is_some_and(|end| end.starts_with(&[quote; 3])) => {
                return start + at + 2;
            }
            _ => {}
        }
        at += 1;
    }
    source.len()
}

/// Returns the position of the last byte of an IRI. Returns `start` if the sign is an operator, for
/// example `<=`.
fn iri_end(source: &[u8], start: usize) -> usize {
    let rest = source.get(start + 1..).unwrap_or_default();
    let end = rest.iter().position(|byte| *byte <= b' ' || b"<>".contains(byte));
    match end.map(|end| (end, rest.get(end))) {
        Some((end, Some(b'>'))) => start + 1 + end,
        _ => start,
    }
}

fn line_end(source: &[u8], start: usize) -> usize {
    let rest = source.get(start..).unwrap_or_default();
    start + rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_count_where_they_are_brackets() {
        let many = "(".repeat(200_000);
        for held in [
            format!("<a> <b> '{many}' ."),
            format!("<a> <b> \"\"\"{many}\n\"\"{many}\"\"\" ."),
            format!("# {many}\n<a> <b> <c{many}> ."),
            format!("<a> <b> 'it\\'s {many}' ."),
            "<a> <b> (1 2 3), [ <c> () ] .\n".repeat(40_000),
        ] {
            check(held.as_bytes()).unwrap();
        }
        for deep in [format!("<a> <b> {many}"), format!("'x' {}", "[ <p> ".repeat(100_001))] {
            assert_eq!(check(deep.as_bytes()).unwrap_err().kind(), ErrorKind::TooLarge);
        }
        let nested = format!("<a> <b> {}{} .", "(".repeat(90_000), ")".repeat(90_000));
        check(nested.as_bytes()).unwrap();
    }
}
