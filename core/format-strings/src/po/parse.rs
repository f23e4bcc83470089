//! A parser for the entries of PO files (GNU gettext manual, "The Format of PO Files").

use std::ops::Range;

use glossweave_base::call_limits::is_exceeded;
use glossweave_format_base::strings::{Fault, Value};
use glossweave_markup::find_byte;

/// A string, which may consist of several parts.
#[derive(Debug, Default)]
pub(super) struct Text {
    pub value: Value,
    /// The range from the first to the last quotation mark, inclusive.
    pub at: Range<usize>,
}

#[derive(Debug, Default)]
pub(super) struct Entry {
    /// The start of the line of its first keyword.
    pub start: usize,
    /// The comments extracted from the program. `comments` contains the comments of translators.
    pub extracted: String,
    pub comments: String,
    /// The ranges of the names of flags.
    pub flags: Vec<Range<usize>>,
    /// The lines of flags, with their line breaks. `previous` contains the lines of previous strings.
    pub flag_lines: Vec<Range<usize>>,
    pub previous: Vec<Range<usize>>,
    pub context: Option<Text>,
    pub id: Option<Text>,
    pub plural: Option<Text>,
    /// The translations, with the ranges of their keywords.
    pub translations: Vec<(Range<usize>, Text)>,
}

/// The entries of a file, and properties of the file.
#[derive(Debug, Default)]
pub(super) struct File {
    pub entries: Vec<Entry>,
    /// `true` if a line is longer than gettext would write it. In this case, new strings are not wrapped.
    pub has_long_lines: bool,
    pub warnings: Vec<(Range<usize>, String)>,
}

/// The length from which gettext wraps a line, used to write strings in the same style.
pub(super) const WIDTH: usize = 79;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keyword {
    Domain,
    Context,
    Id,
    Plural,
    Translation,
}

struct Parser<'s> {
    source: &'s str,
    at: usize,
    file: File,
    entry: Entry,
    /// The keyword whose strings are being parsed, with its range.
    keyword: Option<(Keyword, Range<usize>)>,
    text: Option<Text>,
}

/// Parses a file and returns its entries.
pub(super) fn parse(source: &str) -> Result<File, Fault> {
    let mut parser = Parser {
        source,
        at: 0,
        file: File::default(),
        entry: Entry::default(),
        keyword: None,
        text: None,
    };
    while let Some(byte) = parser.next_byte().filter(|_| !is_exceeded()) {
        match byte {
            b'#' => parser.comment()?,
            b'"' => parser.string()?,
            byte if byte.is_ascii_alphabetic() => parser.keyword()?,
            _ => {
                let char = source[parser.at..].chars().next().unwrap_or_default();
                let at = parser.at..parser.at + char.len_utf8();
                return Err(Fault::new(format!("expected a keyword, found `{char}`"), at));
            }
        }
    }
    parser.end_entry()?;
    Ok(parser.file)
}

impl<'s> Parser<'s> {
    fn next_byte(&mut self) -> Option<u8> {
        let rest = self.source.get(self.at..)?;
        self.at = self.source.len() - rest.trim_start().len();
        self.source.as_bytes().get(self.at).copied()
    }

    /// Returns the end of the current line, without and with its line break.
    fn line_end(&self) -> (usize, usize) {
        let rest = self.source.get(self.at..).unwrap_or_default();
        let is_end = |byte| (byte == b'\n') | (byte == b'\r');
        let length = find_byte(rest.as_bytes(), is_end).unwrap_or(rest.len());
        let end = rest.get(length..).unwrap_or_default();
        let after = if end.starts_with("\r\n") { 2 } else { usize::from(!end.is_empty()) };
        (self.at + length, self.at + length + after)
    }

    fn comment(&mut self) -> Result<(), Fault> {
        let (start, (end, after)) = (self.at, self.line_end());
        let line = self.source.get(start..end).unwrap_or_default();
        let begins = |text: &str| line.starts_with(text);
        self.at = after;
        if begins("#~") {
            self.end_entry()?;
            // The comments before it belong to the obsolete entry.
            self.entry = Entry::default();
            return Ok(());
        }
        if !self.entry.translations.is_empty()
            || matches!(self.keyword, Some((Keyword::Translation, _)))
        {
            self.end_entry()?;
        }
        if self.keyword.is_some() {
            // The comment is within an entry, which gettext does not write.
            return Ok(());
        }
        if begins("#,") || begins("#=") {
            self.entry.flag_lines.push(start..after);
            let mut at = start + 2;
            for flag in line.get(2..).unwrap_or_default().split(',') {
                let name = flag.trim();
                let from = at + (flag.len() - flag.trim_start().len());
                if !name.is_empty() {
                    self.entry.flags.push(from..from + name.len());
                }
                at += flag.len() + 1;
            }
        } else if begins("#|") {
            self.entry.previous.push(start..after);
        } else if !begins("#:") {
            let (text, place) = match line.strip_prefix("#.") {
                Some(text) => (text, &mut self.entry.extracted),
                None => (line.get(1..).unwrap_or_default(), &mut self.entry.comments),
            };
            if !place.is_empty() {
                place.push('\n');
            }
            place.push_str(text.trim());
        }
        Ok(())
    }

    fn keyword(&mut self) -> Result<(), Fault> {
        let rest = self.source.get(self.at..).unwrap_or_default();
        let is_name = |char: char| char.is_ascii_alphanumeric() || char == '_';
        let word =
            rest.get(..rest.len() - rest.trim_start_matches(is_name).len()).unwrap_or_default();
        let at = self.at..self.at + word.len();
        self.at = at.end;
        let keyword = match word {
            "domain" => Keyword::Domain,
            "msgctxt" => Keyword::Context,
            "msgid" => Keyword::Id,
            "msgid_plural" => Keyword::Plural,
            "msgstr" => Keyword::Translation,
            _ => {
                return Err(Fault::new(
                    format!("expected a keyword such as `msgid`, found `{word}`"),
                    at,
                ));
            }
        };
        let is_new = matches!(keyword, Keyword::Domain | Keyword::Context | Keyword::Id);
        self.end_text()?;
        if is_new && !self.entry.translations.is_empty() {
            self.end_entry()?;
        }
        let is_twice = match keyword {
            Keyword::Domain | Keyword::Translation => false,
            Keyword::Context => self.entry.context.is_some() || self.entry.id.is_some(),
            Keyword::Id => self.entry.id.is_some(),
            Keyword::Plural => self.entry.plural.is_some(),
        };
        let needs = matches!(keyword, Keyword::Plural | Keyword::Translation);
        if is_twice || needs && self.entry.id.is_none() {
            let expected = if is_twice { "msgstr" } else { "msgid" };
            return Err(Fault::new(format!("expected `{expected}`, found `{word}`"), at));
        }
        if self.entry.id.is_none() && self.entry.context.is_none() {
            self.entry.start = at.start;
        }
        if keyword == Keyword::Translation
            && let Some(number) = self.source.get(self.at..).and_then(|rest| rest.strip_prefix('['))
        {
            let digits =
                number.len() - number.trim_start_matches(|char: char| char.is_ascii_digit()).len();
            if digits == 0 || !number[digits..].starts_with(']') {
                return Err(Fault::new("expected a number in `[` and `]`", self.at..self.at + 1));
            }
            self.at += digits + 2;
        }
        self.keyword = Some((keyword, at.start..self.at));
        Ok(())
    }

    fn string(&mut self) -> Result<(), Fault> {
        let start = self.at;
        if self.keyword.is_none() {
            return Err(Fault::new("expected a keyword, found a string", start..start + 1));
        }
        let mut text = self.text.take().unwrap_or_default();
        if text.at.is_empty() {
            text.at = start..start;
        }
        let bytes = self.source.as_bytes();
        let mut at = start + 1;
        let mut run = at;
        let is_end = |byte| (byte == b'"') | (byte == b'\\') | (byte == b'\n') | (byte == b'\r');
        loop {
            let rest = bytes.get(at..).unwrap_or_default();
            at += find_byte(rest, is_end).unwrap_or(rest.len());
            match bytes.get(at) {
                Some(b'"') => break,
                Some(b'\\') => {
                    text.value.literal(self.source, run..at);
                    at = self.escape(at, &mut text.value);
                    run = at;
                }
                _ => return Err(Fault::new("the string does not end in its line", start..at)),
            }
        }
        text.value.literal(self.source, run..at);
        let line = self.source.get(start..at).unwrap_or_default();
        let is_long = line.len() > WIDTH && line.chars().count() > WIDTH;
        self.file.has_long_lines |= is_long && line.trim_end().contains(' ');
        text.at.end = at + 1;
        self.at = at + 1;
        self.text = Some(text);
        Ok(())
    }

    /// Parses an escape and returns its end.
    fn escape(&mut self, at: usize, value: &mut Value) -> usize {
        let bytes = self.source.as_bytes();
        let is_octal = |byte: &&u8| (b'0'..=b'7').contains(byte);
        let char = match bytes.get(at + 1) {
            Some(b'n') => '\n',
            Some(b't') => '\t',
            Some(b'r') => '\r',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{C}',
            Some(b'v') => '\u{B}',
            Some(b'a') => '\u{7}',
            Some(b'\\') => '\\',
            Some(b'"') => '"',
            Some(b'0'..=b'7') => {
                let length = bytes[at + 1..].iter().take(3).take_while(is_octal).count();
                return self.number(at..at + 1 + length, 8, value);
            }
            Some(b'x') => {
                let digits =
                    bytes[at + 2..].iter().take(2).take_while(|byte| byte.is_ascii_hexdigit());
                let length = digits.count();
                return self.number(at..at + 2 + length, 16, value);
            }
            _ => {
                self.unknown(at..at + 1);
                value.literal(self.source, at..at + 1);
                return at + 1;
            }
        };
        value.atom(char.encode_utf8(&mut [0; 4]), at..at + 2);
        at + 2
    }

    /// Parses a numeric escape. An escape of a byte outside ASCII is kept as it is.
    fn number(&mut self, at: Range<usize>, radix: u32, value: &mut Value) -> usize {
        let start = at.start + if radix == 16 { 2 } else { 1 };
        let digits = self.source.get(start..at.end).unwrap_or_default();
        match u8::from_str_radix(digits, radix).ok().filter(u8::is_ascii) {
            Some(byte) => value.atom(char::from(byte).encode_utf8(&mut [0; 4]), at.clone()),
            None => {
                self.unknown(at.clone());
                value.literal(self.source, at.clone());
            }
        }
        at.end
    }

    fn unknown(&mut self, at: Range<usize>) {
        let message = "unknown escape, expected a C escape; it is kept unchanged".to_owned();
        self.file.warnings.push((at, message));
    }

    fn end_text(&mut self) -> Result<(), Fault> {
        let Some((keyword, at)) = self.keyword.take() else { return Ok(()) };
        let Some(text) = self.text.take() else {
            let name = self.source.get(at.clone()).unwrap_or_default();
            return Err(Fault::new(format!("`{name}` has no string, expected one"), at));
        };
        match keyword {
            Keyword::Domain => {}
            Keyword::Context => self.entry.context = Some(text),
            Keyword::Id => self.entry.id = Some(text),
            Keyword::Plural => self.entry.plural = Some(text),
            Keyword::Translation => {
                if self.entry.translations.is_empty() {
                    // Most entries have one translation, for which a vector would reserve the space of four.
                    self.entry.translations.reserve_exact(1);
                }
                self.entry.translations.push((at, text));
            }
        }
        Ok(())
    }

    fn end_entry(&mut self) -> Result<(), Fault> {
        self.end_text()?;
        let entry = std::mem::take(&mut self.entry);
        if entry.translations.is_empty() {
            let first = entry.id.as_ref().or(entry.context.as_ref());
            return match first {
                Some(text) => {
                    Err(Fault::new("the entry has no `msgstr`, expected one", text.at.clone()))
                }
                None => Ok(()),
            };
        }
        self.file.entries.push(entry);
        Ok(())
    }
}
