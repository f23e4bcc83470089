//! Graphs to bytes.

use std::borrow::Cow;
use std::collections::HashMap;

use super::read::is_tag;
use super::{BlankNode, Graph, NamedOrBlankNode, Term, jsonld, ntriples, turtle, xml};
use crate::error::{Error, Result, Side};
use crate::media::Format;

/// Writes a graph. Reading the result gives an isomorphic graph.
///
/// Turtle, N3, JSON-LD and RDF/XML put what is said of one subject together. Blank nodes are named
/// `b0`, `b1` … in the order in which they appear.
///
/// Kinds: Unsupported for a format that is not one of RDF, and for a graph that the format cannot
/// say (relative IRIs in JSON-LD and RDF/XML; control characters, and predicates that do not end
/// in an XML name, in RDF/XML); Invalid for a language tag that does not have the shape of one.
///
/// ```
/// use glossweave::{Format, rdf};
/// let graph = rdf::read(b"<http://a.example/> a <http://b.example/B> .", Format::Turtle, None)?;
/// for format in Format::ALL.iter().copied().filter(|format| format.is_rdf()) {
///     let bytes = rdf::write(&graph, format)?;
///     assert!(rdf::read(&bytes, format, None)?.is_isomorphic(&graph));
/// }
/// # Ok::<(), glossweave::Error>(())
/// ```
pub fn write(graph: &Graph, format: Format) -> Result<Vec<u8>> {
    if !format.is_rdf() {
        return Err(Error::unsupported(Side::Output, format!("`{format}` is not written as RDF")));
    }
    for triple in graph {
        if let Term::Literal(literal) = &triple.object
            && let Some(language) = literal.language()
            && !is_tag(language)
        {
            let message = format!("expected a language tag, found `{language}`");
            return Err(Error::invalid(message));
        }
    }
    let graph = labelled(graph);
    match format {
        Format::JsonLd => jsonld::write(&graph),
        Format::RdfXml => xml::write(&graph),
        Format::NTriples => Ok(ntriples::write(&graph)),
        _ => Ok(turtle::write(&graph)),
    }
}

/// Whether an IRI begins with a scheme (RFC 3987, clause 2.2).
pub(super) fn is_absolute(iri: &str) -> bool {
    let Some((scheme, _)) = iri.split_once(':') else { return false };
    scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
}

/// Refuses a relative IRI, which some notations would drop or take for something else.
pub(super) fn require_absolute(iri: &str, format: Format) -> Result<()> {
    if is_absolute(iri) {
        return Ok(());
    }
    let message = format!("`{format}` has no place for the relative IRI `{iri}`");
    Err(Error::unsupported(Side::Output, message))
}

/// A graph whose blank nodes have labels that every notation can write.
fn labelled(graph: &Graph) -> Cow<'_, Graph> {
    let is_blank = |subject: &NamedOrBlankNode| matches!(subject, NamedOrBlankNode::BlankNode(_));
    if !graph.iter().any(|t| is_blank(&t.subject) || matches!(t.object, Term::BlankNode(_))) {
        return Cow::Borrowed(graph);
    }
    let mut labels: HashMap<BlankNode, BlankNode> = HashMap::new();
    let mut label = |node: &BlankNode| {
        let next = labels.len();
        labels
            .entry(node.clone())
            .or_insert_with(|| BlankNode::new_unchecked(format!("b{next}")))
            .clone()
    };
    let renamed = graph.iter().cloned().map(|mut triple| {
        if let NamedOrBlankNode::BlankNode(node) = &triple.subject {
            triple.subject = label(node).into();
        }
        if let Term::BlankNode(node) = &triple.object {
            triple.object = label(node).into();
        }
        triple
    });
    Cow::Owned(renamed.collect())
}
