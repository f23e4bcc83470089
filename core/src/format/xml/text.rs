//! The characters of a text in XML: references resolved, white space collapsed, each with its
//! place.

use std::collections::HashMap;

use crate::document::Builder;
use crate::markup::html::At;
use crate::markup::{Encoding, WayBack};
use crate::text::ByteSpan;

/// A stretch of character data and how it is read.
#[derive(Clone, Debug)]
pub(in crate::format) struct Run<'a> {
    /// The decoded source.
    pub source: &'a str,
    /// Where the stretch stands in it.
    pub at: At,
    /// What it stands for, with its references resolved and its line ends made LF.
    pub value: &'a str,
    /// Whether white space stays.
    pub preserve: bool,
    /// Whether it has no references: the content of a CDATA section.
    pub literal: bool,
    pub encoding: Encoding,
}

/// What entities stand for, as far as it was found out.
#[derive(Clone, Debug, Default)]
pub(in crate::format) struct Entities {
    values: HashMap<Box<str>, Box<str>>,
}

pub(in crate::format) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Whether a text is nothing but white space.
pub(in crate::format) fn is_blank(text: &str) -> bool {
    text.bytes().all(is_space)
}

/// Hands a text to the builder.
pub(in crate::format) fn read(
    run: &Run<'_>,
    entities: &mut Entities,
    back: &mut WayBack<'_>,
    builder: &mut Builder,
) {
    let raw = run.source.get(run.at.clone()).unwrap_or_default();
    if run.literal || !raw.as_bytes().contains(&b'&') {
        return plain(run, run.at.clone(), back, builder);
    }
    let unknown: Vec<At> = references(raw)
        .filter(|at| character(&raw[at.clone()]).is_none() && !entities.has(&raw[at.clone()]))
        .collect();
    let (Some(first), Some(last)) = (unknown.first(), unknown.last()) else {
        return resolved(run, run.at.clone(), entities, back, builder);
    };
    let (head, tail) = (first.start, last.end);
    let Some(middle) = middle(run, raw, head, tail, entities) else {
        return builder_atom(run, run.value, run.at.clone(), back, builder);
    };
    // References to one entity share what is left evenly; those to several are one whole.
    let name = &raw[first.clone()];
    let between = entities.length(&raw[head..tail], name);
    let one = unknown.iter().all(|at| &raw[at.clone()] == name);
    if one && let Some(length) = middle.len().checked_sub(between) {
        let length = length / unknown.len();
        if let Some(value) = middle.get(..length) {
            entities.values.insert(name.into(), value.into());
            return resolved(run, run.at.clone(), entities, back, builder);
        }
    }
    let start = run.at.start;
    resolved(run, start..start + head, entities, back, builder);
    builder_atom(run, middle, start + head..start + tail, back, builder);
    resolved(run, start + tail..run.at.end, entities, back, builder);
}

/// What the stretch between two places of a raw text stands for, when the rest is known.
fn middle<'a>(
    run: &Run<'a>,
    raw: &str,
    head: usize,
    tail: usize,
    entities: &Entities,
) -> Option<&'a str> {
    let before = entities.length(raw.get(..head)?, "");
    let behind = entities.length(raw.get(tail..)?, "");
    run.value.get(before..run.value.len().checked_sub(behind)?)
}

impl Entities {
    fn has(&self, reference: &str) -> bool {
        self.values.contains_key(reference)
    }

    /// How long what a raw text stands for is, references of the name `but` not counted.
    fn length(&self, raw: &str, but: &str) -> usize {
        let mut length = raw.len();
        for at in references(raw) {
            let reference = &raw[at];
            length -= reference.len();
            if reference != but {
                length += match character(reference) {
                    Some(char) => char.len_utf8(),
                    None => self.values.get(reference).map_or(0, |value| value.len()),
                };
            }
        }
        length - raw.matches("\r\n").count()
    }
}

/// The references in a raw text.
fn references(raw: &str) -> impl Iterator<Item = At> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + raw.get(at..)?.find('&')?;
        at = start + raw[start..].find(';')? + 1;
        Some(start..at)
    })
}

/// The character of a reference that needs no declaration.
fn character(reference: &str) -> Option<char> {
    let name = reference.strip_prefix('&')?.strip_suffix(';')?;
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let digits = name.strip_prefix('#')?;
            let number = match digits.strip_prefix('x') {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => digits.parse(),
            };
            char::from_u32(number.ok()?)
        }
    }
}

/// A text with references that are all known.
fn resolved(
    run: &Run<'_>,
    at: At,
    entities: &Entities,
    back: &mut WayBack<'_>,
    builder: &mut Builder,
) {
    let raw = run.source.get(at.clone()).unwrap_or_default();
    let mut done = 0;
    for reference in references(raw) {
        plain(run, at.start + done..at.start + reference.start, back, builder);
        let place = at.start + reference.start..at.start + reference.end;
        let name = &raw[reference.clone()];
        done = reference.end;
        match character(name) {
            Some(char) => {
                let span = ByteSpan::new(back.source(place.start), back.source(place.end));
                builder.atom(char.encode_utf8(&mut [0; 4]), span);
            }
            None => {
                let value = entities.values.get(name).map(AsRef::as_ref).unwrap_or_default();
                builder_atom(run, value, place, back, builder);
            }
        }
    }
    plain(run, at.start + done..at.end, back, builder);
}

/// A stretch as one atom.
fn builder_atom(run: &Run<'_>, value: &str, at: At, back: &mut WayBack<'_>, builder: &mut Builder) {
    let span = ByteSpan::new(back.source(at.start), back.source(at.end));
    builder.atom(&shown(value, run.preserve), span);
}

/// A text with its white space collapsed where it is not kept.
pub(in crate::format) fn shown(value: &str, preserve: bool) -> std::borrow::Cow<'_, str> {
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

/// How far a text can be copied as it stands: up to a byte below the space, or a space before a
/// space.
fn copied(bytes: &[u8], from: usize, end: usize) -> usize {
    const STEP: usize = 16;
    // No branch inside: spaces come too often to be predicted, and a step becomes vector code.
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

/// A text without references.
fn plain(run: &Run<'_>, all: At, back: &mut WayBack<'_>, builder: &mut Builder) {
    let bytes = run.source.as_bytes();
    let end = all.end.min(bytes.len());
    let mut at = all.start;
    let mut done = at;
    // Whether what is not copied yet has white space that is made spaces.
    let mut spaced = false;
    let copy = |from: usize, to: usize, spaced: bool, back: &mut _, builder: &mut Builder| {
        let text = run.source.get(from..to).unwrap_or_default();
        match text {
            "" => {}
            text if spaced => builder.spaced_literal(text, WayBack::source(back, from)),
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
            // A space before it belongs to the run.
            let start = if at > done && bytes[at - 1] == b' ' { at - 1 } else { at };
            let width = bytes[start..end].iter().take_while(|byte| is_space(**byte)).count();
            if width == 1 && back.is_straight() {
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
