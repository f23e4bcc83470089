//! A position in a text during parsing.

use std::ops::Range;

use super::Fault;
use super::name::{is_space, name_length};

/// A position in a text: the source, or the replacement text of an entity. The ranges of faults
/// refer to this text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'t> {
    pub text: &'t str,
    pub at: usize,
}

impl<'t> Cursor<'t> {
    pub fn new(text: &'t str) -> Cursor<'t> {
        Cursor { text, at: 0 }
    }

    #[inline]
    pub fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    #[inline]
    pub fn is_at(&self, what: &str) -> bool {
        self.text.as_bytes()[self.at..].starts_with(what.as_bytes())
    }

    /// Consumes `what` if it comes next. Returns `true` if it was consumed.
    #[inline]
    pub fn take(&mut self, what: &str) -> bool {
        let taken = self.is_at(what);
        if taken {
            self.at += what.len();
        }
        taken
    }

    /// Consumes white space. Returns `true` if there was any.
    #[inline]
    pub fn spaces(&mut self) -> bool {
        let from = self.at;
        while self.peek().is_some_and(is_space) {
            self.at += 1;
        }
        self.at > from
    }

    /// Parses a name.
    #[inline]
    pub fn name(&mut self, what: &str) -> Result<&'t str, Fault> {
        let rest = &self.text[self.at..];
        match name_length(rest) {
            0 => Err(self.expected(what)),
            length => {
                self.at += length;
                Ok(&rest[..length])
            }
        }
    }

    /// Parses a name without a colon (Namespaces in XML 1.0, clause 7).
    pub fn plain_name(&mut self, what: &str) -> Result<&'t str, Fault> {
        let start = self.at;
        let name = self.name(what)?;
        match name.contains(':') {
            true => {
                let message = format!("expected a name without a colon, found `{name}`");
                Err(Fault::malformed(message, start..self.at))
            }
            false => Ok(name),
        }
    }

    /// Consumes required white space.
    pub fn need_spaces(&mut self, before: &str) -> Result<(), Fault> {
        match self.spaces() {
            true => Ok(()),
            false => Err(self.expected(&format!("white space before {before}"))),
        }
    }

    /// Consumes a required text.
    #[inline]
    pub fn need(&mut self, what: &str) -> Result<(), Fault> {
        match self.take(what) {
            true => Ok(()),
            false => Err(self.expected(&format!("`{what}`"))),
        }
    }

    /// Consumes a required byte.
    #[inline]
    pub fn need_byte(&mut self, what: u8) -> Result<(), Fault> {
        if self.peek() == Some(what) {
            self.at += 1;
            return Ok(());
        }
        Err(self.expected(&format!("`{}`", char::from(what))))
    }

    /// Consumes everything up to and including a required end. When the end is missing, the fault is
    /// at `from`, which is the start of the unclosed construct.
    pub fn until(&mut self, from: usize, end: &str, of: &str) -> Result<Range<usize>, Fault> {
        let start = self.at;
        match memchr::memmem::find(&self.text.as_bytes()[start..], end.as_bytes()) {
            Some(length) => {
                self.at = start + length + end.len();
                Ok(start..start + length)
            }
            None => {
                let message = format!("expected `{end}` at the end of {of}, found none");
                Err(Fault::malformed(message, from..start))
            }
        }
    }

    /// Parses a quoted literal. Returns its range without the quotes.
    pub fn literal(&mut self, what: &str) -> Result<Range<usize>, Fault> {
        let quote = match self.peek() {
            Some(b'"') => "\"",
            Some(b'\'') => "'",
            _ => return Err(self.expected(&format!("{what} in quotes"))),
        };
        self.at += 1;
        self.until(self.at - 1, quote, what)
    }

    /// Parses the rest of a comment, after `<!--`.
    pub fn comment(&mut self) -> Result<Range<usize>, Fault> {
        let content = self.until(self.at - "<!--".len(), "--", "a comment")?;
        match self.take(">") {
            true => Ok(content),
            false => {
                let message = "expected `-->`, found `--` within a comment";
                Err(Fault::malformed(message, content.end..self.at))
            }
        }
    }

    /// Parses the rest of a processing instruction, after `<?`. Returns its target and its content.
    pub fn instruction(&mut self) -> Result<(&'t str, Range<usize>), Fault> {
        let start = self.at - 2;
        let target = self.plain_name("the target of a processing instruction")?;
        if target.eq_ignore_ascii_case("xml") {
            let message = match target {
                "xml" => "expected the XML declaration at the start of the source only".to_owned(),
                _ => format!("expected a target other than `{target}`, which is reserved"),
            };
            return Err(Fault::malformed(message, start..self.at));
        }
        if !self.is_at("?>") {
            self.need_spaces("the content of a processing instruction")?;
        }
        let content = self.until(start, "?>", "a processing instruction")?;
        Ok((target, content))
    }

    /// Creates the fault for an unexpected character or the end of the text.
    #[cold]
    pub fn expected(&self, what: &str) -> Fault {
        let (found, length) = match self.text[self.at..].chars().next() {
            None => (self.end().to_owned(), 0),
            Some(c) if c.is_control() => (format!("U+{:04X}", c as u32), c.len_utf8()),
            Some(c) => (format!("`{c}`"), c.len_utf8()),
        };
        let message = format!("expected {what}, found {found}");
        Fault::malformed(message, self.at..self.at + length)
    }

    fn end(&self) -> &'static str {
        "the end"
    }
}
