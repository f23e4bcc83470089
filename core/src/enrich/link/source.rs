//! Where the queries of templates are answered.

use std::sync::Arc;
use std::time::Duration;

use crate::acl::shown;
use crate::enrich::Endpoint;
use crate::error::{Error, Kind, Result};
use crate::provider::{Answer, QueryEndpoint};
use crate::rdf::{Construct, Limits, Triples};

/// The graphs of stored datasets.
pub(crate) trait Graphs: Send + Sync {
    /// The graph of a dataset, whoever asks: who may is for the caller to know. Kinds: NotFound,
    /// Storage.
    fn graph(&self, dataset: &str) -> Result<Arc<dyn Triples + Send + Sync>>;
}

/// What answers queries.
pub(super) enum Source {
    /// Graphs that are here, as one.
    Local(Vec<Arc<dyn Triples + Send + Sync>>, Limits),
    /// A server, and its URL.
    Remote(Arc<dyn QueryEndpoint>, String),
}

impl Source {
    /// The triples that a query makes. Kinds: Deadline, TooLarge; Unavailable where a server answers
    /// anything but triples; Invalid for a query that no local graph can answer; Storage.
    ///
    /// A server may leave some out and say so.
    pub fn construct(&self, query: &str, time: Duration) -> Result<Answer> {
        match self {
            Source::Local(graphs, limits) => {
                let limits = limits.with_time(limits.time.min(time));
                let graphs: Vec<&dyn Triples> =
                    graphs.iter().map(|graph| graph.as_ref() as &dyn Triples).collect();
                let graph = Construct::parse(query)?.run(&graphs, &limits)?;
                Ok(Answer { graph, left_out: None })
            }
            Source::Remote(endpoint, url) => {
                endpoint.answer(query, time).map_err(|error| failed(error, url))
            }
        }
    }
}

/// What an answer that is not all of it comes to.
pub(super) fn incomplete(why: &str) -> Error {
    Error::new(Kind::Unavailable, format!("the endpoint left some of the answer out: {why}"))
}

/// A failure of a server. Whatever it is, the caller could not have done better.
fn failed(error: Error, url: &str) -> Error {
    match error.kind() {
        Kind::Deadline | Kind::Internal | Kind::Forbidden => error,
        _ => {
            let message =
                format!("the endpoint {} failed: {}", shown(origin(url)), error.message());
            let wait = error.retry_after();
            let failed = Error::new(Kind::Unavailable, message).because(error);
            match wait {
                Some(wait) => failed.with_retry_after(wait),
                None => failed,
            }
        }
    }
}

/// The part of a URL that may be shown: behind the host there may be keys.
fn origin(url: &str) -> &str {
    let host = url.find("://").map_or(0, |at| at + "://".len());
    let length = url[host..].find(['/', '?', '#']).unwrap_or(url.len() - host);
    &url[..host + length]
}

/// Reads where to ask. Kind Invalid, with the parameter `endpoint`.
pub(super) fn endpoint(text: &str) -> Result<Endpoint> {
    Endpoint::read(serde_json::Value::String(text.to_owned()))
}
