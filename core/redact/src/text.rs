//! The text of a document as a reading, and the source ranges of its spans.

use std::ops::Range;

use super::decoding::Decoding;
use super::reading::Reading;
use glossweave_base::text::TextSpan;
use glossweave_document::{Document, Piece, PieceKind};
use glossweave_markup::EncodingExt;

/// Returns the text of a document as a reading of the bytes that it was read from, which is used to find the
/// source ranges of strings.
pub fn text_reading(document: &Document) -> Reading {
    let mut reading = Reading::default();
    let text = document.text();
    let mut end = 0;
    for piece in document.map().pieces() {
        if piece.text.start() > end {
            reading.separate();
        }
        end = piece.text.end();
        let Some(part) = text.get(piece.text.range()) else { continue };
        match piece.kind {
            PieceKind::Literal => reading.push_literal(part, piece.source.start()),
            PieceKind::Encoded => push_encoded(document, piece, part, &mut reading),
            PieceKind::Atomic => {
                part.chars().for_each(|c| reading.push(c, piece.source.range()));
            }
        }
    }
    reading
}

/// Decodes the units of a document with an escape syntax, as a reading of the document text.
pub fn unit_reading(document: &Document, syntax: Decoding) -> Reading {
    let mut reading = Reading::default();
    for unit in document.units() {
        reading.separate();
        syntax.read(document.text(), unit.span().range(), &mut reading);
    }
    reading
}

fn push_encoded(document: &Document, piece: Piece, part: &str, reading: &mut Reading) {
    let source = document.source();
    let bytes = source.bytes().get(piece.source.range()).unwrap_or_default();
    let decoded = source.encoding().decode_part(bytes);
    if decoded.text != part {
        return part.chars().for_each(|c| reading.push(c, piece.source.range()));
    }
    let mut way_back = decoded.way_back();
    let start = piece.source.start();
    for (at, c) in part.char_indices() {
        let from = way_back.source(at);
        let to = way_back.clone().source(at + c.len_utf8());
        reading.push(c, start + from..start + to);
    }
}

/// Returns the source ranges of a span of the text.
pub fn sources(document: &Document, span: TextSpan) -> Vec<Range<usize>> {
    let mut sources = Vec::new();
    for piece in document.map().pieces_from(span.start()) {
        if piece.text.start() >= span.end() {
            break;
        }
        let start = span.start().max(piece.text.start());
        let end = span.end().min(piece.text.end());
        let Some(part) = TextSpan::checked(start, end).filter(|part| !part.is_empty()) else {
            continue;
        };
        // When a span splits a character reference, the whole reference is covered.
        let source = document.source_span(part).unwrap_or(piece.source);
        sources.push(source.range());
    }
    sources
}

/// Returns the merged source ranges of the texts, in ascending order.
pub fn covered(documents: &[&Document]) -> Vec<Range<usize>> {
    let pieces = documents.iter().flat_map(|document| document.map().pieces());
    merged(pieces.map(|piece| piece.source.range()).collect())
}

/// Sorts ranges, and merges ranges that touch.
pub fn merged(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_by_key(|range| range.start);
    let mut merged: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match merged.last_mut() {
            Some(last) if last.end >= range.start => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}
