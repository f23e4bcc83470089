//! The characters of a text: resolves references, collapses white space, and maps each character to
//! its position.
//!
//! Most text is passed on unchanged, so the reader copies the longest possible stretches: [`plain`]
//! skips to the next byte that may need a replacement, and everything since the last replacement is
//! passed to the builder at once. All offsets count bytes of the decoded text, in UTF-8. The spans
//! that the builder stores count bytes of the source, which may have another encoding; [`WayBack`]
//! maps offsets to the source, and only in ascending order.

use std::ops::Range;

use glossweave_base::text::ByteSpan;
use glossweave_document::Builder;
use glossweave_markup::At;
use glossweave_markup::charref::{CharRef, Place};
use glossweave_markup::{Encoding, WayBack};

/// A range of character data, and the rules for reading it.
pub(super) struct CharacterData<'a> {
    /// The decoded text of the page.
    pub source: &'a str,
    /// The range of the character data.
    pub at: At,
    /// `true` if white space is preserved, as in `pre`.
    pub pre: bool,
    /// `true` if NUL is replaced by U+FFFD, `false` if it is dropped.
    pub keeps_nul: bool,
    /// The context that determines how character references are resolved, or `None` if references
    /// are plain text.
    pub references: Option<Place>,
    pub encoding: Encoding,
}

pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\x0C' | b'\r')
}

/// Returns the number of bytes of white space at the start of a text, including references to white
/// space.
pub(super) fn blank(raw: &[u8]) -> usize {
    let mut at = 0;
    while let Some(byte) = raw.get(at) {
        at += match byte {
            b'&' => match CharRef::html(&raw[at..], Place::Text) {
                Some(CharRef { first: ' ' | '\t' | '\n' | '\x0C' | '\r', width, .. }) => width,
                _ => return at,
            },
            byte if is_space(*byte) => 1,
            _ => return at,
        };
    }
    at
}

/// Returns the number of bytes of the line feed at the start of a text, which elements such as
/// `pre` drop. A line feed that is written as a reference is also dropped.
pub(super) fn line_feed(raw: &[u8]) -> usize {
    match raw {
        [b'\r', b'\n', ..] => 2,
        [b'\n' | b'\r', ..] => 1,
        [b'&', ..] => match CharRef::html(raw, Place::Text) {
            Some(CharRef { first: '\n', second: None, width }) => width,
            _ => 0,
        },
        _ => 0,
    }
}

/// Returns the end of the text that can be copied unchanged. The text ends before a byte below the
/// space, an ampersand, or a space followed by a space.
fn plain(bytes: &[u8], from: usize, end: usize) -> usize {
    const STEP: usize = 16;
    // The loop body has no branches, because spaces are too frequent to be predicted. The compiler
    // vectorizes each step.
    let stops =
        |byte: u8, next: u8| (byte < b' ') | (byte == b'&') | ((byte == b' ') & (next == b' '));
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

/// Passes a text to the builder.
pub(super) fn read(data: CharacterData<'_>, to_source: &mut WayBack<'_>, builder: &mut Builder) {
    let bytes = data.source.as_bytes();
    let end = data.at.end;
    let has_narrow_ascii = to_source.has_narrow_ascii();
    // The text from `copied` to `at` was read but not passed to the builder yet.
    let (mut copied, mut at) = (data.at.start, data.at.start);
    // `true` if this text contains white space to be replaced by spaces.
    let mut has_spaces = false;
    loop {
        at = plain(bytes, at, end);
        if at >= end {
            break;
        }
        match special(&data, copied, at, has_narrow_ascii) {
            Special::Unchanged => at += 1,
            Special::Space => {
                has_spaces = true;
                at += 1;
            }
            Special::Replaced(replacement, range) => {
                let has_spaces = std::mem::take(&mut has_spaces);
                copy(&data, copied..range.start, has_spaces, to_source, builder);
                let start = to_source.source(range.start);
                let span = ByteSpan::new(start, to_source.source(range.end));
                replacement.pass_to(builder, span);
                (copied, at) = (range.end, range.end);
            }
        }
    }
    copy(&data, copied..end, has_spaces, to_source, builder);
}

/// Passes a part of the text to the builder without references. If `has_spaces` is set, white space
/// becomes spaces.
fn copy(
    data: &CharacterData<'_>,
    range: Range<usize>,
    has_spaces: bool,
    to_source: &mut WayBack<'_>,
    builder: &mut Builder,
) {
    let Range { start, end } = range;
    if start == end {
        return;
    }
    let text = &data.source[start..end];
    if has_spaces {
        builder.spaced(text, start, to_source, data.encoding);
    } else {
        builder.decoded(text, start, to_source, data.encoding);
    }
}

/// The treatment of a byte at which [`plain`] stopped.
enum Special {
    /// The byte is copied.
    Unchanged,
    /// The byte is one character of white space, which becomes a space. The builder replaces it while
    /// it copies the text around it, which is cheaper than a separate piece for each line end.
    Space,
    /// A range, which may start before the byte, is replaced.
    Replaced(Replacement, Range<usize>),
}

/// Returns the treatment of the byte at `at`. The text before `copied` was already passed on.
#[inline]
fn special(data: &CharacterData<'_>, copied: usize, at: usize, has_narrow_ascii: bool) -> Special {
    let (bytes, end) = (data.source.as_bytes(), data.at.end);
    let replaced = |replacement, width: usize| Special::Replaced(replacement, at..at + width);
    match bytes[at] {
        b' ' | b'\t' | b'\n' | b'\x0C' if data.pre => Special::Unchanged,
        b'&' => {
            let context = data.references;
            match context.and_then(|context| CharRef::html(&bytes[at..end], context)) {
                Some(reference) => replaced(Replacement::Reference(reference), reference.width),
                None => Special::Unchanged,
            }
        }
        0 if data.keeps_nul => replaced(Replacement::Text("\u{FFFD}"), 1),
        0 => replaced(Replacement::Nothing, 1),
        b'\r' if data.pre => {
            let is_pair = bytes.get(at + 1) == Some(&b'\n') && at + 1 < end;
            replaced(Replacement::Text("\n"), 1 + usize::from(is_pair))
        }
        byte if is_space(byte) => {
            // `plain` skips a single space, so the run of white space may start one byte earlier.
            let start = if at > copied && bytes[at - 1] == b' ' { at - 1 } else { at };
            let run = bytes[start..end].iter().take_while(|byte| is_space(**byte)).count();
            if run == 1 && has_narrow_ascii {
                Special::Space
            } else {
                Special::Replaced(Replacement::Text(" "), start..start + run)
            }
        }
        _ => Special::Unchanged,
    }
}

enum Replacement {
    Nothing,
    Text(&'static str),
    Reference(CharRef),
}

impl Replacement {
    /// Passes the replacement of a span of the source to the builder.
    fn pass_to(self, builder: &mut Builder, span: ByteSpan) {
        match self {
            Replacement::Nothing => {}
            // Text of the same length needs no atomic piece: each of its bytes has a position.
            Replacement::Text(text) if span.len() == text.len() => {
                builder.literal(text, span.start())
            }
            Replacement::Text(text) => builder.atom(text, span),
            Replacement::Reference(reference) => {
                // Some named references, for example `&NotEqualTilde;`, have two characters.
                let mut buffer = [0u8; 8];
                let first = reference.first.encode_utf8(&mut buffer).len();
                let second = reference
                    .second
                    .map_or(0, |second| second.encode_utf8(&mut buffer[first..]).len());
                if let Ok(text) = std::str::from_utf8(&buffer[..first + second]) {
                    builder.atom(text, span);
                }
            }
        }
    }
}
