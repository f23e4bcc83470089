//! Endpoints that answer queries.

use std::time::Duration;

use glossweave_base::error::Result;
use glossweave_rdf::Graph;

/// The result of a query. If the result is incomplete, it includes the reason.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The triples of the answer.
    pub graph: Graph,
    /// The reason why triples are missing, if the endpoint reports it. For example, servers
    /// truncate results that are too long or take too much time.
    pub incomplete: Option<Box<str>>,
}

/// An endpoint that answers SPARQL CONSTRUCT queries: a remote server, or a replacement that the
/// host program provides.
pub trait QueryEndpoint: Send + Sync {
    /// Returns the triples that a query constructs.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Deadline` if the query takes longer than `time`, `ErrorKind::TooLarge`
    /// if the answer is too long, `ErrorKind::Unavailable` if the endpoint does not respond or its
    /// response is not RDF, and `ErrorKind::Invalid` if it rejects the query.
    fn construct(&self, query: &str, time: Duration) -> Result<Graph>;

    /// Returns the triples that a query constructs, with the reason if some are missing. By
    /// default, calls [`QueryEndpoint::construct`] and reports a complete answer.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`QueryEndpoint::construct`].
    fn answer(&self, query: &str, time: Duration) -> Result<Answer> {
        Ok(Answer { graph: self.construct(query, time)?, incomplete: None })
    }
}
