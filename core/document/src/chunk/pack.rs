//! Packing of pieces into chunks.

use super::ChunkOptions;
use super::cut::Piece;
use glossweave_base::text::TextSpan;

/// Returns the spans of chunks in order. Each chunk contains as many pieces as fit.
pub(super) fn spans(pieces: &[Piece], options: &ChunkOptions) -> Vec<TextSpan> {
    let mut spans = Vec::new();
    // The index of the first piece of the current chunk, and the size of the chunk so far.
    let (mut first, mut total) = (0, 0usize);
    // The level of the last heading, while the chunk contains only headings.
    let mut only_headings = None;
    for (index, piece) in pieces.iter().enumerate() {
        let begins_section = options.at_headings
            && piece.begins.is_some_and(|level| only_headings.is_none_or(|outer| outer >= level));
        let is_full = options.size == 0 || total.saturating_add(piece.size) > options.size;
        if index > first && (begins_section || is_full) {
            spans.push(span(&pieces[first..index]));
            (first, total) = (index, 0);
            while options.overlap > 0 && !begins_section && first > 0 {
                let before = &pieces[first - 1];
                let more = total.saturating_add(before.size);
                let is_in_last =
                    spans.last().is_some_and(|last| before.span.start() > last.start());
                if !is_in_last
                    || more > options.overlap
                    || more.saturating_add(piece.size) > options.size
                {
                    break;
                }
                (first, total) = (first - 1, more);
            }
            only_headings = None;
        }
        if index == first || only_headings.is_some() {
            only_headings = piece.level;
        }
        total = total.saturating_add(piece.size);
    }
    if first < pieces.len() {
        spans.push(span(&pieces[first..]));
    }
    spans
}

fn span(pieces: &[Piece]) -> TextSpan {
    let start = pieces.first().map_or(0, |piece| piece.span.start());
    TextSpan::new(start, pieces.last().map_or(start, |piece| piece.span.end()))
}
