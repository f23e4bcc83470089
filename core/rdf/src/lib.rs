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

pub use graph::triple_size;
pub use graph::{BySubject, Graph, resource};
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
pub use read::read;
pub use read::{read_each, read_each_right, read_within};
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

/// A consumer of statements about one subject after the other: a [`Graph`], or a [`TurtleWriter`], which
/// creates no triples in between.
pub trait Sink {
    /// Begins the statements about an IRI.
    fn subject(&mut self, iri: &str);

    /// States a property of the current subject. Statements with the same predicate come one after the other;
    /// without a subject nothing is stated.
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
pub trait Statements {
    /// Passes every triple to `take`.
    ///
    /// # Errors
    ///
    /// Returns the errors of reading the triples, and those of `take`.
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
