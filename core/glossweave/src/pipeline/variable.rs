//! Variables: `$NAMES$` and their values (the interface's execution rule 5).

use std::collections::BTreeMap;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use glossweave_base::allowance::Allowance;
use glossweave_base::error::{Error, Result};

/// The characters that are not encoded in a path or in the value of a parameter (RFC 3986, clause 2.3).
pub(super) const RESERVED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The values of variables, by name.
pub(super) type Values = BTreeMap<String, String>;

/// A part of a text.
enum Part<'a> {
    Text(&'a str),
    Name(&'a str),
}

/// Splits a text at its variables. A `$` that does not start a variable is text.
fn parts(text: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = text;
    let mut waiting = None;
    std::iter::from_fn(move || {
        if let Some(name) = waiting.take() {
            return Some(Part::Name(name));
        }
        if rest.is_empty() {
            return None;
        }
        let mut from = 0;
        while let Some(at) = rest[from..].find('$') {
            let start = from + at;
            let behind = &rest[start + 1..];
            let end = behind
                .bytes()
                .position(|byte| !byte.is_ascii_alphanumeric() && !b"_-".contains(&byte))
                .filter(|end| *end > 0 && behind[*end..].starts_with('$'));
            if let Some(end) = end {
                let (before, name) = (&rest[..start], &behind[..end]);
                rest = &behind[end + 1..];
                if before.is_empty() {
                    return Some(Part::Name(name));
                }
                waiting = Some(name);
                return Some(Part::Text(before));
            }
            from = start + 1;
        }
        let text = std::mem::take(&mut rest);
        Some(Part::Text(text))
    })
}

/// Returns the names of variables in the order of the text.
pub(super) fn names(text: &str) -> impl Iterator<Item = &str> {
    parts(text).filter_map(|part| match part {
        Part::Name(name) => Some(name),
        Part::Text(_) => None,
    })
}

/// Fills the value of a parameter or a header, without encoding.
///
/// Returns `ErrorKind::TooLarge` if the result exceeds the remaining memory of the call.
pub(super) fn fill(text: &str, values: &Values, allowance: &Allowance) -> Result<String> {
    draw(parts(text).map(|part| said(part, values).len()), allowance)?;
    Ok(parts(text).map(|part| said(part, values)).collect())
}

/// Returns the text of a part, with the value of a variable instead of its name.
fn said<'a>(part: Part<'a>, values: &'a Values) -> &'a str {
    match part {
        Part::Text(text) => text,
        Part::Name(name) => values.get(name).map(String::as_str).unwrap_or_default(),
    }
}

/// Takes memory of the call for parts with these numbers of bytes.
fn draw(mut parts: impl Iterator<Item = usize>, allowance: &Allowance) -> Result<()> {
    parts.try_for_each(|bytes| allowance.take(bytes, "the request with its variables filled"))
}

/// Fills an endpoint. If the endpoint is a single variable, the value is used unchanged. Otherwise
/// values are encoded, so that a value cannot leave its segment of the path or its value in the
/// query. Returns `ErrorKind::Invalid` for `.` and `..` as a segment of the path, and
/// `ErrorKind::TooLarge` as [`fill`] does.
pub(super) fn fill_endpoint(text: &str, values: &Values, allowance: &Allowance) -> Result<String> {
    let mut all = parts(text);
    if let (Some(Part::Name(_)), None) = (all.next(), all.next()) {
        return fill(text, values, allowance);
    }
    // Encoding turns a byte into at most three bytes.
    let sizes = parts(text).map(|part| match part {
        Part::Text(text) => text.len(),
        Part::Name(name) => 3 * values.get(name).map_or(0, String::len),
    });
    draw(sizes, allowance)?;
    let mut filled = String::new();
    for part in parts(text) {
        match part {
            Part::Text(text) => filled.push_str(text),
            Part::Name(name) => {
                let value = values.get(name).map(String::as_str).unwrap_or_default();
                filled.extend(utf8_percent_encode(value, RESERVED));
            }
        }
    }
    let path = filled.split(['?', '#']).next().unwrap_or_default();
    if path.split('/').any(|segment| matches!(segment, "." | "..")) {
        let message = "the endpoint has `.` or `..` as a segment of its path";
        return Err(Error::invalid(message));
    }
    Ok(filled)
}
