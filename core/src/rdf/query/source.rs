//! A dataset as the evaluator sees it.

use std::cell::RefCell;
use std::convert::Infallible;
use std::iter;

use foldhash::fast::RandomState;
use indexmap::IndexSet;
use spareval::{InternalQuad, QueryableDataset};

use super::budget::{self, Id};
use crate::rdf::{Dataset, Term};

/// What a term takes that a query makes, beside its text.
const TERM: usize = 160;

/// A dataset, and the terms that a query adds to those in it.
pub(super) struct Source<'a> {
    dataset: &'a Dataset,
    /// Numbered after those of the dataset.
    made: RefCell<IndexSet<Term, RandomState>>,
}

impl<'a> Source<'a> {
    pub(super) fn new(dataset: &'a Dataset) -> Source<'a> {
        Source { dataset, made: RefCell::default() }
    }

    /// The number within the dataset; that of no triple where the term is none of its terms.
    fn known(&self, id: &Id) -> u32 {
        id.number()
    }
}

fn length(term: &Term) -> usize {
    match term {
        Term::NamedNode(node) => node.as_str().len(),
        Term::BlankNode(node) => node.as_str().len(),
        Term::Literal(literal) => literal.value().len(),
    }
}

impl<'a> QueryableDataset<'a> for Source<'a> {
    type InternalTerm = Id;
    type Error = Infallible;

    fn internal_quads_for_pattern(
        &self,
        subject: Option<&Id>,
        predicate: Option<&Id>,
        object: Option<&Id>,
        graph: Option<Option<&Id>>,
    ) -> impl Iterator<Item = Result<InternalQuad<Id>, Infallible>> + use<'a> {
        let known = |id: Option<&Id>| id.map(|id| self.known(id));
        // There are no named graphs.
        let rows = (graph == Some(None))
            .then(|| self.dataset.matching(known(subject), known(predicate), known(object)));
        rows.into_iter().flatten().map(|[subject, predicate, object]| {
            Ok(InternalQuad {
                subject: Id::new(subject),
                predicate: Id::new(predicate),
                object: Id::new(object),
                graph_name: None,
            })
        })
    }

    fn internal_named_graphs(&self) -> impl Iterator<Item = Result<Id, Infallible>> + use<'a> {
        iter::empty()
    }

    fn contains_internal_graph_name(&self, _: &Id) -> Result<bool, Infallible> {
        Ok(false)
    }

    fn internalize_term(&self, term: Term) -> Result<Id, Infallible> {
        if let Some(number) = self.dataset.find(&term) {
            return Ok(Id::new(number as u32));
        }
        let size = length(&term);
        budget::read(size);
        let mut made = self.made.borrow_mut();
        let (number, is_new) = made.insert_full(term);
        if is_new {
            budget::keep(size + TERM);
        }
        Ok(Id::new((self.dataset.terms() + number) as u32))
    }

    fn externalize_term(&self, id: Id) -> Result<Term, Infallible> {
        let number = id.number() as usize;
        let term = match self.dataset.term(number) {
            Some(term) => term.clone(),
            None => {
                let made = self.made.borrow();
                let term = made.get_index(number - self.dataset.terms());
                // Every number was given out for a term.
                term.cloned().unwrap_or_else(|| Term::BlankNode(Default::default()))
            }
        };
        budget::read(length(&term));
        Ok(term)
    }
}
