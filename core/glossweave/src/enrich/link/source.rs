//! Where the queries of templates are answered.

use std::sync::Arc;
use std::time::Duration;

use crate::enrich::Endpoint;
use crate::enrich::template::{outline, read};
use crate::provider::{Answer, QueryEndpoint};
use glossweave_base::error::{Error, Kind, Result};
use glossweave_rdf::{Construct, Limits, Triples};
use glossweave_store::acl::shown;

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

/// A query that a source is asked.
pub(super) struct Asked {
    text: String,
    /// Where it is answered here, and was read already.
    construct: Option<Construct>,
}

impl From<String> for Asked {
    /// One that is read where it is answered.
    fn from(text: String) -> Asked {
        Asked { text, construct: None }
    }
}

/// How many queries of a graph that is here are worth a thread.
const EACH: usize = 8;

impl Source {
    /// How many threads are worth it for so many queries: a server is waited for, a graph is not.
    pub fn worth(&self, queries: usize) -> usize {
        match self {
            Source::Local(..) => queries / EACH,
            Source::Remote(..) => queries,
        }
    }

    /// Reads a query, and says what it asks for, whatever its values are. Kinds: Malformed; Invalid for
    /// a query that no local graph can answer; TooLarge.
    pub fn read(&self, text: String) -> Result<(Asked, String)> {
        let (construct, outline) = match self {
            Source::Local(..) => read(&text).map(|(construct, said)| (Some(construct), said))?,
            Source::Remote(..) => (None, outline(&text)?),
        };
        Ok((Asked { text, construct }, outline))
    }

    /// The triples that a query makes. Kinds: Deadline, TooLarge; Unavailable where a server answers
    /// anything but triples; Invalid for a query that no local graph can answer; Storage.
    ///
    /// A server may leave some out and say so.
    pub fn construct(&self, asked: &Asked, time: Duration) -> Result<Answer> {
        match self {
            Source::Local(graphs, limits) => {
                let limits = limits.with_time(limits.time.min(time));
                let graphs: Vec<&dyn Triples> =
                    graphs.iter().map(|graph| graph.as_ref() as &dyn Triples).collect();
                let run = |construct: &Construct| construct.run(&graphs, &limits);
                let graph = match &asked.construct {
                    Some(construct) => run(construct)?,
                    None => run(&Construct::parse(&asked.text)?)?,
                };
                Ok(Answer { graph, left_out: None })
            }
            Source::Remote(endpoint, url) => {
                endpoint.answer(&asked.text, time).map_err(|error| failed(error, url))
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
