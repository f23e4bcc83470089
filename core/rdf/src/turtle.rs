//! A fast writer of Turtle.

use super::escape::{push_double, push_iri, push_number, push_text};
use super::group::{self, Groups, Inner};
use super::notation::{Labels, language};
use super::vocab::{self, PREFIXES, rdf, xsd};
use super::{BlankNode, Graph, Name, NamedNodeRef, NamedOrBlankNode, Object, Sink, Term, Triple};
use glossweave_base::error::Result;

/// The number of triples that are examined to select prefixes, because a pass over all triples of a
/// large graph takes a third of the time needed to write it. Later triples use only these prefixes
/// and the prefixes of NIF.
const SAMPLE: usize = 1_000;

/// A writer that writes Turtle statement by statement, without creating triples.
#[derive(Debug)]
pub struct TurtleWriter {
    out: Vec<u8>,
    declared: u32,
    predicate: Option<Name>,
    begun: Option<usize>,
    labels: Labels,
}

impl Default for TurtleWriter {
    fn default() -> TurtleWriter {
        TurtleWriter::new()
    }
}

impl TurtleWriter {
    /// Creates a writer that declares the prefixes for NIF, ITS, Dublin Core and XML Schema.
    pub fn new() -> TurtleWriter {
        TurtleWriter::declaring(usual())
    }

    fn declaring(declared: u32) -> TurtleWriter {
        let out = declarations(declared);
        TurtleWriter { out, declared, predicate: None, begun: None, labels: Labels::default() }
    }

    /// Reserves capacity for a number of bytes.
    pub fn reserve(&mut self, bytes: usize) {
        self.out.reserve(bytes);
    }

    /// Ends the last statement and returns the written bytes.
    pub fn finish(mut self) -> Vec<u8> {
        self.end();
        self.out
    }

    fn end(&mut self) {
        match (self.begun.take(), self.predicate.take()) {
            (Some(_), Some(_)) => self.out.extend_from_slice(b" .\n"),
            // A subject without properties is not a statement, so it is removed.
            (Some(begun), None) => self.out.truncate(begun),
            (None, _) => {}
        }
    }

    fn begin(&mut self) {
        self.end();
        self.begun = Some(self.out.len());
        if !self.out.is_empty() {
            self.out.push(b'\n');
        }
    }

    fn name(&mut self, name: Name) {
        if self.declared & 1 << name.prefix() != 0 {
            self.out.extend_from_slice(name.compact().as_bytes());
        } else {
            self.iri(name.iri());
        }
    }

    fn iri(&mut self, iri: &str) {
        self.out.push(b'<');
        push_iri(&mut self.out, iri);
        self.out.push(b'>');
    }

    fn node(&mut self, node: NamedNodeRef<'_>) {
        match vocab::split(node.as_str()) {
            Some((prefix, local)) if self.declared & 1 << prefix != 0 => {
                self.out.extend_from_slice(PREFIXES[prefix].name.as_bytes());
                self.out.push(b':');
                self.out.extend_from_slice(local.as_bytes());
            }
            _ => self.iri(node.as_str()),
        }
    }

    fn text(&mut self, text: &str) {
        self.out.push(b'"');
        push_text(&mut self.out, text);
        self.out.push(b'"');
    }

    fn typed(&mut self, datatype: Name) {
        self.out.extend_from_slice(b"\"^^");
        self.name(datatype);
    }

    fn object(&mut self, object: Object<'_>) {
        match object {
            Object::Name(name) => self.name(name),
            Object::Iri(iri) => self.iri(iri),
            Object::Text(text) => self.text(text),
            Object::Tagged(text, language) => {
                self.text(text);
                self.out.push(b'@');
                self.out.extend_from_slice(language.as_str().as_bytes());
            }
            Object::Count(count) => {
                self.out.push(b'"');
                push_number(&mut self.out, count);
                self.typed(xsd::NON_NEGATIVE_INTEGER);
            }
            Object::Double(number) => {
                self.out.push(b'"');
                push_double(&mut self.out, number);
                self.typed(xsd::DOUBLE);
            }
            Object::Typed(text, datatype) => {
                self.text(text);
                self.out.extend_from_slice(b"^^");
                self.name(datatype);
            }
        }
    }

    /// Writes the text before an object. Returns `false` and writes nothing if there is no current
    /// subject.
    fn predicate(&mut self, predicate: Name) -> bool {
        if self.begun.is_none() {
            return false;
        }
        match self.predicate {
            Some(last) if last == predicate => self.out.extend_from_slice(b" , "),
            last => {
                let before: &[u8] = if last.is_some() { b" ;\n    " } else { b"\n    " };
                self.out.extend_from_slice(before);
                self.verb(predicate);
                self.predicate = Some(predicate);
            }
        }
        true
    }

    fn verb(&mut self, predicate: Name) {
        if predicate == rdf::TYPE {
            self.out.push(b'a');
        } else {
            self.name(predicate);
        }
        self.out.push(b' ');
    }

    fn verb_node(&mut self, predicate: NamedNodeRef<'_>) {
        if rdf::TYPE.node() == predicate {
            self.out.push(b'a');
        } else {
            self.node(predicate);
        }
        self.out.push(b' ');
    }

    fn blank(&mut self, node: &BlankNode) {
        let label = self.labels.of(node);
        self.out.extend_from_slice(b"_:");
        self.out.extend_from_slice(label.as_bytes());
    }

    fn term(&mut self, term: &Term) -> Result<()> {
        match term {
            Term::NamedNode(node) => self.node(node.as_ref()),
            Term::BlankNode(node) => self.blank(node),
            Term::Literal(literal) => {
                self.text(literal.value());
                if let Some(language) = language(literal)? {
                    self.out.push(b'@');
                    self.out.extend_from_slice(language.as_bytes());
                } else if literal.datatype() != xsd::STRING.node() {
                    self.out.extend_from_slice(b"^^");
                    self.node(literal.datatype());
                }
            }
        }
        Ok(())
    }
}

impl Sink for TurtleWriter {
    fn subject(&mut self, iri: &str) {
        self.begin();
        self.iri(iri);
    }

    fn property(&mut self, predicate: Name, object: Object<'_>) {
        if self.predicate(predicate) {
            self.object(object);
        }
    }

    fn nested(&mut self, predicate: Name, about: &[(Name, Object<'_>)]) {
        if !self.predicate(predicate) {
            return;
        }
        self.out.extend_from_slice(b"[");
        for (number, (predicate, object)) in about.iter().enumerate() {
            self.out.extend_from_slice(if number > 0 { b" ; " } else { b" " });
            self.verb(*predicate);
            self.object(*object);
        }
        self.out.extend_from_slice(b" ]");
    }
}

/// Returns the prefixes for NIF documents as a bit set.
fn usual() -> u32 {
    let names = [vocab::nif::STRING, vocab::itsrdf::TERM, vocab::dc::TITLE, xsd::STRING];
    names.iter().fold(0, |bits, name| bits | 1 << name.prefix())
}

fn declarations(prefixes: u32) -> Vec<u8> {
    let mut out = Vec::new();
    for (index, prefix) in PREFIXES.iter().enumerate() {
        if prefixes & 1 << index != 0 {
            let line = format!("@prefix {}: <{}> .\n", prefix.name, prefix.namespace);
            out.extend_from_slice(line.as_bytes());
        }
    }
    out
}

/// Writes a graph. Returns `ErrorKind::Invalid` if a language tag has a wrong syntax.
pub(super) fn write(graph: &Graph) -> Result<Vec<u8>> {
    let usual = if graph.len() > SAMPLE { usual() } else { 0 };
    let mut turtle = TurtleWriter::declaring(group::prefixes_of(graph, SAMPLE) | usual);
    turtle.reserve(graph.len() * 64);
    let mut groups = Groups::new(graph);
    while let Some((subject, triples, inner)) = groups.next() {
        turtle.begin();
        match subject {
            NamedOrBlankNode::NamedNode(node) => turtle.node(node.as_ref()),
            NamedOrBlankNode::BlankNode(node) => turtle.blank(node),
        }
        turtle.statements(triples, "\n    ", Some(inner))?;
        turtle.predicate = Some(rdf::TYPE);
    }
    Ok(turtle.finish())
}

impl TurtleWriter {
    /// Writes the statements about a subject, including the nested blank nodes.
    fn statements(
        &mut self,
        triples: &[&Triple],
        before: &str,
        inner: Option<&Inner<'_>>,
    ) -> Result<()> {
        let mut last = None;
        for triple in triples {
            let predicate = triple.predicate.as_str();
            if last == Some(predicate) {
                self.out.extend_from_slice(b" , ");
            } else {
                if last.is_some() {
                    self.out.extend_from_slice(b" ;");
                }
                self.out.extend_from_slice(before.as_bytes());
                self.verb_node(triple.predicate.as_ref());
            }
            match inner.and_then(|inner| inner.about(&triple.object)) {
                Some(about) => {
                    self.out.push(b'[');
                    self.statements(about, " ", None)?;
                    self.out.extend_from_slice(b" ]");
                }
                None => self.term(&triple.object)?,
            }
            last = Some(predicate);
        }
        Ok(())
    }
}
