//! Annotations in Markdown: HTML `span` elements with the attributes of ITS 2.0.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use super::item::Context;
use super::scan::{CodeScanner, label};
use glossweave_document::annotation::{Annotation, Body};
use glossweave_document::{Document, DocumentExt, PieceKind, Splice};
use glossweave_format_base::annotate::{self, Mark, MarkupWriter};
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_format_markup::html;

/// Returns the insertions that add the requested annotations to the source.
pub(super) fn mark(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
) -> Splice {
    let spans = Spans { document, places: RefCell::default() };
    let scanner = CodeScanner::new(document);
    let splice = annotate::mark(document, annotations, options, placements, scanner, &spans);
    splice.merged(additions(document, spans.places.into_inner()))
}

/// Returns the insertions that tags at some positions require: labels for links whose text was used as their label,
/// and backslashes before characters that adjacent tags would turn into delimiters.
fn additions(document: &Document, mut places: Vec<(u32, bool)>) -> Splice {
    if places.is_empty() {
        return Splice::default();
    }
    let bytes = document.source().bytes();
    let scanner = CodeScanner::new(document);
    places.sort_unstable();
    let mut added: Vec<(usize, String)> = Vec::new();
    for (open, close) in scanner.labels() {
        let next = places.partition_point(|(at, _)| (*at as usize) < open.end());
        if places.get(next).is_none_or(|(at, _)| *at as usize > close.start()) {
            continue;
        }
        let label = label(document, open.end(), close.start());
        match bytes.get(close.range()) {
            Some(b"]") => added.push((close.start(), format!("][{label}"))),
            _ => added.push((close.start() + 2, label)),
        }
    }
    let literals = literals(document);
    let is_literal = |at: usize| {
        let next = literals.partition_point(|range| range.start <= at);
        literals[..next].last().is_some_and(|range| at < range.end)
    };
    let escaped = escapes(bytes, &places, &is_literal);
    added.extend(escaped.into_iter().map(|at| (at, "\\".to_owned())));
    added.sort_by_key(|(at, _)| *at);
    let mut splice = Splice::default();
    for (at, text) in added {
        splice.at(at).extend_from_slice(&document.source().encoding().encode(&text));
    }
    splice
}

/// Returns the source ranges of literal text, in order. Texts in contexts without escapes are skipped.
fn literals(document: &Document) -> Vec<Range<usize>> {
    let has_escapes = |at: usize| {
        let context = document.format_at(at).0.map(Context::of);
        matches!(context, Some(Context::Block | Context::Cell))
    };
    let pieces = document.map().pieces().filter(|piece| piece.kind == PieceKind::Literal);
    let pieces = pieces.filter(|piece| has_escapes(piece.text.start()));
    let mut ranges: Vec<_> = pieces.map(|piece| piece.source.range()).collect();
    ranges.sort_unstable_by_key(|range| range.start);
    ranges
}

/// Returns the positions of characters that need a backslash because of adjacent tags. A character next to a tag is
/// next to punctuation, so it may become a delimiter. A tag splits a run of grave accents into two runs. A backslash
/// before a tag would escape the tag, and a declaration would end at the tag.
fn escapes(
    bytes: &[u8],
    places: &[(u32, bool)],
    is_literal: &dyn Fn(usize) -> bool,
) -> BTreeSet<usize> {
    let mut escaped = BTreeSet::new();
    let mut blocks = BTreeSet::new();
    let ends: Vec<usize> =
        bytes.windows(2).enumerate().filter(|row| row.1 == b"\n\n").map(|row| row.0).collect();
    let sign = |at: usize| bytes.get(at).copied().filter(|_| is_literal(at));
    for at in places.iter().filter(|(_, is_markdown)| *is_markdown).map(|(at, _)| *at as usize) {
        let before = at.checked_sub(1).and_then(sign);
        let behind = sign(at);
        if before == Some(b'\\') {
            escaped.insert(at - 1);
        }
        // A delimiter next to a tag may open or close, so it must not match a character of the text.
        for beside in [at.checked_sub(1), Some(at)].into_iter().flatten() {
            let delimiter = bytes.get(beside).filter(|byte| b"*_~".contains(byte));
            let block = ends.partition_point(|end| *end < at);
            blocks.extend(delimiter.filter(|_| !is_literal(beside)).map(|byte| (block, *byte)));
        }
        let divides = before == behind;
        let is_sign = |byte: &u8| b"*_~".contains(byte) || *byte == b'`' && divides;
        // When part of the run is escaped, the rest of the run has been escaped too.
        if let Some(byte) = before.filter(is_sign) {
            let run = (0..at).rev().take_while(|at| sign(*at) == Some(byte));
            let run: Vec<usize> = run.take_while(|at| !escaped.contains(at)).collect();
            escaped.extend(run);
        }
        if let Some(byte) = behind.filter(is_sign) {
            let run = (at..bytes.len()).take_while(|at| sign(*at) == Some(byte));
            let run: Vec<usize> = run.take_while(|at| !escaped.contains(at)).collect();
            escaped.extend(run);
        }
    }
    for (block, byte) in blocks {
        let start = block.checked_sub(1).and_then(|before| ends.get(before)).copied().unwrap_or(0);
        let end = ends.get(block).copied().unwrap_or(bytes.len());
        let is_text = |at: &usize| bytes.get(*at) == Some(&byte) && is_literal(*at);
        escaped.extend((start..end).filter(is_text));
    }
    let mut end = bytes.len();
    for (at, byte) in bytes.iter().enumerate().rev() {
        match byte {
            b'>' => end = at,
            b'<' if bytes.get(at + 1) == Some(&b'!') && is_literal(at) => {
                let next = places.partition_point(|(place, _)| *place as usize <= at);
                let is_before = |place: &(u32, bool)| place.0 as usize <= end;
                escaped.extend(places.get(next).filter(|place| is_before(place)).map(|_| at));
            }
            _ => {}
        }
    }
    escaped
}

struct Spans<'d> {
    document: &'d Document,
    /// The positions of tags, and `true` for tags outside HTML.
    places: RefCell<Vec<(u32, bool)>>,
}

impl Spans<'_> {
    fn note(&self, mark: &Mark<'_>) {
        let span = mark.annotation.span();
        let is_html =
            |at: usize| self.document.format_at(at).0.map(Context::of) == Some(Context::Html);
        let is_markdown = !is_html(span.start()) && !is_html(span.end().saturating_sub(1));
        self.places.borrow_mut().push((mark.at, is_markdown));
    }
}

const METADATA: &str = "Markdown supports only entities and terms";

impl MarkupWriter for Spans<'_> {
    fn open(&self, mark: &Mark<'_>, out: &mut String) {
        self.note(mark);
        let mut tag = "<span".to_owned();
        html::attributes(mark.annotation, mark.fragment, mark.tools, &mut tag);
        for char in tag.chars() {
            match char {
                // A bar would end a cell.
                '|' => out.push_str("&#124;"),
                // A grave accent could end a code span.
                '`' => out.push_str("&#96;"),
                '\n' => out.push_str("&#10;"),
                '\r' => out.push_str("&#13;"),
                char => out.push(char),
            }
        }
        out.push('>');
    }

    fn close(&self, mark: &Mark<'_>, out: &mut String) {
        self.note(mark);
        out.push_str("</span>");
    }

    fn attributes(&self, _: &Mark<'_>, _: &mut String) {}

    fn parent(&self, _: &Annotation, _: &HashSet<u32>) -> Option<u32> {
        None
    }

    fn refusal(&self, annotation: &Annotation) -> Option<&'static str> {
        matches!(annotation.body(), Body::Metadata(_)).then_some(METADATA)
    }
}
