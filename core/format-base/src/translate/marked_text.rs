//! Conversion of the text of a unit to a text with markers for its codes, and back.

use std::collections::HashMap;

use super::inline_code::{Code, Content, Role};
use glossweave_base::text::inline::{InlineCode, InlinePiece, Spaces, push_escaped_run};
use glossweave_document::Document;

/// A piece of a translated text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TranslationPart {
    /// A text between codes.
    Text(String),
    /// A code, by its index in [`Content::codes`].
    Code(usize),
}

/// Returns the text with its markers.
pub fn marked(document: &Document, content: &Content) -> String {
    let mut marked = String::new();
    for (index, span) in content.texts().enumerate() {
        push_escaped_run(document.text().get(span.range()).unwrap_or_default(), &mut marked);
        if let Some(code) = content.codes.get(index) {
            InlinePiece::Code(inline(code)).write(&mut marked);
        }
    }
    marked
}

/// Splits a translation into texts and codes. If it does not contain the markers of all codes exactly once and in
/// pairs, the error is its text without markers.
pub fn parts(
    document: &Document,
    content: &Content,
    translation: &str,
) -> Result<Vec<TranslationPart>, String> {
    let escapes = !content.codes.is_empty()
        || content
            .texts()
            .any(|span| document.text().get(span.range()).is_some_and(|text| text.contains('<')));
    let last = content.codes.iter().map(|code| code.number).max().unwrap_or(0);
    let places: HashMap<InlineCode, usize> = content.codes.iter().map(inline).zip(0..).collect();
    let mut parts: Vec<TranslationPart> = Vec::new();
    let mut text = String::new();
    let mut plain = String::new();
    let mut rest = translation;
    while let Some(at) = rest.find('<') {
        let (before, from) = rest.split_at(at);
        text.push_str(before);
        plain.push_str(before);
        let found = InlineCode::at_start(from, Spaces::Allowed);
        let known = found.filter(|(code, _)| match code.number() {
            0 => escapes,
            number => number <= last,
        });
        let Some((code, length)) = known else {
            text.push('<');
            plain.push('<');
            rest = &from[1..];
            continue;
        };
        rest = &from[length..];
        if code.number() == 0 {
            text.push('<');
            plain.push('<');
            continue;
        }
        let is_glue = !plain.ends_with(char::is_whitespace) && !plain.is_empty();
        if matches!(code, InlineCode::Empty(_)) && is_glue && !rest.starts_with(char::is_whitespace)
        {
            plain.push(' ');
        }
        if let Some(code) = places.get(&code).copied() {
            parts.push(TranslationPart::Text(std::mem::take(&mut text)));
            parts.push(TranslationPart::Code(code));
        }
    }
    text.push_str(rest);
    plain.push_str(rest);
    parts.push(TranslationPart::Text(text));
    let order: Vec<usize> = parts
        .iter()
        .filter_map(|part| match part {
            TranslationPart::Code(code) => Some(*code),
            TranslationPart::Text(_) => None,
        })
        .collect();
    if is_whole(content, &order) { Ok(parts) } else { Err(plain) }
}

/// Returns the marker of a code.
pub fn inline(code: &Code) -> InlineCode {
    match code.role {
        Role::Open(_) => InlineCode::Open(code.number),
        Role::Close(_) => InlineCode::Close(code.number),
        Role::Void => InlineCode::Empty(code.number),
    }
}

/// Returns `true` if codes in this order are complete, unique, and nested.
pub fn is_whole(content: &Content, order: &[usize]) -> bool {
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
