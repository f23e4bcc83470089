//! The writing of graphs.

use super::{Graph, jsonld, ntriples, turtle, xml};
use glossweave_base::error::{Error, Result, Side};
use glossweave_base::media::Format;

/// Writes a graph. Parsing the result returns an isomorphic graph.
///
/// Turtle, N3, JSON-LD and RDF/XML group the statements of one subject. Blank nodes are named `b0`, `b1` … in
/// the order in which they are written.
///
/// # Errors
///
/// Returns `ErrorKind::Unsupported` for a format that is not one of RDF, and for a graph that the format cannot
/// represent (relative IRIs in N-Triples, JSON-LD and RDF/XML; control characters, and predicates that do not
/// end in an XML name, in RDF/XML); and `ErrorKind::Invalid` for a language tag with a wrong syntax.
pub fn write(graph: &Graph, format: Format) -> Result<Vec<u8>> {
    if !format.is_rdf() {
        return Err(Error::unsupported(Side::Output, format!("`{format}` is not written as RDF")));
    }
    match format {
        Format::JsonLd => jsonld::write(graph),
        Format::RdfXml => xml::write(graph),
        Format::NTriples => ntriples::write(graph),
        _ => turtle::write(graph),
    }
}
