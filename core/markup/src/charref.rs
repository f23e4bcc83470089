//! Character references: parsing them, and escaping the characters that need them.

use std::collections::HashMap;
use std::sync::LazyLock;

use entities::{Codepoints, ENTITIES};

/// One or two characters.
type Characters = (char, Option<char>);

/// The characters of each name. Names end with `;`, except names of the time before HTML 4.
static NAMES: LazyLock<HashMap<&'static str, Characters>> = LazyLock::new(|| {
    let characters = |codes: &Codepoints| match codes {
        Codepoints::Single(first) => Some((char::from_u32(*first)?, None)),
        Codepoints::Double(first, second) => {
            Some((char::from_u32(*first)?, Some(char::from_u32(*second)?)))
        }
    };
    let named = |entity: &entities::Entity| {
        Some((entity.entity.strip_prefix('&')?, characters(&entity.codepoints)?))
    };
    ENTITIES.iter().filter_map(named).collect()
});

/// The length of the longest name without `;`.
const LONGEST_OPEN: usize = 6;

/// The characters of the numbers 80 to 9F, which are read as windows-1252 (HTML Standard, 13.2.5.80).
const C1: &str = "\u{20AC}\u{81}\u{201A}\u{192}\u{201E}\u{2026}\u{2020}\u{2021}\u{2C6}\u{2030}\u{160}\u{2039}\u{152}\u{8D}\
    \u{17D}\u{8F}\u{90}\u{2018}\u{2019}\u{201C}\u{201D}\u{2022}\u{2013}\u{2014}\u{2DC}\u{2122}\u{161}\u{203A}\u{153}\
    \u{9D}\u{17E}\u{178}";

/// The context of a reference. In an attribute, a name without `;` is literal text when a letter, a
/// digit or `=` follows it (HTML Standard, 13.2.5.73).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the text of an element.
    Text,
    /// In an attribute value.
    Attribute,
}

/// A character reference: the one or two characters that it represents, and its length in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CharRef {
    /// The first character of the result.
    pub first: char,
    /// The second character. Few references have one.
    pub second: Option<char>,
    /// The length of the reference, in bytes.
    pub width: usize,
}

impl CharRef {
    /// Parses the reference at the start of `raw`, which must begin with `&`. Returns `None` if the
    /// ampersand is literal.
    pub fn html(raw: &[u8], place: Place) -> Option<CharRef> {
        match raw.get(1)? {
            b'#' => numeric(raw),
            byte if byte.is_ascii_alphanumeric() => named(raw, place),
            _ => None,
        }
    }

    /// Appends the characters to a string.
    pub fn push_to(self, text: &mut String) {
        text.push(self.first);
        text.extend(self.second);
    }
}

/// Returns an attribute value with references resolved, line ends normalized to LF, and NUL
/// replaced.
pub fn attribute_value(raw: &str) -> String {
    resolved(raw, Place::Attribute)
}

/// Returns character data with references resolved, line ends normalized to LF, and NUL replaced.
pub fn resolved(raw: &str, place: Place) -> String {
    let mut value = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find(['&', '\r', '\0']) {
        value.push_str(&rest[..at]);
        rest = &rest[at..];
        let taken = match rest.as_bytes()[0] {
            b'&' => match CharRef::html(rest.as_bytes(), place) {
                Some(reference) => {
                    reference.push_to(&mut value);
                    reference.width
                }
                None => {
                    value.push('&');
                    1
                }
            },
            b'\r' => {
                value.push('\n');
                1 + usize::from(rest.as_bytes().get(1) == Some(&b'\n'))
            }
            _ => {
                value.push(char::REPLACEMENT_CHARACTER);
                1
            }
        };
        rest = &rest[taken..];
    }
    value.push_str(rest);
    value
}

fn named(raw: &[u8], place: Place) -> Option<CharRef> {
    // No name is longer, including its `;`.
    let letters = raw[1..].iter().take(32).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    if raw.get(1 + letters) == Some(&b';') {
        let width = letters + 2;
        let name = std::str::from_utf8(&raw[1..width]).ok()?;
        let found = match name {
            "amp;" => Some(('&', None)),
            "lt;" => Some(('<', None)),
            "gt;" => Some(('>', None)),
            "quot;" => Some(('"', None)),
            "nbsp;" => Some(('\u{A0}', None)),
            _ => NAMES.get(name).copied(),
        };
        if let Some((first, second)) = found {
            return Some(CharRef { first, second, width });
        }
    }
    let open = (2..=letters.min(LONGEST_OPEN)).rev().find_map(|length| {
        let name = std::str::from_utf8(&raw[1..=length]).ok()?;
        Some((length + 1, *NAMES.get(name)?))
    });
    let (width, (first, second)) = open?;
    if place == Place::Attribute {
        let next = raw.get(width).copied().unwrap_or(b' ');
        if next == b'=' || next.is_ascii_alphanumeric() {
            return None;
        }
    }
    Some(CharRef { first, second, width })
}

fn numeric(raw: &[u8]) -> Option<CharRef> {
    let hex = matches!(raw.get(2), Some(b'x' | b'X'));
    let start = if hex { 3 } else { 2 };
    let radix = if hex { 16 } else { 10 };
    let mut value = 0u32;
    let mut width = start;
    while let Some(digit) = raw.get(width).and_then(|byte| char::from(*byte).to_digit(radix)) {
        value = value.saturating_mul(radix).saturating_add(digit);
        width += 1;
    }
    if width == start {
        return None;
    }
    width += usize::from(raw.get(width) == Some(&b';'));
    let first = match value {
        0 => char::REPLACEMENT_CHARACTER,
        0x80..=0x9F => C1.chars().nth(value as usize - 0x80).unwrap_or(char::REPLACEMENT_CHARACTER),
        _ => char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER),
    };
    Some(CharRef { first, second: None, width })
}

#[cfg(test)]
mod tests {
    use super::{CharRef, Place, attribute_value};

    fn text(raw: &str) -> Option<(String, usize)> {
        let reference = CharRef::html(raw.as_bytes(), Place::Text)?;
        let mut text = String::new();
        reference.push_to(&mut text);
        Some((text, reference.width))
    }

    #[test]
    fn references_are_read_as_the_standard_says() {
        let cases: &[(&str, Option<(&str, usize)>)] = &[
            ("&amp;", Some(("&", 5))),
            ("&ampx", Some(("&", 4))),
            ("&notit;", Some(("¬", 4))),
            ("&notin;", Some(("∉", 7))),
            ("&NotEqualTilde;", Some(("≂\u{338}", 15))),
            ("&CounterClockwiseContourIntegral;", Some(("∳", 33))),
            ("&copy\u{e9}", Some(("©", 5))),
            ("&quot;\u{200b}", Some(("\"", 6))),
            ("&#65;", Some(("A", 5))),
            ("&#x1F600;", Some(("😀", 9))),
            ("&#128;", Some(("€", 6))),
            ("&#x81;", Some(("\u{81}", 6))),
            ("&#0;", Some(("\u{FFFD}", 4))),
            ("&#xD800;", Some(("\u{FFFD}", 8))),
            ("&#99999999999;", Some(("\u{FFFD}", 14))),
            ("&#65 ", Some(("A", 4))),
            ("&#;", None),
            ("&#x;", None),
            ("&nosuch;", None),
            ("& ", None),
            ("&", None),
            ("&é", None),
        ];
        for (raw, expected) in cases {
            let expected = expected.map(|(text, width)| (text.to_owned(), width));
            assert_eq!(text(raw), expected, "{raw}");
        }
    }

    #[test]
    #[cfg(feature = "html-tree")]
    fn names_are_those_of_another_implementation() {
        let known = html5ever::data::NAMED_ENTITIES.entries().filter(|(_, codes)| codes.0 != 0);
        let mut count = 0;
        for (name, codes) in known {
            let expected = (char::from_u32(codes.0).unwrap(), char::from_u32(codes.1));
            let expected = (expected.0, expected.1.filter(|second| *second != '\0'));
            assert_eq!(super::NAMES.get(name), Some(&expected), "{name}");
            assert!(name.ends_with(';') || name.len() <= super::LONGEST_OPEN, "{name}");
            count += 1;
        }
        assert_eq!(super::NAMES.len(), count);
        for (number, replacement) in html5ever::data::C1_REPLACEMENTS.iter().enumerate() {
            let expected = replacement.or_else(|| char::from_u32(number as u32 + 0x80));
            assert_eq!(super::C1.chars().nth(number), expected, "{number}");
        }
    }

    #[test]
    fn attributes_keep_what_only_looks_like_a_reference() {
        assert_eq!(attribute_value("?a=1&copy=2&amp;b&lt"), "?a=1&copy=2&b<");
        assert_eq!(attribute_value("&copy;&copy &copyx"), "©© &copyx");
        assert_eq!(attribute_value("a\r\nb\rc\0"), "a\nb\nc\u{FFFD}");
    }
}
