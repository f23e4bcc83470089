//! The source of each character of a text, as a run-length map.
//!
//! A piece maps a range of text to its range of the source. Pieces are stored as a byte stream,
//! using two to four bytes for each, with a checkpoint every 32 pieces. Even for a page full of
//! markup, the map is smaller than the page.

use glossweave_base::text::{ByteSpan, TextSpan};

const STRIDE: u32 = 32;

/// The relation of a piece's source to its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// A byte-for-byte mapping: byte n of the text is byte n of the source.
    Literal,
    /// Text that maps to its source as a whole, for example a character reference, CRLF, or a run
    /// of white space. Nothing can be inserted inside.
    Atomic,
    /// A short run in an encoding other than UTF-8, possibly with some ASCII. The positions inside
    /// are found by decoding it again.
    Encoded,
}

/// A range of text and its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The bytes of the text.
    pub text: TextSpan,
    /// The bytes of the source.
    pub source: ByteSpan,
    /// The relation of the source to the text.
    pub kind: PieceKind,
}

#[derive(Clone, Copy, Debug)]
struct Checkpoint {
    text: u32,
    source: u32,
    at: u32,
}

/// The pieces of a document, in text order. Text without a piece has no source, for example the
/// separator between two units.
#[derive(Clone, Debug, Default)]
pub struct SpanMap {
    stream: Vec<u8>,
    checkpoints: Vec<Checkpoint>,
}

impl SpanMap {
    /// Returns the pieces, starting with the first one that ends after a position of the text.
    pub fn pieces_from(&self, text: usize) -> Pieces<'_> {
        let position = u32::try_from(text).unwrap_or(u32::MAX);
        let next = self.checkpoints.partition_point(|point| point.text <= position);
        let mut pieces = match next.checked_sub(1).map(|index| self.checkpoints[index]) {
            Some(point) => Pieces {
                stream: &self.stream,
                at: point.at as usize,
                text: point.text,
                source: point.source,
            },
            None => self.pieces(),
        };
        loop {
            let before = pieces.clone();
            match pieces.next() {
                Some(piece) if piece.text.end() <= text => {}
                _ => return before,
            }
        }
    }

    /// Returns all pieces.
    pub fn pieces(&self) -> Pieces<'_> {
        Pieces { stream: &self.stream, at: 0, text: 0, source: 0 }
    }

    pub(crate) fn heap_size(&self) -> usize {
        self.stream.capacity() + self.checkpoints.capacity() * size_of::<Checkpoint>()
    }
}

/// An iterator over the pieces of a [`SpanMap`] in text order.
#[derive(Clone, Debug)]
pub struct Pieces<'a> {
    stream: &'a [u8],
    at: usize,
    text: u32,
    source: u32,
}

impl Pieces<'_> {
    fn byte(&mut self) -> u8 {
        let byte = self.stream.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        byte
    }

    fn number(&mut self) -> u32 {
        let mut value = 0u32;
        let mut shift = 0;
        loop {
            let byte = self.byte();
            value |= u32::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 || shift >= 28 {
                return value;
            }
            shift += 7;
        }
    }
}

impl Iterator for Pieces<'_> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        if self.at >= self.stream.len() {
            return None;
        }
        let head = self.byte();
        let kind = match head & 3 {
            0 => PieceKind::Literal,
            1 => PieceKind::Atomic,
            _ => PieceKind::Encoded,
        };
        if head & 4 != 0 {
            // The end of a nested unit precedes the end of its outer unit in the source, so the
            // difference can be negative.
            self.source = self.source.wrapping_add(self.number());
        }
        if head & 8 != 0 {
            self.text += self.number();
        }
        let text_len = match head >> 4 {
            0 => self.number(),
            short => u32::from(short),
        };
        let source_len = match kind {
            PieceKind::Literal => text_len,
            _ => self.number(),
        };
        let piece = Piece {
            text: TextSpan::new(self.text as usize, (self.text + text_len) as usize),
            source: ByteSpan::new(self.source as usize, (self.source + source_len) as usize),
            kind,
        };
        self.text += text_len;
        self.source += source_len;
        Some(piece)
    }
}

/// A writer of a [`SpanMap`] that joins adjacent literal pieces.
#[derive(Clone, Debug, Default)]
pub(super) struct MapWriter {
    map: SpanMap,
    count: u32,
    text: u32,
    source: u32,
    pending: Option<Piece>,
}

/// A saved state of a [`MapWriter`], used to roll back.
#[derive(Clone, Copy, Debug)]
pub(super) struct MapMark {
    stream: usize,
    checkpoints: usize,
    count: u32,
    text: u32,
    source: u32,
}

impl MapWriter {
    pub fn push(&mut self, piece: Piece) {
        if let Some(last) = &mut self.pending {
            let joins = last.kind == PieceKind::Literal
                && piece.kind == PieceKind::Literal
                && last.text.end() == piece.text.start()
                && last.source.end() == piece.source.start();
            if joins {
                last.text = TextSpan::new(last.text.start(), piece.text.end());
                last.source = ByteSpan::new(last.source.start(), piece.source.end());
                return;
            }
        }
        self.flush();
        self.pending = Some(piece);
    }

    pub fn flush(&mut self) {
        let Some(piece) = self.pending.take() else { return };
        if self.count.is_multiple_of(STRIDE) {
            self.map.checkpoints.push(Checkpoint {
                text: self.text,
                source: self.source,
                at: self.map.stream.len() as u32,
            });
        }
        self.count += 1;
        let text_len = piece.text.len() as u32;
        let source_gap = (piece.source.start() as u32).wrapping_sub(self.source);
        let text_gap = piece.text.start() as u32 - self.text;
        let mut head = match piece.kind {
            PieceKind::Literal => 0,
            PieceKind::Atomic => 1,
            PieceKind::Encoded => 2,
        };
        head |= u8::from(source_gap > 0) << 2 | u8::from(text_gap > 0) << 3;
        if text_len < 16 {
            head |= (text_len as u8) << 4;
        }
        self.map.stream.push(head);
        if source_gap > 0 {
            self.number(source_gap);
        }
        if text_gap > 0 {
            self.number(text_gap);
        }
        if text_len == 0 || text_len > 15 {
            self.number(text_len);
        }
        if piece.kind != PieceKind::Literal {
            self.number(piece.source.len() as u32);
        }
        self.text = piece.text.end() as u32;
        self.source = piece.source.end() as u32;
    }

    pub fn mark(&mut self) -> MapMark {
        self.flush();
        MapMark {
            stream: self.map.stream.len(),
            checkpoints: self.map.checkpoints.len(),
            count: self.count,
            text: self.text,
            source: self.source,
        }
    }

    pub fn rollback(&mut self, mark: MapMark) {
        self.pending = None;
        self.map.stream.truncate(mark.stream);
        self.map.checkpoints.truncate(mark.checkpoints);
        (self.count, self.text, self.source) = (mark.count, mark.text, mark.source);
    }

    pub fn finish(mut self) -> SpanMap {
        self.flush();
        self.map.stream.shrink_to_fit();
        self.map.checkpoints.shrink_to_fit();
        self.map
    }

    fn number(&mut self, mut value: u32) {
        while value >= 0x80 {
            self.map.stream.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.map.stream.push(value as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::{MapWriter, Piece, PieceKind, SpanMap};
    use glossweave_base::text::{ByteSpan, TextSpan};

    fn piece(text: std::ops::Range<usize>, source: std::ops::Range<usize>, n: usize) -> Piece {
        let kind = [PieceKind::Literal, PieceKind::Atomic, PieceKind::Encoded][n];
        Piece { text: TextSpan::from(text), source: ByteSpan::from(source), kind }
    }

    fn written(pieces: &[Piece]) -> SpanMap {
        let mut writer = MapWriter::default();
        pieces.iter().for_each(|piece| writer.push(*piece));
        writer.finish()
    }

    #[test]
    fn touching_literals_become_one_piece() {
        let map = written(&[piece(0..3, 5..8, 0), piece(3..9, 8..14, 0), piece(9..10, 20..21, 0)]);
        let all: Vec<_> = map.pieces().collect();
        assert_eq!(all, [piece(0..9, 5..14, 0), piece(9..10, 20..21, 0)]);
    }

    #[test]
    fn every_piece_is_read_back_from_anywhere() {
        let mut pieces = Vec::new();
        let (mut text, mut source) = (0, 0);
        for n in 0..1000usize {
            text += [0, 1][usize::from(n % 7 == 0)];
            source += [0, 4, 300, 70_000][n % 4];
            let (text_len, source_len) = match n % 3 {
                0 => ([1, 15, 16, 400][n % 4], [1, 15, 16, 400][n % 4]),
                1 => (1, 6),
                _ => (200, 130),
            };
            pieces.push(piece(text..text + text_len, source..source + source_len, n % 3));
            text += text_len;
            source += source_len;
        }
        let map = written(&pieces);
        assert_eq!(map.pieces().collect::<Vec<_>>(), pieces);
        for (index, piece) in pieces.iter().enumerate() {
            for at in [piece.text.start(), piece.text.end() - 1] {
                assert_eq!(map.pieces_from(at).next(), Some(*piece), "piece {index}");
            }
        }
        assert_eq!(map.pieces_from(text).next(), None);
    }

    #[test]
    fn the_source_may_go_back() {
        let pieces: Vec<_> = (0..500usize)
            .map(|n| {
                let source = [900, 40, 70_000, 300][n % 4] + n;
                piece(n..n + 1, source..source + 1, 0)
            })
            .collect();
        let map = written(&pieces);
        assert_eq!(map.pieces().collect::<Vec<_>>(), pieces);
        assert!(
            pieces.iter().all(|piece| map.pieces_from(piece.text.start()).next() == Some(*piece))
        );
    }

    #[test]
    fn a_rollback_forgets_what_came_after_the_mark() {
        let mut writer = MapWriter::default();
        writer.push(piece(0..2, 0..2, 0));
        let mark = writer.mark();
        (0..100).for_each(|n| writer.push(piece(3 + n..4 + n, 5 + 2 * n..6 + 2 * n, 1)));
        writer.rollback(mark);
        writer.push(piece(3..4, 9..10, 0));
        assert_eq!(
            writer.finish().pieces().collect::<Vec<_>>(),
            [piece(0..2, 0..2, 0), piece(3..4, 9..10, 0)]
        );
    }
}
