//! Simplified text, which is used to search for personal numbers.

use std::borrow::Cow;
use std::ops::Range;

/// The zeros of the decimal digits of scripts. Each is followed by the nine other digits.
const ZEROS: [char; 18] = [
    '\u{660}', '\u{6F0}', '\u{7C0}', '\u{966}', '\u{9E6}', '\u{A66}', '\u{AE6}', '\u{B66}',
    '\u{BE6}', '\u{C66}', '\u{CE6}', '\u{D66}', '\u{E50}', '\u{ED0}', '\u{F20}', '\u{1040}',
    '\u{17E0}', '\u{1810}',
];

/// A text in which the digits of all scripts and full-width characters are replaced with ASCII, all spaces
/// between words with `' '`, and hyphens with `-`. Invisible characters are removed.
///
/// A line end is replaced with one `\n`, including the surrounding white space and the following `>` of
/// quoted mail. An empty line is replaced with two.
pub(super) struct PlainText<'t> {
    source: &'t str,
    plain: Cow<'t, str>,
    /// The offsets in the plain text at which the difference to the source changes, with the number of
    /// bytes by which the offsets in the source are greater.
    shifts: Vec<(usize, usize)>,
}

impl<'t> PlainText<'t> {
    pub fn new(source: &'t str) -> PlainText<'t> {
        let mut text = PlainText { source, plain: Cow::Borrowed(source), shifts: Vec::new() };
        if source.bytes().any(|byte| !byte.is_ascii() || matches!(byte, b'\n' | b'\r')) {
            text.simplify();
        }
        text
    }

    pub fn as_str(&self) -> &str {
        &self.plain
    }

    fn simplify(&mut self) {
        let mut plain = String::with_capacity(self.source.len());
        let mut at = 0;
        while let Some(c) = self.source[at..].chars().next() {
            if c.is_whitespace() {
                let gap = Gap::at(&self.source[at..]);
                match gap.line_ends {
                    0 => plain.push(if c.is_ascii() { c } else { ' ' }),
                    1 => plain.push('\n'),
                    _ => plain.push_str("\n\n"),
                }
                at += if gap.line_ends > 0 { gap.length } else { c.len_utf8() };
            } else {
                plain.extend(simple(c));
                at += c.len_utf8();
            }
            let shift = at - plain.len();
            if self.shifts.last().map_or(0, |(_, last)| *last) != shift {
                self.shifts.push((plain.len(), shift));
            }
        }
        self.plain = Cow::Owned(plain);
    }

    /// Returns the range in the source for a range in the plain text.
    pub fn source_range(&self, range: &Range<usize>) -> Range<usize> {
        let last = self.plain[range.clone()].char_indices().next_back();
        let start = self.source_offset(range.start);
        let end = last.map_or(start, |(at, _)| {
            let from = self.source_offset(range.start + at);
            from + self.source[from..].chars().next().map_or(0, char::len_utf8)
        });
        start..end
    }

    fn source_offset(&self, at: usize) -> usize {
        let after = self.shifts.partition_point(|(from, _)| *from <= at);
        at + after.checked_sub(1).map_or(0, |last| self.shifts[last].1)
    }
}

/// White space, and the marks of quoted mail after a line end.
struct Gap {
    length: usize,
    line_ends: usize,
}

impl Gap {
    /// Returns the gap at the start of a text. Without a line end, a gap is a single character.
    fn at(text: &str) -> Gap {
        let mut gap = Gap { length: 0, line_ends: 0 };
        let mut last = None;
        for c in text.chars() {
            match c {
                '\n' if last == Some('\r') => {}
                '\n' | '\r' | '\u{85}' | '\u{2028}' => gap.line_ends += 1,
                '\u{2029}' => gap.line_ends += 2,
                '>' if gap.line_ends > 0 => {}
                c if c.is_whitespace() => {}
                _ => break,
            }
            last = Some(c);
            gap.length += c.len_utf8();
        }
        gap
    }
}

/// Returns the simplified form of a character. Returns `None` if it is invisible.
fn simple(c: char) -> Option<char> {
    match c {
        '\0'..='\x7F' => Some(c),
        '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' => None,
        '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}' => None,
        '\u{2010}' | '\u{2011}' | '\u{FE63}' => Some('-'),
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0),
        _ => {
            let code = u32::from(c);
            let zero =
                ZEROS.iter().find(|zero| (0..10).contains(&(code.wrapping_sub(u32::from(**zero)))));
            let digit = zero.and_then(|zero| char::from_digit(code - u32::from(*zero), 10));
            Some(digit.unwrap_or(c))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::PlainText;

    #[test]
    fn plain_text_knows_its_source() {
        for (source, expected) in [
            ("a\r\n  > > b", "a\nb"),
            ("a \n>\n> b", "a\n\nb"),
            ("> a > b", "> a > b"),
            ("\u{202A}+４９\u{A0}٣٠\u{202C}", "+49 30"),
            ("x\u{2011}y\u{AD}z", "x-yz"),
        ] {
            let text = PlainText::new(source);
            assert_eq!(text.as_str(), expected);
            for (at, c) in expected.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()) {
                let range = text.source_range(&(at..at + 1));
                assert_eq!(source[range].chars().next(), Some(c), "{source:?}");
            }
        }
        let text = PlainText::new("\u{200B}4\u{A0}١\u{200B}!");
        assert_eq!(&text.source[text.source_range(&(0..3))], "4\u{A0}١");
    }
}
