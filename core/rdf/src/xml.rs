//! RDF/XML: one `rdf:Description` for each subject.

use super::group::{self, Inner};
use super::notation::{Labels, language, require_absolute};
use super::vocab::{self, PREFIXES, rdf, xsd};
use super::{Graph, NamedOrBlankNode, Term, Triple};
use glossweave_base::error::{Error, Result, Side};
use glossweave_base::media::Format;

/// Names that are used as syntax, so that they cannot be predicates (RDF/XML, clause 6.1.2), and
/// `li`, which readers replace by a numbered property.
const SYNTAX: &[&str] = &[
    "RDF",
    "ID",
    "about",
    "parseType",
    "resource",
    "nodeID",
    "datatype",
    "Description",
    "li",
    "aboutEach",
    "aboutEachPrefix",
    "bagID",
];

/// Namespaces reserved for XML.
const RESERVED: &[&str] =
    &["http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/"];

/// Writes a graph. Returns `ErrorKind::Unsupported` if XML 1.0 cannot represent it.
pub(super) fn write(graph: &Graph) -> Result<Vec<u8>> {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rdf:RDF");
    let used = group::prefixes_of(graph, usize::MAX) | 1 << rdf::TYPE.prefix();
    for (index, prefix) in PREFIXES.iter().enumerate() {
        if used & 1 << index != 0 {
            let line = format!("\n    xmlns:{}=\"{}\"", prefix.name, prefix.namespace);
            out.push_str(&line);
        }
    }
    out.push_str(">\n");
    let mut labels = Labels::default();
    let mut groups = group::Groups::new(graph);
    while let Some((subject, triples, inner)) = groups.next() {
        out.push_str("  <rdf:Description ");
        match subject {
            NamedOrBlankNode::NamedNode(node) => reference(&mut out, "rdf:about", node.as_str())?,
            NamedOrBlankNode::BlankNode(node) => label(&mut out, &labels.of(node)),
        }
        out.push_str(">\n");
        for triple in triples {
            property(&mut out, &mut labels, triple, Some(inner))?;
        }
        out.push_str("  </rdf:Description>\n");
    }
    out.push_str("</rdf:RDF>\n");
    Ok(out.into_bytes())
}

/// Writes a statement, including the statements about a nested blank node.
fn property(
    out: &mut String,
    labels: &mut Labels,
    triple: &Triple,
    inner: Option<&Inner<'_>>,
) -> Result<()> {
    let Triple { predicate, object, .. } = triple;
    let (namespace, local) = name(predicate.as_str())?;
    out.push_str("    <");
    let tag = match vocab::split(predicate.as_str()) {
        Some((prefix, local)) => {
            let tag = format!("{}:{local}", PREFIXES[prefix].name);
            out.push_str(&tag);
            tag
        }
        None => {
            let tag = format!("ns:{local}");
            out.push_str(&tag);
            out.push_str(" xmlns:ns=\"");
            escape(out, namespace)?;
            out.push('"');
            tag
        }
    };
    if let Some(about) = inner.and_then(|inner| inner.about(object)) {
        out.push_str(" rdf:parseType=\"Resource\">\n");
        for triple in about {
            property(out, labels, triple, None)?;
        }
        out.push_str("    </");
        out.push_str(&tag);
        out.push_str(">\n");
        return Ok(());
    }
    match object {
        Term::NamedNode(node) => {
            out.push(' ');
            reference(out, "rdf:resource", node.as_str())?;
            out.push_str("/>\n");
        }
        Term::BlankNode(node) => {
            out.push(' ');
            label(out, &labels.of(node));
            out.push_str("/>\n");
        }
        Term::Literal(literal) => {
            if let Some(language) = language(literal)? {
                out.push_str(" xml:lang=\"");
                out.push_str(language);
                out.push('"');
            } else if literal.datatype() != xsd::STRING.node() {
                out.push(' ');
                reference(out, "rdf:datatype", literal.datatype().as_str())?;
            }
            out.push('>');
            escape(out, literal.value())?;
            out.push_str("</");
            out.push_str(&tag);
            out.push_str(">\n");
        }
    }
    Ok(())
}

fn reference(out: &mut String, attribute: &str, iri: &str) -> Result<()> {
    require_absolute(iri, Format::RdfXml)?;
    out.push_str(attribute);
    out.push_str("=\"");
    escape(out, iri)?;
    out.push('"');
    Ok(())
}

fn label(out: &mut String, node: &str) {
    out.push_str("rdf:nodeID=\"");
    out.push_str(node);
    out.push('"');
}

/// Writes text so that readers do not normalize it. CR is always escaped, and other white space
/// because it may occur in attributes.
fn escape(out: &mut String, text: &str) -> Result<()> {
    let mut from = 0;
    for (at, char) in text.char_indices() {
        let reference = match char {
            '&' => "&amp;",
            '<' => "&lt;",
            '>' => "&gt;",
            '"' => "&quot;",
            '\r' => "&#xD;",
            '\n' => "&#xA;",
            '\t' => "&#x9;",
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => {
                let message = format!("XML cannot store the character U+{:04X}", char as u32);
                return Err(Error::unsupported(Side::Output, message));
            }
            _ => continue,
        };
        out.push_str(&text[from..at]);
        out.push_str(reference);
        from = at + char.len_utf8();
    }
    out.push_str(&text[from..]);
    Ok(())
}

/// Splits a predicate into a namespace and an XML name.
fn name(iri: &str) -> Result<(&str, &str)> {
    require_absolute(iri, Format::RdfXml)?;
    let tail = iri
        .rfind(|char| !is_name_char(char))
        .map_or(0, |at| at + iri[at..].chars().next().map_or(0, char::len_utf8));
    let start = iri[tail..].find(is_name_start).map(|at| tail + at);
    let split = start.map(|at| iri.split_at(at)).filter(|(namespace, local)| {
        let syntax = *namespace == vocab::rdf::NAMESPACE && SYNTAX.contains(local);
        !syntax && !RESERVED.contains(namespace)
    });
    split.ok_or_else(|| {
        let message = format!("`rdf-xml` cannot store the predicate `{iri}`");
        Error::unsupported(Side::Output, message)
    })
}

fn is_name_start(char: char) -> bool {
    matches!(char, 'A'..='Z' | '_' | 'a'..='z' | '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}'
        | '\u{f8}'..='\u{2ff}' | '\u{370}'..='\u{37d}' | '\u{37f}'..='\u{1fff}'
        | '\u{2c00}'..='\u{2fef}' | '\u{3001}'..='\u{d7ff}')
}

fn is_name_char(char: char) -> bool {
    is_name_start(char) || matches!(char, '-' | '.' | '0'..='9')
}
