//! A parser for properties files, which follows `java.util.Properties.load`.

use glossweave_format_base::strings::{Fault, Value};
use glossweave_markup::find_byte;

#[derive(Debug, Default)]
pub(super) struct Entry {
    pub key: String,
    pub value: Value,
    /// The comment lines directly before the entry.
    pub comment: String,
}

/// Returns `true` if a text contains a numbered argument of `MessageFormat`.
pub(super) fn is_pattern(text: &str) -> bool {
    text.as_bytes().windows(2).any(|pair| pair[0] == b'{' && pair[1].is_ascii_digit())
}

struct Parser<'s> {
    source: &'s str,
    at: usize,
}

/// Parses the entries of a file, and calls `read` for each entry.
pub(super) fn parse(source: &str, mut read: impl FnMut(Entry)) -> Result<(), Fault> {
    let mut parser = Parser { source, at: 0 };
    let mut comment = String::new();
    while parser.at < source.len() {
        parser.skip_space();
        match parser.byte() {
            None => break,
            Some(b'\n' | b'\r') => {
                comment.clear();
                parser.at += 1;
                // The second half of `\r\n` is not an empty line.
                if source.get(parser.at - 1..parser.at + 1) == Some("\r\n") {
                    parser.at += 1;
                }
            }
            Some(b'#' | b'!') => {
                let start = parser.at + 1;
                let rest = source.get(start..).unwrap_or_default();
                let end = start + rest.find(['\n', '\r']).unwrap_or(rest.len());
                if !comment.is_empty() {
                    comment.push('\n');
                }
                comment.push_str(source.get(start..end).unwrap_or_default().trim());
                parser.at = end;
                parser.skip_line_end();
            }
            Some(_) => {
                let mut entry = parser.entry()?;
                entry.comment = std::mem::take(&mut comment);
                read(entry);
                parser.skip_line_end();
            }
        }
    }
    Ok(())
}

impl Parser<'_> {
    fn byte(&self) -> Option<u8> {
        self.source.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.byte(), Some(b' ' | b'\t' | b'\x0C')) {
            self.at += 1;
        }
    }

    fn skip_line_end(&mut self) {
        let rest = self.source.get(self.at..).unwrap_or_default();
        self.at += match rest {
            rest if rest.starts_with("\r\n") => 2,
            rest if rest.starts_with(['\n', '\r']) => 1,
            _ => 0,
        };
    }

    /// Skips a backslash at the end of a line, and the white space at the start of the next line. Returns `true` if
    /// there was a backslash.
    fn skip_continuation(&mut self) -> bool {
        let next = self.source.as_bytes().get(self.at + 1);
        let is_one = self.byte() == Some(b'\\') && matches!(next, None | Some(b'\n' | b'\r'));
        if is_one {
            self.at += 1;
            self.skip_line_end();
            self.skip_space();
        }
        is_one
    }

    /// Skips white space within a line, including line continuations.
    fn skip_gap(&mut self) {
        loop {
            self.skip_space();
            if !self.skip_continuation() {
                return;
            }
        }
    }

    fn entry(&mut self) -> Result<Entry, Fault> {
        let is_key_end = |byte| matches!(byte, b'=' | b':' | b' ' | b'\t' | b'\x0C');
        let key = self.text(is_key_end)?.text;
        self.skip_gap();
        if matches!(self.byte(), Some(b'=' | b':')) {
            self.at += 1;
            self.skip_gap();
        }
        let mut value = self.text(|_| false)?;
        if is_pattern(&value.text) {
            value = value.with_single_apostrophes(self.source);
        }
        Ok(Entry { key, value, comment: String::new() })
    }

    /// Parses text up to the end of the line, or to a byte that ends it.
    fn text(&mut self, ends: impl Fn(u8) -> bool) -> Result<Value, Fault> {
        let mut value = Value::default();
        let mut pending = None;
        let mut run = self.at;
        loop {
            match self.byte() {
                None | Some(b'\n' | b'\r') => break,
                Some(b'\\') => {
                    value.literal(self.source, run..self.at);
                    if !self.skip_continuation() {
                        self.escape(&mut value, &mut pending)?;
                    }
                    run = self.at;
                }
                Some(byte) if ends(byte) => break,
                Some(_) => {
                    let rest = self.source.as_bytes().get(self.at..).unwrap_or_default();
                    let is_end =
                        |byte| (byte == b'\n') | (byte == b'\r') | (byte == b'\\') | ends(byte);
                    self.at += find_byte(rest, is_end).unwrap_or(rest.len());
                }
            }
        }
        value.literal(self.source, run..self.at);
        Ok(value)
    }

    fn escape(
        &mut self,
        value: &mut Value,
        pending: &mut Option<(u16, usize)>,
    ) -> Result<(), Fault> {
        let start = self.at;
        let char =
            self.source.get(start + 1..).and_then(|rest| rest.chars().next()).unwrap_or('\\');
        self.at += 1 + char.len_utf8();
        if char == 'u' {
            let digits = self.source.get(self.at..self.at + 4).unwrap_or_default();
            let is_number = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            let unit =
                u16::from_str_radix(digits, 16).ok().filter(|_| is_number && digits.len() == 4);
            let unit = unit.ok_or_else(|| {
                let message =
                    format!("expected four hexadecimal digits after `\\u`, found `{digits}`");
                Fault::new(message, start..self.at)
            })?;
            self.at += 4;
            value.unit(unit, start..self.at, pending);
            return Ok(());
        }
        let char = match char {
            't' => '\t',
            'n' => '\n',
            'r' => '\r',
            'f' => '\u{C}',
            char => char,
        };
        value.atom(char.encode_utf8(&mut [0; 4]), start..self.at);
        Ok(())
    }
}
