//! Markers: the codes of a text as shown to translators.
//!
//! A pair of tags is `<1>…</1>`, anything else `<2/>`, as in the inline codes of XLIFF; `<0/>` is a
//! `<` that would look like one of them.

use std::collections::HashMap;

use super::inline_code::{Code, Content, Role};
use crate::document::Document;

/// A marker in a text: `<n>`, `</n>` or `<n/>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Marker {
    number: u32,
    sort: Sort,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Sort {
    Start,
    End,
    Empty,
}

/// A piece of a translated text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::format) enum Part {
    Text(String),
    /// A code, by its index in [`Content::codes`].
    Code(usize),
}

/// Returns the text with its markers.
pub(super) fn marked(document: &Document, content: &Content) -> String {
    let mut marked = String::new();
    for (index, span) in content.texts().enumerate() {
        let mut rest = document.text().get(span.range()).unwrap_or_default();
        while let Some(at) = rest.find('<') {
            let (before, from) = rest.split_at(at);
            marked.push_str(before);
            let looks = from[1..].trim_start().trim_start_matches('/').trim_start();
            marked.push_str(if looks.starts_with(|c: char| c.is_ascii_digit()) {
                LESS
            } else {
                "<"
            });
            rest = &from[1..];
        }
        marked.push_str(rest);
        if let Some(code) = content.codes.get(index) {
            let number = code.number;
            marked.push_str(&match code.role {
                Role::Open(_) => format!("<{number}>"),
                Role::Close(_) => format!("</{number}>"),
                Role::Void => format!("<{number}/>"),
            });
        }
    }
    marked
}

const LESS: &str = "<0/>";

/// Splits a translation into texts and codes. If it does not have the markers of all codes once, in
/// their pairs, the error is its text without markers.
pub(super) fn parts(
    document: &Document,
    content: &Content,
    translation: &str,
) -> Result<Vec<Part>, String> {
    let escapes = !content.codes.is_empty()
        || content
            .texts()
            .any(|span| document.text().get(span.range()).is_some_and(|text| text.contains('<')));
    let last = content.codes.iter().map(|code| code.number).max().unwrap_or(0);
    let sorts = content.codes.iter().map(|code| (code.number, sort(code)));
    let places: HashMap<(u32, Sort), usize> = sorts.zip(0..).collect();
    let mut parts: Vec<Part> = Vec::new();
    let mut text = String::new();
    let mut plain = String::new();
    let mut rest = translation;
    while let Some(at) = rest.find('<') {
        let (before, from) = rest.split_at(at);
        text.push_str(before);
        plain.push_str(before);
        let known = marker(from).filter(|(marker, _)| match marker.number {
            0 => escapes && marker.sort == Sort::Empty,
            number => number <= last,
        });
        let Some((marker, length)) = known else {
            text.push('<');
            plain.push('<');
            rest = &from[1..];
            continue;
        };
        rest = &from[length..];
        if marker.number == 0 {
            text.push('<');
            plain.push('<');
            continue;
        }
        let is_glue = !plain.ends_with(char::is_whitespace) && !plain.is_empty();
        if marker.sort == Sort::Empty && is_glue && !rest.starts_with(char::is_whitespace) {
            plain.push(' ');
        }
        if let Some(code) = places.get(&(marker.number, marker.sort)).copied() {
            parts.push(Part::Text(std::mem::take(&mut text)));
            parts.push(Part::Code(code));
        }
    }
    text.push_str(rest);
    plain.push_str(rest);
    parts.push(Part::Text(text));
    let order: Vec<usize> = parts
        .iter()
        .filter_map(|part| match part {
            Part::Code(code) => Some(*code),
            Part::Text(_) => None,
        })
        .collect();
    if is_whole(content, &order) { Ok(parts) } else { Err(plain) }
}

fn sort(code: &Code) -> Sort {
    match code.role {
        Role::Open(_) => Sort::Start,
        Role::Close(_) => Sort::End,
        Role::Void => Sort::Empty,
    }
}

/// Returns `true` if codes in this order are complete, once each, and nest.
fn is_whole(content: &Content, order: &[usize]) -> bool {
    if order.len() != content.codes.len() {
        return false;
    }
    if order.is_sorted() {
        return order.windows(2).all(|pair| pair[0] < pair[1]);
    }
    let mut met = vec![false; order.len()];
    let mut open = Vec::new();
    let nests = order.iter().all(|index| {
        let new = !std::mem::replace(&mut met[*index], true);
        new && match content.codes[*index].role {
            Role::Open(close) => {
                open.push(close);
                true
            }
            Role::Close(_) => open.pop() == Some(*index),
            Role::Void => true,
        }
    });
    nests && !content.fixed
}

/// Returns the marker at the start of a text, with its length.
fn marker(text: &str) -> Option<(Marker, usize)> {
    let inner = text.strip_prefix('<')?.trim_start_matches(' ');
    let (is_end, inner) = match inner.strip_prefix('/') {
        Some(inner) => (true, inner.trim_start_matches(' ')),
        None => (false, inner),
    };
    let digits = inner.len() - inner.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, inner) = inner.split_at(digits.min(10));
    let number = number.parse().ok()?;
    let inner = inner.trim_start_matches(' ');
    let (is_empty, inner) = match inner.strip_prefix('/') {
        Some(inner) => (true, inner.trim_start_matches(' ')),
        None => (false, inner),
    };
    let rest = inner.strip_prefix('>')?;
    let sort = match (is_end, is_empty) {
        (true, true) => return None,
        (true, false) => Sort::End,
        (false, true) => Sort::Empty,
        (false, false) => Sort::Start,
    };
    Some((Marker { number, sort }, text.len() - rest.len()))
}
