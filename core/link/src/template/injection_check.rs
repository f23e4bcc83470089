//! Verification that no value can turn a template into another query.

use std::collections::BTreeMap;

use super::substitute::{Pattern, Position};
use super::{AROUND, ENTITY};
use glossweave_base::error::{Error, Result};
use glossweave_rdf::{Construct, construct_outline};

/// Sample entities, with a query, a fragment, a port, and characters that need encoding.
const ENTITIES: [&str; 2] =
    ["x-sample-one:a", "http://sample.example:8080/a%20b'(c);d,e?f=g&h=*!#i é>\"{}|\\^`\n[]"];
/// Sample values for positions that accept any text, one of each kind.
const VALUES: [&str; 8] =
    ["", "7", "-1", "+0.5", "1e-3", "a b", "\\u0022 . # ' } {", "é@@@\n\"\"\"'''"];
/// Sample values for positions in IRIs. Both are absolute, because a value may have to be the whole
/// IRI.
const IRIS: [&str; 2] = ["x-sample-two:b", "http://sample.example/c d'(e)?f#g>"];

/// Fills a query with sample values of every kind, and compares the resulting outlines. Returns
/// `ErrorKind::Malformed`, with the location, if the query is not SPARQL. Returns
/// `ErrorKind::Invalid` if it is not a CONSTRUCT, if it uses unsupported features, or if the
/// outline depends on the values. Returns `ErrorKind::TooLarge` if it exceeds the limits.
pub(super) fn prove(pattern: &Pattern, is_local: bool) -> Result<()> {
    let names = pattern.names();
    let mut first: Option<String> = None;
    for round in 0..VALUES.len() {
        let entity = ENTITIES[round % ENTITIES.len()];
        let mut values = BTreeMap::new();
        for (index, name) in names.iter().enumerate().filter(|(_, name)| **name != ENTITY) {
            let at = |position| pattern.places().any(|place| place == (*name, position));
            let step = round + index;
            let value = match () {
                () if at(Position::Count) => ["0", "7"][step % 2],
                () if at(Position::Iri) => IRIS[step % IRIS.len()],
                () => VALUES[step % VALUES.len()],
            };
            values.insert((*name).to_owned(), value.to_owned());
        }
        let Some(filled) = pattern.fill(entity, &values)? else {
            let message = format!("the IRI around `{AROUND}{ENTITY}{AROUND}` is invalid");
            return Err(Error::invalid(message));
        };
        // Remove the location, because it refers to the filled query, which the author has not
        // seen.
        let outline = outline(&filled).map_err(|error| explained(&error))?;
        if round == 0 && is_local {
            Construct::parse(&filled).map_err(|error| explained(&error))?;
        }
        match &first {
            None => first = Some(outline),
            Some(first) if *first != outline => {
                let message =
                    "the structure of the query depends on the values of its placeholders";
                return Err(Error::invalid(message));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

fn explained(error: &Error) -> Error {
    Error::new(error.kind(), format!("with sample values: {}", error.message()))
}

/// Returns the outline of a query without its values: IRIs, literals, and numbers of rows. Returns
/// the errors of [`construct_outline`].
pub fn outline(query: &str) -> Result<String> {
    construct_outline(query).map(|outline| masked(&outline))
}

/// Parses a query for a local source, and returns it with its outline. Returns the errors of
/// [`Construct::parse`].
pub fn read(query: &str) -> Result<(Construct, String)> {
    let (construct, outline) = Construct::parse_with_outline(query)?;
    Ok((construct, masked(&outline)))
}

fn masked(outline: &str) -> String {
    // A number is a literal with a datatype. A string has no datatype.
    let outline = outline.replace("\"\"^^<>", "\"\"");
    let mut masked = String::with_capacity(outline.len());
    let mut rest = outline.as_str();
    // LIMIT and OFFSET become `(slice OFFSET LIMIT …)`.
    while let Some(at) = rest.find("(slice ") {
        let numbers = at + "(slice ".len();
        masked.push_str(&rest[..numbers]);
        let digits = |char: char| char.is_ascii_digit() || char == ' ';
        let after = rest[numbers..].trim_start_matches(digits);
        rest = after;
    }
    masked.push_str(rest);
    masked
}
