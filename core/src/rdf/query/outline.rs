//! What a query asks for, whatever its values are.

use spargebra::SparqlParser;

use super::{STACK, malformed, text};
use crate::error::{Error, Kind, Result};

/// The algebra of a CONSTRUCT query as an S-expression in which every IRI is `<>` and every text
/// `""`. Nothing is said of functions: a server may know them. Kinds: Malformed with the place for what
/// is not SPARQL, Invalid for another form, TooLarge.
pub(crate) fn construct_outline(query: &str) -> Result<String> {
    text::check(query)?;
    let reader = std::thread::Builder::new().stack_size(STACK);
    std::thread::scope(|scope| {
        let reading = reader.spawn_scoped(scope, || read(query)).map_err(|error| {
            Error::new(Kind::Unavailable, "no thread to read the query").because(error)
        })?;
        reading.join().unwrap_or_else(|panic| Err(Error::from_panic(panic.as_ref())))
    })
}

fn read(query: &str) -> Result<String> {
    let parsed = SparqlParser::new().parse_query(query).map_err(|error| malformed(query, error))?;
    match &parsed {
        spargebra::Query::Construct { .. } => Ok(without_values(&parsed.to_sse())),
        _ => Err(Error::invalid("expected a CONSTRUCT query")),
    }
}

fn without_values(said: &str) -> String {
    let mut made = std::collections::HashMap::new();
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
                if name.len() > 24 && name.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                    let next = made.len();
                    let number = *made.entry(name).or_insert(next);
                    shape.push_str(&number.to_string());
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
