//! Codes in headers and footers of spreadsheets (OOXML part 1, 18.3.1.46). For example, `&L` begins the left
//! section, `&12` sets the size, and `&"Arial,Bold"` the font.

use std::ops::Range;

use super::decoding::{Decoding, Signs};
use super::segment::{Segment, SegmentKind};

/// The elements that use such codes.
const ELEMENTS: &[&str] =
    &["oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter"];

/// The characters of a text, each with its source range.
#[derive(Default)]
struct Decoded(Vec<(char, Range<usize>)>);

impl Signs for Decoded {
    fn sign(&mut self, c: char, source: Range<usize>) {
        self.0.push((c, source));
    }

    fn tag(&mut self) {}

    fn end(&mut self) {}
}

/// Returns `true` if a segment may use such codes.
pub fn has_codes(segment: &Segment<'_>) -> bool {
    matches!(segment.kind, SegmentKind::Text | SegmentKind::Raw)
        && ELEMENTS.contains(&segment.element)
}

/// Decodes a range of a text and removes its codes.
pub fn read(text: &str, range: Range<usize>, signs: &mut impl Signs) {
    let mut decoded = Decoded::default();
    Decoding::References.read(text, range, &mut decoded);
    let mut rest = &decoded.0[..];
    while let Some(((c, source), after)) = rest.split_first() {
        let length = if *c == '&' { code(after) } else { 0 };
        rest = match after.first() {
            Some(('L' | 'C' | 'R', _)) if length == 1 => {
                signs.end();
                &after[1..]
            }
            _ if length > 0 => {
                signs.tag();
                &after[length..]
            }
            _ => {
                signs.sign(*c, source.clone());
                let is_pair = *c == '&' && after.first().is_some_and(|(next, _)| *next == '&');
                &after[usize::from(is_pair)..]
            }
        };
    }
    signs.end();
}

/// Returns the number of characters in a code after the ampersand, or 0 when there is no code.
fn code(after: &[(char, Range<usize>)]) -> usize {
    let count = |from: usize, most: usize, is: fn(&char) -> bool| {
        after[from.min(after.len())..].iter().take(most).take_while(|(c, _)| is(c)).count()
    };
    match after.first() {
        Some(('"', _)) => after[1..].iter().position(|(c, _)| *c == '"').map_or(0, |end| end + 2),
        Some(('K', _)) => {
            let hex = count(1, 6, char::is_ascii_hexdigit);
            let is_tint = after.get(3).is_some_and(|(c, _)| *c == '+' || *c == '-');
            match hex {
                6 => 7,
                2 if is_tint => 4 + count(4, 3, char::is_ascii_digit),
                _ => 1,
            }
        }
        Some((c, _)) if c.is_ascii_digit() => count(0, 3, char::is_ascii_digit),
        Some((c, _)) if c.is_ascii_alphabetic() => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn codes_are_no_part_of_a_name() {
        let text = "&amp;LJane Roe&amp;C&amp;12Jane Roe&amp;R&amp;\"Arial,Bold\"&amp;KFF0000Ja&amp;Bne &amp;K01+025Roe &amp;&amp; Co&amp;P";
        let mut plain = String::new();
        super::read(text, 0..text.len(), &mut plain);
        assert_eq!(plain, "\nJane Roe\nJane Roe\nJane Roe & Co\n");
    }
}
