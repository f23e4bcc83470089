//! Characters, line ends and names (XML 1.0, clauses 2.2, 2.3 and 2.11; Namespaces, clause 3).

use crate::find_byte;
use crate::tree::Value;

/// The single-byte name characters: 1 if allowed after the first character, 2 if allowed anywhere.
static NAME: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        let c = byte as u8;
        if c.is_ascii_alphabetic() || c == b'_' || c == b':' {
            table[byte] = 2;
        } else if c.is_ascii_digit() || c == b'-' || c == b'.' {
            table[byte] = 1;
        }
        byte += 1;
    }
    table
};

/// Returns the length of the name at the start of a text, or 0 if there is no name.
#[inline]
pub(super) fn name_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let Some(first) = bytes.first() else { return 0 };
    if NAME[usize::from(*first)] != 2 && first.is_ascii() {
        return 0;
    }
    let ascii = bytes.iter().take_while(|byte| NAME[usize::from(**byte)] != 0).count();
    match bytes.get(ascii) {
        Some(byte) if !byte.is_ascii() => wide_name_length(text),
        _ => ascii,
    }
}

#[cold]
fn wide_name_length(text: &str) -> usize {
    match text.starts_with(is_name_start) {
        true => text.find(|c| !is_name(c)).unwrap_or(text.len()),
        false => 0,
    }
}

fn is_name_start(c: char) -> bool {
    matches!(c, ':' | '_' | 'A'..='Z' | 'a'..='z')
        || matches!(c as u32,
            0xC0..=0xD6 | 0xD8..=0xF6 | 0xF8..=0x2FF | 0x370..=0x37D | 0x37F..=0x1FFF
            | 0x200C..=0x200D | 0x2070..=0x218F | 0x2C00..=0x2FEF | 0x3001..=0xD7FF
            | 0xF900..=0xFDCF | 0xFDF0..=0xFFFD | 0x10000..=0xEFFFF)
}

fn is_name(c: char) -> bool {
    is_name_start(c)
        || matches!(c, '-' | '.' | '0'..='9' | '\u{B7}')
        || matches!(c as u32, 0x300..=0x36F | 0x203F..=0x2040)
}

/// Returns the prefix and the local name of a qualified name. Returns `None` if the text is not a
/// qualified name.
pub(super) fn split(name: &str) -> Option<(&str, &str)> {
    match name.split_once(':') {
        None => Some(("", name)),
        Some((prefix, local)) => {
            let starts = |part: &str| part.starts_with(is_name_start);
            let is_whole = starts(prefix) && starts(local) && !local.contains(':');
            is_whole.then_some((prefix, local))
        }
    }
}

/// Returns `true` if a text is a name without a colon (Namespaces in XML, clause 3, `NCName`).
pub fn is_ncname(text: &str) -> bool {
    !text.is_empty() && name_length(text) == text.len() && !text.contains(':')
}

/// The XML version of a document. All versions 1.x except 1.1 are read as 1.0 (XML 1.0, clause
/// 2.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Version {
    V10,
    V11,
}

impl Version {
    /// Returns `true` if a character reference may represent a character.
    pub fn is_char(self, c: char) -> bool {
        match c {
            '\0' | '\u{FFFE}' | '\u{FFFF}' => false,
            '\t' | '\n' | '\r' => true,
            c if c < ' ' => self == Version::V11,
            _ => true,
        }
    }

    /// Returns the position of the first character that is not allowed literally in a document.
    pub fn wrong_char(self, text: &str) -> Option<usize> {
        let is_control = |byte| (byte < b' ') & (byte != b'\t') & (byte != b'\n') & (byte != b'\r');
        let mut wrong = find_byte(text.as_bytes(), is_control);
        for last in ["\u{FFFE}", "\u{FFFF}"] {
            let found = memchr::memmem::find(text.as_bytes(), last.as_bytes());
            wrong = wrong.into_iter().chain(found).min();
        }
        if self == Version::V11 {
            let restricted = |c: char| matches!(c as u32, 0x7F..=0x84 | 0x86..=0x9F);
            wrong = wrong.into_iter().chain(text.find(restricted)).min();
        }
        wrong
    }

    /// Returns a text of the source with line ends normalized to LF (XML, clause 2.11).
    pub fn line_ends(self, text: &str) -> Value<'_> {
        match self {
            Version::V10 if !text.contains('\r') => Value::Same,
            Version::V10 => Value::Made(text.replace("\r\n", "\n").replace('\r', "\n").into()),
            Version::V11 => {
                let text = text.replace("\r\n", "\n").replace("\r\u{85}", "\n");
                Value::Made(text.replace(['\r', '\u{85}', '\u{2028}'], "\n").into())
            }
        }
    }
}

/// Returns `true` if a byte is white space.
#[inline]
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Returns `true` if two short names are equal. It avoids a function call, which would take longer
/// than the comparison.
#[inline]
pub(super) fn is_same(first: &str, second: &str) -> bool {
    first.len() == second.len()
        && first.bytes().zip(second.bytes()).all(|(left, right)| left == right)
}
