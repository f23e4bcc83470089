//! Stored queries that turn RDF into tables.

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::resource::{Content, Draft, Kind, as_text};

/// The content of a filter.
///
/// Its body is the text of a SPARQL query.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filter {
    /// The query.
    pub query: String,
}

impl Content for Filter {
    const KIND: Kind = Kind::Filter;

    fn parse(body: &[u8], _: Option<&Filter>, _: &mut Draft<'_>) -> Result<Filter> {
        let query = as_text(body)?;
        check(query)?;
        Ok(Filter { query: query.to_owned() })
    }
}

/// Refuses what is not a query that may be stored. Kind Invalid.
fn check(query: &str) -> Result<()> {
    if query.trim().is_empty() {
        return Err(Error::invalid("expected a SELECT query, found nothing"));
    }
    Ok(())
}
