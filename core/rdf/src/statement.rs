//! Single lines of N-Triples, for files that are too large to parse as a whole and may contain
//! invalid lines.

use std::borrow::Cow;

/// A statement on a line of N-Triples or N-Quads. Its terms are parsed when they are requested,
/// because most lines of a large file are skipped after the predicate is known.
#[derive(Clone, Copy, Debug)]
pub struct Statement<'l> {
    subject: Written<'l>,
    predicate: &'l str,
    object: Written<'l>,
}

#[derive(Clone, Copy, Debug)]
enum Written<'l> {
    Iri(&'l str),
    Blank(&'l str),
    Literal { text: &'l str, language: Option<&'l str> },
}

/// A term of a statement.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementTerm<'l> {
    /// An IRI, or a blank node with the prefix `_:`.
    Node(Cow<'l, str>),
    /// A literal and its language tag.
    Literal(Cow<'l, str>, Option<&'l str>),
}

impl<'l> Statement<'l> {
    /// Parses a line. Returns `Ok(None)` for an empty line or a comment, and a message if the line
    /// is not valid N-Triples.
    pub fn parse(line: &'l str) -> Result<Option<Statement<'l>>, &'static str> {
        let line = line.trim_ascii_start();
        if line.is_empty() || line.starts_with('#') {
            return Ok(None);
        }
        let (subject, rest) = term(line)?;
        if matches!(subject, Written::Literal { .. }) {
            return Err("the subject is a literal");
        }
        let (predicate, rest) = term(rest.trim_ascii_start())?;
        let Written::Iri(predicate) = predicate else { return Err("the predicate is not an IRI") };
        let (object, rest) = term(rest.trim_ascii_start())?;
        let mut rest = rest.trim_ascii_start();
        if rest.starts_with(['<', '_']) {
            // The graph name of N-Quads.
            rest = term(rest)?.1.trim_ascii_start();
        }
        let Some(rest) = rest.strip_prefix('.') else { return Err("expected a full stop") };
        let rest = rest.trim_ascii_start();
        if !rest.is_empty() && !rest.starts_with('#') {
            return Err("expected nothing after the full stop");
        }
        Ok(Some(Statement { subject, predicate, object }))
    }

    /// Returns the predicate as written.
    pub fn predicate(&self) -> &'l str {
        self.predicate
    }

    /// Returns the subject. Returns `None` if it contains an invalid escape.
    pub fn subject(&self) -> Option<StatementTerm<'l>> {
        self.subject.read()
    }

    /// Returns the object. Returns `None` if it contains an invalid escape.
    pub fn object(&self) -> Option<StatementTerm<'l>> {
        self.object.read()
    }

    /// Returns the language tag of the object, if any.
    pub fn language(&self) -> Option<&'l str> {
        match self.object {
            Written::Literal { language, .. } => language,
            _ => None,
        }
    }
}

impl<'l> Written<'l> {
    fn read(self) -> Option<StatementTerm<'l>> {
        Some(match self {
            Written::Iri(iri) => StatementTerm::Node(unescaped(iri)?),
            Written::Blank(label) => StatementTerm::Node(Cow::Borrowed(label)),
            Written::Literal { text, language } => {
                StatementTerm::Literal(unescaped(text)?, language)
            }
        })
    }
}

/// Splits off the first term.
fn term(text: &str) -> Result<(Written<'_>, &str), &'static str> {
    match text.as_bytes().first() {
        Some(b'<') => {
            let end = text.find('>').ok_or("an IRI is not closed")?;
            Ok((Written::Iri(&text[1..end]), &text[end + 1..]))
        }
        Some(b'_') if text.starts_with("_:") => {
            let end = text.find([' ', '\t', '<', '"']).unwrap_or(text.len());
            Ok((Written::Blank(&text[..end]), &text[end..]))
        }
        Some(b'"') => literal(&text[1..]),
        _ => Err("expected an IRI, a blank node or a literal"),
    }
}

fn literal(text: &str) -> Result<(Written<'_>, &str), &'static str> {
    let mut at = 0;
    let end = loop {
        match text[at..].find(['"', '\\']) {
            None => return Err("a literal is not closed"),
            Some(found) if text.as_bytes()[at + found] == b'"' => break at + found,
            // An escape has at least one character.
            Some(found) => {
                let escape = text[at + found + 1..].chars().next();
                at += found + 1 + escape.map_or(0, char::len_utf8);
            }
        }
    };
    let (text, rest) = (&text[..end], &text[end + 1..]);
    if let Some(rest) = rest.strip_prefix('@') {
        let is_tag = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
        let end = rest.bytes().position(|byte| !is_tag(&byte)).unwrap_or(rest.len());
        if end == 0 {
            return Err("a language tag is empty");
        }
        return Ok((Written::Literal { text, language: Some(&rest[..end]) }, &rest[end..]));
    }
    let rest = match rest.strip_prefix("^^") {
        Some(rest) => match term(rest)? {
            (Written::Iri(_), rest) => rest,
            _ => return Err("a datatype is not an IRI"),
        },
        None => rest,
    };
    Ok((Written::Literal { text, language: None }, rest))
}

/// Replaces the escapes in a term (ECHAR and UCHAR). Returns `None` if an escape is invalid.
fn unescaped(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('\\') {
        return Some(Cow::Borrowed(text));
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        out.push_str(before);
        let length = match after.as_bytes().first()? {
            b't' => push(&mut out, '\t'),
            b'b' => push(&mut out, '\u{8}'),
            b'n' => push(&mut out, '\n'),
            b'r' => push(&mut out, '\r'),
            b'f' => push(&mut out, '\u{c}'),
            other @ (b'"' | b'\'' | b'\\') => push(&mut out, char::from(*other)),
            b'u' => code(after, 4).map(|char| push(&mut out, char))? + 4,
            b'U' => code(after, 8).map(|char| push(&mut out, char))? + 8,
            _ => return None,
        };
        rest = &after[length..];
    }
    out.push_str(rest);
    Some(Cow::Owned(out))
}

fn push(out: &mut String, char: char) -> usize {
    out.push(char);
    1
}

fn code(after: &str, digits: usize) -> Option<char> {
    let digits = after.get(1..=digits)?;
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    char::from_u32(u32::from_str_radix(digits, 16).ok()?)
}

#[cfg(test)]
mod tests {
    use super::{Statement, StatementTerm};

    fn literal(line: &str) -> Option<(String, Option<&str>)> {
        match Statement::parse(line).unwrap()?.object()? {
            StatementTerm::Literal(text, language) => Some((text.into_owned(), language)),
            StatementTerm::Node(_) => None,
        }
    }

    #[test]
    fn terms_are_read_with_their_escapes() {
        let line = r#"<http://a.example/C\u00F3rk> <http://b.example/l> "C\"o\\\u00f3\U0001F600\n"@en-GB . # more"#;
        let statement = Statement::parse(line).unwrap().unwrap();
        assert_eq!(statement.predicate(), "http://b.example/l");
        assert_eq!(statement.subject(), Some(StatementTerm::Node("http://a.example/Córk".into())));
        assert_eq!(literal(line), Some(("C\"o\\ó😀\n".into(), Some("en-GB"))));
        let line = r#"_:b0 <p:p> "12"^^<http://www.w3.org/2001/XMLSchema#integer> <g:g> ."#;
        assert_eq!(literal(line), Some(("12".into(), None)));
        let line = "<a:a>\t<p:p>\t_:b1.x .";
        let blank = Statement::parse(line).unwrap().unwrap().object();
        assert_eq!(blank, Some(StatementTerm::Node("_:b1.x".into())));
    }

    #[test]
    fn lines_without_a_statement_are_none() {
        for line in ["", "  \t", "# started 2016"] {
            assert!(Statement::parse(line).unwrap().is_none());
        }
    }

    #[test]
    fn wrong_lines_are_refused() {
        for line in [
            "<a:a> <p:p>",
            "<a:a> <p:p> \"x",
            "<a:a> <p:p> \"x\\",
            "<a:a> <p:p> \"x\"@ .",
            "<a:a> <p:p> \"x\"^^_:b .",
            "<a:a> _:p <o:o> .",
            "\"a\" <p:p> <o:o> .",
            "<a:a> <p:p> <o:o>",
            "<a:a> <p:p> <o:o> . <b:b>",
            "@prefix a: <a:a> .",
            "<a:a <p:p <o:o .",
        ] {
            assert!(Statement::parse(line).is_err(), "{line}");
        }
        // An invalid escape is only detected when the term is requested.
        for text in ["\\x", "\\u12", "\\u12G4", "\\UFFFFFFFF", "\\uD800", "\\u+123"] {
            let line = format!("<a:a> <p:p> \"{text}\" .");
            assert_eq!(Statement::parse(&line).unwrap().unwrap().object(), None, "{text}");
        }
    }
}
