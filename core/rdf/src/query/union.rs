//! The union of several sets of triples.

use std::cell::RefCell;
use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::limits;
use crate::{BlankNode, Matching, Term, Triples};
use glossweave_base::error::{Error, ErrorKind, Result};

/// The maximum number of cached numbers of all parts: beyond that they are discarded and looked up again.
const NOTED: usize = 1 << 17;

type Notes<T> = RefCell<HashMap<u32, T, RandomState>>;

/// The union of several sets of triples: the merge of their graphs (RDF 1.1 Semantics, clause 4.1), which
/// keeps their blank nodes distinct.
///
/// The number of a term is that of the first part that has it, plus the numbers of all terms of the parts
/// before.
pub(super) struct Union<'a> {
    parts: Vec<Part<'a>>,
    terms: u32,
    /// The maximum number of cached numbers in one map.
    noted: usize,
}

struct Part<'a> {
    triples: &'a dyn Triples,
    /// The offset that is added to its numbers.
    offset: u32,
    /// The numbers of its terms in the union, as far as they were looked up.
    outside: Notes<u32>,
    /// The numbers of terms of the union in this part.
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
    /// Creates the union. Returns `ErrorKind::TooLarge` if all have more terms together than there are numbers.
    pub(super) fn new(all: &[&'a dyn Triples]) -> Result<Union<'a>> {
        let mut terms = 0_u32;
        let mut parts = Vec::with_capacity(all.len());
        for triples in all {
            parts.push(Part {
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

    /// Returns the part to which a number belongs.
    fn owner(&self, number: u32) -> usize {
        self.parts.partition_point(|part| part.offset <= number).saturating_sub(1)
    }

    /// Returns the number of a term of the union in one of its parts.
    fn inside(&self, at: usize, number: u32) -> Option<u32> {
        let owner = self.owner(number);
        if owner == at {
            return Some(number - self.parts[at].offset);
        }
        // A term that only a later part has is numbered by that one.
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

    /// Returns the number of a term of a part in the union.
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

    /// Returns the number of an IRI or literal in the first of `parts` parts that has it.
    fn first(&self, term: &Term, parts: usize) -> Option<u32> {
        self.parts[..parts]
            .iter()
            .find_map(|part| part.triples.find(term).map(|number| part.offset + number))
    }

    /// Returns the triples of one part that none before it has, with the numbers of the union.
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
    /// Returns an upper bound: triples of several parts are counted for each.
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
            // Two may use one name for two nodes.
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
