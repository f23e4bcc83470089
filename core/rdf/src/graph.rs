//! A list of triples.

use std::sync::atomic::{AtomicUsize, Ordering};

use oxrdf::dataset::CanonicalizationAlgorithm;

use super::escape::push_double;
use super::vocab::{rdf, xsd};
use super::{
    BlankNode, Literal, Map, Name, NamedNode, NamedOrBlankNode, NamedOrBlankNodeRef, Object, Sink,
    Term, Triple,
};

/// A set of triples that preserves the order of insertion.
///
/// Adding a triple twice stores it twice, but does not change the meaning of the graph.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    triples: Vec<Triple>,
    subject: Option<NamedOrBlankNode>,
}

impl Graph {
    /// Creates an empty graph.
    pub fn new() -> Graph {
        Graph::default()
    }

    /// Adds a triple at the end.
    pub fn push(&mut self, triple: Triple) {
        self.triples.push(triple);
    }

    /// Adds a triple with a predicate from a known vocabulary.
    pub fn insert(
        &mut self,
        subject: impl Into<NamedOrBlankNode>,
        predicate: Name,
        object: impl Into<Term>,
    ) {
        self.push(Triple::new(subject, predicate, object));
    }

    /// Returns the triples in the order of insertion.
    pub fn iter(&self) -> std::slice::Iter<'_, Triple> {
        self.triples.iter()
    }

    /// Returns the number of stored triples, including duplicates.
    pub fn len(&self) -> usize {
        self.triples.len()
    }

    /// Returns `true` if the graph has no triples.
    pub fn is_empty(&self) -> bool {
        self.triples.is_empty()
    }

    /// Returns `true` if the graph contains a triple. Searches the whole graph.
    pub fn contains(&self, triple: &Triple) -> bool {
        self.triples.contains(triple)
    }

    /// Keeps only the triples for which `keep` returns `true`.
    pub fn retain(&mut self, keep: impl FnMut(&Triple) -> bool) {
        self.triples.retain(keep);
    }

    /// Returns `true` if two graphs are equal except for the names of their blank nodes.
    ///
    /// Takes exponential time in the worst case, which requires symmetric connections between blank
    /// nodes. Use it only for tests and for trusted graphs.
    pub fn is_isomorphic(&self, other: &Graph) -> bool {
        let canonical = |graph: &Graph| {
            let mut set: oxrdf::Graph = graph.triples.iter().map(folded).collect();
            set.canonicalize(CanonicalizationAlgorithm::Unstable);
            set
        };
        canonical(self) == canonical(other)
    }
}

/// The memory use of a triple in a graph, without its text.
const TRIPLE: usize = 160;

/// Returns the approximate size of a triple in a graph, in bytes.
pub fn triple_size(triple: &Triple) -> usize {
    let subject = match &triple.subject {
        NamedOrBlankNode::NamedNode(node) => node.as_str().len(),
        NamedOrBlankNode::BlankNode(node) => node.as_str().len(),
    };
    TRIPLE + subject + triple.predicate.as_str().len() + text_size(&triple.object)
}

/// Returns the length of the text of a term in bytes.
pub(super) fn text_size(term: &Term) -> usize {
    match term {
        Term::NamedNode(node) => node.as_str().len(),
        Term::BlankNode(node) => node.as_str().len(),
        Term::Literal(literal) => literal.value().len() + literal.datatype().as_str().len(),
    }
}

/// Returns a triple with its language tag in lower case, because RDF 1.1 (clause 3.3) compares tags
/// that way.
fn folded(triple: &Triple) -> Triple {
    let mut triple = triple.clone();
    if let Term::Literal(literal) = &triple.object
        && let Some(language) = literal.language()
    {
        let language = language.to_ascii_lowercase();
        let value = literal.value();
        triple.object = Literal::new_language_tagged_literal_unchecked(value, language).into();
    }
    triple
}

impl Extend<Triple> for Graph {
    fn extend<I: IntoIterator<Item = Triple>>(&mut self, triples: I) {
        self.triples.extend(triples);
    }
}

impl FromIterator<Triple> for Graph {
    fn from_iter<I: IntoIterator<Item = Triple>>(triples: I) -> Graph {
        Graph { triples: triples.into_iter().collect(), subject: None }
    }
}

impl IntoIterator for Graph {
    type Item = Triple;
    type IntoIter = std::vec::IntoIter<Triple>;

    fn into_iter(self) -> Self::IntoIter {
        self.triples.into_iter()
    }
}

impl<'a> IntoIterator for &'a Graph {
    type Item = &'a Triple;
    type IntoIter = std::slice::Iter<'a, Triple>;

    fn into_iter(self) -> Self::IntoIter {
        self.triples.iter()
    }
}

impl Sink for Graph {
    fn subject(&mut self, iri: &str) {
        self.subject = Some(NamedNode::new_unchecked(iri).into());
    }

    fn property(&mut self, predicate: Name, object: Object<'_>) {
        let Some(subject) = self.subject.clone() else { return };
        self.insert(subject, predicate, object);
    }

    fn nested(&mut self, predicate: Name, about: &[(Name, Object<'_>)]) {
        let Some(subject) = self.subject.clone() else { return };
        // Create a new node, because a parsed graph can contain any name.
        let node = BlankNode::default();
        self.insert(subject, predicate, node.clone());
        for (predicate, object) in about {
            self.insert(node.clone(), *predicate, *object);
        }
    }
}

impl From<Object<'_>> for Term {
    fn from(object: Object<'_>) -> Term {
        match object {
            Object::Name(name) => name.into(),
            Object::Iri(iri) => NamedNode::new_unchecked(iri).into(),
            Object::Text(text) => Literal::new_simple_literal(text).into(),
            Object::Tagged(text, language) => {
                Literal::new_language_tagged_literal_unchecked(text, language.as_str()).into()
            }
            Object::Count(count) => {
                Literal::new_typed_literal(count.to_string(), xsd::NON_NEGATIVE_INTEGER).into()
            }
            Object::Double(number) => {
                let mut digits = Vec::new();
                push_double(&mut digits, number);
                let digits = String::from_utf8_lossy(&digits);
                Literal::new_typed_literal(digits, xsd::DOUBLE).into()
            }
            Object::Typed(text, datatype) => Literal::new_typed_literal(text, datatype).into(),
        }
    }
}

/// Returns the IRI or blank node of an object, for example to look up its statements. Returns
/// `None` for a literal.
pub fn resource(object: &Term) -> Option<NamedOrBlankNodeRef<'_>> {
    match object {
        Term::NamedNode(node) => Some(node.as_ref().into()),
        Term::BlankNode(node) => Some(node.as_ref().into()),
        Term::Literal(_) => None,
    }
}

/// An index of the triples of a graph by subject.
#[derive(Debug)]
pub struct BySubject<'g> {
    graph: &'g Graph,
    places: Map<NamedOrBlankNodeRef<'g>, Vec<u32>>,
    looked: AtomicUsize,
}

impl<'g> BySubject<'g> {
    /// Creates the index. A lookup by subject then does not search the whole graph.
    pub fn new(graph: &'g Graph) -> BySubject<'g> {
        let mut places: Map<NamedOrBlankNodeRef<'_>, Vec<u32>> = Map::default();
        for (index, triple) in graph.triples.iter().enumerate() {
            places.entry(triple.subject.as_ref()).or_default().push(index as u32);
        }
        BySubject { graph, places, looked: AtomicUsize::new(0) }
    }

    /// Returns the number of triples in the graph.
    #[expect(clippy::len_without_is_empty, reason = "no caller needs `is_empty`")]
    pub fn len(&self) -> usize {
        self.graph.len()
    }

    /// Returns the number of triples visited so far. Callers use it to limit repeated lookups.
    pub fn looked(&self) -> usize {
        self.looked.load(Ordering::Relaxed)
    }

    /// Returns the triples of a subject in the order of the graph.
    pub fn triples<'a>(
        &'a self,
        subject: NamedOrBlankNodeRef<'a>,
    ) -> impl Iterator<Item = &'g Triple> + use<'g, 'a> {
        let places = self.places.get(&subject).map_or(&[][..], Vec::as_slice);
        self.looked.fetch_add(places.len(), Ordering::Relaxed);
        places.iter().map(|place| &self.graph.triples[*place as usize])
    }

    /// Returns the objects of a subject and a predicate in the order of the graph.
    pub fn objects<'a>(
        &'a self,
        subject: NamedOrBlankNodeRef<'a>,
        predicate: Name,
    ) -> impl Iterator<Item = &'g Term> + use<'g, 'a> {
        self.triples(subject)
            .filter(move |triple| triple.predicate == predicate)
            .map(|triple| &triple.object)
    }

    /// Returns `true` if a subject has a class.
    pub fn is_a(&self, subject: NamedOrBlankNodeRef<'_>, class: Name) -> bool {
        self.objects(subject, rdf::TYPE)
            .any(|object| matches!(object, Term::NamedNode(node) if *node == class))
    }
}

/// Methods of graphs that the other crates of Glossweave call.
pub trait GraphExt {
    /// Begins the statements about a node, like [`Sink::subject`] for an IRI.
    fn subject_node(&mut self, node: impl Into<NamedOrBlankNode>);

    /// Adds a statement about the current subject, like [`Sink::property`], with a node as the
    /// object.
    fn property_node(&mut self, predicate: Name, object: impl Into<Term>);
}

impl GraphExt for Graph {
    fn subject_node(&mut self, node: impl Into<NamedOrBlankNode>) {
        self.subject = Some(node.into());
    }

    fn property_node(&mut self, predicate: Name, object: impl Into<Term>) {
        if let Some(subject) = self.subject.clone() {
            self.insert(subject, predicate, object);
        }
    }
}
