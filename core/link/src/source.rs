//! Sources that answer the queries of templates.

use std::sync::Arc;
use std::time::Duration;

use super::Endpoint;
use super::{Answer, QueryEndpoint};
use crate::template::{outline, read};
use glossweave_base::error::shown;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_rdf::{Construct, Limits, Triples};

/// A source that answers queries.
pub enum Source {
    /// Local graphs, which are queried as one graph.
    Local(Vec<Arc<dyn Triples + Send + Sync>>, Limits),
    /// A remote server and its URL.
    Remote(Arc<dyn QueryEndpoint>, String),
}

/// A query for a source.
pub struct Asked {
    text: String,
    /// The parsed query, if it was parsed for a local source.
    construct: Option<Construct>,
}

impl From<String> for Asked {
    /// Creates a query that is parsed when it is executed.
    fn from(text: String) -> Asked {
        Asked { text, construct: None }
    }
}

/// The number of local queries that justify another thread.
const EACH: usize = 8;

impl Source {
    /// Returns the useful number of threads for a number of queries. Remote queries mostly wait, so
    /// each of them can use a thread.
    pub fn worth(&self, queries: usize) -> usize {
        match self {
            Source::Local(..) => queries / EACH,
            Source::Remote(..) => queries,
        }
    }

    /// Parses a query, and returns it with an outline that does not depend on its values. Returns
    /// `ErrorKind::Malformed` if the query is not SPARQL, `ErrorKind::Invalid` if local graphs do
    /// not support it, and `ErrorKind::TooLarge` if it exceeds the limits.
    pub fn read(&self, text: String) -> Result<(Asked, String)> {
        let (construct, outline) = match self {
            Source::Local(..) => {
                read(&text).map(|(construct, outline)| (Some(construct), outline))?
            }
            Source::Remote(..) => (None, outline(&text)?),
        };
        Ok((Asked { text, construct }, outline))
    }

    /// Returns the triples that a query constructs. Returns `ErrorKind::Deadline` or
    /// `ErrorKind::TooLarge` if the query exceeds its limits, `ErrorKind::Unavailable` if a server
    /// does not return triples, `ErrorKind::Invalid` if local graphs do not support the query, and
    /// `ErrorKind::Storage` if a graph cannot be read.
    ///
    /// The answer reports when a server omits triples.
    pub fn construct(&self, query: &Asked, time: Duration) -> Result<Answer> {
        match self {
            Source::Local(graphs, limits) => {
                let limits = Limits { time: limits.time.min(time), ..*limits };
                let graphs: Vec<&dyn Triples> =
                    graphs.iter().map(|graph| graph.as_ref() as &dyn Triples).collect();
                let run = |construct: &Construct| construct.run(&graphs, &limits);
                let graph = match &query.construct {
                    Some(construct) => run(construct)?,
                    None => run(&Construct::parse(&query.text)?)?,
                };
                Ok(Answer { graph, incomplete: None })
            }
            Source::Remote(endpoint, url) => {
                endpoint.answer(&query.text, time).map_err(|error| failed(error, url))
            }
        }
    }
}

/// Returns the error for an incomplete answer.
pub(super) fn incomplete(why: &str) -> Error {
    Error::new(ErrorKind::Unavailable, format!("the endpoint omitted part of the answer: {why}"))
}

/// Returns the error for a failed remote query. The kind is `ErrorKind::Unavailable`, except for
/// deadlines, internal errors and forbidden hosts.
fn failed(error: Error, url: &str) -> Error {
    match error.kind() {
        ErrorKind::Deadline | ErrorKind::Internal | ErrorKind::Forbidden => error,
        _ => {
            let message =
                format!("the endpoint {} failed: {}", shown(origin(url)), error.message());
            let wait = error.retry_after();
            let failed = Error::new(ErrorKind::Unavailable, message).because(error);
            match wait {
                Some(wait) => failed.with_retry_after(wait),
                None => failed,
            }
        }
    }
}

/// Returns the scheme and host of a URL. The rest is not shown, because it may contain keys.
fn origin(url: &str) -> &str {
    let host = url.find("://").map_or(0, |at| at + "://".len());
    let length = url[host..].find(['/', '?', '#']).unwrap_or(url.len() - host);
    &url[..host + length]
}

/// Parses an endpoint. Returns `ErrorKind::Invalid`, with the parameter `endpoint`, if the text is
/// not an endpoint.
pub fn endpoint(text: &str) -> Result<Endpoint> {
    Endpoint::read(serde_json::Value::String(text.to_owned()))
}
