//! An indexed set of triples for queries.

use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;

use foldhash::fast::RandomState;
use indexmap::IndexSet;

use super::order::Order;
use super::triples::{Matching, Triples};
use super::{
    BlankNode, Graph, Literal, Name, NamedNode, NamedOrBlankNode, Object, Sink, Term, Triple,
};
use glossweave_base::error::{Error, ErrorKind, Result};

/// The maximum number of distinct triples in a dataset.
const TRIPLES: usize = 2_000_000;

/// A set of triples with numbered terms, sorted for queries.
///
/// It contains one graph, which is the default graph of queries. Named graphs are not supported.
#[derive(Default)]
pub struct IndexedGraph {
    terms: IndexSet<Term, RandomState>,
    triples: Vec<[u32; 3]>,
    sorted: [OnceLock<Sorted>; 3],
    stating: Stating,
}

/// The state used while statements are added.
#[derive(Default)]
struct Stating {
    subject: Option<u32>,
    /// The numbers of vocabulary names by the address of the name.
    names: HashMap<(usize, usize), u32, RandomState>,
    /// `true` if there were too many triples.
    overflowed: bool,
}

/// The triples sorted by one term first (subject, predicate or object), then cyclically by the
/// other two.
struct Sorted {
    /// The start of the triples of each first term.
    starts: Vec<u32>,
    triples: Vec<[u32; 3]>,
}

impl IndexedGraph {
    /// Parses RDF in any RDF format, like [`read`](super::read()).
    ///
    /// # Errors
    ///
    /// Returns the errors of `read`, and [`ErrorKind::TooLarge`] if there are more than two million
    /// triples.
    #[cfg(feature = "parse")]
    pub fn read(
        bytes: &[u8],
        format: glossweave_base::Format,
        base: Option<&str>,
    ) -> Result<IndexedGraph> {
        let mut dataset = IndexedGraph::default();
        super::read::read_each(bytes, format, base, &mut |triple| dataset.insert(triple))?;
        Ok(dataset)
    }

    /// Creates a dataset from the triples of a graph.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::TooLarge`] if there are more than two million triples.
    ///
    /// Blank nodes are preserved, so distinct blank nodes remain distinct.
    pub fn from_graph(graph: Graph) -> Result<IndexedGraph> {
        let mut dataset = IndexedGraph::default();
        graph.into_iter().try_for_each(|triple| dataset.insert(triple))?;
        Ok(dataset)
    }

    /// Adds a triple.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::TooLarge`] if the dataset already has two million triples.
    pub fn insert(&mut self, triple: Triple) -> Result<()> {
        let subject = match triple.subject {
            NamedOrBlankNode::NamedNode(node) => Term::NamedNode(node),
            NamedOrBlankNode::BlankNode(node) => Term::BlankNode(node),
        };
        let predicate = self.number(triple.predicate.into());
        let row = [self.number(subject), predicate, self.number(triple.object)];
        self.push(row)
    }

    fn push(&mut self, row: [u32; 3]) -> Result<()> {
        if self.triples.last() == Some(&row) {
            return Ok(());
        }
        if self.triples.len() == TRIPLES {
            return Err(too_many());
        }
        self.triples.push(row);
        self.sorted = Default::default();
        Ok(())
    }

    fn number(&mut self, term: Term) -> u32 {
        // Two million triples have at most six million terms.
        self.terms.insert_full(term).0 as u32
    }

    /// Returns the number of triples.
    pub fn len(&self) -> usize {
        self.sorted(Order::Subject).triples.len()
    }

    /// Returns `true` if there are no triples.
    pub fn is_empty(&self) -> bool {
        self.triples.is_empty()
    }

    fn sorted(&self, order: Order) -> &Sorted {
        self.sorted[order as usize].get_or_init(|| Sorted::new(self, order))
    }
}

impl Triples for IndexedGraph {
    fn len(&self) -> usize {
        IndexedGraph::len(self)
    }

    fn terms(&self) -> u32 {
        self.terms.len() as u32
    }

    fn term(&self, number: u32) -> Option<Term> {
        self.terms.get_index(number as usize).cloned()
    }

    fn find(&self, term: &Term) -> Option<u32> {
        self.terms.get_index_of(term).map(|number| number as u32)
    }

    fn matching(
        &self,
        subject: Option<u32>,
        predicate: Option<u32>,
        object: Option<u32>,
    ) -> Matching<'_> {
        let (order, [first, second, third]) = Order::of(subject, predicate, object);
        let sorted = self.sorted(order);
        let rows = match first {
            None => &sorted.triples[..],
            Some(first) => sorted.rows(first, second, third),
        };
        Matching::sorted(rows, order)
    }
}

fn too_many() -> Error {
    Error::new(ErrorKind::TooLarge, format!("the graph has more than {TRIPLES} triples"))
}

impl IndexedGraph {
    /// Returns the completed dataset.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::TooLarge`] if there were too many triples.
    #[doc(hidden)]
    pub fn stated(self) -> Result<IndexedGraph> {
        if self.stating.overflowed { Err(too_many()) } else { Ok(self) }
    }

    fn name(&mut self, name: Name) -> u32 {
        // Names are constants. When the same name has another address, it is only looked up again.
        let iri = name.iri();
        let place = (iri.as_ptr().addr(), iri.len());
        if let Some(number) = self.stating.names.get(&place) {
            return *number;
        }
        let number = self.number(name.into());
        self.stating.names.insert(place, number);
        number
    }

    fn object(&mut self, object: Object<'_>) -> u32 {
        match object {
            Object::Name(name) => self.name(name),
            // Parsers also use lower case (RDF 1.1, clause 3.3).
            Object::Tagged(text, language) => {
                let language = language.as_str().to_ascii_lowercase();
                self.number(Literal::new_language_tagged_literal_unchecked(text, language).into())
            }
            other => self.number(other.into()),
        }
    }

    fn state(&mut self, subject: u32, predicate: Name, object: u32) {
        let row = [subject, self.name(predicate), object];
        self.stating.overflowed |= self.push(row).is_err();
    }
}

impl Sink for IndexedGraph {
    fn subject(&mut self, iri: &str) {
        self.stating.subject = Some(self.number(NamedNode::new_unchecked(iri).into()));
    }

    fn property(&mut self, predicate: Name, object: Object<'_>) {
        let Some(subject) = self.stating.subject else { return };
        let object = self.object(object);
        self.state(subject, predicate, object);
    }

    fn nested(&mut self, predicate: Name, about: &[(Name, Object<'_>)]) {
        let Some(subject) = self.stating.subject else { return };
        let node = self.number(BlankNode::default().into());
        self.state(subject, predicate, node);
        for (predicate, object) in about {
            let object = self.object(*object);
            self.state(node, *predicate, object);
        }
    }
}

impl Sorted {
    fn new(dataset: &IndexedGraph, order: Order) -> Sorted {
        let mut triples: Vec<[u32; 3]> =
            dataset.triples.iter().map(|row| order.turn(*row)).collect();
        triples.sort_unstable();
        triples.dedup();
        let mut starts = vec![0; dataset.terms.len() + 1];
        for [first, ..] in &triples {
            starts[*first as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        Sorted { starts, triples }
    }

    fn rows(&self, first: u32, second: Option<u32>, third: Option<u32>) -> &[[u32; 3]] {
        let bounds = self.starts.get(first as usize..first as usize + 2);
        let Some(&[from, to]) = bounds else { return &[] };
        let mut rows = &self.triples[from as usize..to as usize];
        let Some(second) = second else { return rows };
        rows = among(rows, |row| row[1], second);
        match third {
            Some(third) => among(rows, |row| row[2], third),
            None => rows,
        }
    }
}

/// Returns the rows with a value. The rows must be sorted by that value.
fn among(rows: &[[u32; 3]], of: impl Fn(&[u32; 3]) -> u32, value: u32) -> &[[u32; 3]] {
    let from = rows.partition_point(|row| of(row) < value);
    let rows = &rows[from..];
    &rows[..rows.partition_point(|row| of(row) == value)]
}

impl fmt::Debug for IndexedGraph {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("IndexedGraph")
            .field("triples", &self.triples.len())
            .field("terms", &self.terms.len())
            .finish()
    }
}
