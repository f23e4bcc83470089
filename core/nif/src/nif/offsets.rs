//! The offsets of the strings of a context, in code points or UTF-16 code units.

use super::fault::{Fault, Faults};
use glossweave_base::error::Skipped;
use glossweave_base::text::{CharIndex, CharSpan, TextSpan};
use glossweave_rdf::NamedOrBlankNodeRef;

/// The unit of the offsets in a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counting {
    CodePoints,
    Utf16,
}

/// A converter from spans of a text to the unit of its context.
pub(super) struct Counter<'t> {
    text: &'t str,
    index: CharIndex,
    /// Byte offsets for which UTF-16 offsets were requested, with these UTF-16 offsets.
    units: Vec<(usize, usize)>,
}

impl<'t> Counter<'t> {
    /// Prepares the conversion of several spans in one pass over the text.
    pub fn new(text: &'t str, counting: Counting, spans: impl Iterator<Item = TextSpan>) -> Self {
        let mut edges: Vec<usize> = match counting {
            Counting::CodePoints => Vec::new(),
            Counting::Utf16 => spans.flat_map(|span| [span.start(), span.end()]).collect(),
        };
        edges.sort_unstable();
        edges.dedup();
        let mut units = Vec::with_capacity(edges.len());
        let (mut from, mut unit) = (0, 0);
        for edge in edges {
            let between = text.get(from..edge).unwrap_or_default();
            unit += between.chars().map(char::len_utf16).sum::<usize>();
            units.push((edge, unit));
            from = edge;
        }
        Counter { text, index: CharIndex::new(text), units }
    }

    /// Converts one of the prepared spans.
    pub fn span(&self, span: TextSpan) -> CharSpan {
        let unit = |byte: usize| {
            let at = self.units.binary_search_by_key(&byte, |(edge, _)| *edge).ok()?;
            self.units.get(at).map(|(_, unit)| *unit)
        };
        match (unit(span.start()), unit(span.end())) {
            (Some(start), Some(end)) => CharSpan::new(start, end),
            _ => self.index.chars(self.text, span),
        }
    }
}

/// The offsets of a string in the graph. If the end is open, it is the end of the text.
pub(super) struct Offsets<'a> {
    pub node: NamedOrBlankNodeRef<'a>,
    pub start: usize,
    pub end: Option<usize>,
    pub anchors: Vec<&'a str>,
}

/// The spans of strings in a text. `None` for a string that does not fit.
pub(super) struct Places {
    pub counting: Counting,
    pub spans: Vec<Option<TextSpan>>,
}

impl Places {
    /// Converts offsets that count code points. When a string does not fit, uses UTF-16 code units
    /// instead if more strings fit then. Reports a fault for each string that does not fit.
    pub fn find(
        text: &str,
        strings: &[Offsets<'_>],
        whole: Option<&Offsets<'_>>,
        faults: &mut Faults,
    ) -> Result<Places, Fault> {
        let index = CharIndex::new(text);
        let points = |at: usize| index.byte_at(text, at);
        let strict = faults.is_strict();
        let mut counting = Counting::CodePoints;
        let mut found = place(text, strings, whole, strict, index.len(), "code points", points);
        if found.misfits > 0 {
            let units = Units::new(text, strings, whole);
            let at = |at: usize| units.byte(at);
            let other = place(text, strings, whole, strict, units.length, "UTF-16 units", at);
            if other.misfits < found.misfits {
                (counting, found) = (Counting::Utf16, other);
            }
        }
        for fault in found.faults {
            faults.take(fault)?;
        }
        Ok(Places { counting, spans: found.spans })
    }
}

/// Strings whose offsets were converted using one unit.
struct Placed {
    spans: Vec<Option<TextSpan>>,
    /// The number of strings that do not fit.
    misfits: usize,
    /// The first faults.
    faults: Vec<Fault>,
}

impl Placed {
    fn miss(&mut self, fault: Fault) {
        self.misfits += 1;
        if self.faults.len() < Skipped::MOST {
            self.faults.push(fault);
        }
    }
}

/// Converts the offsets of strings. If `strict` is set, stops at the first string that does not
/// fit.
fn place(
    text: &str,
    strings: &[Offsets<'_>],
    whole: Option<&Offsets<'_>>,
    strict: bool,
    length: usize,
    unit: &str,
    byte: impl Fn(usize) -> Option<usize>,
) -> Placed {
    let span = |string: &Offsets<'_>| {
        let (start, end) = (string.start, string.end.unwrap_or(length));
        if start > end {
            let message =
                format!("begins at {start} and ends at {end}, expected an end after the start");
            return Err(Fault::new(string.node, &message));
        }
        match (byte(start), byte(end)) {
            (Some(start), Some(end)) => Ok(TextSpan::new(start, end)),
            _ => {
                let message = format!("is at {start} to {end}, the text has {length} {unit}");
                Err(Fault::new(string.node, &message))
            }
        }
    };
    let anchored = |string: &Offsets<'_>| {
        let span = span(string)?;
        let there = text.get(span.range()).unwrap_or_default();
        let Some(anchor) = string.anchors.iter().find(|anchor| **anchor != there) else {
            return Ok(span);
        };
        let (start, end) = (string.start, string.end.unwrap_or(length));
        let message = format!(
            "has `{}` in `nif:anchorOf`, the text has `{}` at {start} to {end}",
            shortened(anchor),
            shortened(there)
        );
        Err(Fault::new(string.node, &message))
    };
    let spans = Vec::with_capacity(strings.len());
    let mut placed = Placed { spans, misfits: 0, faults: Vec::new() };
    if let Some(Err(fault)) = whole.map(span) {
        placed.miss(fault);
    }
    for string in strings {
        if strict && placed.misfits > 0 {
            break;
        }
        let span = anchored(string).map_err(|fault| placed.miss(fault)).ok();
        placed.spans.push(span);
    }
    placed
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The byte offsets for all UTF-16 offsets of strings, found in one pass.
struct Units {
    ends: Vec<usize>,
    bytes: Vec<Option<usize>>,
    length: usize,
}

impl Units {
    fn new(text: &str, strings: &[Offsets<'_>], whole: Option<&Offsets<'_>>) -> Units {
        let length = text.chars().map(char::len_utf16).sum();
        let all = strings.iter().chain(whole);
        let mut ends: Vec<usize> =
            all.flat_map(|string| [string.start, string.end.unwrap_or(length)]).collect();
        ends.sort_unstable();
        ends.dedup();
        let mut bytes = Vec::with_capacity(ends.len());
        let mut chars = text.char_indices();
        let (mut unit, mut byte) = (0, 0);
        for at in &ends {
            while unit < *at {
                let Some((start, char)) = chars.next() else { break };
                unit += char.len_utf16();
                byte = start + char.len_utf8();
            }
            bytes.push((unit == *at).then_some(byte));
        }
        Units { ends, bytes, length }
    }

    fn byte(&self, at: usize) -> Option<usize> {
        self.ends.binary_search(&at).ok().and_then(|index| self.bytes[index])
    }
}
