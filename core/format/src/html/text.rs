//! The characters of a text: resolves references, collapses white space, and maps each character to
//! its position.

use glossweave_base::text::ByteSpan;
use glossweave_document::Builder;
use glossweave_markup::At;
use glossweave_markup::charref::{CharRef, Place};
use glossweave_markup::{Encoding, WayBack};

/// A range of character data, and the rules for reading it.
pub(super) struct Way<'a> {
    pub source: &'a str,
    pub at: At,
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
pub(super) fn read(way: Way<'_>, back: &mut WayBack<'_>, builder: &mut Builder) {
    let bytes = way.source.as_bytes();
    let end = way.at.end;
    let mut at = way.at.start;
    let mut copied = at;
    // `true` if the part that is not copied yet contains white space to be replaced by spaces.
    let mut spaced = false;
    let copy = |from: usize, to: usize, spaced: bool, back: &mut _, builder: &mut Builder| {
        if from == to {
            return;
        }
        let text = &way.source[from..to];
        if spaced {
            builder.spaced(text, from, back, way.encoding);
        } else {
            builder.decoded(text, from, back, way.encoding);
        }
    };
    loop {
        at = plain(bytes, at, end);
        if at >= end {
            break;
        }
        let (replacement, width) = match bytes[at] {
            b' ' if way.pre => {
                at += 1;
                continue;
            }
            b'\t' | b'\n' | b'\x0C' if way.pre => {
                at += 1;
                continue;
            }
            b'&' => {
                let reference =
                    way.references.and_then(|place| CharRef::html(&bytes[at..end], place));
                match reference {
                    Some(reference) => (Replacement::Reference(reference), reference.width),
                    None => {
                        at += 1;
                        continue;
                    }
                }
            }
            0 if way.keeps_nul => (Replacement::Text("\u{FFFD}"), 1),
            0 => (Replacement::Nothing, 1),
            b'\r' if way.pre => {
                let both = bytes.get(at + 1) == Some(&b'\n') && at + 1 < end;
                (Replacement::Text("\n"), 1 + usize::from(both))
            }
            byte if is_space(byte) => {
                // A space before the white space is part of the run.
                let start = if at > copied && bytes[at - 1] == b' ' { at - 1 } else { at };
                let run = bytes[start..end].iter().take_while(|byte| is_space(**byte)).count();
                if run == 1 && back.has_narrow_ascii() {
                    spaced = true;
                    at += 1;
                    continue;
                }
                at = start;
                (Replacement::Text(" "), run)
            }
            _ => {
                at += 1;
                continue;
            }
        };
        copy(copied, at, std::mem::take(&mut spaced), back, builder);
        let start = back.source(at);
        let span = ByteSpan::new(start, back.source(at + width));
        match replacement {
            Replacement::Nothing => {}
            Replacement::Text(text) if span.len() == text.len() => builder.literal(text, start),
            Replacement::Text(text) => builder.atom(text, span),
            Replacement::Reference(reference) => {
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
        at += width;
        copied = at;
    }
    copy(copied, end, spaced, back, builder);
}

enum Replacement {
    Nothing,
    Text(&'static str),
    Reference(CharRef),
}
