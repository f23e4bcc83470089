//! A source with insertions.

use crate::text::ByteSpan;

/// Insertions into a source, in the order of their places.
#[derive(Clone, Debug, Default)]
pub(crate) struct Splice {
    text: Vec<u8>,
    inserts: Vec<(u32, u32)>,
}

impl Splice {
    /// Room for what is inserted next, at a place that is not before the last one.
    pub fn at(&mut self, place: usize) -> &mut Vec<u8> {
        debug_assert!(self.inserts.last().is_none_or(|last| last.0 as usize <= place));
        self.inserts.push((place as u32, self.text.len() as u32));
        &mut self.text
    }

    /// The source with the insertions, and the ranges of the insertions in it.
    pub fn apply(&self, source: &[u8]) -> (Vec<u8>, Vec<ByteSpan>) {
        let mut output = Vec::with_capacity(source.len() + self.text.len());
        let mut inserted: Vec<ByteSpan> = Vec::with_capacity(self.inserts.len());
        let mut copied = 0;
        for (index, (place, from)) in self.inserts.iter().enumerate() {
            let place = (*place as usize).clamp(copied, source.len());
            let to = self.inserts.get(index + 1).map_or(self.text.len(), |next| next.1 as usize);
            output.extend_from_slice(&source[copied..place]);
            copied = place;
            let start = output.len();
            output.extend_from_slice(&self.text[*from as usize..to]);
            match inserted.last_mut() {
                Some(last) if last.end() == start => {
                    *last = ByteSpan::new(last.start(), output.len());
                }
                _ => inserted.push(ByteSpan::new(start, output.len())),
            }
        }
        output.extend_from_slice(&source[copied..]);
        (output, inserted)
    }
}

#[cfg(test)]
mod tests {
    use super::Splice;

    #[test]
    fn insertions_stand_where_they_were_put() {
        let mut splice = Splice::default();
        splice.at(0).extend_from_slice(b"<");
        splice.at(2).extend_from_slice(b"[");
        splice.at(2).extend_from_slice(b"]");
        splice.at(3).extend_from_slice(b">");
        let (output, inserted) = splice.apply(b"abc");
        assert_eq!(output, b"<ab[]c>");
        let ranges: Vec<_> = inserted.iter().map(|span| span.range()).collect();
        assert_eq!(ranges, [0..1, 3..5, 6..7]);
    }

    #[test]
    fn no_insertion_is_the_source() {
        let (output, inserted) = Splice::default().apply(b"abc");
        assert_eq!((output.as_slice(), inserted.len()), (b"abc".as_slice(), 0));
    }
}
