//! RDF: graphs, vocabularies, parsers and writers.
//!
//! The terms come from the `oxrdf` crate, and are re-exported here. No other crate of Glossweave
//! refers to that family of crates directly.

mod escape;
mod graph;
#[cfg(feature = "graph-files")]
mod graph_file;
mod group;
mod hash;
mod indexed_graph;
mod jsonld;
#[cfg(feature = "parse")]
mod limits;
mod merge;
#[cfg(feature = "parse")]
mod nesting_limit;
mod notation;
mod ntriples;
mod order;
#[cfg(feature = "sparql")]
mod query;
#[cfg(feature = "parse")]
mod read;
#[cfg(feature = "sparql")]
mod results;
#[cfg(feature = "graph-files")]
mod rows;
mod statement;
mod triples;
mod turtle;
pub mod vocab;
mod write;
mod xml;
#[cfg(feature = "parse")]
mod xml_source;

#[cfg(test)]
mod tests;

pub use graph::triple_size;
pub use graph::{BySubject, Graph, GraphExt, resource};
#[cfg(feature = "graph-files")]
pub use graph_file::GraphFile;
pub use hash::{Map, Set};
pub use indexed_graph::IndexedGraph;
pub use merge::merge;
pub use oxrdf::{
    BlankNode, Literal, NamedNode, NamedNodeRef, NamedOrBlankNode, NamedOrBlankNodeRef, Term,
    Triple,
};
#[cfg(feature = "sparql")]
pub use query::construct_outline;
#[cfg(feature = "sparql")]
pub use query::{Construct, Limits, Query, Solutions};
#[cfg(feature = "parse")]
pub use read::{read, read_each, read_each_right, read_within};
#[cfg(feature = "sparql")]
pub use results::ResultFormat;
pub use statement::{Statement, StatementTerm};
pub use triples::GraphSource;
pub use triples::{Matching, Triples};
pub use turtle::TurtleWriter;
pub use vocab::{Name, Prefix};
pub use write::write;

use glossweave_base::error::Result;
use glossweave_base::text::Language;

/// A consumer of statements, subject by subject: a [`Graph`], or a [`TurtleWriter`], which writes
/// them without creating triples.
pub trait Sink {
    /// Begins the statements about an IRI.
    fn subject(&mut self, iri: &str);

    /// Adds a statement about the current subject. Statements with the same predicate must be
    /// consecutive. Without a current subject, the call has no effect.
    fn property(&mut self, predicate: Name, object: Object<'_>);

    /// Adds a statement about the current subject whose object is a blank node, together with the
    /// statements about that node.
    fn nested(&mut self, predicate: Name, about: &[(Name, Object<'_>)]);

    /// Returns `true` if there were too many statements and no more are accepted.
    fn is_full(&self) -> bool {
        false
    }
}

/// A collection of triples that can be iterated repeatedly, for example a file that does not fit
/// into memory.
pub trait Statements {
    /// Passes each triple to `take`.
    ///
    /// # Errors
    ///
    /// Returns any error while reading the triples, and any error of `take`.
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
    /// A string (`xsd:string`).
    Text(&'a str),
    /// A string with a language.
    Tagged(&'a str, &'a Language),
    /// A count (`xsd:nonNegativeInteger`).
    Count(usize),
    /// A number (`xsd:double`).
    Double(f64),
    /// A value of a datatype, in its lexical form.
    Typed(&'a str, Name),
}
