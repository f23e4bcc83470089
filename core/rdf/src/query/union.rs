//! The union of several sets of triples.

use std::cell::RefCell;
use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::limits;
use crate::{BlankNode, Matching, Term, Triples};
use glossweave_base::error::{Error, ErrorKind, Result};

/// The maximum number of cached term numbers of all parts. When it is reached, the caches are
/// cleared.
const NOTED: usize = 1 << 17;

type Notes<T> = RefCell<HashMap<u32, T, RandomState>>;

/// The union of several sets of triples: the merge of their graphs (RDF 1.1 Semantics, clause 4.1),
/// in which blank nodes stay distinct.
///
/// The number of a term is its number in the first part that contains it, plus the number of terms
/// in all earlier parts.
pub(super) struct Union<'a> {
    parts: Vec<UnionPart<'a>>,
    terms: u32,
    /// The maximum number of entries in one cache.
    noted: usize,
}

struct UnionPart<'a> {
    triples: &'a dyn Triples,
    /// The offset to add to the numbers of this part.
    offset: u32,
    /// A cache of numbers in the union, by the number in this part.
    outside: Notes<u32>,
    /// A cache of numbers in this part, by the number in the union.
    inside: Notes<Option<u32>>,
}

fn note<T>(notes: &Notes<T>, most: usize, number: u32, found: T) {
    let mut notes = notes.borrow_mut();
    if notes.len() >= most {
        notes.clear();
    }
    notes.insert(number, found);
}

impl<'a> Union<'a> {
    /// Creates the union. Returns `ErrorKind::TooLarge` if the total number of terms is too large.
    pub(super) fn new(all: &[&'a dyn Triples]) -> Result<Union<'a>> {
        let mut terms = 0_u32;
        let mut parts = Vec::with_capacity(all.len());
        for triples in all {
            parts.push(UnionPart {
                triples: *triples,
                offset: terms,
                outside: RefCell::default(),
                inside: RefCell::default(),
            });
            terms = terms.checked_add(triples.terms()).ok_or_else(|| {
                Error::new(ErrorKind::TooLarge, "the datasets have too many terms for one query")
            })?;
        }
        Ok(Union { parts, terms, noted: NOTED / all.len().max(1) })
    }

    /// Returns the index of the part that a number belongs to.
    fn owner(&self, number: u32) -> usize {
        self.parts.partition_point(|part| part.offset <= number).saturating_sub(1)
    }

    /// Converts the number of a term in the union to its number in a part.
    fn inside(&self, at: usize, number: u32) -> Option<u32> {
        let owner = self.owner(number);
        if owner == at {
            return Some(number - self.parts[at].offset);
        }
        // The term belongs to a later part, so this part does not contain it.
        if owner > at {
            return None;
        }
        if let Some(known) = self.parts[at].inside.borrow().get(&number) {
            return *known;
        }
        let part = &self.parts[owner];
        let found = match part.triples.term(number - part.offset) {
            None => limits::damaged(),
            Some(Term::BlankNode(_)) => None,
            Some(term) => self.parts[at].triples.find(&term),
        };
        note(&self.parts[at].inside, self.noted, number, found);
        found
    }

    /// Converts the number of a term in a part to its number in the union.
    fn outside(&self, at: usize, number: u32) -> u32 {
        let part = &self.parts[at];
        if at == 0 {
            return number;
        }
        if let Some(known) = part.outside.borrow().get(&number) {
            return *known;
        }
        let found = match part.triples.term(number) {
            None => limits::damaged(),
            Some(Term::BlankNode(_)) => None,
            Some(term) => self.first(&term, at),
        };
        let found = found.unwrap_or(part.offset.saturating_add(number));
        note(&part.outside, self.noted, number, found);
        found
    }

    /// Returns the number of an IRI or literal in the first of `parts` parts that contains it.
    fn first(&self, term: &Term, parts: usize) -> Option<u32> {
        self.parts[..parts]
            .iter()
            .find_map(|part| part.triples.find(term).map(|number| part.offset + number))
    }

    /// Returns the triples of a part that no earlier part contains, with the numbers of the union.
    fn rows(&self, at: usize, known: [Option<u32>; 3]) -> impl Iterator<Item = [u32; 3]> {
        let mut inside = [None; 3];
        let mut possible = true;
        for (inside, number) in inside.iter_mut().zip(known) {
            if let Some(number) = number {
                *inside = self.inside(at, number);
                possible &= inside.is_some();
            }
        }
        let [subject, predicate, object] = inside;
        let part = &self.parts[at];
        let rows = match possible {
            true => part.triples.matching(subject, predicate, object),
            false => Matching::none(),
        };
        rows.map(move |row| row.map(|number| self.outside(at, number))).filter(move |row| {
            limits::step_once();
            !(0..at).any(|before| self.has(before, *row))
        })
    }

    fn has(&self, at: usize, row: [u32; 3]) -> bool {
        let inside = row.map(|number| self.inside(at, number));
        inside.iter().all(Option::is_some)
            && self.parts[at].triples.matching(inside[0], inside[1], inside[2]).next().is_some()
    }
}

impl Triples for Union<'_> {
    /// Returns an upper bound, because a triple in several parts is counted for each of them.
    fn len(&self) -> usize {
        self.parts.iter().map(|part| part.triples.len()).sum()
    }

    fn terms(&self) -> u32 {
        self.terms
    }

    fn term(&self, number: u32) -> Option<Term> {
        let owner = self.owner(number);
        let part = self.parts.get(owner)?;
        match part.triples.term(number - part.offset)? {
            // Two parts can use the same name for different nodes.
            Term::BlankNode(node) => {
                Some(BlankNode::new_unchecked(format!("u{owner}_{}", node.as_str())).into())
            }
            term => Some(term),
        }
    }

    fn find(&self, term: &Term) -> Option<u32> {
        let Term::BlankNode(node) = term else { return self.first(term, self.parts.len()) };
        let (owner, name) = node.as_str().strip_prefix('u')?.split_once('_')?;
        let part = self.parts.get(owner.parse::<usize>().ok()?)?;
        let number = part.triples.find(&BlankNode::new_unchecked(name).into())?;
        Some(part.offset + number)
    }

    fn sound(&self) -> Result<()> {
        self.parts.iter().try_for_each(|part| part.triples.sound())
    }

    fn matching(
        &self,
        subject: Option<u32>,
        predicate: Option<u32>,
        object: Option<u32>,
    ) -> Matching<'_> {
        let known = [subject, predicate, object];
        Matching::new((0..self.parts.len()).flat_map(move |at| self.rows(at, known)))
    }
}
