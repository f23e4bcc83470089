//! Writing of graphs.

use super::{Graph, jsonld, ntriples, turtle, xml};
use glossweave_base::error::{Error, Result, Side};
use glossweave_base::media::Format;

/// Writes a graph. Parsing the result gives an isomorphic graph.
///
/// Turtle, N3, JSON-LD and RDF/XML group the statements by subject. Blank nodes are named `b0`,
/// `b1` … in the order in which they are written.
///
/// # Errors
///
/// Returns `ErrorKind::Unsupported` if the format is not an RDF format, or if it cannot represent
/// the graph. N-Triples, JSON-LD and RDF/XML cannot represent relative IRIs. RDF/XML also cannot
/// represent control characters, and predicates that do not end with an XML name. Returns
/// `ErrorKind::Invalid` if a language tag has a wrong syntax.
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
