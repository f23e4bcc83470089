//! Triples in one order, as the file has them.

use crate::image::u32_at;
use crate::rdf::triples::Order;

/// The rows of one order: by their first term, of which only the places are noted, the other two.
pub(super) struct Table<'a> {
    starts: &'a [[u8; 4]],
    pairs: &'a [[u8; 8]],
    order: Order,
}

impl<'a> Table<'a> {
    pub(super) fn new(starts: &'a [u8], rows: &'a [u8], order: Order) -> Table<'a> {
        Table { starts: starts.as_chunks().0, pairs: rows.as_chunks().0, order }
    }

    /// The rows that begin with what is known.
    pub(super) fn rows(&self, known: [Option<u32>; 3]) -> Filed<'a> {
        let order = self.order;
        // Places are one more than terms.
        let terms = (self.starts.len() as u32).saturating_sub(1);
        let [Some(first), second, third] = known else {
            let ends = self.starts.get(1..).unwrap_or_default();
            return Filed { pairs: self.pairs, order, terms, first: 0, ends, at: 0, end: 0 };
        };
        let place =
            |at: usize| self.starts.get(at).map(|place| u32::from_le_bytes(*place) as usize);
        let bounds = place(first as usize).zip(place(first as usize + 1));
        let mut pairs = bounds.and_then(|(from, to)| self.pairs.get(from..to)).unwrap_or_default();
        if let Some(second) = second {
            pairs = among(pairs, 0, second);
            if let Some(third) = third {
                pairs = among(pairs, 4, third);
            }
        }
        Filed { pairs, order, terms, first, ends: &[], at: 0, end: pairs.len() }
    }
}

fn half(pair: &[u8; 8], at: usize) -> u32 {
    u32_at(pair, at).unwrap_or(u32::MAX)
}

/// The pairs with a value, of pairs that are sorted by it.
fn among(pairs: &[[u8; 8]], at: usize, value: u32) -> &[[u8; 8]] {
    let from = pairs.partition_point(|pair| half(pair, at) < value);
    let pairs = &pairs[from..];
    &pairs[..pairs.partition_point(|pair| half(pair, at) == value)]
}

/// Rows of a file.
pub(in crate::rdf) struct Filed<'a> {
    pairs: &'a [[u8; 8]],
    order: Order,
    /// What terms are less than.
    terms: u32,
    /// The first term of the next pair, where it is before `end`.
    first: u32,
    /// Where the pairs of this first term end, and those of the terms after it.
    ends: &'a [[u8; 4]],
    at: usize,
    end: usize,
}

impl Iterator for Filed<'_> {
    type Item = [u32; 3];

    fn next(&mut self) -> Option<[u32; 3]> {
        loop {
            while self.at < self.end {
                let pair = self.pairs.get(self.at)?;
                self.at += 1;
                let (second, third) = (half(pair, 0), half(pair, 4));
                // No term has another number, unless the file is damaged.
                if second < self.terms && third < self.terms {
                    return Some(self.order.turn_back([self.first, second, third]));
                }
            }
            let (end, rest) = self.ends.split_first()?;
            // The first of the ends is that of the first term.
            self.first = self.terms - self.ends.len() as u32;
            self.end = u32::from_le_bytes(*end) as usize;
            self.ends = rest;
        }
    }
}
