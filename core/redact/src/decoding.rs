//! Ways to write characters in a source: references, percent signs, backslashes.

use std::ops::Range;

use super::reading::Reading;
use glossweave_markup::charref::{CharRef, Place};

/// A way to write characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decoding {
    /// As they are.
    Plain,
    /// Character references of HTML and XML.
    References,
    /// Bytes of UTF-8 as `%XX`, within references.
    Percent,
    /// `\uXXXX`, `\UXXXXXXXX`, `\xXX`, `\n` and others.
    Backslash,
}

impl Decoding {
    /// All ways.
    pub const ALL: [Decoding; 4] =
        [Decoding::Plain, Decoding::References, Decoding::Percent, Decoding::Backslash];

    /// Returns `true` if a text has characters that are written in this way.
    pub fn is_in(self, text: &str) -> bool {
        match self {
            Decoding::Plain => true,
            Decoding::References => text.contains('&'),
            Decoding::Percent => text.contains('%'),
            Decoding::Backslash => text.contains('\\'),
        }
    }

    /// Adds a range of a text to a reading.
    pub fn read(self, text: &str, range: Range<usize>, reading: &mut Reading) {
        let Some(part) = text.get(range.clone()) else { return };
        let mut at = 0;
        while let Some(c) = part[at..].chars().next() {
            let rest = &part[at..];
            let start = range.start + at;
            let taken = match (self, c) {
                (Decoding::References | Decoding::Percent, '&') => reference(rest, start, reading),
                (Decoding::Percent, '%') => percent(rest, start, reading),
                (Decoding::Backslash, '\\') => backslash(rest, start, reading),
                _ => 0,
            };
            if taken == 0 {
                reading.push(c, start..start + c.len_utf8());
            }
            at += if taken == 0 { c.len_utf8() } else { taken };
        }
    }
}

/// Reads a reference and returns its length; 0 if the ampersand is only an ampersand.
fn reference(rest: &str, start: usize, reading: &mut Reading) -> usize {
    let Some(found) = CharRef::html(rest.as_bytes(), Place::Text) else { return 0 };
    let source = start..start + found.width;
    reading.push(found.first, source.clone());
    if let Some(second) = found.second {
        reading.push(second, source);
    }
    found.width
}

/// Reads a run of `%XX` that is UTF-8, and returns its length.
fn percent(rest: &str, start: usize, reading: &mut Reading) -> usize {
    let codes = rest.as_bytes().chunks_exact(3).map_while(|code| match code {
        [b'%', high, low] => {
            let digit = |byte: &u8| char::from(*byte).to_digit(16);
            Some((digit(high)? * 16 + digit(low)?) as u8)
        }
        _ => None,
    });
    let bytes: Vec<u8> = codes.collect();
    let Ok(text) = std::str::from_utf8(&bytes) else { return 0 };
    for (at, c) in text.char_indices() {
        reading.push(c, start + 3 * at..start + 3 * (at + c.len_utf8()));
    }
    3 * bytes.len()
}

/// Reads an escape and returns its length.
fn backslash(rest: &str, start: usize, reading: &mut Reading) -> usize {
    let number = |from: usize, digits: usize| {
        let code = rest.get(from..from + digits)?;
        code.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some(())?;
        u32::from_str_radix(code, 16).ok()
    };
    let simple = |digits: usize| Some((char::from_u32(number(2, digits)?)?, 2 + digits));
    let kind = rest[1..].chars().next();
    let found = match kind {
        Some('u') => match number(2, 4) {
            Some(high @ 0xD800..0xDC00) if rest.get(6..8) == Some("\\u") => {
                let low = number(8, 4).filter(|low| (0xDC00..0xE000).contains(low));
                let code = low.map(|low| 0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00));
                code.and_then(char::from_u32).map(|c| (c, 12))
            }
            Some(code) => char::from_u32(code).map(|c| (c, 6)),
            None => None,
        },
        Some('U') => simple(8),
        Some('x') => simple(2),
        Some('n' | 'r' | 't') => Some((' ', 2)),
        Some(c) if c.is_ascii_punctuation() => Some((c, 2)),
        _ => None,
    };
    let Some((c, length)) = found else { return 0 };
    reading.push(c, start..start + length);
    length
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init, reason = "a list of one range is meant")]
mod tests {
    use super::{Decoding, Reading};

    fn read(way: Decoding, text: &str) -> (String, Vec<std::ops::Range<usize>>) {
        let mut reading = Reading::default();
        way.read(text, 0..text.len(), &mut reading);
        let all = reading.sources(0..reading.text().len());
        (reading.text().to_owned(), all)
    }

    #[test]
    fn characters_are_read_however_they_are_written() {
        for (way, text) in [
            (Decoding::References, "Andr&#233; R&oelig;"),
            (Decoding::Percent, "Andr%C3%A9%20R&oelig;"),
            (Decoding::Percent, "%41ndr%c3%a9 Rœ"),
            (Decoding::Backslash, r"Andr\u00e9\tR\u0153"),
            (Decoding::Backslash, r"Andr\xe9 R\U00000153"),
            (Decoding::Plain, "André Rœ"),
        ] {
            let (folded, sources) = read(way, text);
            assert_eq!(folded, read(Decoding::Plain, "andré rœ").0, "{text}");
            assert_eq!(sources, [0..text.len()], "{text}");
        }
        assert_eq!(read(Decoding::Backslash, r"\ud83d\ude00!").0, "😀!");
    }

    #[test]
    fn signs_that_write_nothing_are_signs() {
        for (way, text) in [
            (Decoding::References, "a & b &; &#x;"),
            (Decoding::Percent, "100 % of %zz %ff %"),
            (Decoding::Backslash, r"c:\users \u12 \ud800 \"),
        ] {
            assert_eq!(read(way, text).0, text, "{text}");
        }
    }
}
