//! Templates, and the substitution of their placeholders.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::ENTITY;
use super::placeholders::{IriPart, Piece, scan};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_rdf::vocab::xsd;
use glossweave_rdf::{Name, NamedNode};

/// The maximum size of a value, in bytes.
const LONGEST: usize = 64 << 10;

/// A query, split at its placeholders.
///
/// Each value is written in the syntax of its position, so that it cannot become anything other
/// than a value. In an IRI, invalid characters are percent-encoded. In quotes, characters are
/// escaped. In the position of a term, the entity becomes an IRI, a number remains a number, and
/// any other value becomes a string. In the position of an integer, only integers are accepted.
#[derive(Clone, Debug)]
pub struct Pattern {
    pieces: Vec<Piece>,
}

impl Pattern {
    /// Splits a query at its placeholders. Returns `ErrorKind::Invalid` or `ErrorKind::Malformed`,
    /// with the location, if the query is not accepted.
    pub fn parse(query: &str) -> Result<Pattern> {
        Ok(Pattern { pieces: scan(query)? })
    }

    /// Returns the distinct names of the placeholders, sorted.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.places().map(|(name, _)| name).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Returns the distinct names of the placeholders that callers fill, sorted.
    pub fn own_names(&self) -> Vec<&str> {
        self.names().into_iter().filter(|name| *name != ENTITY).collect()
    }

    /// Returns the placeholders with their positions.
    pub(super) fn places(&self) -> impl Iterator<Item = (&str, Position)> {
        self.pieces.iter().flat_map(|piece| {
            let parts: Vec<(&str, Position)> = match piece {
                Piece::Text(_) => Vec::new(),
                Piece::Quoted(name) => vec![(name, Position::Quoted)],
                Piece::Term(name) => vec![(name, Position::Term)],
                Piece::Count(name) => vec![(name, Position::Count)],
                Piece::Iri(parts) => parts.iter().filter_map(IriPart::value).collect(),
            };
            parts
        })
    }

    /// Returns the query for an entity. Returns `None` if the IRI of the entity is not allowed in
    /// the query.
    ///
    /// Returns `ErrorKind::Invalid` if a value is missing or does not fit its position, and
    /// `ErrorKind::TooLarge` if a value is too long. The parameter is the name of the placeholder.
    pub fn fill(&self, entity: &str, values: &BTreeMap<String, String>) -> Result<Option<String>> {
        let value = |name: &str| match name {
            ENTITY => Ok(entity),
            _ => values.get(name).map(String::as_str).ok_or_else(|| missing(name)),
        };
        let mut query = String::new();
        let mut is_quoted = false;
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => {
                    // After a value in the same quotes, this character could form an escape with
                    // the end of the value.
                    let at = usize::from(is_quoted && text.starts_with(['u', 'U']));
                    push_escaped(&mut query, &text[..at]);
                    query.push_str(&text[at..]);
                }
                Piece::Iri(parts) => match filled_iri(parts, &value)? {
                    Some(iri) => push(&mut query, format_args!("<{iri}>")),
                    None => return Ok(None),
                },
                Piece::Quoted(name) => push_escaped(&mut query, bounded(name, value(name)?)?),
                Piece::Term(name) if name == ENTITY => {
                    match filled_iri(&[IriPart::Value(name.clone())], &value)? {
                        Some(iri) => push(&mut query, format_args!(" <{iri}> ")),
                        None => return Ok(None),
                    }
                }
                Piece::Term(name) => push_term(&mut query, bounded(name, value(name)?)?),
                Piece::Count(name) => {
                    let count = count(name, value(name)?)?;
                    push(&mut query, format_args!(" {count} "));
                }
            }
            is_quoted = matches!(piece, Piece::Quoted(_));
        }
        Ok(Some(query))
    }
}

/// The position of a placeholder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Position {
    Iri,
    Quoted,
    Term,
    Count,
}

impl IriPart {
    fn value(&self) -> Option<(&str, Position)> {
        match self {
            IriPart::Text(_) => None,
            IriPart::Value(name) => Some((name, Position::Iri)),
        }
    }
}

fn push(query: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string never fails.
    let _ = query.write_fmt(text);
}

fn missing(name: &str) -> Error {
    Error::invalid(format!("the parameter `{name}` of the template is missing"))
        .with_parameter(name)
}

fn bounded<'v>(name: &str, value: &'v str) -> Result<&'v str> {
    if value.len() <= LONGEST {
        return Ok(value);
    }
    let message = format!("`{name}` is {} bytes, limit is {LONGEST}", value.len());
    Err(Error::new(ErrorKind::TooLarge, message).with_parameter(name))
}

/// Returns an IRI with its values. Returns `None` if the entity is not allowed in it.
fn filled_iri<'v>(
    parts: &[IriPart],
    value: &impl Fn(&str) -> Result<&'v str>,
) -> Result<Option<String>> {
    // Try the loosest encoding first. An IRI may contain brackets only around an IPv6 address, and
    // `#` only once, possibly in the template itself. A value that is invalid with these characters
    // can be valid when they are encoded.
    for strict in [Strict::Not, Strict::Second, Strict::Every] {
        let mut iri = String::new();
        for part in parts {
            match part {
                IriPart::Text(text) => iri.push_str(text),
                IriPart::Value(name) => {
                    push_encoded(&mut iri, bounded(name, value(name)?)?, strict)
                }
            }
        }
        if NamedNode::new(iri.as_str()).is_ok() {
            return Ok(Some(iri));
        }
    }
    let placeholder = parts.iter().find_map(|part| match part {
        IriPart::Value(name) if name != ENTITY => Some(name),
        _ => None,
    });
    match placeholder {
        None => Ok(None),
        Some(name) => {
            let message = format!("the IRI around `{name}` is invalid with that value");
            Err(Error::invalid(message).with_parameter(name))
        }
    }
}

/// The occurrences of `#` to encode. Brackets are encoded together with them.
#[derive(Clone, Copy, PartialEq)]
enum Strict {
    Not,
    Second,
    Every,
}

/// Appends a value, and percent-encodes the characters that an IRI does not allow (RFC 3987, clause
/// 2.2; `IRIREF` of SPARQL).
fn push_encoded(iri: &mut String, value: &str, strict: Strict) {
    let mut rest = value;
    while let Some(char) = rest.chars().next() {
        let (this, after) = rest.split_at(char.len_utf8());
        let stands = match char {
            '%' => {
                let digits = after.as_bytes().get(..2);
                digits.is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit))
            }
            '[' | ']' => strict == Strict::Not,
            '#' => match strict {
                Strict::Not => true,
                Strict::Second => !iri.contains('#'),
                Strict::Every => false,
            },
            _ if char.is_ascii() => {
                char.is_ascii_alphanumeric() || "-._~:/?@!$&'()*+,;=".contains(char)
            }
            _ => is_foreign(char),
        };
        match stands {
            true => iri.push(char),
            false => this.bytes().for_each(|byte| push(iri, format_args!("%{byte:02X}"))),
        }
        rest = after;
    }
}

/// Returns `true` for characters of `ucschar`. Private characters are allowed only in query
/// components, so they are always encoded.
fn is_foreign(char: char) -> bool {
    let code = char as u32;
    match code {
        0xA0..=0xD7FF | 0xF900..=0xFDCF | 0xFDF0..=0xFFEF => true,
        0x1_0000..=0xE_FFFD => code & 0xFFFF <= 0xFFFD && !(0xE_0000..0xE_1000).contains(&code),
        _ => false,
    }
}

/// Appends a value in quotes of any kind. The escapes take the preceding text into account.
fn push_escaped(query: &mut String, value: &str) {
    let mut after_backslash = query.ends_with('\\');
    for char in value.chars() {
        match char {
            '\\' => query.push_str("\\\\"),
            '"' => query.push_str("\\\""),
            '\'' => query.push_str("\\'"),
            '\n' => query.push_str("\\n"),
            '\r' => query.push_str("\\r"),
            // Some processors decode `\u` first (SPARQL 1.1, clause 19.2), and ignore that the
            // backslash is itself escaped. The result could be a quote.
            'u' if after_backslash => query.push_str("\\u0075"),
            'U' if after_backslash => query.push_str("\\u0055"),
            _ => query.push(char),
        }
        after_backslash = char == '\\';
    }
}

fn push_term(query: &mut String, value: &str) {
    let datatype = number(value);
    match datatype {
        // In an expression, a bare sign would be an operator.
        Some(datatype) if value.starts_with(['+', '-']) => {
            push(query, format_args!(" \"{value}\"^^<{}> ", datatype.iri()));
        }
        Some(_) => push(query, format_args!(" {value} ")),
        None => {
            query.push_str(" \"");
            push_escaped(query, value);
            query.push_str("\" ");
        }
    }
}

/// Returns the datatype of a SPARQL number with an optional sign (`INTEGER`, `DECIMAL`, `DOUBLE`).
/// Returns `None` for any other value.
fn number(value: &str) -> Option<Name> {
    let value = value.strip_prefix(['+', '-']).unwrap_or(value);
    let (mantissa, exponent) = match value.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (value, None),
    };
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let has_digits = !whole.is_empty() || fraction.is_some_and(|fraction| !fraction.is_empty());
    if !digits(whole) || !fraction.is_none_or(digits) || !has_digits {
        return None;
    }
    match (exponent, fraction) {
        (Some(exponent), _) => {
            let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            Some(xsd::DOUBLE).filter(|_| !exponent.is_empty() && digits(exponent))
        }
        // A decimal must not end with the point.
        (None, Some(fraction)) => Some(xsd::DECIMAL).filter(|_| !fraction.is_empty()),
        (None, None) => Some(xsd::INTEGER),
    }
}

fn count<'v>(name: &str, value: &'v str) -> Result<&'v str> {
    let plain = value.bytes().all(|byte| byte.is_ascii_digit());
    if plain && value.parse::<u32>().is_ok() {
        return Ok(value);
    }
    let found = glossweave_base::error::shown(value);
    let message = format!("expected a number from 0 to {} as `{name}`, found {found}", u32::MAX);
    Err(Error::invalid(message).with_parameter(name))
}
