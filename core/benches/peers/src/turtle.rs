//! oxigraph's serializer, which writes the same triples as Glossweave.

use oxigraph::io::{RdfFormat, RdfParser, RdfSerializer};
use oxigraph::model::Triple;

use crate::Result;

const PREFIXES: &[(&str, &str)] = &[
    ("nif", "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#"),
    ("itsrdf", "http://www.w3.org/2005/11/its/rdf#"),
    ("dc", "http://purl.org/dc/elements/1.1/"),
    ("xsd", "http://www.w3.org/2001/XMLSchema#"),
];

pub fn triples(turtle: &[u8]) -> Result<Vec<Triple>> {
    let parser = RdfParser::from_format(RdfFormat::Turtle);
    let quads = parser.for_slice(turtle).collect::<std::result::Result<Vec<_>, _>>()?;
    Ok(quads.into_iter().map(Triple::from).collect())
}

pub fn write(triples: &[Triple]) -> Result<Vec<u8>> {
    let mut serializer = RdfSerializer::from_format(RdfFormat::Turtle);
    for (name, iri) in PREFIXES {
        serializer = serializer.with_prefix(*name, *iri)?;
    }
    let mut writer = serializer.for_writer(Vec::new());
    for triple in triples {
        writer.serialize_triple(triple)?;
    }
    Ok(writer.finish()?)
}
