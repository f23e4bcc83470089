//! The codes of a document as tags, and the places at which elements can stand beside them.

use crate::document::{CodeKind, Document, InsertionBarrier};
use crate::format::fragment::{ImpliedEnd, Tag, TagScanner};
use glossweave_base::text::ByteSpan;

/// A scanner of the paired codes of a document.
pub(super) struct CodeScanner<'d> {
    bytes: &'d [u8],
    /// The starts and ends of markup in the order of the source.
    codes: Vec<(ByteSpan, bool)>,
    /// The ends of the opening brackets of references without a label of their own, and the starts of
    /// what closes them, with their partners.
    labels: Vec<(ByteSpan, ByteSpan)>,
}

impl<'d> CodeScanner<'d> {
    pub fn new(document: &'d Document) -> CodeScanner<'d> {
        let bytes = document.source().bytes();
        let mut codes = Vec::new();
        let mut labels = Vec::new();
        let mut open: Vec<ByteSpan> = Vec::new();
        for (span, kind) in document.all_codes() {
            match kind {
                CodeKind::Open => {
                    open.push(span);
                    codes.push((span, true));
                }
                CodeKind::Close | CodeKind::CloseHolder => {
                    codes.push((span, false));
                    let start = open.pop();
                    let code = bytes.get(span.range()).unwrap_or_default();
                    if let Some(start) = start.filter(|_| matches!(code, b"]" | b"][]")) {
                        labels.push((start, span));
                    }
                }
                CodeKind::Void | CodeKind::Holder => {}
            }
        }
        codes.sort_unstable_by_key(|(span, _)| span.start());
        labels.sort_unstable_by_key(|(start, _)| start.start());
        CodeScanner { bytes, codes, labels }
    }

    /// Returns `true` if a range of the source has an edge in the label of a reference, which must stay
    /// as it is.
    pub fn cuts_label(&self, range: ByteSpan) -> bool {
        // Links do not nest, so labels do not.
        let first = self.labels.partition_point(|(_, end)| end.start() <= range.start());
        let near = self.labels[first..].iter().take_while(|(start, _)| start.end() < range.end());
        let mut labels = near.map(|(start, end)| (start.end(), end.start()));
        labels.any(|(start, end)| range.start() > start || range.end() < end)
    }

    fn text(&self, span: ByteSpan) -> &[u8] {
        self.bytes.get(span.range()).unwrap_or_default()
    }

    fn is_delimiter(&self, span: ByteSpan) -> bool {
        matches!(self.text(span).first(), Some(b'*' | b'_' | b'~'))
    }
}

/// Returns `true` if a delimiter of emphasis works between such a byte and punctuation (CommonMark,
/// 6.2).
fn is_boundary(byte: Option<&u8>) -> bool {
    byte.is_none_or(|byte| byte.is_ascii_whitespace() || byte.is_ascii_punctuation())
}

impl TagScanner for CodeScanner<'_> {
    fn tags(&mut self, source: ByteSpan, _: Option<InsertionBarrier>, tags: &mut Vec<Tag>) {
        let first = self.codes.partition_point(|(span, _)| span.start() < source.start());
        let within = self.codes[first..].iter().take_while(|(span, _)| span.end() <= source.end());
        tags.extend(within.map(|(span, opens)| Tag {
            start: span.start() as u32,
            end: span.end() as u32,
            name: 0,
            opens: *opens,
            cuts: false,
            family: ImpliedEnd::None,
        }));
    }

    fn start(&self, at: u32) -> u32 {
        let (mut place, mut found) = (at as usize, at as usize);
        let mut next = self.codes.partition_point(|(span, _)| span.start() < place);
        // Before markup that an element within it would break.
        while let Some((span, true)) = next.checked_sub(1).map(|index| self.codes[index])
            && span.end() == place
        {
            let is_label = self.labels.binary_search_by_key(&span.start(), |one| one.0.start());
            if is_label.is_ok() {
                found = span.start();
            } else if !self.is_delimiter(span) {
                break;
            }
            (place, next) = (span.start(), next - 1);
        }
        let before = place.checked_sub(1).and_then(|last| self.bytes.get(last));
        if is_boundary(before) { found as u32 } else { place as u32 }
    }

    fn end(&self, at: u32) -> u32 {
        let (mut place, mut found) = (at as usize, at as usize);
        let mut next = self.codes.partition_point(|(span, _)| span.start() < place);
        while let Some((span, false)) = self.codes.get(next).copied()
            && span.start() == place
        {
            let is_label = self.labels.binary_search_by_key(&span.start(), |one| one.1.start());
            if is_label.is_ok() {
                found = span.end();
            } else if !self.is_delimiter(span) {
                break;
            }
            (place, next) = (span.end(), next + 1);
        }
        if is_boundary(self.bytes.get(place)) { found as u32 } else { place as u32 }
    }
}
