//! JSON-LD with short names: a flat list of nodes with one context.

use super::group::{self, Inner};
use super::notation::{Labels, language, require_absolute};
use super::vocab::{self, PREFIXES, rdf, xsd};
use super::{BlankNode, Graph, NamedOrBlankNode, Term, Triple};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::media::Format;

/// Writes a graph as one object with `@context` and `@graph`.
pub(super) fn write(graph: &Graph) -> Result<Vec<u8>> {
    let mut json = Writer { out: Vec::new(), used: prefixes(graph)?, labels: Labels::default() };
    json.out.extend_from_slice(b"{\n  \"@context\": {");
    let mut separator = "\n";
    for (index, prefix) in PREFIXES.iter().enumerate() {
        if json.used & 1 << index != 0 {
            let line = format!("{separator}    \"{}\": \"{}\"", prefix.name, prefix.namespace);
            json.out.extend_from_slice(line.as_bytes());
            separator = ",\n";
        }
    }
    json.out.extend_from_slice(b"\n  },\n  \"@graph\": [");
    let mut separator = "\n";
    let mut groups = group::Groups::new(graph);
    while let Some((subject, triples, inner)) = groups.next() {
        json.raw(separator);
        separator = ",\n";
        json.raw("    {\n      \"@id\": ");
        match subject {
            NamedOrBlankNode::NamedNode(node) => json.string(node.as_str())?,
            NamedOrBlankNode::BlankNode(node) => json.blank(node),
        }
        json.statements(triples, ",\n      ", ",\n      ", Some(inner))?;
        json.raw("\n    }");
    }
    json.raw("\n  ]\n}\n");
    Ok(json.out)
}

struct Writer {
    out: Vec<u8>,
    used: u32,
    labels: Labels,
}

impl Writer {
    /// Writes the statements about a subject, including the nested blank nodes.
    fn statements(
        &mut self,
        mut rest: &[&Triple],
        first: &str,
        separator: &str,
        inner: Option<&Inner<'_>>,
    ) -> Result<()> {
        let mut before = first;
        while let Some(first) = rest.first() {
            let same = |object: &Term| {
                let is_type = first.predicate == rdf::TYPE;
                is_type && !matches!(object, Term::Literal(_))
            };
            let as_type = same(&first.object);
            let many = rest
                .iter()
                .take_while(|t| t.predicate == first.predicate && same(&t.object) == as_type)
                .count();
            self.raw(before);
            before = separator;
            self.key(first.predicate.as_str(), as_type)?;
            self.raw(if many > 1 { ": [" } else { ": " });
            for (index, triple) in rest[..many].iter().enumerate() {
                if index > 0 {
                    self.raw(", ");
                }
                match inner.and_then(|inner| inner.about(&triple.object)) {
                    Some(about) => {
                        self.raw("{");
                        self.statements(about, "", ", ", None)?;
                        self.raw("}");
                    }
                    None => self.value(&triple.object, as_type)?,
                }
            }
            if many > 1 {
                self.raw("]");
            }
            rest = &rest[many..];
        }
        Ok(())
    }

    fn raw(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn string(&mut self, text: &str) -> Result<()> {
        serde_json::to_writer(&mut self.out, text).map_err(|error| {
            Error::new(ErrorKind::Internal, "a text was not written").because(error)
        })
    }

    fn name(&mut self, iri: &str) -> Result<()> {
        match vocab::split(iri) {
            Some((prefix, local)) if self.used & 1 << prefix != 0 => {
                self.raw("\"");
                self.raw(PREFIXES[prefix].name);
                self.raw(":");
                self.raw(local);
                self.raw("\"");
                Ok(())
            }
            _ => self.string(iri),
        }
    }

    fn blank(&mut self, node: &BlankNode) {
        let label = self.labels.of(node);
        self.raw("\"_:");
        self.raw(&label);
        self.raw("\"");
    }

    fn key(&mut self, predicate: &str, as_type: bool) -> Result<()> {
        if as_type {
            self.raw("\"@type\"");
            return Ok(());
        }
        self.name(predicate)
    }

    fn value(&mut self, term: &Term, as_type: bool) -> Result<()> {
        match term {
            Term::NamedNode(node) if as_type => self.name(node.as_str()),
            Term::BlankNode(node) if as_type => {
                self.blank(node);
                Ok(())
            }
            Term::NamedNode(node) => {
                self.raw("{\"@id\": ");
                self.string(node.as_str())?;
                self.raw("}");
                Ok(())
            }
            Term::BlankNode(node) => {
                self.raw("{\"@id\": ");
                self.blank(node);
                self.raw("}");
                Ok(())
            }
            Term::Literal(literal) => {
                let datatype = literal.datatype();
                if literal.language().is_none() && datatype == xsd::STRING.node() {
                    return self.string(literal.value());
                }
                self.raw("{\"@value\": ");
                self.string(literal.value())?;
                if let Some(language) = language(literal)? {
                    self.raw(", \"@language\": ");
                    self.string(language)?;
                } else {
                    self.raw(", \"@type\": ");
                    self.name(datatype.as_str())?;
                }
                self.raw("}");
                Ok(())
            }
        }
    }
}

/// Returns the used prefixes, except the ones that are also the scheme of an IRI in the graph,
/// because a reader would expand such an IRI.
fn prefixes(graph: &Graph) -> Result<u32> {
    let mut taken = 0;
    let mut note = |iri: &str| -> Result<()> {
        require_absolute(iri, Format::JsonLd)?;
        let scheme = iri.split(':').next().unwrap_or_default();
        if let Some(index) = PREFIXES.iter().position(|prefix| prefix.name == scheme) {
            taken |= 1 << index;
        }
        Ok(())
    };
    for triple in graph {
        if let NamedOrBlankNode::NamedNode(node) = &triple.subject {
            note(node.as_str())?;
        }
        note(triple.predicate.as_str())?;
        match &triple.object {
            Term::NamedNode(node) => note(node.as_str())?,
            Term::Literal(literal) => note(literal.datatype().as_str())?,
            Term::BlankNode(_) => {}
        }
    }
    Ok(group::prefixes_of(graph, usize::MAX) & !taken)
}
