//! A list of triples.

use std::sync::atomic::{AtomicUsize, Ordering};

use oxrdf::dataset::CanonicalizationAlgorithm;

use super::vocab::{rdf, xsd};
use super::{
    BlankNode, Literal, Map, Name, NamedNode, NamedOrBlankNode, NamedOrBlankNodeRef, Object, Sink,
    Term, Triple,
};

/// A set of triples, in the order in which they were added.
///
/// A triple that is added twice is kept twice and means the same as once.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_rdf as rdf; }
/// use glossweave::Format;
/// use glossweave::rdf::{self, vocab::rdfs};
/// let graph = rdf::read(b"<http://a.example/> <http://www.w3.org/2000/01/rdf-schema#label> 'A'@en .",
///     Format::Turtle, None)?;
/// let label = graph.iter().find(|triple| triple.predicate == rdfs::LABEL).unwrap();
/// assert_eq!(label.object.to_string(), "\"A\"@en");
/// # Ok::<(), glossweave::Error>(())
/// ```
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
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_rdf as rdf; }
    /// use glossweave::Format;
    /// use glossweave::rdf::{self, Graph, Literal, NamedNode, Triple, vocab::rdfs};
    /// let cork = NamedNode::new_unchecked("http://example.org/cork");
    /// let mut graph = Graph::new();
    /// assert!(graph.is_empty());
    /// graph.push(Triple::new(cork.clone(), rdfs::LABEL, Literal::new_simple_literal("Cork")));
    /// let written = rdf::write(&graph, Format::NTriples)?;
    /// assert!(written.ends_with(b"\"Cork\" .\n"));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn push(&mut self, triple: Triple) {
        self.triples.push(triple);
    }

    /// Adds a triple of a subject, a known predicate and an object.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_rdf as rdf; }
    /// use glossweave::rdf::{Graph, Literal, NamedNode, Triple, vocab::rdfs};
    /// let cork = NamedNode::new_unchecked("http://example.org/cork");
    /// let mut graph = Graph::new();
    /// graph.insert(cork.clone(), rdfs::LABEL, Literal::new_simple_literal("Cork"));
    /// let triple = Triple::new(cork, rdfs::LABEL, Literal::new_simple_literal("Cork"));
    /// assert!(graph.contains(&triple));
    /// assert_eq!(graph.iter().next(), Some(&triple));
    /// ```
    pub fn insert(
        &mut self,
        subject: impl Into<NamedOrBlankNode>,
        predicate: Name,
        object: impl Into<Term>,
    ) {
        self.push(Triple::new(subject, predicate, object));
    }

    /// Returns the triples, in the order in which they were added.
    pub fn iter(&self) -> std::slice::Iter<'_, Triple> {
        self.triples.iter()
    }

    /// Returns the number of triples that were added.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_rdf as rdf; }
    /// use glossweave::rdf::{Graph, IndexedGraph, Literal, NamedNode, vocab::rdfs};
    /// let mut graph = Graph::new();
    /// for _ in 0..2 {
    ///     let cork = NamedNode::new_unchecked("http://example.org/cork");
    ///     graph.insert(cork, rdfs::LABEL, Literal::new_simple_literal("Cork"));
    /// }
    /// // Each is counted; an index has a triple once.
    /// assert_eq!((graph.len(), IndexedGraph::from_graph(graph)?.len()), (2, 1));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn len(&self) -> usize {
        self.triples.len()
    }

    /// Returns `true` if there is no triple.
    pub fn is_empty(&self) -> bool {
        self.triples.is_empty()
    }

    /// Returns `true` if a triple is in the graph. Reads the whole graph.
    pub fn contains(&self, triple: &Triple) -> bool {
        self.triples.contains(triple)
    }

    /// Keeps only the triples for which `keep` returns `true`.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_rdf as rdf; }
    /// use glossweave::Format;
    /// use glossweave::rdf::{self, vocab::rdfs};
    /// let turtle = b"@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    ///     <http://example.org/cork> rdfs:label 'Cork' ; rdfs:comment 'a city' .";
    /// let mut graph = rdf::read(turtle, Format::Turtle, None)?;
    /// graph.retain(|triple| triple.predicate == rdfs::LABEL);
    /// assert_eq!(graph.len(), 1);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn retain(&mut self, keep: impl FnMut(&Triple) -> bool) {
        self.triples.retain(keep);
    }

    /// Begins the statements about a node, as [`Sink::subject`] does about an IRI.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_rdf as rdf; }
    /// use glossweave::rdf::{BlankNode, Graph, Object, Sink, vocab::{nif, rdf}};
    /// let note = BlankNode::default();
    /// let mut graph = Graph::new();
    /// graph.subject("http://example.org/#char=0,4");
    /// graph.property_node(nif::ANNOTATION_UNIT_OF, note.clone());
    /// graph.subject_node(note);
    /// graph.property(rdf::TYPE, Object::Name(nif::ANNOTATION_UNIT));
    /// assert_eq!(graph.iter().filter(|triple| triple.subject.is_blank_node()).count(), 1);
    /// ```
    pub fn subject_node(&mut self, node: impl Into<NamedOrBlankNode>) {
        self.subject = Some(node.into());
    }

    /// States a node as object of the current subject, as [`Sink::property`] does.
    pub fn property_node(&mut self, predicate: Name, object: impl Into<Term>) {
        if let Some(subject) = self.subject.clone() {
            self.insert(subject, predicate, object);
        }
    }

    /// Returns an index that finds triples by their subject without reading the whole graph each time.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_rdf as rdf; }
    /// use glossweave::{Format, rdf};
    /// let turtle = b"<cork> <name> 'Cork', 'Corcaigh' . <cobh> <name> 'Cobh' .";
    /// let graph = rdf::read(turtle, Format::Turtle, Some("http://example.org/"))?;
    /// let first = &graph.iter().next().unwrap().subject;
    /// assert_eq!(graph.by_subject().triples(first.as_ref()).count(), 2);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn by_subject(&self) -> BySubject<'_> {
        let mut places: Map<NamedOrBlankNodeRef<'_>, Vec<u32>> = Map::default();
        for (index, triple) in self.triples.iter().enumerate() {
            places.entry(triple.subject.as_ref()).or_default().push(index as u32);
        }
        BySubject { graph: self, places, looked: AtomicUsize::new(0) }
    }

    /// Returns `true` if two graphs are equal up to the names of their blank nodes.
    ///
    /// Takes exponential time in the worst case, which needs symmetric connections between blank nodes; meant
    /// for tests and for trusted graphs.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_rdf as rdf; }
    /// use glossweave::{Format, rdf};
    /// let one = rdf::read(b"_:a <http://example.org/p> _:b .", Format::Turtle, None)?;
    /// let same = rdf::read(b"[] <http://example.org/p> [] .", Format::Turtle, None)?;
    /// let other = rdf::read(b"_:a <http://example.org/p> _:a .", Format::Turtle, None)?;
    /// assert!(one.is_isomorphic(&same) && !one.is_isomorphic(&other));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn is_isomorphic(&self, other: &Graph) -> bool {
        let canonical = |graph: &Graph| {
            let mut set: oxrdf::Graph = graph.triples.iter().map(folded).collect();
            set.canonicalize(CanonicalizationAlgorithm::Unstable);
            set
        };
        canonical(self) == canonical(other)
    }
}

/// The size of a triple in a graph in addition to its text.
const TRIPLE: usize = 160;

/// Returns the approximate size of a triple in a graph, in bytes.
#[doc(hidden)]
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

/// Returns a triple with its language tag in lower case, as RDF 1.1 (clause 3.3) compares them.
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
        // A new one: the graph may have been parsed, with any names in it.
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
            Object::Double(_) => {
                let mut digits = Vec::new();
                super::turtle::push_double(&mut digits, object);
                let digits = String::from_utf8_lossy(&digits);
                Literal::new_typed_literal(digits, xsd::DOUBLE).into()
            }
            Object::Typed(text, datatype) => Literal::new_typed_literal(text, datatype).into(),
        }
    }
}

/// Returns the IRI or blank node of an object, if it is one, so that its statements can be looked up.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_rdf as rdf; }
/// use glossweave::rdf::{Literal, NamedNode, Term, resource};
/// let cork = Term::from(NamedNode::new_unchecked("http://example.org/cork"));
/// assert_eq!(resource(&cork).unwrap().to_string(), "<http://example.org/cork>");
/// assert_eq!(resource(&Literal::new_simple_literal("Cork").into()), None);
/// ```
pub fn resource(object: &Term) -> Option<NamedOrBlankNodeRef<'_>> {
    match object {
        Term::NamedNode(node) => Some(node.as_ref().into()),
        Term::BlankNode(node) => Some(node.as_ref().into()),
        Term::Literal(_) => None,
    }
}

/// An index of the triples of a graph by their subject; created by [`Graph::by_subject`].
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_rdf as rdf; }
/// use glossweave::Format;
/// use glossweave::rdf::{self, NamedNodeRef, vocab::{nif, skos}};
/// let turtle = b"@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
///     <http://example.org/cork> a skos:Concept ; skos:prefLabel 'Cork'@en, 'Corcaigh'@ga .";
/// let graph = rdf::read(turtle, Format::Turtle, None)?;
/// let index = graph.by_subject();
/// let cork = NamedNodeRef::new_unchecked("http://example.org/cork").into();
/// assert_eq!(index.triples(cork).count(), 3);
/// assert_eq!(index.objects(cork, skos::PREF_LABEL).count(), 2);
/// assert!(index.is_a(cork, skos::CONCEPT) && !index.is_a(cork, nif::STRING));
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Debug)]
pub struct BySubject<'g> {
    graph: &'g Graph,
    places: Map<NamedOrBlankNodeRef<'g>, Vec<u32>>,
    looked: AtomicUsize,
}

impl<'g> BySubject<'g> {
    /// Returns the number of triples of the graph.
    #[doc(hidden)]
    #[expect(clippy::len_without_is_empty, reason = "no caller needs `is_empty`")]
    pub fn len(&self) -> usize {
        self.graph.len()
    }

    /// Returns the number of triples that were visited, to limit callers that ask for the same ones
    /// repeatedly.
    #[doc(hidden)]
    pub fn looked(&self) -> usize {
        self.looked.load(Ordering::Relaxed)
    }

    /// Returns the triples of a subject, in the order of the graph.
    pub fn triples<'a>(
        &'a self,
        subject: NamedOrBlankNodeRef<'a>,
    ) -> impl Iterator<Item = &'g Triple> + use<'g, 'a> {
        let places = self.places.get(&subject).map_or(&[][..], Vec::as_slice);
        self.looked.fetch_add(places.len(), Ordering::Relaxed);
        places.iter().map(|place| &self.graph.triples[*place as usize])
    }

    /// Returns the objects of a subject with a predicate, in the order of the graph.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_rdf as rdf; }
    /// use glossweave::rdf::{self, NamedNodeRef, vocab::rdfs};
    /// use glossweave::Format;
    /// let turtle = b"@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    ///     <http://example.org/cork> rdfs:label 'Cork' ; rdfs:comment 'a city' .";
    /// let graph = rdf::read(turtle, Format::Turtle, None)?;
    /// let index = graph.by_subject();
    /// let cork = NamedNodeRef::new_unchecked("http://example.org/cork").into();
    /// let labels: Vec<String> = index.objects(cork, rdfs::LABEL).map(|label| label.to_string()).collect();
    /// assert_eq!(labels, ["\"Cork\""]);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
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
