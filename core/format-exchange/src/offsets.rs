//! Conversion between the offsets of other programs and byte offsets.

use std::ops::Range;

use glossweave_base::text::{CharIndex, CharSpan, TextSpan};

/// The unit that a program uses for offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OffsetUnit {
    /// Code points, as in Python and Ruby.
    CodePoint,
    /// UTF-16 units, as in Java and JavaScript.
    Utf16,
    /// Code points, but `\r\n` counts as one, as in browsers.
    CodePointOfLines,
    /// UTF-16 units, but `\r\n` counts as one.
    Utf16OfLines,
    /// Bytes of UTF-8.
    Byte,
}

impl OffsetUnit {
    /// Returns the number of units of a character, which depends on the next character.
    fn width(self, c: char, next: Option<char>) -> usize {
        let is_line = matches!(self, OffsetUnit::CodePointOfLines | OffsetUnit::Utf16OfLines);
        match self {
            _ if is_line && c == '\r' && next == Some('\n') => 0,
            OffsetUnit::CodePoint | OffsetUnit::CodePointOfLines => 1,
            OffsetUnit::Utf16 | OffsetUnit::Utf16OfLines => c.len_utf16(),
            OffsetUnit::Byte => c.len_utf8(),
        }
    }
}

/// The minimum number of bytes of text between two checkpoints.
const STEP: usize = 256;

/// A text with an index that converts byte offsets to a unit and back.
pub(super) struct Offsets<'t> {
    text: &'t str,
    unit: OffsetUnit,
    chars: CharIndex,
    /// Checkpoints at least `STEP` bytes apart, as a byte offset and the number of units before it.
    /// Empty for code points and bytes.
    places: Vec<(usize, usize)>,
}

impl<'t> Offsets<'t> {
    pub fn new(text: &'t str, unit: OffsetUnit) -> Offsets<'t> {
        let chars = match unit {
            OffsetUnit::CodePoint => CharIndex::new(text),
            _ => CharIndex::default(),
        };
        let mut places = Vec::new();
        if !matches!(unit, OffsetUnit::CodePoint | OffsetUnit::Byte) {
            let (mut next, mut units) = (0, 0);
            for (at, width) in widths(text, 0, unit) {
                if at >= next {
                    places.push((at, units));
                    next = at + STEP;
                }
                units += width;
            }
        }
        Offsets { text, unit, chars, places }
    }

    /// Returns the offset of a byte, which must be on a character boundary.
    pub fn of(&self, byte: usize) -> usize {
        match self.unit {
            OffsetUnit::CodePoint => self.chars.char_at(self.text, byte),
            OffsetUnit::Byte => byte,
            _ => {
                let before = self.places.partition_point(|(at, _)| *at <= byte);
                let from = before.checked_sub(1).and_then(|last| self.places.get(last));
                let (at, units) = from.copied().unwrap_or_default();
                let rest = widths(self.text, at, self.unit).take_while(|(at, _)| *at < byte);
                units + rest.map(|(_, width)| width).sum::<usize>()
            }
        }
    }

    /// Returns the bytes between two offsets. Returns `None` if the offsets are in the wrong order,
    /// exceed the text, or are within a character.
    pub fn range(&self, start: usize, end: usize) -> Option<Range<usize>> {
        if end < start {
            return None;
        }
        let range = match self.unit {
            OffsetUnit::CodePoint => {
                self.chars.span(self.text, CharSpan::new(start, end)).map(TextSpan::range)?
            }
            OffsetUnit::Byte => start..end,
            _ => self.byte_of(start)?..self.byte_of(end)?,
        };
        self.text.get(range.clone()).map(|_| range)
    }

    fn byte_of(&self, offset: usize) -> Option<usize> {
        let before = self.places.partition_point(|(_, units)| *units <= offset);
        let from = before.checked_sub(1).and_then(|last| self.places.get(last));
        let (at, mut units) = from.copied().unwrap_or_default();
        for (at, width) in widths(self.text, at, self.unit) {
            if units >= offset {
                return (units == offset).then_some(at);
            }
            units += width;
        }
        (units == offset).then_some(self.text.len())
    }
}

/// Returns the byte offsets of the characters from an offset on, each with its number of units.
fn widths(text: &str, from: usize, unit: OffsetUnit) -> impl Iterator<Item = (usize, usize)> {
    let mut chars = text.get(from..).unwrap_or_default().char_indices().peekable();
    std::iter::from_fn(move || {
        let (at, c) = chars.next()?;
        let next = chars.peek().map(|(_, next)| *next);
        Some((from + at, unit.width(c, next)))
    })
}

/// A span in the form that a program specifies, with the stated text of the span if any.
#[derive(Clone, Copy, Debug)]
pub(super) struct StatedSpan<'s> {
    pub start: usize,
    pub end: usize,
    pub quote: Option<&'s str>,
}

/// Returns an index in the unit that matches the most stated texts of the spans. When several units
/// match equally well, the first of them is used.
pub(super) fn fitting<'t>(
    text: &'t str,
    units: &[OffsetUnit],
    spans: &[StatedSpan<'_>],
) -> Offsets<'t> {
    let first = units.first().copied().unwrap_or(OffsetUnit::CodePoint);
    let mut best = Offsets::new(text, first);
    if text.is_ascii() && !text.contains("\r\n") {
        return best;
    }
    let mut most = fits(&best, spans);
    for unit in units.iter().skip(1) {
        if most == spans.len() {
            break;
        }
        let offsets = Offsets::new(text, *unit);
        let count = fits(&offsets, spans);
        if count > most {
            (best, most) = (offsets, count);
        }
    }
    best
}

/// Returns the number of spans within the text whose stated texts match.
pub(super) fn fits(offsets: &Offsets<'_>, spans: &[StatedSpan<'_>]) -> usize {
    let fits = |span: &&StatedSpan<'_>| {
        let range = offsets.range(span.start, span.end);
        let found = range.and_then(|range| offsets.text.get(range));
        found.is_some_and(|found| span.quote.is_none_or(|quote| same(found, quote)))
    };
    spans.iter().filter(fits).count()
}

/// Returns `true` if two texts differ at most in white space, which many programs normalize.
pub(super) fn same(left: &str, right: &str) -> bool {
    left == right || left.split_whitespace().eq(right.split_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_unit_leads_to_bytes_and_back() {
        let text = "😀 קורק 𝔸 é".repeat(200);
        let bounds: Vec<usize> =
            text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        for unit in [OffsetUnit::CodePoint, OffsetUnit::Utf16, OffsetUnit::Byte] {
            let offsets = Offsets::new(&text, unit);
            for pair in bounds.windows(2) {
                let (start, end) = (offsets.of(pair[0]), offsets.of(pair[1]));
                assert_eq!(offsets.range(start, end), Some(pair[0]..pair[1]), "{unit:?}");
            }
            let last = offsets.of(text.len());
            assert_eq!(offsets.range(last, last + 1), None);
            assert_eq!(offsets.range(1, 0), None);
        }
        assert_eq!(Offsets::new("😀", OffsetUnit::Utf16).range(1, 2), None);
        assert_eq!(Offsets::new("😀", OffsetUnit::Byte).range(1, 2), None);
    }

    #[test]
    fn the_unit_in_which_the_texts_agree_is_found() {
        let text = "😀 to Cork";
        let span = |start, end| [StatedSpan { start, end, quote: Some("Cork") }];
        let units = [OffsetUnit::CodePoint, OffsetUnit::Utf16];
        for spans in [span(5, 9), span(6, 10)] {
            let offsets = fitting(text, &units, &spans);
            let range = offsets.range(spans[0].start, spans[0].end).unwrap();
            assert_eq!(&text[range], "Cork");
        }
        let text = "a\r\n😀\r\rCork\r\n";
        let units = [OffsetUnit::CodePoint, OffsetUnit::CodePointOfLines, OffsetUnit::Utf16OfLines];
        for (spans, unit) in
            [(span(6, 10), units[0]), (span(5, 9), units[1]), (span(6, 10), units[2])]
        {
            let offsets = fitting(text, &[unit], &spans);
            let range = offsets.range(spans[0].start, spans[0].end).unwrap();
            assert_eq!((&text[range.clone()], offsets.of(range.start)), ("Cork", spans[0].start));
        }
        let found = fitting("a\r\nCork", &units, &span(2, 6)).range(2, 6);
        assert_eq!(found, Some(3..7));
    }

    #[test]
    fn a_wrong_span_does_not_hide_the_unit_of_the_others() {
        let span = |start, end, quote| StatedSpan { start, end, quote: Some(quote) };
        let spans =
            [span(3, 7, "Cork"), span(9, 13, "Lee"), span(8, 11, "Lee"), span(3, 99, "Cork")];
        let units = [OffsetUnit::CodePoint, OffsetUnit::Utf16];
        assert_eq!(fitting("😀 Cork Lee", &units, &spans).range(3, 7), Some(5..9));
    }
}
