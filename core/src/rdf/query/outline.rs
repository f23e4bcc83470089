//! What a query asks for, for those who do not evaluate it here.

use spargebra::{Query, SparqlParser};

use super::construct::without_values;
use super::{malformed, parse, unexpected};
use crate::error::Result;

/// The [shape](super::Construct::shape) of a query that another processor evaluates, which may know
/// functions and services that this one does not. Kinds: Malformed with the place for what is not
/// SPARQL, Invalid for another form than CONSTRUCT, TooLarge.
pub(crate) fn construct_outline(query: &str) -> Result<String> {
    parse(query, |text| {
        let parsed =
            SparqlParser::new().parse_query(text).map_err(|error| malformed(text, error))?;
        match &parsed {
            Query::Construct { .. } => Ok(without_values(&parsed.to_sse())),
            _ => Err(unexpected("CONSTRUCT", &parsed)),
        }
    })
}
