//! The outline of a query, for callers that evaluate it with another processor.

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use spargebra::Query;

use super::{parse, parsed, unexpected};
use glossweave_base::error::Result;

/// Returns the outline of a CONSTRUCT query without the values of its IRIs and literals: its algebra as an
/// S-expression in which every IRI is `<>`, every text `""` and every number of a LIMIT 0. Queries that
/// differ only in values have the same outline. Another processor may evaluate the query, which may know
/// functions and services that this one does not.
///
/// # Errors
///
/// Returns `ErrorKind::Malformed` with the location if the query is not SPARQL, `ErrorKind::Invalid` for another form,
/// and `ErrorKind::TooLarge`.
pub fn construct_outline(query: &str) -> Result<String> {
    parse(query, |text| outline(&parsed(text, "CONSTRUCT")?))
}

pub(super) fn outline(parsed: &Query) -> Result<String> {
    match parsed {
        Query::Construct { .. } => Ok(without_values(&parsed.to_sse())),
        _ => Err(unexpected("CONSTRUCT", parsed)),
    }
}

/// Returns an S-expression without the values of its IRIs and literals, and with the names that the parser
/// generates numbered in their order.
fn without_values(said: &str) -> String {
    let mut made = HashMap::new();
    let mut shape = String::with_capacity(said.len());
    let mut rest = said;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => {
                shape.push_str("\"\"");
                literal(rest)
            }
            '<' if !rest.starts_with("< ") && !rest.starts_with("<= ") => {
                shape.push_str("<>");
                rest.find('>').map_or(rest.len(), |end| end + 1)
            }
            _ if first.is_alphanumeric() => {
                let end = rest.find(|char: char| !char.is_alphanumeric() && char != '_');
                let name = &rest[..end.unwrap_or(rest.len())];
                // Numbers of 128 bits that the parser generates for blank nodes and aggregates.
                if name.len() > 24 && name.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                    let next = made.len();
                    let number = *made.entry(name).or_insert(next);
                    shape.push_str(&format!("#{number}"));
                } else if name.bytes().all(|byte| byte.is_ascii_digit()) {
                    // The presence of an OFFSET, which comes first, is not a value.
                    let is_offset = shape.ends_with("(slice ") && name != "0";
                    shape.push(if is_offset { '1' } else { '0' });
                } else {
                    shape.push_str(name);
                }
                name.len()
            }
            _ => {
                shape.push(first);
                first.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    shape
}

/// Returns the length of a literal in quotes.
fn literal(rest: &str) -> usize {
    let mut escaped = true;
    for (at, char) in rest.char_indices() {
        match char {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}
