//! Annotations in Markdown: `span` elements of HTML with the attributes of ITS 2.0.

use std::collections::HashSet;

use super::item::Context;
use super::scan::CodeScanner;
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
    let spans = Spans { document, labels: CodeScanner::new(document) };
    let scanner = CodeScanner::new(document);
    annotate::mark(document, annotations, options, placements, scanner, &spans)
}

struct Spans<'d> {
    document: &'d Document,
    labels: CodeScanner<'d>,
}

const LABEL: &str = "the text is the label of a reference";
const METADATA: &str = "Markdown takes entities and terms only";

impl MarkupWriter for Spans<'_> {
    fn open(&self, mark: &Mark<'_>, out: &mut String) {
        let mut tag = "<span".to_owned();
        html::attributes(mark.annotation, mark.fragment, mark.tools, &mut tag);
        let place = self.document.format_at(mark.annotation.span().start()).0;
        let is_cell = place.map(Context::of) == Some(Context::Cell);
        for char in tag.chars() {
            match char {
                // It would end the cell.
                '|' if is_cell => out.push_str("&#124;"),
                // It could be an end of a code span.
                '`' => out.push_str("&#96;"),
                '\n' => out.push_str("&#10;"),
                '\r' => out.push_str("&#13;"),
                char => out.push(char),
            }
        }
        out.push('>');
    }

    fn close(&self, _: &Mark<'_>, out: &mut String) {
        out.push_str("</span>");
    }

    fn attributes(&self, _: &Mark<'_>, _: &mut String) {}

    fn parent(&self, _: &Annotation, _: &HashSet<u32>) -> Option<u32> {
        None
    }

    fn refusal(&self, annotation: &Annotation) -> Option<&'static str> {
        if matches!(annotation.body(), Body::Metadata(_)) {
            return Some(METADATA);
        }
        let range = self.document.source_span(annotation.span())?;
        self.labels.cuts_label(range).then_some(LABEL)
    }
}
