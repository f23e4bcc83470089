//! The pieces of a text, indexed by their positions in the source.

use glossweave_base::text::TextSpan;
use glossweave_document::{Document, Piece, PieceKind};
use glossweave_markup::EncodingExt;

/// Returns the pieces of a text in source order.
pub(super) fn places(document: &Document) -> Vec<Piece> {
    let mut all: Vec<Piece> = document.map().pieces().collect();
    all.sort_by_key(|piece| piece.source.start());
    all
}

/// Returns the span of the text between two bytes of the source. Characters that are partly in the range are
/// included.
pub(super) fn span_of_bytes(
    document: &Document,
    places: &[Piece],
    start: usize,
    end: usize,
) -> Option<TextSpan> {
    let first = places.partition_point(|piece| piece.source.end() <= start);
    let first = places.get(first).filter(|piece| piece.source.start() < end)?;
    let last = places.partition_point(|piece| piece.source.start() < end).checked_sub(1)?;
    let last = places.get(last)?;
    let span =
        TextSpan::checked(edge(document, first, start, true), edge(document, last, end, false))?;
    Some(span).filter(|span| !span.is_empty())
}

/// Returns the edge of a character in a piece: before the byte for a start, after it for an end.
fn edge(document: &Document, piece: &Piece, byte: usize, is_start: bool) -> usize {
    let (text, source) = (piece.text, piece.source);
    if byte <= source.start() {
        return text.start();
    }
    if byte >= source.end() {
        return text.end();
    }
    let whole = document.text();
    match piece.kind {
        PieceKind::Literal => {
            let mut at = text.start() + byte - source.start();
            while !whole.is_char_boundary(at) {
                at = if is_start { at - 1 } else { at + 1 };
            }
            at
        }
        PieceKind::Atomic if is_start => text.start(),
        PieceKind::Atomic => text.end(),
        PieceKind::Encoded => {
            let before = document.source().bytes().get(source.start()..byte).unwrap_or_default();
            let encoding = document.source().encoding();
            let chars = encoding.decode_again(before).text.chars().count();
            let inner = whole.get(text.range()).unwrap_or_default();
            let at = inner.char_indices().nth(chars).map_or(inner.len(), |(at, _)| at);
            text.start() + at
        }
    }
}
