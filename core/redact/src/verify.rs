//! Verification of a result: read again, its units have the text of the document with the replacements.

use super::edit::Edit;
use glossweave_base::error::{Error, Result, Side};
use glossweave_format::Document;
use glossweave_format::document::{PieceKind, Unit};

/// Checks that a result has the units of its document, with the edits of its bytes in them.
///
/// Returns `ErrorKind::Unsupported` if it has not.
pub fn verify(
    document: &Document,
    again: &Document,
    edits: &[Edit],
    written: impl Fn(usize) -> String,
) -> Result<()> {
    let wanted = document.units().map(|unit| bare(&expected(document, unit, edits, &written)));
    let mut wanted = wanted.enumerate().filter(|(_, text)| !text.is_empty());
    let mut found = again.units().map(|unit| bare(unit.text())).filter(|text| !text.is_empty());
    loop {
        let (number, is_same) = match (wanted.next(), found.next()) {
            (None, None) => return Ok(()),
            (Some((number, one)), Some(other)) => (number + 1, one == other),
            (Some((number, _)), None) => (number + 1, false),
            (None, Some(_)) => (document.units().count(), false),
        };
        if !is_same {
            let message = format!(
                "unit {number} of the document would be read otherwise than it is written after redaction; \
                 nothing was written"
            );
            return Err(Error::unsupported(Side::Output, message));
        }
    }
}

/// Returns the text of a unit after the edits.
fn expected(
    document: &Document,
    unit: Unit<'_>,
    edits: &[Edit],
    written: &impl Fn(usize) -> String,
) -> String {
    let source = document.source();
    let mut text = String::new();
    for piece in document.map().pieces_from(unit.span().start()) {
        if piece.text.start() >= unit.span().end() {
            break;
        }
        let whole = document.text().get(piece.text.range()).unwrap_or_default();
        let (start, end) = (piece.source.start(), piece.source.end());
        let first = edits.partition_point(|edit| edit.range.end <= start);
        let touching: Vec<_> =
            edits[first..].iter().take_while(|edit| edit.range.start < end).collect();
        if touching.is_empty() {
            text.push_str(whole);
            continue;
        }
        let mut at = start;
        let mut keep = |text: &mut String, to: usize| {
            let bytes = source.bytes().get(at.min(to)..to).unwrap_or_default();
            match piece.kind {
                PieceKind::Atomic => {}
                PieceKind::Literal => {
                    text.push_str(whole.get(at.min(to) - start..to - start).unwrap_or_default())
                }
                PieceKind::Encoded => text.push_str(&source.encoding().decode_part(bytes).text),
            }
            at = to;
        };
        for edit in touching {
            keep(&mut text, edit.range.start.max(start));
            if let Some(string) = edit.string.filter(|_| edit.writes && edit.range.start >= start) {
                text.push_str(&written(string));
            }
            keep(&mut String::new(), edit.range.end.min(end));
        }
        keep(&mut text, end);
    }
    text
}

/// Returns a text without white space and invisible characters.
fn bare(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '\u{AD}').collect()
}
