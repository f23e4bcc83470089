//! A parser for the entries of Apple strings files, which use the syntax of old property lists.

use glossweave_format_base::strings::{Fault, Value};

/// The quotes of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(super) enum Quotes {
    Double,
    Single,
    None,
}

#[derive(Debug)]
pub(super) struct Entry {
    pub key: String,
    pub value: Value,
    /// The quotes of the value.
    pub quotes: Quotes,
    /// The comments directly before the entry.
    pub comment: String,
}

struct Parser<'s> {
    source: &'s str,
    at: usize,
}

/// Returns the entries of a file. Entries without a value are skipped because they have no text.
pub(super) fn parse(source: &str) -> Result<Vec<Entry>, Fault> {
    let mut parser = Parser { source, at: 0 };
    let mut entries = Vec::new();
    loop {
        let comment = parser.skip()?;
        if parser.byte().is_none() {
            return Ok(entries);
        }
        let (key, _) = parser.string("a key")?;
        parser.skip()?;
        if parser.byte() == Some(b'=') {
            parser.at += 1;
            parser.skip()?;
            let (value, quotes) = parser.string("a value")?;
            entries.push(Entry { key: key.text, value, quotes, comment });
            parser.skip()?;
        }
        match parser.byte() {
            Some(b';') => parser.at += 1,
            _ => return Err(parser.unexpected("`;`")),
        }
    }
}

/// Returns `true` for characters that are allowed in a string without quotes.
pub(super) fn is_bare(char: char) -> bool {
    char.is_ascii_alphanumeric() || matches!(char, '_' | '$' | '/' | ':' | '.' | '-')
}

impl Parser<'_> {
    fn byte(&self) -> Option<u8> {
        self.source.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &str {
        self.source.get(self.at..).unwrap_or_default()
    }

    fn unexpected(&self, expected: &str) -> Fault {
        match self.rest().chars().next() {
            Some(char) => {
                let at = self.at..self.at + char.len_utf8();
                Fault::new(format!("expected {expected}, found `{}`", char.escape_debug()), at)
            }
            None => Fault::new(format!("expected {expected}, found the end"), self.at..self.at),
        }
    }

    /// Skips white space and comments, and returns the text of the comments after the last empty line.
    fn skip(&mut self) -> Result<String, Fault> {
        let mut comment = String::new();
        loop {
            let rest = self.rest();
            let space =
                rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r', '\u{FEFF}']).len();
            let blank = rest.get(..space).unwrap_or_default();
            if blank.matches('\n').count() > 1 {
                comment.clear();
            }
            self.at += space;
            let rest = self.rest();
            let (text, length) = if let Some(rest) = rest.strip_prefix("/*") {
                let Some(end) = rest.find("*/") else {
                    return Err(Fault::new(
                        "expected `*/`, found the end",
                        self.at..self.source.len(),
                    ));
                };
                (rest.get(..end).unwrap_or_default(), end + 4)
            } else if let Some(rest) = rest.strip_prefix("//") {
                let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
                (rest.get(..end).unwrap_or_default(), end + 2)
            } else {
                return Ok(comment);
            };
            if !comment.is_empty() {
                comment.push('\n');
            }
            comment.push_str(text.trim());
            self.at += length;
        }
    }

    /// Parses a string with its quotes.
    fn string(&mut self, name: &str) -> Result<(Value, Quotes), Fault> {
        let mut value = Value::default();
        let start = self.at;
        let Some(quote @ (b'"' | b'\'')) = self.byte() else {
            let rest = self.rest();
            let length = rest.len() - rest.trim_start_matches(is_bare).len();
            if length == 0 {
                return Err(self.unexpected(name));
            }
            self.at += length;
            value.literal(self.source, start..self.at);
            return Ok((value, Quotes::None));
        };
        let end = |parser: &Self| {
            Fault::new(
                format!("expected `{}`, found the end", quote as char),
                start..parser.source.len(),
            )
        };
        self.at += 1;
        let mut pending = None;
        let mut from = self.at;
        loop {
            match self.byte() {
                None => return Err(end(self)),
                Some(byte) if byte == quote => {
                    value.literal(self.source, from..self.at);
                    self.at += 1;
                    let quotes = if quote == b'"' { Quotes::Double } else { Quotes::Single };
                    return Ok((value, quotes));
                }
                Some(b'\\') => {
                    value.literal(self.source, from..self.at);
                    self.escape(&mut value, &mut pending).ok_or_else(|| end(self))?;
                    from = self.at;
                }
                Some(_) => self.at += 1,
            }
        }
    }

    /// Parses an escape: a character, a UTF-16 unit in hexadecimal digits, or a character in octal digits.
    fn escape(&mut self, value: &mut Value, pending: &mut Option<(u16, usize)>) -> Option<()> {
        let start = self.at;
        let char = self.source.get(start + 1..)?.chars().next()?;
        self.at += 1 + char.len_utf8();
        let digits = |from: usize, most: usize, radix: u32| {
            let rest = self.source.get(from..).unwrap_or_default();
            rest.chars().take(most).take_while(|char| char.is_digit(radix)).count()
        };
        let number = |from: usize, length: usize, radix: u32| {
            u16::from_str_radix(self.source.get(from..from + length)?, radix).ok()
        };
        let new = match char {
            'n' | '\n' => '\n',
            'r' => '\r',
            't' => '\t',
            'a' => '\x07',
            'b' => '\x08',
            'f' => '\x0C',
            'v' => '\x0B',
            'U' | 'u' if digits(start + 2, 4, 16) > 0 => {
                let length = digits(start + 2, 4, 16);
                let unit = number(start + 2, length, 16)?;
                self.at = start + 2 + length;
                value.unit(unit, start..self.at, pending);
                return Some(());
            }
            // Values above 0x7F are NeXTSTEP characters, which are not used in practice.
            '0'..='7' => {
                let length = digits(start + 1, 3, 8);
                let code = number(start + 1, length, 8)?;
                self.at = start + 1 + length;
                char::from_u32(u32::from(code)).filter(char::is_ascii).unwrap_or('\u{FFFD}')
            }
            other => other,
        };
        value.atom(new.encode_utf8(&mut [0; 4]), start..self.at);
        Some(())
    }
}
