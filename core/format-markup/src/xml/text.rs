//! The characters of a text in XML: references are resolved, white space is collapsed, and each character has its
//! position.

use glossweave_base::text::ByteSpan;
use glossweave_document::Builder;
use glossweave_markup::At;
use glossweave_markup::tree::{Reference, Tree};
use glossweave_markup::{Encoding, WayBack};

/// A range of character data with the parameters for reading it.
#[derive(Clone, Debug)]
pub(crate) struct Run<'a> {
    /// The decoded source.
    pub source: &'a str,
    /// The range in the source.
    pub at: At,
    /// Its value, with references resolved and line breaks normalized to LF.
    pub value: &'a str,
    /// `true` if white space is preserved.
    pub preserve: bool,
    /// The references in it.
    pub references: &'a [Reference],
    /// `true` if the source is XML 1.1, which defines additional line breaks.
    pub one_one: bool,
    pub encoding: Encoding,
}

pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Returns `true` if a tree is XML 1.1.
pub(crate) fn is_one_one(tree: &Tree<'_>) -> bool {
    let declaration = tree.source().strip_prefix("<?xml").and_then(|rest| rest.split_once("?>"));
    declaration.is_some_and(|(declared, _)| declared.contains("1.1"))
}

/// Returns `true` if a text is only white space.
pub(crate) fn is_blank(text: &str) -> bool {
    text.bytes().all(is_space)
}

/// Passes a text to the builder.
pub(crate) fn read(run: &Run<'_>, back: &mut WayBack<'_>, builder: &mut Builder) {
    if run.references.is_empty() {
        return lines(run, run.at.clone(), run.value, back, builder);
    }
    // The current positions in the source and in the value.
    let (mut done, mut value_at) = (run.at.start, 0);
    for reference in run.references {
        let At { start, end } = reference.at();
        let between = run.source.get(done..start).unwrap_or_default();
        let length = run.length(between);
        let value = run.value.get(value_at..value_at + length).unwrap_or_default();
        lines(run, done..start, value, back, builder);
        value_at += length;
        let value = run.value.get(value_at..value_at + reference.length()).unwrap_or_default();
        value_at += reference.length();
        let span = ByteSpan::new(back.source(start), back.source(end));
        // When white space is written as a reference, it is intended, so it is preserved.
        let preserved = run.preserve || value.len() == 1;
        builder.atom(&shown(value, preserved), span);
        done = end;
    }
    lines(run, done..run.at.end, run.value.get(value_at..).unwrap_or_default(), back, builder);
}

impl Run<'_> {
    /// Returns the length of the value of a range without references. Line breaks become LF (XML 1.0 and 1.1, clause
    /// 2.11).
    pub(super) fn length(&self, raw: &str) -> usize {
        let mut length = raw.len();
        if raw.contains('\r') {
            length -= raw.matches("\r\n").count();
        }
        if self.one_one {
            length -= raw.matches("\r\u{85}").count();
            length -= raw.matches('\u{85}').count();
            length -= 2 * raw.matches('\u{2028}').count();
        }
        length
    }
}

impl Run<'_> {
    /// Returns the length of the source prefix whose value has the given length, in a range without references.
    /// Returns `None` if the position is within a line break.
    pub(super) fn prefix(&self, raw: &str, length: usize) -> Option<usize> {
        if self.length(raw) == raw.len() {
            return Some(length);
        }
        let (mut at, mut value) = (0, 0);
        while value < length {
            let rest = raw.get(at..)?;
            let ends = ["\r\n", "\r\u{85}", "\u{85}", "\u{2028}"];
            let known = if self.one_one { &ends[..] } else { &ends[..1] };
            match known.iter().find(|end| rest.starts_with(**end)) {
                Some(end) => (at, value) = (at + end.len(), value + 1),
                None => {
                    let width = rest.chars().next()?.len_utf8();
                    (at, value) = (at + width, value + width);
                }
            }
        }
        (value == length).then_some(at)
    }
}

/// Adds a text without references, with the line breaks of XML 1.1.
fn lines(run: &Run<'_>, at: At, value: &str, back: &mut WayBack<'_>, builder: &mut Builder) {
    let raw = run.source.get(at.clone()).unwrap_or_default();
    if !run.one_one || raw.len() == value.len() {
        return plain(run, at, back, builder);
    }
    let mut done = 0;
    for (place, end) in raw.match_indices(['\u{85}', '\u{2028}']) {
        let start = match raw[..place].strip_suffix('\r') {
            Some(before) if end == "\u{85}" && before.len() >= done => place - 1,
            _ => place,
        };
        plain(run, at.start + done..at.start + start, back, builder);
        done = place + end.len();
        let span = ByteSpan::new(back.source(at.start + start), back.source(at.start + done));
        builder.atom(if run.preserve { "\n" } else { " " }, span);
    }
    plain(run, at.start + done..at.end, back, builder);
}

/// Returns a text. White space is collapsed unless it is preserved.
pub(crate) fn shown(value: &str, preserve: bool) -> std::borrow::Cow<'_, str> {
    let stays = preserve
        || !value.bytes().any(|byte| is_space(byte) && byte != b' ') && !value.contains("  ");
    if stays {
        return value.into();
    }
    let mut text = String::with_capacity(value.len());
    for char in value.chars() {
        let space = u8::try_from(char).is_ok_and(is_space);
        match space {
            true if text.ends_with(' ') => {}
            true => text.push(' '),
            false => text.push(char),
        }
    }
    text.into()
}

/// Returns the end of the text that can be copied unchanged: up to a byte below the space, or a space before a space.
fn copied(bytes: &[u8], from: usize, end: usize) -> usize {
    const STEP: usize = 16;
    // The loop has no branch inside, because spaces are too frequent to be predicted, and a step compiles to vector
    // code.
    let stops = |byte: u8, next: u8| (byte < b' ') | ((byte == b' ') & (next == b' '));
    let mut at = from;
    while at + STEP < end {
        let (chunk, next) = (&bytes[at..at + STEP], &bytes[at + 1..at + STEP + 1]);
        if chunk.iter().zip(next).fold(false, |any, (byte, next)| any | stops(*byte, *next)) {
            break;
        }
        at += STEP;
    }
    while at < end && !stops(bytes[at], bytes.get(at + 1).copied().unwrap_or(0)) {
        at += 1;
    }
    at
}

/// Adds a text without references.
fn plain(run: &Run<'_>, all: At, back: &mut WayBack<'_>, builder: &mut Builder) {
    let bytes = run.source.as_bytes();
    let end = all.end.min(bytes.len());
    let mut at = all.start;
    let mut done = at;
    // `true` if the text that has not been copied yet contains white space to be replaced by spaces.
    let mut spaced = false;
    let copy = |from: usize, to: usize, spaced: bool, back: &mut _, builder: &mut Builder| {
        let text = run.source.get(from..to).unwrap_or_default();
        match text {
            "" => {}
            text if spaced => builder.spaced(text, from, back, run.encoding),
            text => builder.decoded(text, from, back, run.encoding),
        }
    };
    loop {
        at = copied(bytes, at, end);
        if at >= end {
            break;
        }
        let byte = bytes[at];
        if !is_space(byte) || run.preserve && byte != b'\r' {
            at += 1;
            continue;
        }
        let (text, start, width) = if run.preserve {
            ("\n", at, 1 + usize::from(at + 1 < end && bytes[at + 1] == b'\n'))
        } else {
            // A preceding space belongs to the run.
            let start = if at > done && bytes[at - 1] == b' ' { at - 1 } else { at };
            let width = bytes[start..end].iter().take_while(|byte| is_space(**byte)).count();
            if width == 1 && back.has_narrow_ascii() {
                spaced = true;
                at += 1;
                continue;
            }
            (" ", start, width)
        };
        copy(done, start, std::mem::take(&mut spaced), back, builder);
        let place = back.source(start);
        let span = ByteSpan::new(place, back.source(start + width));
        if span.len() == text.len() {
            builder.literal(text, place);
        } else {
            builder.atom(text, span);
        }
        at = start + width;
        done = at;
    }
    copy(done, end, spaced, back, builder);
}
