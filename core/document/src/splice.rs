//! Insertions into a source, and replacements in it.

use glossweave_base::text::ByteSpan;

/// An edit at one position of a source.
#[derive(Clone, Copy, Debug)]
struct Edit {
    start: u32,
    /// The end of the replaced range. Equal to `start` for an insertion.
    end: u32,
    /// The start of the new bytes in `Splice::text`.
    from: u32,
}

/// Insertions into a source and replacements of its ranges, in the order of their positions.
#[derive(Clone, Debug, Default)]
pub struct Splice {
    text: Vec<u8>,
    edits: Vec<Edit>,
}

/// A source after the edits of a splice.
#[derive(Clone, Debug, Default)]
pub struct Spliced {
    /// The new bytes.
    pub bytes: Vec<u8>,
    /// The ranges of the insertions, as positions in the new bytes.
    pub inserted: Vec<ByteSpan>,
    /// The replaced ranges, as positions in the source and in the new bytes.
    pub replaced: Vec<(ByteSpan, ByteSpan)>,
}

impl Splice {
    /// Returns the buffer for an insertion at a position. Positions must not decrease.
    pub fn at(&mut self, place: usize) -> &mut Vec<u8> {
        self.replace(ByteSpan::new(place, place))
    }

    /// Returns the buffer for the replacement of a range of the source. The range must not start
    /// before the end of the previous edit. An empty range makes an insertion.
    pub fn replace(&mut self, span: ByteSpan) -> &mut Vec<u8> {
        debug_assert!(self.edits.last().is_none_or(|last| last.end as usize <= span.start()));
        let (start, end) = (span.start() as u32, span.end() as u32);
        self.edits.push(Edit { start, end, from: self.text.len() as u32 });
        &mut self.text
    }

    /// Returns the number of new bytes, including replacements.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Returns `true` if there are no edits.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Merges two splices in the order of their positions. At equal positions, the edits of `self`
    /// come first.
    pub fn merged(self, other: Splice) -> Splice {
        if self.is_empty() || other.is_empty() {
            return if self.is_empty() { other } else { self };
        }
        let mut merged = Splice::default();
        let (mut ours, mut theirs) = (self.each().peekable(), other.each().peekable());
        loop {
            let next = match (ours.peek(), theirs.peek()) {
                (Some(our), Some(their)) if their.0.start() < our.0.start() => theirs.next(),
                (Some(_), _) => ours.next(),
                (None, _) => theirs.next(),
            };
            let Some((span, text)) = next else { return merged };
            merged.replace(span).extend_from_slice(text);
        }
    }

    fn each(&self) -> impl Iterator<Item = (ByteSpan, &[u8])> {
        self.edits.iter().enumerate().map(|(index, edit)| {
            let to = self.edits.get(index + 1).map_or(self.text.len(), |next| next.from as usize);
            let span = ByteSpan::new(edit.start as usize, edit.end as usize);
            (span, &self.text[edit.from as usize..to])
        })
    }

    /// Applies the edits to a source.
    pub fn apply(&self, source: &[u8]) -> Spliced {
        let mut spliced = Spliced {
            bytes: Vec::with_capacity(source.len() + self.text.len()),
            inserted: Vec::with_capacity(self.edits.len()),
            replaced: Vec::new(),
        };
        let Spliced { bytes, inserted, replaced } = &mut spliced;
        let mut copied = 0;
        let mut joins = false;
        for (span, text) in self.each() {
            let place = span.start().clamp(copied, source.len());
            bytes.extend_from_slice(&source[copied..place]);
            copied = span.end().clamp(place, source.len());
            let start = bytes.len();
            bytes.extend_from_slice(text);
            let made = ByteSpan::new(start, bytes.len());
            match inserted.last_mut() {
                _ if !span.is_empty() => replaced.push((span, made)),
                Some(last) if joins && last.end() == start => {
                    *last = ByteSpan::new(last.start(), made.end());
                }
                _ => inserted.push(made),
            }
            joins = span.is_empty();
        }
        bytes.extend_from_slice(&source[copied..]);
        spliced
    }
}

#[cfg(test)]
mod tests {
    use super::Splice;
    use glossweave_base::text::ByteSpan;

    #[test]
    fn insertions_stand_where_they_were_put() {
        let mut splice = Splice::default();
        splice.at(0).extend_from_slice(b"<");
        splice.at(2).extend_from_slice(b"[");
        splice.at(2).extend_from_slice(b"]");
        splice.at(3).extend_from_slice(b">");
        let spliced = splice.apply(b"abc");
        assert_eq!(spliced.bytes, b"<ab[]c>");
        let ranges: Vec<_> = spliced.inserted.iter().map(|span| span.range()).collect();
        assert_eq!(ranges, [0..1, 3..5, 6..7]);
    }

    #[test]
    fn no_insertion_is_the_source() {
        let spliced = Splice::default().apply(b"abc");
        assert_eq!((spliced.bytes.as_slice(), spliced.inserted.len()), (b"abc".as_slice(), 0));
    }

    #[test]
    fn replacements_stand_between_insertions() {
        let mut replacing = Splice::default();
        replacing.replace(ByteSpan::new(1, 3)).extend_from_slice(b"x");
        replacing.replace(ByteSpan::new(4, 5)).extend_from_slice(b"yz");
        let mut inserting = Splice::default();
        inserting.at(1).extend_from_slice(b"<");
        inserting.at(3).extend_from_slice(b">");
        let spliced = inserting.merged(replacing).apply(b"abcdef");
        assert_eq!(spliced.bytes, b"a<x>dyzf");
        let ranges = |(from, to): &(ByteSpan, ByteSpan)| (from.range(), to.range());
        let replaced: Vec<_> = spliced.replaced.iter().map(ranges).collect();
        assert_eq!(replaced, [(1..3, 2..3), (4..5, 5..7)]);
        let inserted: Vec<_> = spliced.inserted.iter().map(|span| span.range()).collect();
        assert_eq!(inserted, [1..2, 3..4]);
    }
}
