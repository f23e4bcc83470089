//! N-Triples: one statement on each line, with full IRIs.

use super::escape::{push_iri, push_text};
use super::notation::{Labels, language, require_absolute};
use super::vocab::xsd;
use super::{Graph, NamedOrBlankNode, Term};
use glossweave_base::error::Result;
use glossweave_base::media::Format;

/// Writes a graph. Returns `ErrorKind::Unsupported` if it contains a relative IRI, and
/// `ErrorKind::Invalid` if a language tag has a wrong syntax.
pub(super) fn write(graph: &Graph) -> Result<Vec<u8>> {
    let mut labels = Labels::default();
    let mut out = Vec::with_capacity(graph.len() * 128);
    for triple in graph {
        match &triple.subject {
            NamedOrBlankNode::NamedNode(node) => iri(&mut out, node.as_str())?,
            NamedOrBlankNode::BlankNode(node) => blank(&mut out, &labels.of(node)),
        }
        out.push(b' ');
        iri(&mut out, triple.predicate.as_str())?;
        out.push(b' ');
        match &triple.object {
            Term::NamedNode(node) => iri(&mut out, node.as_str())?,
            Term::BlankNode(node) => blank(&mut out, &labels.of(node)),
            Term::Literal(literal) => {
                out.push(b'"');
                push_text(&mut out, literal.value());
                out.push(b'"');
                if let Some(language) = language(literal)? {
                    out.push(b'@');
                    out.extend_from_slice(language.as_bytes());
                } else if literal.datatype() != xsd::STRING.node() {
                    out.extend_from_slice(b"^^");
                    iri(&mut out, literal.datatype().as_str())?;
                }
            }
        }
        out.extend_from_slice(b" .\n");
    }
    Ok(out)
}

fn iri(out: &mut Vec<u8>, iri: &str) -> Result<()> {
    require_absolute(iri, Format::NTriples)?;
    out.push(b'<');
    push_iri(out, iri);
    out.push(b'>');
    Ok(())
}

fn blank(out: &mut Vec<u8>, label: &str) {
    out.extend_from_slice(b"_:");
    out.extend_from_slice(label.as_bytes());
}
