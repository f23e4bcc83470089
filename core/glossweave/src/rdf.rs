//! Graphs, their formats, and SPARQL.
//!
//! ```
//! use glossweave::Format;
//! use glossweave::rdf::{IndexedGraph, Limits, Query};
//! let query = Query::parse("SELECT ?label WHERE { ?s <http://a.example/label> ?label }")?;
//! let dataset = IndexedGraph::read(
//!     b"<http://a.example/> <http://a.example/label> 'A' .",
//!     Format::Turtle,
//!     None,
//! )?;
//! let solutions = query.select(&dataset, &Limits::default())?;
//! assert_eq!(solutions.variables, ["label"]);
//! assert_eq!(solutions.rows[0][0].as_ref().unwrap().to_string(), "\"A\"");
//! # Ok::<(), glossweave::Error>(())
//! ```

#[doc(inline)]
pub use glossweave_rdf::{
    BlankNode, Graph, GraphFile, IndexedGraph, Literal, Matching, NamedNode, NamedNodeRef,
    NamedOrBlankNode, NamedOrBlankNodeRef, Statements, Term, Triple, Triples, read, write,
};
#[cfg(feature = "sparql")]
#[doc(inline)]
pub use glossweave_rdf::{Construct, Limits, Query, ResultFormat, Solutions};
