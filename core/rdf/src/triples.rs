//! The interface that queries use to access triples.

use std::sync::Arc;

use super::Term;
use super::order::Order;
#[cfg(feature = "graph-files")]
use super::rows::Filed;
use glossweave_base::error::Result;

/// Triples with numbered terms. They are sorted, so that the triples that match a pattern are found
/// without a full scan. Implemented by [`IndexedGraph`](super::IndexedGraph) in memory, and by
/// [`GraphFile`](super::GraphFile).
///
/// A number is valid only for the object that returned it.
pub trait Triples {
    /// Returns the number of distinct triples.
    fn len(&self) -> usize;

    /// Returns `true` if there are no triples.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the upper bound of term numbers. All numbers are less than it.
    fn terms(&self) -> u32;

    /// Returns the term with a number. Returns `None` if there is none or if it cannot be read.
    fn term(&self, number: u32) -> Option<Term>;

    /// Returns the number of a term. Returns `None` if no triple contains it.
    fn find(&self, term: &Term) -> Option<u32>;

    /// Checks that all answers so far came from undamaged triples. Queries end with this check,
    /// because damaged triples look like missing ones.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if triples that were read are damaged.
    fn sound(&self) -> Result<()> {
        Ok(())
    }

    /// Returns the distinct triples that contain the given terms. Each triple consists of the
    /// numbers of subject, predicate and object.
    fn matching(
        &self,
        subject: Option<u32>,
        predicate: Option<u32>,
        object: Option<u32>,
    ) -> Matching<'_>;
}

/// An iterator over the triples that match a pattern. Created by [`Triples::matching`].
pub struct Matching<'a>(Rows<'a>);

enum Rows<'a> {
    Sorted(std::slice::Iter<'a, [u32; 3]>, Order),
    #[cfg(feature = "graph-files")]
    Filed(Filed<'a>),
    Others(Box<dyn Iterator<Item = [u32; 3]> + 'a>),
}

impl<'a> Matching<'a> {
    /// Creates an iterator from another iterator over triples.
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

    #[cfg(feature = "graph-files")]
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
            #[cfg(feature = "graph-files")]
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

/// A source of graphs by name, for example the stored datasets of an engine.
pub trait GraphSource: Send + Sync {
    /// Returns the graph of a dataset. Access rights are not checked here; the caller must check
    /// them. Returns `ErrorKind::NotFound` if the dataset does not exist, and `ErrorKind::Storage`
    /// if it cannot be read.
    fn graph(&self, dataset: &str) -> Result<Arc<dyn Triples + Send + Sync>>;
}
