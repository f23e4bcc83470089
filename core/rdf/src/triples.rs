//! The interface of triples for queries.

use std::sync::Arc;

use super::Term;
use super::order::Order;
use super::rows::Filed;
use glossweave_base::error::Result;

/// Triples with numbered terms, sorted so that those that match a pattern are found without reading the
/// others: a [`IndexedGraph`](super::IndexedGraph) in memory, or a [`GraphFile`](super::GraphFile).
///
/// Numbers are valid only for the triples that returned them.
pub trait Triples {
    /// Returns the number of triples, each counted once.
    fn len(&self) -> usize;

    /// Returns `true` if there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the upper bound of the numbers of terms, which are less than it.
    fn terms(&self) -> u32;

    /// Returns the term with a number, or `None` if there is none, or if it cannot be read.
    fn term(&self, number: u32) -> Option<Term>;

    /// Returns the number of a term, or `None` if no triple has it.
    fn find(&self, term: &Term) -> Option<u32>;

    /// Checks that all answers so far came from undamaged triples, as damaged ones look like missing ones.
    /// Queries end with this check.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if triples that were read are damaged.
    fn sound(&self) -> Result<()> {
        Ok(())
    }

    /// Returns the triples that have these terms, each as the numbers of subject, predicate and object, and
    /// each once.
    fn matching(
        &self,
        subject: Option<u32>,
        predicate: Option<u32>,
        object: Option<u32>,
    ) -> Matching<'_>;
}

/// An iterator over triples that match a pattern; created by [`Triples::matching`].
pub struct Matching<'a>(Rows<'a>);

enum Rows<'a> {
    Sorted(std::slice::Iter<'a, [u32; 3]>, Order),
    Filed(Filed<'a>),
    Others(Box<dyn Iterator<Item = [u32; 3]> + 'a>),
}

impl<'a> Matching<'a> {
    /// Creates an iterator over the triples of another one.
    pub fn new(triples: impl Iterator<Item = [u32; 3]> + 'a) -> Matching<'a> {
        Matching(Rows::Others(Box::new(triples)))
    }

    /// Creates an empty iterator.
    #[cfg(feature = "sparql")]
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

/// A source of graphs by name, such as the stored datasets of an engine.
pub trait GraphSource: Send + Sync {
    /// Returns the graph of a dataset without a check of the caller's rights: that is up to the calling
    /// code. Returns `ErrorKind::NotFound` and `ErrorKind::Storage`.
    fn graph(&self, dataset: &str) -> Result<Arc<dyn Triples + Send + Sync>>;
}
