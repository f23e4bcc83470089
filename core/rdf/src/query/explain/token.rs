//! Tokens of a query, which may be invalid (SPARQL 1.1, clause 19.8).

use std::ops::Range;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A keyword, the name of a function, `a`, `true` or `false`.
    Word,
    /// A name with a `:`, or a blank node, for example `_:b`.
    Name,
    Variable,
    Iri,
    Text,
    Number,
    /// A language tag, for example `@en`.
    Language,
    Sign,
    /// An unclosed string or IRI.
    Open,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: Kind,
    pub at: Range<usize>,
}

/// The maximum length of a prefix.
const LONGEST_PREFIX: usize = 256;

/// Signs with more than one character, the longer ones first.
const SIGNS: &[&str] = &["^^", "&&", "||", "!=", "<=", ">=", "<<", ">>", "{|", "|}"];

/// Returns the tokens of a text, without comments.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        if first == '#' {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        let is_spaced = text[..at].ends_with(|c: char| c.is_whitespace() || "(,=".contains(c));
        let (kind, length) = token(rest, first, is_spaced);
        tokens.push(Token { kind, at: at..at + length });
        at += length;
    }
    tokens
}

fn token(rest: &str, first: char, is_spaced: bool) -> (Kind, usize) {
    match first {
        '<' => match iri(rest) {
            Some(found) => found,
            None => (Kind::Sign, sign(rest, first)),
        },
        '"' | '\'' => text(rest, first),
        '?' | '$' if name(&rest[1..]) > 0 => (Kind::Variable, 1 + name(&rest[1..])),
        '@' => {
            (Kind::Language, 1 + while_is(&rest[1..], |c| c.is_ascii_alphanumeric() || c == '-'))
        }
        _ => {
            let is_signed = matches!(first, '+' | '-') && is_spaced;
            let digits = if is_signed { &rest[1..] } else { rest };
            if digits.starts_with(|c: char| c.is_ascii_digit()) {
                let length = while_is(digits, |c| c.is_ascii_alphanumeric() || c == '.');
                let number = digits[..length].trim_end_matches('.');
                return (Kind::Number, number.len() + usize::from(is_signed));
            }
            word(rest, first)
        }
    }
}

/// Reads a word, or a name with a prefix. The prefix may be empty.
fn word(rest: &str, first: char) -> (Kind, usize) {
    let is_part = |c: char| is_letter(c) || c == '-' || c == '.';
    let before = match first {
        ':' => 0,
        // The length is limited, because words joined by dots would be scanned repeatedly.
        _ if is_letter(first) => {
            let end = rest.char_indices().nth(LONGEST_PREFIX).map_or(rest.len(), |(end, _)| end);
            while_is(&rest[..end], is_part)
        }
        _ => return (Kind::Sign, sign(rest, first)),
    };
    let is_prefix = rest[before..].starts_with(':') && !rest[..before].ends_with('.');
    if !is_prefix {
        return (Kind::Word, name(rest).max(1));
    }
    let local = &rest[before + 1..];
    let mut length = 0;
    while let Some(c) = local[length..].chars().next() {
        length += match c {
            '\\' => 1 + local[length + 1..].chars().next().map_or(0, char::len_utf8),
            ':' | '%' => 1,
            _ if is_part(c) => c.len_utf8(),
            _ => break,
        };
    }
    let length = local[..length].trim_end_matches('.').len();
    (Kind::Name, before + 1 + length)
}

/// Reads an IRI. Returns `None` if the sign is a comparison operator.
fn iri(rest: &str) -> Option<(Kind, usize)> {
    let end = rest[1..].find(|c: char| c <= ' ' || "<>\"{}|^`\\".contains(c)).map(|end| end + 1);
    match end {
        Some(end) if rest[end..].starts_with('>') => Some((Kind::Iri, end + 1)),
        // With a scheme, it was probably meant as an IRI.
        _ => {
            let meant = &rest[..end.unwrap_or(rest.len())];
            meant.contains("://").then_some((Kind::Open, meant.len()))
        }
    }
}

fn text(rest: &str, quote: char) -> (Kind, usize) {
    let long = [quote; 3].iter().collect::<String>();
    let (is_long, mut at) = match rest.starts_with(&long) {
        true => (true, 3),
        false => (false, 1),
    };
    while let Some(c) = rest[at..].chars().next() {
        match c {
            '\\' => at += 1 + rest[at + 1..].chars().next().map_or(0, char::len_utf8),
            '\n' if !is_long => return (Kind::Open, at),
            _ if c == quote && !is_long => return (Kind::Text, at + 1),
            _ if c == quote && rest[at..].starts_with(&long) => return (Kind::Text, at + 3),
            _ => at += c.len_utf8(),
        }
    }
    (Kind::Open, rest.len())
}

fn sign(rest: &str, first: char) -> usize {
    SIGNS.iter().find(|sign| rest.starts_with(**sign)).map_or(first.len_utf8(), |sign| sign.len())
}

fn name(rest: &str) -> usize {
    while_is(rest, is_letter)
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '\u{B7}'
}

fn while_is(rest: &str, is: impl Fn(char) -> bool) -> usize {
    rest.find(|c| !is(c)).unwrap_or(rest.len())
}
