//! Conversion between byte offsets, code points and UTF-16 units of a text.

use super::{CharSpan, TextSpan};

const STEP: usize = 256;

/// An index that converts between bytes, code points and UTF-16 units of a text.
///
/// It stores a checkpoint every 256 bytes, so that a look-up reads at most 256 bytes of the text. For an
/// ASCII text, it stores no checkpoints.
#[derive(Clone, Debug, Default)]
pub struct CharIndex {
    /// Code points before byte `n * STEP` (rounded up to a boundary).
    points: Vec<u32>,
    chars: usize,
}

impl CharIndex {
    /// Creates the index of a text.
    pub fn new(text: &str) -> CharIndex {
        if text.is_ascii() {
            return CharIndex { points: Vec::new(), chars: text.len() };
        }
        let mut points = Vec::with_capacity(text.len() / STEP + 1);
        let mut chars = 0usize;
        for chunk in text.as_bytes().chunks(STEP) {
            points.push(u32::try_from(chars).unwrap_or(u32::MAX));
            chars += starts(chunk);
        }
        CharIndex { points, chars }
    }

    /// Returns the number of code points of the text.
    pub fn len(&self) -> usize {
        self.chars
    }

    /// Returns `true` if the text is empty.
    pub fn is_empty(&self) -> bool {
        self.chars == 0
    }

    /// Returns the number of code points before a byte offset of the text.
    pub fn char_at(&self, text: &str, byte: usize) -> usize {
        let byte = byte.min(text.len());
        match self.points.get(byte / STEP) {
            None if self.points.is_empty() => byte,
            None => self.chars,
            Some(before) => {
                let from = byte / STEP * STEP;
                *before as usize + starts(&text.as_bytes()[from..byte])
            }
        }
    }

    /// Returns the byte offset at which a code point starts, or `None` if it is beyond the end.
    pub fn byte_at(&self, text: &str, char: usize) -> Option<usize> {
        if char > self.chars {
            return None;
        }
        if self.points.is_empty() {
            return Some(char);
        }
        if char == self.chars {
            return Some(text.len());
        }
        let block = self.points.partition_point(|before| (*before as usize) <= char) - 1;
        let mut remaining = char - self.points[block] as usize;
        for (at, byte) in text.as_bytes().iter().enumerate().skip(block * STEP) {
            if byte & 0xC0 != 0x80 {
                if remaining == 0 {
                    return Some(at);
                }
                remaining -= 1;
            }
        }
        Some(text.len())
    }

    #[doc(hidden)]
    pub fn heap_size(&self) -> usize {
        self.points.capacity() * size_of::<u32>()
    }

    /// Converts a span of bytes to code points.
    pub fn chars(&self, text: &str, span: TextSpan) -> CharSpan {
        CharSpan::new(self.char_at(text, span.start()), self.char_at(text, span.end()))
    }

    /// Converts a span of code points to bytes, or returns `None` if it is beyond the end.
    pub fn span(&self, text: &str, span: CharSpan) -> Option<TextSpan> {
        Some(TextSpan::new(self.byte_at(text, span.start())?, self.byte_at(text, span.end())?))
    }

    /// Converts a span of UTF-16 units to bytes, or returns `None` if it is beyond the end or splits a
    /// surrogate pair.
    pub fn span_of_utf16(&self, text: &str, start: usize, end: usize) -> Option<TextSpan> {
        if end < start {
            return None;
        }
        if self.points.is_empty() {
            return (end <= text.len()).then(|| TextSpan::new(start, end));
        }
        let mut units = 0usize;
        let mut first = None;
        for (at, char) in text.char_indices() {
            if units == start {
                first = Some(at);
            }
            if units == end {
                return Some(TextSpan::new(first?, at));
            }
            units += char.len_utf16();
        }
        if units == start {
            first = Some(text.len());
        }
        (units == end).then_some(()).and(first).map(|first| TextSpan::new(first, text.len()))
    }
}

/// Counts the characters that start in a piece of UTF-8.
fn starts(bytes: &[u8]) -> usize {
    // Counts in chunks whose sums fit into a byte, so that the compiler can vectorize the loop.
    let count = |part: &[u8]| part.iter().map(|byte| u8::from(byte & 0xC0 != 0x80)).sum::<u8>();
    bytes.chunks(255).map(|part| usize::from(count(part))).sum()
}

#[cfg(test)]
mod tests {
    use super::{CharIndex, CharSpan, TextSpan};

    fn check(text: &str) {
        let index = CharIndex::new(text);
        let mut chars = 0;
        for (byte, char) in text.char_indices() {
            assert_eq!(index.char_at(text, byte), chars);
            assert_eq!(index.byte_at(text, chars), Some(byte));
            let span = TextSpan::new(byte, byte + char.len_utf8());
            assert_eq!(index.chars(text, span), CharSpan::new(chars, chars + 1));
            chars += 1;
        }
        assert_eq!(index.len(), chars);
        assert_eq!(index.byte_at(text, chars), Some(text.len()));
        assert_eq!(index.byte_at(text, chars + 1), None);
    }

    #[test]
    fn every_character_is_found_both_ways() {
        check("");
        check("plain");
        check(&"ä😀x".repeat(400));
        check(&format!("{}é{}", "a".repeat(255), "b".repeat(600)));
    }

    #[test]
    fn utf16_spans_do_not_cut_surrogates() {
        let text = "é😀z";
        let index = CharIndex::new(text);
        assert_eq!(index.span_of_utf16(text, 1, 3), Some(TextSpan::new(2, 6)));
        assert_eq!(index.span_of_utf16(text, 1, 2), None);
        assert_eq!(index.span_of_utf16(text, 3, 4), Some(TextSpan::new(6, 7)));
        assert_eq!(index.span_of_utf16(text, 4, 4), Some(TextSpan::new(7, 7)));
        assert_eq!(index.span_of_utf16(text, 3, 9), None);
    }
}
