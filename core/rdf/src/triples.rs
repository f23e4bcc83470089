//! What queries ask of triples, wherever these are.

use super::Term;
use super::graph_file::Filed;
use glossweave_base::error::Result;

/// Triples with their terms numbered, sorted so that those that fit a pattern are found without
/// looking at the others: a [`Dataset`](super::Dataset) in memory, or a
/// [`GraphFile`](super::GraphFile).
///
/// Numbers mean something to the triples that gave them out, and to no others.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_rdf as rdf; }
/// use glossweave::Format;
/// use glossweave::rdf::{Dataset, NamedNode, Triples};
/// let dataset = Dataset::read(b"<http://a.example/> a <http://b.example/B> .", Format::Turtle, None)?;
/// let triples: &dyn Triples = &dataset;
/// let class = triples.find(&NamedNode::new_unchecked("http://b.example/B").into());
/// let [subject, _, _] = triples.matching(None, None, class).next().unwrap();
/// assert_eq!(triples.term(subject).unwrap().to_string(), "<http://a.example/>");
/// # Ok::<(), glossweave::Error>(())
/// ```
pub trait Triples {
    /// How many triples there are, each counted once.
    fn len(&self) -> usize;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What every number of a term is less than.
    fn terms(&self) -> u32;

    /// The term with a number; `None` where there is none, or where it cannot be read.
    fn term(&self, number: u32) -> Option<Term>;

    /// The number of a term; `None` where no triple has it.
    fn find(&self, term: &Term) -> Option<u32>;

    /// Whether all that was asked so far was answered from triples as they were written: what is
    /// damaged looks like what is not there. Queries end with it. Kind Storage.
    fn sound(&self) -> Result<()> {
        Ok(())
    }

    /// The triples that have these terms, each as the numbers of subject, predicate and object, and
    /// each once.
    fn matching(
        &self,
        subject: Option<u32>,
        predicate: Option<u32>,
        object: Option<u32>,
    ) -> Matching<'_>;
}

/// Which of subject, predicate and object triples are sorted by first; the other two follow as they
/// come round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Subject,
    Predicate,
    Object,
}

impl Order {
    /// The order in which triples that fit lie beside each other, with what is known of them in this
    /// order. Each pair of known terms is the beginning of one of the three.
    pub(super) fn of(
        subject: Option<u32>,
        predicate: Option<u32>,
        object: Option<u32>,
    ) -> (Order, [Option<u32>; 3]) {
        match (subject, predicate, object) {
            (Some(_), None, Some(_)) | (None, None, Some(_)) => {
                (Order::Object, [object, subject, predicate])
            }
            (None, Some(_), _) => (Order::Predicate, [predicate, object, subject]),
            _ => (Order::Subject, [subject, predicate, object]),
        }
    }

    /// Subject, predicate and object in this order.
    pub(super) fn turn(self, [subject, predicate, object]: [u32; 3]) -> [u32; 3] {
        match self {
            Order::Subject => [subject, predicate, object],
            Order::Predicate => [predicate, object, subject],
            Order::Object => [object, subject, predicate],
        }
    }

    /// The way back.
    pub(super) fn turn_back(self, [first, second, third]: [u32; 3]) -> [u32; 3] {
        match self {
            Order::Subject => [first, second, third],
            Order::Predicate => [third, first, second],
            Order::Object => [second, third, first],
        }
    }
}

/// Triples that fit a pattern; made by [`Triples::matching`].
pub struct Matching<'a>(Rows<'a>);

enum Rows<'a> {
    Sorted(std::slice::Iter<'a, [u32; 3]>, Order),
    Filed(Filed<'a>),
    Others(Box<dyn Iterator<Item = [u32; 3]> + 'a>),
}

impl<'a> Matching<'a> {
    /// Triples as an iterator gives them.
    pub fn new(triples: impl Iterator<Item = [u32; 3]> + 'a) -> Matching<'a> {
        Matching(Rows::Others(Box::new(triples)))
    }

    /// No triples.
    pub(super) fn none() -> Matching<'a> {
        Matching::sorted(&[], Order::Subject)
    }

    pub(super) fn sorted(rows: &'a [[u32; 3]], order: Order) -> Matching<'a> {
        Matching(Rows::Sorted(rows.iter(), order))
    }

    pub(super) fn filed(rows: Filed<'a>) -> Matching<'a> {
        Matching(Rows::Filed(rows))
    }
}

impl Iterator for Matching<'_> {
    type Item = [u32; 3];

    #[inline]
    fn next(&mut self) -> Option<[u32; 3]> {
        match &mut self.0 {
            Rows::Sorted(rows, order) => rows.next().map(|row| order.turn_back(*row)),
            Rows::Filed(rows) => rows.next(),
            Rows::Others(rows) => rows.next(),
        }
    }
}

impl std::fmt::Debug for Matching<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Matching").finish_non_exhaustive()
    }
}
