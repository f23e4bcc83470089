//! Stored queries that turn RDF into tables.

mod apply;
#[cfg(test)]
mod tests;

pub(crate) use apply::Compiled;
pub use apply::Filters;

use serde::{Deserialize, Serialize};

use glossweave_base::error::Result;
use glossweave_rdf::Query;
use glossweave_store::resource::{Content, PendingContent, ResourceKind, as_text};

/// The content of a filter.
///
/// The body is the text of a SPARQL query: a SELECT query that [`Query::parse`] accepts.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filter {
    /// The query.
    pub query: String,
}

impl Content for Filter {
    const KIND: ResourceKind = ResourceKind::Filter;
    const LARGE: &'static [&'static str] = &["query"];
    type Context = ();

    fn parse(
        body: &[u8],
        _: Option<&Filter>,
        _: &mut PendingContent<'_>,
        (): &(),
    ) -> Result<Filter> {
        let query = as_text(body)?;
        Query::parse(query)?;
        Ok(Filter { query: query.to_owned() })
    }
}
