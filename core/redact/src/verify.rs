//! Verification of a result: when it is read again, its units have the text of the document with the
//! replacements.
//!
//! Both sequences of units are compared in order, as in a merge. The comparison ignores white space, soft
//! hyphens and empty units, because formats normalize them, and tolerates additional text that consists of
//! replacements only: redaction may turn data that was no text into text, but must not lose or change other
//! text. Ranges of edits count bytes of the source, spans of units count bytes of the text.

use std::collections::HashSet;

use super::edit::Edit;
use glossweave_base::error::{Error, Result, Side};
use glossweave_document::{Document, PieceKind, Unit};
use glossweave_markup::EncodingExt;

/// Checks that a result has the units of its document, with the edits applied.
///
/// Returns `ErrorKind::Unsupported` otherwise.
pub fn verify(
    document: &Document,
    again: &Document,
    edits: &[Edit],
    written: impl Fn(&Edit) -> String,
) -> Result<()> {
    let expected = document.units().map(|unit| expected(document, unit, edits, &written));
    let mut expected = expected.enumerate().filter(|(_, text)| !bare(text).is_empty()).peekable();
    let mut found = again.units().map(|unit| unit.text()).filter(|text| !bare(text).is_empty());
    let replacements = edits.iter().map(|edit| written(edit).trim_matches('"').to_owned());
    let replacements: HashSet<String> = replacements.collect();
    loop {
        let text = found.next();
        match (expected.peek(), text) {
            (None, None) => return Ok(()),
            (Some((_, expected_text)), Some(text))
                if is_same(expected_text, text, &replacements) =>
            {
                expected.next();
            }
            // A number that was not a unit becomes a text when it is replaced.
            (_, Some(text)) if is_replaced(text, &replacements) => {}
            (next, _) => {
                let number = next.map_or(document.units().count(), |(number, _)| number + 1);
                let message = format!(
                    "after redaction, unit {number} of the document would be read differently than it is written; \
                     nothing was written"
                );
                return Err(Error::unsupported(Side::Output, message));
            }
        }
    }
}

/// Returns `true` for a character that replacements may use.
fn is_sign(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

/// Returns `true` if two texts are equal, or differ only in replacements. A replacement of a code, for
/// example of a reference in a JSON string, is additional text.
fn is_same(expected: &str, found: &str, replacements: &HashSet<String>) -> bool {
    let unlabeled = |text: &str| {
        let words = text.split_inclusive(|c| !is_sign(c)).map(|piece| {
            let word = piece.trim_end_matches(|c| !is_sign(c));
            if replacements.contains(word) { &piece[word.len()..] } else { piece }
        });
        bare(&words.collect::<String>())
    };
    bare(expected) == bare(found) || unlabeled(expected) == unlabeled(found)
}

/// Returns `true` if all letters of a text belong to replacements.
fn is_replaced(text: &str, replacements: &HashSet<String>) -> bool {
    let mut words = text.split(|c| !is_sign(c)).filter(|word| word.contains(char::is_alphabetic));
    text.contains(char::is_alphabetic)
        && !text.contains(|c: char| c.is_alphabetic() && !c.is_ascii())
        && words.all(|word| replacements.contains(word))
}

/// Returns the text of a unit after the edits.
fn expected(
    document: &Document,
    unit: Unit<'_>,
    edits: &[Edit],
    written: &impl Fn(&Edit) -> String,
) -> String {
    let source = document.source();
    let mut text = String::new();
    // The end of the edits that were written, because an edit can touch several pieces.
    let mut written_to = 0;
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
        // Appends the text of the source from `at` to a position, which no edit touches. An atomic piece, for
        // example a reference, is replaced as a whole.
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
            // A string can begin with a code that is not text, for example a reference in a JSON string.
            if edit.range.start >= written_to {
                text.push_str(&written(edit));
                written_to = edit.range.start + 1;
            }
            // Skips the text that the edit replaces.
            keep(&mut String::new(), edit.range.end.min(end));
        }
        keep(&mut text, end);
    }
    text
}

/// Removes white space and soft hyphens from a text.
fn bare(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '\u{AD}').collect()
}
