//! A scanner for placeholders that follows the SPARQL grammar.

use super::{AROUND, ENTITY};
use glossweave_base::error::shown;
use glossweave_base::error::{Error, Location, Result};

/// A piece of a query. Concatenated, the pieces form the whole query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Literal text of the query.
    Text(String),
    /// An IRI in angle brackets with placeholders in it.
    Iri(Vec<IriPart>),
    /// A placeholder in a quoted literal.
    Quoted(String),
    /// A placeholder in the position of a term.
    Term(String),
    /// A placeholder in the position of an integer.
    Count(String),
}

/// A part of an IRI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum IriPart {
    /// Literal text of the IRI.
    Text(String),
    /// A placeholder.
    Value(String),
}

/// The keywords before a number of rows.
const COUNTING: [&str; 2] = ["LIMIT", "OFFSET"];
/// The keywords before the sources of a query. Only the author may set these sources.
const NAMING: [&str; 6] = ["PREFIX", "BASE", "FROM", "NAMED", "SERVICE", "SILENT"];

/// Splits a query into pieces. Returns `ErrorKind::Invalid`, with the location, if a placeholder is
/// in a position where values are not safe.
pub(super) fn scan(query: &str) -> Result<Vec<Piece>> {
    check_escapes(query)?;
    let mut scanner = Scanner { query, at: 0, flushed: 0, pieces: Vec::new(), words: [""; 2] };
    scanner.run()?;
    Ok(scanner.pieces)
}

struct Scanner<'q> {
    query: &'q str,
    at: usize,
    /// The end of the text that has been added to the pieces.
    flushed: usize,
    pieces: Vec<Piece>,
    /// The last two words before the current position, in order.
    words: [&'q str; 2],
}

impl<'q> Scanner<'q> {
    fn run(&mut self) -> Result<()> {
        while let Some(char) = self.rest().chars().next() {
            match char {
                _ if self.rest().starts_with(AROUND) => self.bare()?,
                '#' => self.comment()?,
                '<' => self.iri()?,
                '"' | '\'' => self.literal(char)?,
                _ if is_word(char) => self.word(),
                _ => {
                    if !is_blank(char) {
                        self.saw(&self.query[self.at..self.at + char.len_utf8()]);
                    }
                    self.at += char.len_utf8();
                }
            }
        }
        self.flush(self.query.len());
        Ok(())
    }

    fn rest(&self) -> &'q str {
        &self.query[self.at..]
    }

    fn saw(&mut self, word: &'q str) {
        self.words = [self.words[1], word];
    }

    /// Adds the pending text up to a position.
    fn flush(&mut self, until: usize) {
        if self.flushed < until {
            self.pieces.push(Piece::Text(self.query[self.flushed..until].to_owned()));
        }
        self.flushed = until;
    }

    fn push(&mut self, piece: Piece, start: usize, end: usize) {
        self.flush(start);
        self.pieces.push(piece);
        self.flushed = end;
        self.at = end;
    }

    fn word(&mut self) {
        let start = self.at;
        let mut chars = self.rest().char_indices();
        while let Some((at, char)) = chars.next() {
            if !is_word(char) || self.query[start + at..].starts_with(AROUND) {
                break;
            }
            // In a prefixed name, a backslash escapes the next character.
            let escaped = if char == '\\' { chars.next().map(|(_, next)| next) } else { None };
            self.at = start + at + char.len_utf8() + escaped.map_or(0, char::len_utf8);
        }
        self.saw(&self.query[start..self.at]);
    }

    fn bare(&mut self) -> Result<()> {
        let start = self.at;
        let (name, end) = placeholder(self.query, start)?;
        let before = self.query[..start].chars().next_back();
        let after = self.query[end..].chars().next();
        if before.is_some_and(is_sticky) || after.is_some_and(is_sticky) {
            let message = "expected blanks or quotes around the placeholder";
            return Err(self.wrong(message, name, start, end));
        }
        let follows =
            |words: &[&str]| words.iter().any(|word| self.words[1].eq_ignore_ascii_case(word));
        if follows(&NAMING) {
            return Err(self.named(name, start, end));
        }
        let counts = follows(&COUNTING);
        if counts && name == ENTITY {
            let message = "expected a number, found";
            return Err(self.wrong(message, name, start, end));
        }
        let piece = if counts { Piece::Count } else { Piece::Term }(name.to_owned());
        self.push(piece, start, end);
        self.saw(&self.query[start..end]);
        Ok(())
    }

    fn comment(&mut self) -> Result<()> {
        let start = self.at;
        let length = self.rest().find(['\n', '\r']).unwrap_or(self.rest().len());
        if let Some(at) = self.rest()[..length].find(AROUND) {
            let message = "expected no placeholder in a comment";
            return Err(self.wrong(message, "", start + at, start + at + AROUND.len()));
        }
        self.at += length;
        Ok(())
    }

    fn iri(&mut self) -> Result<()> {
        let start = self.at;
        let inner = &self.rest()[1..];
        let plain = |char: char| !char.is_ascii_control() && !" <\"{}|^`\\".contains(char);
        let length = inner.find('>').filter(|end| inner[..*end].chars().all(plain));
        let Some(length) = length else {
            // A less-than operator, not an IRI.
            self.saw(&self.query[start..start + 1]);
            self.at += 1;
            return Ok(());
        };
        let end = start + 1 + length + 1;
        let mut parts = Vec::new();
        let mut at = start + 1;
        while let Some(next) = self.query[at..end - 1].find(AROUND) {
            if next > 0 {
                parts.push(IriPart::Text(self.query[at..at + next].to_owned()));
            }
            let (name, past) = placeholder(&self.query[..end - 1], at + next)?;
            parts.push(IriPart::Value(name.to_owned()));
            at = past;
        }
        if parts.is_empty() {
            self.at = end;
        } else {
            let names = |word: &str| NAMING.iter().any(|known| word.eq_ignore_ascii_case(known));
            if names(self.words[1]) || self.words[0].eq_ignore_ascii_case("PREFIX") {
                return Err(self.named("", start, end));
            }
            if at < end - 1 {
                parts.push(IriPart::Text(self.query[at..end - 1].to_owned()));
            }
            self.push(Piece::Iri(parts), start, end);
        }
        self.saw(&self.query[start..end]);
        Ok(())
    }

    fn literal(&mut self, quote: char) -> Result<()> {
        let start = self.at;
        let single = &self.query[start..start + 1];
        let triple = single.repeat(3);
        let is_long = self.rest().starts_with(&triple);
        let close = if is_long { triple.as_str() } else { single };
        self.at += close.len();
        loop {
            let Some(char) = self.rest().chars().next() else {
                return Err(self.open(start, quote));
            };
            if self.rest().starts_with(close) {
                self.at += close.len();
                break;
            }
            if self.rest().starts_with(AROUND) {
                let (name, end) = placeholder(self.query, self.at)?;
                self.push(Piece::Quoted(name.to_owned()), self.at, end);
                continue;
            }
            if !is_long && matches!(char, '\n' | '\r') {
                return Err(self.open(start, quote));
            }
            self.at += char.len_utf8();
            if char == '\\' {
                if self.rest().starts_with('@') {
                    let message = "expected no `\\` before the placeholder";
                    return Err(self.wrong(message, "", self.at - 1, self.at));
                }
                self.at += self.rest().chars().next().map_or(0, char::len_utf8);
            }
        }
        self.saw(&self.query[start..self.at]);
        Ok(())
    }

    fn open(&self, start: usize, quote: char) -> Error {
        let message = format!("expected the end of the literal that begins with `{quote}`");
        self.located(Error::malformed(message), start, start + 1)
    }

    fn named(&self, name: &str, start: usize, end: usize) -> Error {
        let message =
            "expected a constant after PREFIX, BASE, FROM or SERVICE, not the placeholder";
        self.wrong(message, name, start, end)
    }

    fn wrong(&self, message: &str, name: &str, start: usize, end: usize) -> Error {
        let message = match name {
            "" => message.to_owned(),
            name => format!("{message} {}", shown(name)),
        };
        self.located(Error::invalid(message), start, end)
    }

    fn located(&self, error: Error, start: usize, end: usize) -> Error {
        error.at(Location::in_source(self.query.as_bytes(), start..end))
    }
}

/// Returns the name and the end of the placeholder at a position. Returns `ErrorKind::Invalid` if
/// the placeholder is not closed, or if callers cannot use its name.
fn placeholder(query: &str, start: usize) -> Result<(&str, usize)> {
    let inner = &query[start + AROUND.len()..];
    let located = |error: Error, end: usize| {
        error.at(Location::in_source(query.as_bytes(), start..end.min(query.len())))
    };
    let Some(length) = inner.find(AROUND) else {
        let error = Error::invalid(format!("a placeholder does not end with `{AROUND}`"));
        return Err(located(error, start + AROUND.len()));
    };
    let (name, end) = (&inner[..length], start + AROUND.len() + length + AROUND.len());
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
    if name.is_empty() || !name.bytes().all(fits) {
        let found = shown(name);
        let message =
            format!("expected a placeholder of letters, digits, `_` and `-`, found {found}");
        return Err(located(Error::invalid(message), end));
    }
    Ok((name, end))
}

/// Rejects `\u` escapes of ASCII characters. Processors decode these escapes first (SPARQL 1.1,
/// clause 19.2), so that one could hide a quote.
fn check_escapes(query: &str) -> Result<()> {
    for (at, _) in query.match_indices('\\') {
        let rest = &query[at + 1..];
        let digits = match rest.as_bytes().first() {
            Some(b'u') => rest.get(1..5),
            Some(b'U') => rest.get(1..9),
            _ => None,
        };
        let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        if code.is_some_and(|code| code < 0x80) {
            let end = at + 2 + digits.map_or(0, str::len);
            let message = format!("expected a plain character, found `{}`", &query[at..end]);
            let place = Location::in_source(query.as_bytes(), at..end);
            return Err(Error::invalid(message).at(place));
        }
    }
    Ok(())
}

fn is_blank(char: char) -> bool {
    matches!(char, ' ' | '\t' | '\n' | '\r')
}

/// Returns `true` for the characters of words, variables, prefixed names, language tags and
/// numbers.
fn is_word(char: char) -> bool {
    char.is_ascii_alphanumeric() || "_-:?$%\\@".contains(char) || !char.is_ascii()
}

/// Returns `true` for characters that would form one token with an adjacent placeholder.
fn is_sticky(char: char) -> bool {
    is_word(char) || "+\"'^".contains(char)
}
