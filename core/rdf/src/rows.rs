//! Triples in one order, as stored in a graph file.

use super::order::Order;
use glossweave_base::mmap_file::{Part, u32_at};

/// The rows of one order: the start of the rows of each first term, and the other two terms as
/// pairs.
pub(super) struct Table<'a> {
    starts: Part<'a>,
    pairs: Part<'a>,
    order: Order,
}

impl<'a> Table<'a> {
    pub(super) fn new(starts: Part<'a>, pairs: Part<'a>, order: Order) -> Table<'a> {
        Table { starts, pairs, order }
    }

    /// Returns the rows that begin with the known terms.
    pub(super) fn rows(&self, known: [Option<u32>; 3]) -> Filed<'a> {
        let order = self.order;
        // There is one more start than there are terms.
        let terms = ((self.starts.len() / 4) as u32).saturating_sub(1);
        let [Some(first), second, third] = known else {
            let ends = self.starts.slice(4..usize::MAX);
            return Filed { pairs: self.pairs, order, terms, first: 0, ends, at: 0, end: 0 };
        };
        let bounds = self.starts.pair(first as usize * 4);
        let pairs = bounds.map(|[from, to]| from as usize * PAIR..to as usize * PAIR);
        let mut pairs = self.pairs.slice(pairs.unwrap_or_default());
        if let Some(second) = second {
            pairs = among(pairs, 0, second);
            if let Some(third) = third {
                pairs = among(pairs, 4, third);
            }
        }
        let (ends, end) = (self.starts.slice(0..0), pairs.len() / PAIR);
        Filed { pairs, order, terms, first, ends, at: 0, end }
    }
}

/// The size of a row in bytes.
const PAIR: usize = 8;

fn half(pair: &[u8], at: usize) -> u32 {
    u32_at(pair, at).unwrap_or(u32::MAX)
}

/// Returns the pairs with a value. The pairs must be sorted by that value.
fn among(pairs: Part<'_>, at: usize, value: u32) -> Part<'_> {
    let from = pairs.partition_point(PAIR, |pair| half(pair, at) < value);
    let pairs = pairs.slice(from * PAIR..usize::MAX);
    let count = pairs.partition_point(PAIR, |pair| half(pair, at) == value);
    pairs.slice(0..count * PAIR)
}

/// An iterator over the rows of a file.
pub(super) struct Filed<'a> {
    pairs: Part<'a>,
    order: Order,
    /// The upper bound of term numbers.
    terms: u32,
    /// The first term of the next pair, while `at` is before `end`.
    first: u32,
    /// The end of the pairs of the current first term, followed by the ends for later terms.
    ends: Part<'a>,
    at: usize,
    end: usize,
}

impl Iterator for Filed<'_> {
    type Item = [u32; 3];

    fn next(&mut self) -> Option<[u32; 3]> {
        loop {
            while self.at < self.end {
                let [second, third] = self.pairs.pair(self.at * PAIR)?;
                self.at += 1;
                // Greater numbers occur only when the file is damaged.
                if second < self.terms && third < self.terms {
                    return Some(self.order.turn_back([self.first, second, third]));
                }
            }
            let end = self.ends.u32(0)?;
            // The first entry of `ends` belongs to the current first term.
            self.first = self.terms - (self.ends.len() / 4) as u32;
            self.end = end as usize;
            self.ends = self.ends.slice(4..usize::MAX);
        }
    }
}
