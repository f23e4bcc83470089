//! Where queries are sent.

use std::time::Duration;

use glossweave_base::error::Result;
use glossweave_rdf::Graph;

/// What a query made, and whether it is all of it.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Answer {
    /// The triples.
    pub graph: Graph,
    /// Why some are missing, where the endpoint says so: servers cut results that are too long, or
    /// that take too long.
    pub left_out: Option<Box<str>>,
}

/// Answers SPARQL queries of the form CONSTRUCT: a server, or what a host puts in its place.
///
/// ```
/// use std::time::Duration;
/// use glossweave::provider::QueryEndpoint;
/// use glossweave::rdf::Graph;
///
/// struct Empty;
/// impl QueryEndpoint for Empty {
///     fn construct(&self, _: &str, _: Duration) -> glossweave::Result<Graph> {
///         Ok(Graph::new())
///     }
/// }
/// assert!(Empty.construct("CONSTRUCT WHERE { ?s ?p ?o }", Duration::from_secs(1))?.is_empty());
/// # Ok::<(), glossweave::Error>(())
/// ```
pub trait QueryEndpoint: Send + Sync {
    /// The triples that a query makes.
    ///
    /// Kinds: Deadline where it takes longer than `time`, TooLarge where the answer is too long, Unavailable
    /// where the endpoint does not answer or answers something else; Invalid for a query that it
    /// refuses.
    fn construct(&self, query: &str, time: Duration) -> Result<Graph>;

    /// The same with word of what was left out; everything is there unless an implementation says
    /// otherwise. Kinds as in [`QueryEndpoint::construct`].
    fn answer(&self, query: &str, time: Duration) -> Result<Answer> {
        Ok(Answer { graph: self.construct(query, time)?, left_out: None })
    }
}
