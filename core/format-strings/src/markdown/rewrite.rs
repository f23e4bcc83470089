//! The parts of the source that a translation preserves: the spelling of words, and the line breaks.

use std::collections::HashMap;

use super::item::Context;
use super::parse::{Token, tokens};
use glossweave_base::text::ByteSpan;
use glossweave_document::Document;
use glossweave_format_base::translate::Content;
use glossweave_markup::EncodingExt;
use glossweave_markup::charref::{CharRef, Place};

/// A line break in a paragraph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Break {
    /// The number of words before it.
    pub words: usize,
    /// Its range in the source, with the block quote markers and the indentation of the next line.
    pub at: ByteSpan,
}

/// Returns the words of a content, and its line breaks.
pub(super) fn breaks<'d>(document: &'d Document, content: &Content) -> (Vec<&'d str>, Vec<Break>) {
    let source = document.source();
    let mut pieces = document.map().pieces_from(content.text.start()).peekable();
    let (mut words, mut breaks) = (Vec::new(), Vec::new());
    for span in content.texts() {
        let text = document.text().get(span.range()).unwrap_or_default();
        let mut start = 0;
        for (at, char) in text.char_indices().filter(|(_, char)| char.is_ascii_whitespace()) {
            words.extend(text.get(start..at).filter(|word| !word.is_empty()));
            start = at + char.len_utf8();
            let position = span.start() + at;
            while pieces.next_if(|piece| piece.text.end() <= position).is_some() {}
            let Some(piece) = pieces.peek().filter(|piece| piece.text.len() == 1) else { continue };
            let bytes = source.bytes().get(piece.source.range()).unwrap_or_default();
            if source.encoding().decode_part(bytes).text.contains(['\n', '\r']) {
                breaks.push(Break { words: words.len(), at: piece.source });
            }
        }
        words.extend(text.get(start..).filter(|word| !word.is_empty()));
    }
    (words, breaks)
}

/// Returns the words of a content with their spelling in the source.
pub(super) fn spellings(
    document: &Document,
    content: &Content,
    context: Context,
) -> HashMap<String, String> {
    let source = document.source();
    let mut spellings = HashMap::new();
    for run in content.runs() {
        let bytes = source.bytes().get(run.range()).unwrap_or_default();
        let text = source.encoding().decode_part(bytes).text;
        for word in text.split_ascii_whitespace() {
            let meaning = meaning(word, context != Context::Html);
            spellings.entry(meaning).or_insert_with(|| word.to_owned());
        }
    }
    spellings
}

/// Returns the text of a word after resolving escapes and character references.
fn meaning(word: &str, has_escapes: bool) -> String {
    let mut meaning = String::with_capacity(word.len());
    let mut rest = word;
    while let Some(at) = rest.find(['\\', '&']) {
        meaning.push_str(&rest[..at]);
        rest = &rest[at..];
        let next = rest[1..].chars().next();
        let reference = CharRef::html(rest.as_bytes(), Place::Text)
            .filter(|found| rest.as_bytes().get(found.width - 1) == Some(&b';'));
        let width = match (reference, next) {
            (Some(found), _) if rest.starts_with('&') => {
                let width = found.width;
                found.push_to(&mut meaning);
                width
            }
            (_, Some(next))
                if has_escapes && rest.starts_with('\\') && next.is_ascii_punctuation() =>
            {
                meaning.push(next);
                2
            }
            _ => {
                meaning.push_str(&rest[..1]);
                1
            }
        };
        rest = rest.get(width..).unwrap_or_default();
    }
    meaning.push_str(rest);
    meaning
}

/// Returns the parsed form of a text: its characters, and the kinds of its tokens. Used to detect when an escape
/// changes the meaning of a text.
pub(super) fn shape(text: &str) -> String {
    let mut shape = String::with_capacity(text.len());
    for (token, _) in tokens(text, 0) {
        match token {
            Token::Text(text) => shape.push_str(&text),
            Token::SoftBreak => shape.push(' '),
            token => shape.push_str(&format!("\u{1}{token:?}\u{1}")),
        }
    }
    shape
}
