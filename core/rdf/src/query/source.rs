//! An adapter that makes triples available to the evaluator.

use std::cell::RefCell;
use std::convert::Infallible;
use std::iter;

use foldhash::fast::RandomState;
use indexmap::IndexSet;
use spareval::{InternalQuad, QueryableDataset};

use super::limits::{self, Id};
use crate::{Matching, Term, Triples};

/// The memory use of a term that a query creates, without its text.
const TERM: usize = 160;

/// Triples, and the additional terms that a query creates.
pub(super) struct Source<'a> {
    triples: &'a dyn Triples,
    /// The number of terms in the triples.
    terms: u32,
    /// The created terms. Their numbers follow the terms of the triples.
    made: RefCell<IndexSet<Term, RandomState>>,
}

impl<'a> Source<'a> {
    pub(super) fn new(triples: &'a dyn Triples) -> Source<'a> {
        Source { triples, terms: triples.terms(), made: RefCell::default() }
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
        let [subject, predicate, object] =
            [subject, predicate, object].map(|id| id.map(Id::number));
        // There are no named graphs, and the created terms do not occur in any triple.
        let known = [subject, predicate, object].iter().flatten().all(|id| *id < self.terms);
        let rows = match graph == Some(None) && known {
            true => self.triples.matching(subject, predicate, object),
            false => Matching::none(),
        };
        rows.map(|[subject, predicate, object]| {
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
        if let Some(number) = self.triples.find(&term) {
            return Ok(Id::new(number));
        }
        let size = length(&term);
        limits::read(size);
        let mut made = self.made.borrow_mut();
        let (number, is_new) = made.insert_full(term);
        if is_new {
            limits::keep(size + TERM);
        }
        match u32::try_from(number).ok().and_then(|number| self.terms.checked_add(number)) {
            Some(number) => Ok(Id::new(number)),
            None => limits::refuse("the query creates too many terms"),
        }
    }

    fn externalize_term(&self, id: Id) -> Result<Term, Infallible> {
        let number = id.number();
        let term = match number.checked_sub(self.terms) {
            None => self.triples.term(number),
            Some(made) => self.made.borrow().get_index(made as usize).cloned(),
        };
        let Some(term) = term else { limits::damaged() };
        limits::read(length(&term));
        Ok(term)
    }
}
