//! The builder of graph files, which converts triples to sections.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

use super::term::{PART, PLACE, TermRef, encode, hash, place, text};
use super::{GRAPH, IndexFile};
use crate::order::Order;
use crate::{NamedOrBlankNode, Triple};
use glossweave_base::error::{Error, ErrorKind, Result};

/// A builder that assigns numbers to terms and collects triples of numbers.
pub(super) struct Builder {
    offsets: Vec<u8>,
    texts: Vec<u8>,
    terms: u32,
    /// A hash table. Each slot stores the hash of a text in the upper half, and its number plus one
    /// in the lower half. Empty slots are 0.
    slots: Vec<u64>,
    seed: u64,
    triples: Vec<[u32; 3]>,
    subject: Option<(NamedOrBlankNode, u32)>,
    /// Buffers for the text of the current term and of its prefix.
    scratch: [Vec<u8>; 2],
}

fn too_many(what: &str) -> Error {
    Error::new(ErrorKind::TooLarge, format!("a graph file cannot hold more {what}"))
}

impl Builder {
    pub(super) fn new() -> Builder {
        Builder {
            offsets: vec![0; PLACE],
            texts: Vec::new(),
            terms: 0,
            slots: vec![0; 1 << 10],
            seed: RandomState::new().hash_one(GRAPH.magic),
            triples: Vec::new(),
            subject: None,
            scratch: Default::default(),
        }
    }

    pub(super) fn push(&mut self, triple: &Triple) -> Result<()> {
        let subject = match &self.subject {
            Some((node, number)) if *node == triple.subject => *number,
            _ => {
                let number = self.number(match &triple.subject {
                    NamedOrBlankNode::NamedNode(node) => TermRef::Iri(node.as_str()),
                    NamedOrBlankNode::BlankNode(node) => TermRef::Blank(node.as_str()),
                })?;
                self.subject = Some((triple.subject.clone(), number));
                number
            }
        };
        let predicate = self.number(TermRef::Iri(triple.predicate.as_str()))?;
        let row = [subject, predicate, self.number((&triple.object).into())?];
        if self.triples.len() == u32::MAX as usize {
            return Err(too_many("triples"));
        }
        self.triples.push(row);
        Ok(())
    }

    fn number(&mut self, term: TermRef<'_>) -> Result<u32> {
        let [mut whole, mut part] = std::mem::take(&mut self.scratch);
        let written = encode(term, &mut whole, |begin| {
            part.clear();
            part.push(PART);
            part.extend_from_slice(begin.as_bytes());
            self.place(&part)
        });
        let number = written.and_then(|()| self.place(&whole));
        self.scratch = [whole, part];
        number
    }

    /// Returns the number of a text, and assigns one if the text is new.
    fn place(&mut self, new: &[u8]) -> Result<u32> {
        let hash = hash(self.seed, new);
        let mut at = place(hash, self.slots.len());
        while self.slots[at] != 0 {
            let slot = self.slots[at];
            let number = slot as u32 - 1;
            if (slot >> 32) as u32 == hash && text(&self.offsets, &self.texts, number) == Some(new)
            {
                return Ok(number);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
        let number = self.terms;
        if number == u32::MAX - 1 {
            return Err(too_many("terms"));
        }
        self.terms += 1;
        self.texts.extend_from_slice(new);
        let end = self.texts.len() as u64;
        if end >> (8 * PLACE) != 0 {
            return Err(too_many("text"));
        }
        self.offsets.extend_from_slice(&end.to_le_bytes()[..PLACE]);
        self.slots[at] = (u64::from(hash) << 32) | u64::from(number + 1);
        // The table grows when two thirds of the slots are used.
        if u64::from(self.terms) * 3 > self.slots.len() as u64 * 2 {
            self.grow();
        }
        Ok(number)
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        let old = std::mem::replace(&mut self.slots, vec![0; size]);
        for slot in old.into_iter().filter(|slot| *slot != 0) {
            let mut at = place((slot >> 32) as u32, size);
            while self.slots[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = slot;
        }
    }

    pub(super) fn finish(mut self) -> Result<IndexFile> {
        let mut slots = Vec::with_capacity(self.slots.len() * 4);
        for slot in &self.slots {
            slots.extend_from_slice(&(*slot as u32).to_le_bytes());
        }
        self.slots = Vec::new();
        self.texts.shrink_to_fit();
        let mut triples = std::mem::take(&mut self.triples);
        triples.sort_unstable();
        triples.dedup();
        triples.shrink_to_fit();
        let (subject_starts, subject_rows) = table(&triples, self.terms);
        turn(&mut triples, Order::Subject, Order::Predicate);
        let (predicate_starts, predicate_rows) = table(&triples, self.terms);
        turn(&mut triples, Order::Predicate, Order::Object);
        let (object_starts, object_rows) = table(&triples, self.terms);
        let numbers = [u64::from(self.terms), triples.len() as u64, self.seed];
        drop(triples);
        let parts = [
            self.offsets,
            self.texts,
            slots,
            subject_starts,
            predicate_starts,
            object_starts,
            subject_rows,
            predicate_rows,
            object_rows,
        ];
        Ok(IndexFile::assemble(&GRAPH, parts, numbers))
    }
}

fn turn(triples: &mut [[u32; 3]], from: Order, to: Order) {
    for row in triples.iter_mut() {
        *row = to.turn(from.turn_back(*row));
    }
    triples.sort_unstable();
}

/// Returns the start of the rows of each first term, and the other two terms of all rows.
fn table(triples: &[[u32; 3]], terms: u32) -> (Vec<u8>, Vec<u8>) {
    let mut starts = Vec::with_capacity((terms as usize + 1) * 4);
    let mut rows = Vec::with_capacity(triples.len() * 8);
    let mut next = 0;
    for (at, [first, second, third]) in triples.iter().enumerate() {
        while next <= *first {
            starts.extend_from_slice(&(at as u32).to_le_bytes());
            next += 1;
        }
        rows.extend_from_slice(&second.to_le_bytes());
        rows.extend_from_slice(&third.to_le_bytes());
    }
    while next <= terms {
        starts.extend_from_slice(&(triples.len() as u32).to_le_bytes());
        next += 1;
    }
    (starts, rows)
}
