//! A scanner that finds the tags of the parts by searching their bytes.

use std::collections::HashMap;

use crate::fragment::{ImpliedEnd, Tag, TagScanner};
use glossweave_base::text::ByteSpan;
use glossweave_document::{Document, InsertionBarrier};

const SECTION: &[u8] = b"<![CDATA[";

/// Returns the contents of the CDATA sections.
pub fn sections(bytes: &[u8]) -> Vec<ByteSpan> {
    let mut sections = Vec::new();
    if positions(bytes, SECTION).next().is_none() {
        return sections;
    }
    let mut at = 0;
    while let Some(found) = bytes.get(at..).and_then(|rest| rest.iter().position(|b| *b == b'<')) {
        let start = at + found;
        let end = markup_end(bytes, start);
        if bytes[start..end].starts_with(SECTION) {
            let content = start + SECTION.len();
            sections.push(ByteSpan::new(content, end.saturating_sub(3)));
        }
        at = end;
    }
    sections
}

/// Returns the end of the markup that begins at a `<`.
pub fn markup_end(bytes: &[u8], start: usize) -> usize {
    let rest = bytes.get(start..).unwrap_or_default();
    let find = |from: usize, what: &[u8]| {
        let found = rest.get(from..).and_then(|rest| positions(rest, what).next());
        found.map_or(bytes.len(), |at| start + from + at + what.len())
    };
    match rest.get(1) {
        Some(b'?') => find(2, b"?>"),
        Some(b'!') if rest.starts_with(b"<!--") => find(4, b"-->"),
        Some(b'!') if rest.starts_with(SECTION) => find(SECTION.len(), b"]]>"),
        _ => start + tag_length(rest),
    }
}

/// Returns the name of the root element with its prefix.
pub fn root_name(part: &[u8]) -> Option<&[u8]> {
    let mut at = 0;
    loop {
        at += part.get(at..)?.iter().position(|byte| *byte == b'<')?;
        match part.get(at + 1)? {
            b'?' | b'!' => at = markup_end(part, at),
            _ => {
                let name = part.get(at + 1..)?;
                let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>');
                return name.get(..name.iter().position(is_end)?);
            }
        }
    }
}

/// Returns `true` if a position is in a section or at the edge of a section.
pub fn in_section(sections: &[ByteSpan], at: usize) -> bool {
    let before = sections.partition_point(|section| section.end() < at);
    sections.get(before).is_some_and(|section| section.start() <= at)
}

/// Returns the positions of a sequence of bytes in other bytes.
pub fn positions<'a>(bytes: &'a [u8], what: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
    bytes.windows(what.len()).enumerate().filter(move |(_, w)| *w == what).map(|(at, _)| at)
}

/// A scanner of the source between two texts of a unit.
pub struct PartTagScanner<'a> {
    bytes: &'a [u8],
    /// A cache of the tags of long ranges. It is used because a text box may contain most of a
    /// document, and many annotations may extend across it.
    long: HashMap<ByteSpan, Vec<Tag>>,
}

/// The minimum length of ranges that use the cache, in bytes.
const LONG: usize = 1024;

impl PartTagScanner<'_> {
    /// Creates a scanner for the parts of a document.
    pub fn new(document: &Document) -> PartTagScanner<'_> {
        PartTagScanner { bytes: document.source().bytes(), long: HashMap::new() }
    }
}

impl TagScanner for PartTagScanner<'_> {
    fn tags(&mut self, source: ByteSpan, _: Option<InsertionBarrier>, tags: &mut Vec<Tag>) {
        if source.len() <= LONG {
            scan(self.bytes, source, tags);
            return;
        }
        let found = self.long.entry(source).or_insert_with(|| {
            let mut found = Vec::new();
            scan(self.bytes, source, &mut found);
            found
        });
        tags.extend_from_slice(found);
    }
}

/// Appends the tags whose partners are not in the same range. A stack of open tags is used to
/// remove matching pairs.
fn scan(bytes: &[u8], source: ByteSpan, tags: &mut Vec<Tag>) {
    let Some(bytes) = bytes.get(source.range()) else { return };
    let first = tags.len();
    let mut open: Vec<usize> = Vec::new();
    let mut at = 0;
    while let Some(found) = bytes.get(at..).and_then(|r| r.iter().position(|b| *b == b'<')) {
        let start = at + found;
        at = markup_end(bytes, start);
        let tag = &bytes[start..at];
        if matches!(tag.get(1), Some(b'?' | b'!')) || tag.ends_with(b"/>") {
            continue;
        }
        // The text after the tag is an attribute value.
        if !tag.ends_with(b">") {
            break;
        }
        let place = |at: usize| (source.start() + at) as u32;
        let tag = tag_of(tag, place(start), place(at));
        if tag.opens {
            open.push(tags.len());
            tags.push(tag);
            continue;
        }
        match open.pop() {
            // A complete element without text of this unit, for example a note or a field.
            Some(start) => tags.truncate(start.max(first)),
            None => tags.push(tag),
        }
    }
}

/// Returns the length of a tag, which ends at the first `>` outside of attribute values.
fn tag_length(rest: &[u8]) -> usize {
    let mut quote = None;
    for (at, byte) in rest.iter().enumerate() {
        match (quote, byte) {
            (None, b'>') => return at + 1,
            (None, b'"' | b'\'') => quote = Some(*byte),
            (Some(open), byte) if open == *byte => quote = None,
            _ => {}
        }
    }
    rest.len()
}

fn tag_of(tag: &[u8], start: u32, end: u32) -> Tag {
    let opens = tag.get(1) != Some(&b'/');
    let name = tag.get(if opens { 1 } else { 2 }..).unwrap_or_default();
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>');
    let length = name.iter().position(is_end).unwrap_or(name.len());
    let name = &name[..length];
    let local = name.iter().position(|byte| *byte == b':').map_or(0, |colon| colon + 1);
    let family = match &name[local..] {
        b"ruby-base" | b"ruby-text" => ImpliedEnd::Part,
        b"ruby" => ImpliedEnd::Whole,
        _ => ImpliedEnd::None,
    };
    let number = name.iter().fold(0xCBF2_9CE4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3)
    });
    Tag { start, end, name: number, opens, cuts: false, family }
}
