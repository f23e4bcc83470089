//! Decoding of escaped characters in a source: references, percent signs, backslashes, and others.

use std::ops::Range;

use super::exponent::{exponent, has_exponent};
use super::reading::{Reading, ascii_digit};
use glossweave_base::words::cell;
use glossweave_markup::charref::{CharRef, Place};

/// An escape syntax that a source can use for characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decoding {
    /// No escapes.
    Plain,
    /// Character references of HTML and XML.
    References,
    /// Bytes of UTF-8 or Latin-1 as `%XX`, and `%uXXXX`, within references.
    Percent,
    /// `\uXXXX`, `\u{X}`, `\UXXXXXXXX`, `\xXX`, `\OOO`, `\n` and others.
    Backslash,
    /// `\XXXXXX` of CSS.
    Css,
    /// `=XX` of MIME, and lines that continue after `=`.
    QuotedPrintable,
    /// `_XX_` of OpenDocument, and `_xXXXX_` of OOXML.
    Underscore,
    /// Numbers with an exponent.
    Exponent,
    /// All of these syntaxes except the last, nested in each other and with escaped tags removed, for example
    /// HTML within JSON, or a page within an attribute. The number is the depth of nesting.
    Nested(u8),
}

/// A receiver of the decoded characters of a text.
pub trait Signs {
    /// Receives a character that was read from a range of the source.
    fn sign(&mut self, c: char, source: Range<usize>);
    /// Receives a tag. A word may end at a tag, or continue after it.
    fn tag(&mut self);
    /// Receives the end of a text that is unrelated to the next text.
    fn end(&mut self);
}

impl Signs for Reading {
    fn sign(&mut self, c: char, source: Range<usize>) {
        self.push(c, source);
    }

    fn tag(&mut self) {
        Reading::tag(self);
    }

    fn end(&mut self) {
        self.separate();
    }
}

/// A decoded text for recognizers, without invisible characters and with ASCII digits.
impl Signs for String {
    fn sign(&mut self, c: char, _: Range<usize>) {
        if !cell(c).is_empty() {
            self.push(ascii_digit(c).unwrap_or(c));
        }
    }

    fn tag(&mut self) {}

    fn end(&mut self) {
        self.push('\n');
    }
}

/// A decoded text that is divided at each tag.
#[derive(Default)]
pub struct Separated(pub String);

impl Signs for Separated {
    fn sign(&mut self, c: char, source: Range<usize>) {
        self.0.sign(c, source);
    }

    fn tag(&mut self) {
        self.0.push('\n');
    }

    fn end(&mut self) {
        self.0.push('\n');
    }
}

/// The maximum length of a tag within a value, in bytes.
const TAG: usize = 2_000;

/// The minimum length of a tag that has an attribute with a value, in bytes.
const TAG_WITH_VALUE: usize = 6;

impl Decoding {
    /// All escape syntaxes that are tried.
    pub const ALL: [Decoding; 10] = [
        Decoding::Plain,
        Decoding::References,
        Decoding::Percent,
        Decoding::Backslash,
        Decoding::Css,
        Decoding::QuotedPrintable,
        Decoding::Underscore,
        Decoding::Exponent,
        Decoding::Nested(1),
        Decoding::Nested(3),
    ];

    /// Returns `true` if a text may use this syntax.
    pub fn is_in(self, text: &str) -> bool {
        let bytes = text.as_bytes();
        let is_hex = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_hexdigit);
        let is_escaped = |sign: u8, skip: usize| {
            let starts = bytes.iter().enumerate().filter(|(_, byte)| **byte == sign);
            starts.map(|(at, _)| at).any(|at| {
                let code = &bytes[at + 1..];
                let code = if code.first() == Some(&b'x') { code.get(skip..) } else { Some(code) };
                code.is_some_and(|code| is_hex(code.first()) && is_hex(code.get(1)))
            })
        };
        match self {
            Decoding::Plain => true,
            Decoding::References => text.contains('&'),
            Decoding::Percent => text.contains('%'),
            Decoding::Backslash => text.contains('\\'),
            Decoding::Css => is_escaped(b'\\', 0),
            Decoding::QuotedPrintable => {
                text.contains("=\n") || text.contains("=\r\n") || is_escaped(b'=', 0)
            }
            Decoding::Underscore => is_escaped(b'_', 1),
            Decoding::Exponent => has_exponent(text),
            Decoding::Nested(1) => text.contains(['&', '%', '\\', '<']),
            Decoding::Nested(_) => {
                let signs = ["&amp;", "%25", "\\\\", "\\u00", "\\\"", "&#"];
                let kinds = [text.contains('&'), text.contains('%'), text.contains('\\')];
                kinds.iter().filter(|is_in| **is_in).count() > 1
                    || signs.iter().any(|sign| text.contains(sign))
            }
        }
    }

    /// Decodes a range of a text.
    pub fn read(self, text: &str, range: Range<usize>, signs: &mut impl Signs) {
        let Some(part) = text.get(range.clone()) else { return };
        match self {
            Decoding::Nested(depth) => nested(part, range.start, depth, signs),
            _ => self.decode(part, &mut |c, at: Range<usize>| {
                signs.sign(c, range.start + at.start..range.start + at.end);
            }),
        }
    }

    /// Decodes a text. Calls `put` with each character and its range.
    fn decode(self, text: &str, put: &mut dyn FnMut(char, Range<usize>)) {
        let mut at = 0;
        while let Some(c) = text[at..].chars().next() {
            let rest = &text[at..];
            let is_any = matches!(self, Decoding::Nested(_));
            let taken = match (self, c) {
                (Decoding::References | Decoding::Percent | Decoding::Nested(_), '&') => {
                    reference(rest, at, put)
                }
                (Decoding::Percent | Decoding::Nested(_), '%') => percent(rest, at, put),
                (Decoding::Backslash, '\\') => backslash(rest, at, put),
                (Decoding::Css, '\\') => css(rest, at, put),
                (Decoding::Nested(_), '\\') => match backslash(rest, at, put) {
                    0 => css(rest, at, put),
                    taken => taken,
                },
                (Decoding::QuotedPrintable | Decoding::Nested(_), '=') => {
                    quoted_printable(rest, at, is_any, put)
                }
                (Decoding::Underscore, '_') => underscore(rest, at, put),
                (Decoding::Exponent, '0'..='9') => exponent(&text[..at], rest, at, put),
                _ => 0,
            };
            if taken == 0 {
                put(c, at..at + c.len_utf8());
            }
            at += if taken == 0 { c.len_utf8() } else { taken };
        }
    }
}

/// Decodes a text with nested escapes. Each round decodes one level and maps the new characters to their
/// source ranges. The tags are then removed.
fn nested(part: &str, start: usize, depth: u8, signs: &mut impl Signs) {
    let mut text = part.to_owned();
    let mut sources: Vec<Range<usize>> = (start..start + part.len()).map(|at| at..at + 1).collect();
    for _ in 0..depth {
        let (mut next, mut next_sources) = (String::with_capacity(text.len()), Vec::new());
        Decoding::Nested(1).decode(&text, &mut |c, at: Range<usize>| {
            let first = sources.get(at.start).map_or(start, |source| source.start);
            let last = sources.get(at.end.saturating_sub(1)).map_or(first, |source| source.end);
            next.push(c);
            next_sources.resize(next.len(), first..last);
        });
        let is_same = next == text;
        (text, sources) = (next, next_sources);
        if is_same {
            break;
        }
    }
    let source = |at: usize| sources.get(at).map_or(start, |source| source.start);
    let put = |signs: &mut dyn FnMut(char, Range<usize>), range: Range<usize>| {
        for (at, c) in text.get(range.clone()).unwrap_or_default().char_indices() {
            let at = range.start + at;
            let end = sources.get(at + c.len_utf8() - 1).map_or(source(at), |source| source.end);
            signs(c, source(at)..end);
        }
    };
    let tags = tags(&text);
    let mut at = 0;
    for tag in &tags {
        put(&mut |c, source| signs.sign(c, source), at..tag.start);
        signs.tag();
        at = tag.end;
    }
    put(&mut |c, source| signs.sign(c, source), at..text.len());
    // Attribute values are not part of the text around their tag.
    for tag in tags.iter().filter(|tag| tag.len() >= TAG_WITH_VALUE) {
        signs.end();
        put(&mut |c, source| signs.sign(c, source), tag.clone());
    }
}

/// Returns the ranges of tags in a text. Comments are not tags, but their start is returned, too.
fn tags(text: &str) -> Vec<Range<usize>> {
    let mut tags = Vec::new();
    let mut at = 0;
    while let Some(open) = text[at..].find('<') {
        let start = at + open;
        let rest = &text.as_bytes()[start..];
        at = start + 1;
        if rest.starts_with(b"<!--") {
            at = start + 4;
            tags.push(start..at);
            continue;
        }
        let is_tag = rest
            .get(1)
            .is_some_and(|next| next.is_ascii_alphabetic() || *next == b'/' || *next == b'!');
        if let Some(end) = rest.iter().take(TAG).position(|byte| *byte == b'>').filter(|_| is_tag) {
            at = start + end + 1;
            tags.push(start..at);
        }
    }
    tags
}

/// Decodes a reference and returns its length, or 0 when the ampersand does not start a reference.
fn reference(rest: &str, start: usize, put: &mut dyn FnMut(char, Range<usize>)) -> usize {
    let Some(found) = CharRef::html(rest.as_bytes(), Place::Text) else { return 0 };
    let source = start..start + found.width;
    put(found.first, source.clone());
    if let Some(second) = found.second {
        put(second, source);
    }
    found.width
}

/// Returns the bytes in a run of codes. A code is the sign followed by two hexadecimal digits.
fn codes(rest: &str, sign: u8) -> Vec<u8> {
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    let codes = rest.as_bytes().chunks_exact(3).map_while(|code| match code {
        [first, high, low] if *first == sign => Some((digit(high)? * 16 + digit(low)?) as u8),
        _ => None,
    });
    codes.collect()
}

/// Decodes a run of `%XX`, or a `%uXXXX` of old scripts, and returns its length.
fn percent(rest: &str, start: usize, put: &mut dyn FnMut(char, Range<usize>)) -> usize {
    if let Some(c) = rest.strip_prefix("%u").and_then(|rest| hexadecimal(rest, 0, 4)) {
        put(c, start..start + 6);
        return 6;
    }
    put_bytes(&codes(rest, b'%'), start, put)
}

/// Passes bytes to `put`, as UTF-8, or as Latin-1 when they are not valid UTF-8. Returns the length of their
/// codes, which have three bytes each.
fn put_bytes(bytes: &[u8], start: usize, put: &mut dyn FnMut(char, Range<usize>)) -> usize {
    match std::str::from_utf8(bytes) {
        Ok(text) => {
            for (at, c) in text.char_indices() {
                put(c, start + 3 * at..start + 3 * (at + c.len_utf8()));
            }
        }
        Err(_) => {
            for (at, byte) in bytes.iter().enumerate() {
                put(char::from(*byte), start + 3 * at..start + 3 * at + 3);
            }
        }
    }
    3 * bytes.len()
}

/// Returns the character with this number of hexadecimal digits at a position.
fn hexadecimal(text: &str, from: usize, digits: usize) -> Option<char> {
    let code = text.get(from..from + digits)?;
    code.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some(())?;
    u32::from_str_radix(code, 16).ok().and_then(char::from_u32)
}

/// Decodes a run of `=XX` in UTF-8 or Latin-1, or the end of a line that continues, and returns its length.
/// When `is_upper` is set, codes in lower case are not decoded.
fn quoted_printable(
    rest: &str,
    start: usize,
    is_upper: bool,
    put: &mut dyn FnMut(char, Range<usize>),
) -> usize {
    for end in ["=\n", "=\r\n"] {
        if rest.starts_with(end) {
            return end.len();
        }
    }
    let bytes = codes(rest, b'=');
    let code = rest.get(1..3).unwrap_or_default();
    if bytes.is_empty() || is_upper && code.bytes().any(|byte| byte.is_ascii_lowercase()) {
        return 0;
    }
    put_bytes(&bytes, start, put)
}

/// Decodes a CSS code with the space after it, and returns its length. The backslash may be doubled, for
/// example when the code is in a JSON string.
fn css(rest: &str, start: usize, put: &mut dyn FnMut(char, Range<usize>)) -> usize {
    let slashes = rest.bytes().take_while(|byte| *byte == b'\\').count();
    let digits = rest[slashes..].bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
    let Some(c) = hexadecimal(rest, slashes, digits).filter(|c| *c != '\0') else { return 0 };
    let space = rest[slashes + digits..].starts_with([' ', '\t', '\n']);
    let length = slashes + digits + usize::from(space);
    put(c, start..start + length);
    length
}

/// Decodes a code between underscores, and returns its length.
fn underscore(rest: &str, start: usize, put: &mut dyn FnMut(char, Range<usize>)) -> usize {
    let code = rest[1..].strip_prefix(['x', 'X']).unwrap_or(&rest[1..]);
    let digits = code.bytes().take(4).take_while(u8::is_ascii_hexdigit).count();
    if digits < 2 || code.as_bytes().get(digits) != Some(&b'_') {
        return 0;
    }
    let Some(c) = u32::from_str_radix(&code[..digits], 16).ok().and_then(char::from_u32) else {
        return 0;
    };
    let length = rest.len() - code.len() + digits + 1;
    put(c, start..start + length);
    length
}

/// Decodes an escape and returns its length.
fn backslash(rest: &str, start: usize, put: &mut dyn FnMut(char, Range<usize>)) -> usize {
    let number = |from: usize, digits: usize| {
        let code = rest.get(from..from + digits)?;
        code.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some(())?;
        u32::from_str_radix(code, 16).ok()
    };
    let simple = |digits: usize| Some((hexadecimal(rest, 2, digits)?, 2 + digits));
    let kind = rest[1..].chars().next();
    let found = match kind {
        Some('u') if rest[2..].starts_with('{') => {
            let digits = rest[3..].bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
            let is_closed = digits > 0 && rest[3 + digits..].starts_with('}');
            hexadecimal(rest, 3, digits).filter(|_| is_closed).map(|c| (c, 4 + digits))
        }
        // An octal number of three digits, for example `\101`.
        Some('0'..='3') => {
            let digits = rest
                .get(1..4)
                .filter(|code| code.bytes().all(|byte| (b'0'..=b'7').contains(&byte)));
            let code = digits.and_then(|code| u8::from_str_radix(code, 8).ok());
            code.map(|code| (char::from(code), 4))
        }
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
        // The line continues after the white space of the next line.
        Some('\n' | '\r') => return rest.len() - rest[1..].trim_start().len(),
        Some(c) if c.is_ascii_punctuation() || c == ' ' => Some((c, 2)),
        _ => None,
    };
    let Some((c, length)) = found else { return 0 };
    put(c, start..start + length);
    length
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init, reason = "a list of one range is meant")]
mod tests {
    use super::{Decoding, Reading};

    fn read(syntax: Decoding, text: &str) -> (String, Vec<std::ops::Range<usize>>) {
        let mut reading = Reading::default();
        syntax.read(text, 0..text.len(), &mut reading);
        let all = reading.sources(0..reading.text().len());
        (reading.text().to_owned(), all)
    }

    #[test]
    fn characters_are_read_however_they_are_written() {
        for (syntax, text) in [
            (Decoding::References, "Andr&#233; R&oelig;"),
            (Decoding::Percent, "Andr%C3%A9%20R&oelig;"),
            (Decoding::Percent, "%41ndr%c3%a9 Rœ"),
            (Decoding::Backslash, r"Andr\u00e9\tR\u0153"),
            (Decoding::Backslash, r"Andr\xe9 R\U00000153"),
            (Decoding::Backslash, r"\u{41}ndr\351 R\u{0153}"),
            (Decoding::Percent, "Andr%E9%20R%u0153"),
            (Decoding::Plain, "André Rœ"),
        ] {
            let (folded, sources) = read(syntax, text);
            assert_eq!(folded, read(Decoding::Plain, "andré rœ").0, "{text}");
            assert_eq!(sources, [0..text.len()], "{text}");
        }
        assert_eq!(read(Decoding::Backslash, r"\ud83d\ude00!").0, "😀!");
    }

    #[test]
    fn codes_of_styles_mail_and_names_are_read() {
        for (syntax, text) in [
            (Decoding::Css, r"\4a ane\20Roe"),
            (Decoding::Css, r"\00004aane Roe"),
            (Decoding::Css, r"\\4a ane\\20Roe"),
            (Decoding::QuotedPrintable, "=4A=61n=\r\ne=20Roe"),
            (Decoding::Underscore, "Jane_20_Roe"),
            (Decoding::Underscore, "_x004A_ane Roe"),
            (Decoding::Backslash, r"Jane\ Roe"),
            (Decoding::Nested(3), r"&lt;b&gt;\u004a&amp;#97;ne&lt;/b&gt; Roe"),
            (Decoding::Nested(3), "Jane%2520Roe"),
        ] {
            assert_eq!(read(syntax, text).0, "jane roe", "{text}");
            assert!(syntax.is_in(text), "{text}");
        }
        assert_eq!(read(Decoding::QuotedPrintable, "Jos=E9 Jos=C3=A9").0, "jose jose");
    }

    #[test]
    fn values_and_comments_within_values_are_read_by_themselves() {
        for (text, expected) in [
            ("To&lt;b title=%27Jane Roe%27&gt; x", "to x\0<b title='jane roe'>"),
            ("<!-- Jane%2520Roe -->", " jane roe ->"),
            ("a < b &amp; c>", "a < b & c>"),
        ] {
            assert_eq!(read(Decoding::Nested(3), text).0, expected);
        }
    }

    #[test]
    fn signs_that_write_nothing_are_signs() {
        for (syntax, text) in [
            (Decoding::References, "a & b &; &#x;"),
            (Decoding::Percent, "100 % of %zz %f %u00 %"),
            (Decoding::Backslash, r"c:\users \u12 \ud800 \u{} \u{41 \u{110000} \18 \400 \"),
        ] {
            assert_eq!(read(syntax, text).0, text, "{text}");
        }
    }
}
