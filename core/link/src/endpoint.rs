//! Endpoints that queries are sent to.

use std::time::Duration;

use glossweave_base::error::Result;
use glossweave_rdf::Graph;

/// The result of a query, with a note if it is incomplete.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Answer {
    /// The triples.
    pub graph: Graph,
    /// The reason why some triples are missing, if the endpoint reports it: servers cut results
    /// that are too long, or that take too long.
    pub left_out: Option<Box<str>>,
}

impl Answer {
    #[doc(hidden)]
    pub fn new(graph: Graph, left_out: Option<Box<str>>) -> Answer {
        Answer { graph, left_out }
    }
}

/// An endpoint that answers SPARQL queries of the form CONSTRUCT: a server, or a replacement that a
/// host provides.
pub trait QueryEndpoint: Send + Sync {
    /// Returns the triples that a query constructs.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Deadline` if it takes longer than `time`, `ErrorKind::TooLarge` if the answer is
    /// too long, `ErrorKind::Unavailable` if the endpoint does not answer or answers something else, and
    /// `ErrorKind::Invalid` if it refuses the query.
    fn construct(&self, query: &str, time: Duration) -> Result<Graph>;

    /// Returns the triples that a query constructs, with a note of what was left out. The default
    /// implementation leaves nothing out.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`QueryEndpoint::construct`].
    fn answer(&self, query: &str, time: Duration) -> Result<Answer> {
        Ok(Answer { graph: self.construct(query, time)?, left_out: None })
    }
}
