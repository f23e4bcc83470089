//! RDF: a graph, the vocabularies, parsing and writing.
//!
//! The terms are those of the `oxrdf` crate, re-exported here once; no other module names that family of
//! crates.

mod escape;
mod graph;
mod graph_file;
mod group;
mod hash;
mod indexed_graph;
mod jsonld;
mod limits;
mod merge;
mod nesting_limit;
mod notation;
mod ntriples;
mod order;
#[cfg(feature = "sparql")]
mod query;
mod read;
#[cfg(feature = "sparql")]
mod results;
mod rows;
mod statement;
mod triples;
mod turtle;
pub mod vocab;
mod write;
mod xml;
mod xml_source;

#[cfg(test)]
mod tests;

#[doc(hidden)]
pub use graph::triple_size;
pub use graph::{BySubject, Graph, resource};
pub use graph_file::GraphFile;
#[doc(hidden)]
pub use hash::{Map, Set};
pub use indexed_graph::IndexedGraph;
#[doc(hidden)]
pub use merge::merge;
pub use oxrdf::{
    BlankNode, Literal, NamedNode, NamedNodeRef, NamedOrBlankNode, NamedOrBlankNodeRef, Term,
    Triple,
};
#[cfg(feature = "sparql")]
#[doc(hidden)]
pub use query::construct_outline;
#[cfg(feature = "sparql")]
pub use query::{Construct, Limits, Query, Solutions};
pub use read::read;
#[doc(hidden)]
pub use read::{read_each, read_each_right, read_within};
#[cfg(feature = "sparql")]
pub use results::ResultFormat;
#[doc(hidden)]
pub use statement::{Statement, StatementTerm};
#[doc(hidden)]
pub use triples::GraphSource;
pub use triples::{Matching, Triples};
pub use turtle::TurtleWriter;
pub use vocab::{Name, Prefix};
pub use write::write;

use glossweave_base::error::Result;
use glossweave_base::text::Language;

/// A consumer of statements about one subject after the other: a [`Graph`], or a [`TurtleWriter`], which
/// creates no triples in between.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_rdf as rdf; }
/// use glossweave::rdf::{Graph, Object, Sink, vocab::{itsrdf, nif, rdf}};
/// let mut graph = Graph::new();
/// graph.subject("http://example.org/#char=0,4");
/// graph.property(rdf::TYPE, Object::Name(nif::PHRASE));
/// graph.property(nif::BEGIN_INDEX, Object::Count(0));
/// graph.nested(nif::ANNOTATION_UNIT_OF, &[(itsrdf::TA_CONFIDENCE, Object::Double(0.9))]);
/// assert_eq!(graph.len(), 4);
/// // Only a sink with a limit is ever full.
/// assert!(!graph.is_full());
/// ```
pub trait Sink {
    /// Begins the statements about an IRI.
    fn subject(&mut self, iri: &str);

    /// States a property of the current subject. Statements with the same predicate come one after the other;
    /// without a subject nothing is stated.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_rdf as rdf; }
    /// use glossweave::rdf::{Graph, Object, Sink, vocab::nif};
    /// let mut graph = Graph::new();
    /// // There is no subject yet.
    /// graph.property(nif::BEGIN_INDEX, Object::Count(0));
    /// assert!(graph.is_empty());
    /// graph.subject("http://example.org/#char=0,4");
    /// graph.property(nif::BEGIN_INDEX, Object::Count(0));
    /// assert_eq!(graph.len(), 1);
    /// ```
    fn property(&mut self, predicate: Name, object: Object<'_>);

    /// States a blank node as object of the current subject, with the statements about it.
    fn nested(&mut self, predicate: Name, about: &[(Name, Object<'_>)]);

    /// Returns `true` if no more statements are accepted because there were too many.
    fn is_full(&self) -> bool {
        false
    }
}

/// A collection of triples that can be iterated any number of times, such as those of a file that does not
/// fit into memory.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_rdf as rdf; }
/// use glossweave::rdf::{NamedNode, Statements, Triple, vocab::rdf};
/// /// A million triples that are never in memory at once.
/// struct Many;
/// impl Statements for Many {
///     fn each(&self, take: &mut dyn FnMut(&Triple) -> glossweave::Result<()>) -> glossweave::Result<()> {
///         (0..1_000_000).try_for_each(|number| {
///             let thing = NamedNode::new_unchecked(format!("http://example.org/{number}"));
///             take(&Triple::new(thing, rdf::TYPE, NamedNode::new_unchecked("http://example.org/Thing")))
///         })
///     }
/// }
/// let mut count = 0;
/// Many.each(&mut |_| {
///     count += 1;
///     Ok(())
/// })?;
/// assert_eq!(count, 1_000_000);
/// # Ok::<(), glossweave::Error>(())
/// ```
pub trait Statements {
    /// Passes every triple to `take`.
    ///
    /// # Errors
    ///
    /// Returns the errors of reading the triples, and those of `take`.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_rdf as rdf; }
    /// use glossweave::rdf::{self, Statements};
    /// use glossweave::{Error, ErrorKind, Format};
    /// let turtle = b"<http://a.example/> a <http://a.example/A>, <http://a.example/B> .";
    /// let graph = rdf::read(turtle, Format::Turtle, None)?;
    /// let mut seen = 0;
    /// let ended = graph.each(&mut |_| {
    ///     seen += 1;
    ///     Err(Error::new(ErrorKind::TooLarge, "one is enough"))
    /// });
    /// assert_eq!((ended.unwrap_err().kind(), seen), (ErrorKind::TooLarge, 1));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    fn each(&self, take: &mut dyn FnMut(&Triple) -> Result<()>) -> Result<()>;
}

impl Statements for Graph {
    fn each(&self, take: &mut dyn FnMut(&Triple) -> Result<()>) -> Result<()> {
        self.iter().try_for_each(take)
    }
}

/// The object of a statement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Object<'a> {
    /// A name of a known vocabulary.
    Name(Name),
    /// An IRI.
    Iri(&'a str),
    /// A text (`xsd:string`).
    Text(&'a str),
    /// A text in a language.
    Tagged(&'a str, &'a Language),
    /// A count (`xsd:nonNegativeInteger`).
    Count(usize),
    /// A number (`xsd:double`).
    Double(f64),
    /// A value of a datatype in its lexical form.
    Typed(&'a str, Name),
}
