//! Offsets of other programs: their units, and bytes of the text.

use std::ops::Range;

use glossweave_base::text::{CharIndex, CharSpan, TextSpan};

/// The unit in which a program counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OffsetUnit {
    /// Code points, as in Python and Ruby.
    CodePoint,
    /// UTF-16 units, as in Java and JavaScript.
    Utf16,
    /// Bytes of UTF-8.
    Byte,
}

/// The number of bytes of text between two checkpoints.
const STEP: usize = 256;

/// A text with an index that converts bytes to a unit and back.
pub(super) struct Offsets<'t> {
    text: &'t str,
    unit: OffsetUnit,
    chars: CharIndex,
    /// Places in the text, at least `STEP` bytes apart, with the UTF-16 units before them.
    utf16: Vec<(usize, usize)>,
}

impl<'t> Offsets<'t> {
    pub fn new(text: &'t str, unit: OffsetUnit) -> Offsets<'t> {
        let chars = match unit {
            OffsetUnit::CodePoint => CharIndex::new(text),
            _ => CharIndex::default(),
        };
        let mut utf16 = Vec::new();
        if unit == OffsetUnit::Utf16 {
            let (mut next, mut units) = (0, 0);
            for (at, c) in text.char_indices() {
                if at >= next {
                    utf16.push((at, units));
                    next = at + STEP;
                }
                units += c.len_utf16();
            }
        }
        Offsets { text, unit, chars, utf16 }
    }

    /// Returns the offset of a byte of the text, which is on a character boundary.
    pub fn of(&self, byte: usize) -> usize {
        match self.unit {
            OffsetUnit::CodePoint => self.chars.char_at(self.text, byte),
            OffsetUnit::Byte => byte,
            OffsetUnit::Utf16 => {
                let before = self.utf16.partition_point(|(at, _)| *at <= byte);
                let from = before.checked_sub(1).and_then(|last| self.utf16.get(last));
                let (at, units) = from.copied().unwrap_or_default();
                let rest = self.text.get(at..byte).unwrap_or_default();
                units + rest.chars().map(char::len_utf16).sum::<usize>()
            }
        }
    }

    /// Returns the bytes between two offsets, or `None` if they are in the wrong order, exceed the text, or
    /// are within a character.
    pub fn range(&self, start: usize, end: usize) -> Option<Range<usize>> {
        if end < start {
            return None;
        }
        let range = match self.unit {
            OffsetUnit::CodePoint => {
                self.chars.span(self.text, CharSpan::new(start, end)).map(TextSpan::range)?
            }
            OffsetUnit::Byte => start..end,
            OffsetUnit::Utf16 => self.byte_of_utf16(start)?..self.byte_of_utf16(end)?,
        };
        self.text.get(range.clone()).map(|_| range)
    }

    fn byte_of_utf16(&self, offset: usize) -> Option<usize> {
        let before = self.utf16.partition_point(|(_, units)| *units <= offset);
        let from = before.checked_sub(1).and_then(|last| self.utf16.get(last));
        let (mut at, mut units) = from.copied().unwrap_or_default();
        for c in self.text.get(at..)?.chars() {
            if units >= offset {
                break;
            }
            at += c.len_utf8();
            units += c.len_utf16();
        }
        (units == offset).then_some(at)
    }
}

/// A span as a program states it, and the text in it if that is stated too.
#[derive(Clone, Copy, Debug)]
pub(super) struct StatedSpan<'s> {
    pub start: usize,
    pub end: usize,
    pub quote: Option<&'s str>,
}

/// Returns the index of a text in the first of some units in which every span lies in the text and has the
/// text that is stated; if there is none, that of the first unit.
pub(super) fn fitting<'t>(
    text: &'t str,
    units: &[OffsetUnit],
    spans: &[StatedSpan<'_>],
) -> Offsets<'t> {
    let first = units.first().copied().unwrap_or(OffsetUnit::CodePoint);
    if text.is_ascii() {
        return Offsets::new(text, first);
    }
    let fits = |unit: &OffsetUnit| {
        let offsets = Offsets::new(text, *unit);
        let all = spans.iter().all(|span| {
            let found = offsets.range(span.start, span.end).and_then(|range| text.get(range));
            found.is_some_and(|found| span.quote.is_none_or(|quote| same(found, quote)))
        });
        all.then_some(offsets)
    };
    units.iter().find_map(fits).unwrap_or_else(|| Offsets::new(text, first))
}

/// Returns `true` if two texts are the same apart from white space, which many programs normalize.
pub(super) fn same(one: &str, other: &str) -> bool {
    one == other || one.split_whitespace().eq(other.split_whitespace())
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
    }
}
