//! The public items of the crate `glossweave-rdf`, as programs use them.

mod crate_root;
mod graph;
mod graph_file;
mod indexed_graph;
mod query;
mod query_construct;
mod read;
mod results;
mod triples;
mod turtle;
mod vocab;
mod write;
