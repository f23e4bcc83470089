//! Annotations in Markdown: `span` elements of HTML with the attributes of ITS 2.0.

use std::cell::RefCell;
use std::collections::HashSet;

use super::item::Context;
use super::scan::{CodeScanner, label};
use crate::annotation::{Annotation, Body};
use crate::document::{Document, Splice};
use crate::format::annotate::{self, Mark, MarkupWriter};
use crate::format::{EncodeOptions, Placement, html};

/// Writes the wanted annotations into a splice of the source.
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

/// Returns the insertions that tags at some places need: the labels of links whose text was their label,
/// and backslashes before signs that tags would make delimiters.
fn additions(document: &Document, mut places: Vec<(u32, bool)>) -> Splice {
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
    places.dedup_by_key(|(at, _)| *at);
    for (at, is_markdown) in places {
        let is_sign = bytes.get(at as usize).is_some_and(|byte| b"*_~".contains(byte));
        if is_markdown && is_sign && !scanner.has_code_at(at as usize) {
            added.push((at as usize, "\\".to_owned()));
        }
    }
    added.sort_by_key(|(at, _)| *at);
    let mut splice = Splice::default();
    for (at, text) in added {
        splice.at(at).extend_from_slice(&document.source().encoding().encode(&text));
    }
    splice
}

struct Spans<'d> {
    document: &'d Document,
    /// The places of tags, and `true` for those that are not in HTML.
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

const METADATA: &str = "Markdown takes entities and terms only";

impl MarkupWriter for Spans<'_> {
    fn open(&self, mark: &Mark<'_>, out: &mut String) {
        self.note(mark);
        let mut tag = "<span".to_owned();
        html::attributes(mark.annotation, mark.fragment, mark.tools, &mut tag);
        for char in tag.chars() {
            match char {
                // It would end a cell.
                '|' => out.push_str("&#124;"),
                // It could be an end of a code span.
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
