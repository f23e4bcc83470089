//! Checks of a query before it is parsed.
//!
//! The parser recurses for each bracket. It also tries the text after `!` twice, so that each
//! nested bracket after `!` doubles the time.

use std::collections::HashSet;

use glossweave_base::error::{Error, ErrorKind, Location, Result};

/// The maximum length of a query, in bytes.
const LONGEST: usize = 256 << 10;

/// The maximum number of open brackets.
const OPEN: usize = 64;

/// The maximum number of open brackets that are negated.
const NEGATED: usize = 4;

/// The maximum number of variables.
const VARIABLES: usize = 256;

/// Checks the size, the brackets and the variables of a query. Returns `ErrorKind::TooLarge`, with
/// the location, if a limit is exceeded.
pub(super) fn check(query: &str) -> Result<()> {
    if query.len() > LONGEST {
        let message = format!("the query is {} bytes, limit is {LONGEST}", query.len());
        return Err(Error::new(ErrorKind::TooLarge, message));
    }
    let source = query.as_bytes();
    let too_many = |at: usize, message: String| {
        Error::new(ErrorKind::TooLarge, message).at(Location::in_source(source, at..at + 1))
    };
    let mut open: Vec<bool> = Vec::new();
    let mut variables = HashSet::new();
    let mut negated = false;
    let mut at = 0;
    while let Some(&byte) = source.get(at) {
        let rest = &source[at..];
        match byte {
            b'#' => at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len()),
            b'<' => at += iri(rest),
            b'"' | b'\'' => at += string(rest),
            b'\\' => at += 2,
            b'!' => {
                negated |= rest.get(1) != Some(&b'=');
                at += 1;
            }
            b'(' | b'[' | b'{' => {
                open.push(std::mem::take(&mut negated));
                if open.len() > OPEN {
                    return Err(too_many(at, format!("more than {OPEN} brackets are open")));
                }
                if open.iter().filter(|negated| **negated).count() > NEGATED {
                    let message = format!("more than {NEGATED} negations are nested");
                    return Err(too_many(at, message));
                }
                at += 1;
            }
            b')' | b']' | b'}' => {
                open.pop();
                negated = false;
                at += 1;
            }
            b'?' | b'$' => {
                let name = name(&rest[1..]);
                if !name.is_empty() && variables.insert(name) && variables.len() > VARIABLES {
                    return Err(too_many(at, format!("more than {VARIABLES} variables")));
                }
                at += 1 + name.len();
            }
            _ => at += 1,
        }
    }
    Ok(())
}

/// Returns the length of an IRI, or 1 if the sign is a comparison operator.
fn iri(rest: &[u8]) -> usize {
    let inside =
        |byte: &u8| !matches!(byte, 0..=b' ' | b'<' | b'"' | b'{' | b'}' | b'|' | b'^' | b'`');
    let end = rest[1..].iter().position(|byte| *byte == b'>' || !inside(byte));
    match end {
        Some(end) if rest[1 + end] == b'>' => end + 2,
        _ => 1,
    }
}

/// Returns the length of a quoted string, up to its end or the end of its line.
fn string(rest: &[u8]) -> usize {
    let quote = rest[0];
    let long = rest.starts_with(&[quote; 3]);
    let mut at = if long { 3 } else { 1 };
    while let Some(&byte) = rest.get(at) {
        match byte {
            b'\\' => at += 2,
            b'\n' if !long => return at,
            _ if byte != quote => at += 1,
            _ if !long => return at + 1,
            _ if rest[at..].starts_with(&[quote; 3]) => return at + 3,
            _ => at += 1,
        }
    }
    at
}

fn name(rest: &[u8]) -> &[u8] {
    let end = rest
        .iter()
        .position(|byte| !(byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80));
    &rest[..end.unwrap_or(rest.len())]
}
