//! Stretches of source that shall be wrapped, made to nest.

use std::collections::BTreeMap;

/// A stretch of the source, balanced in its tags, that an element shall wrap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fragment {
    pub start: u32,
    pub end: u32,
    /// Where the last text in it ends.
    pub text_end: u32,
    /// Which annotation it belongs to.
    pub owner: u32,
}

/// A start tag or an end tag to insert.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    pub at: u32,
    pub owner: u32,
    pub opens: bool,
}

/// The tags to insert, in the order of their places, well nested.
///
/// Where two fragments cross, the one that ends first stays whole; the other one is closed before
/// that end and opened again after it. Both are balanced, so their intersection is, and so are the
/// parts.
pub(crate) fn nest(mut fragments: Vec<Fragment>) -> Vec<Edge> {
    fragments.sort_by_key(|one| (one.start, std::cmp::Reverse(one.end), one.owner));
    let mut edges = Vec::with_capacity(fragments.len() * 2);
    let mut open = Open::default();
    for fragment in fragments {
        open.close_until(fragment.start, &mut edges);
        edges.push(Edge { at: fragment.start, owner: fragment.owner, opens: true });
        open.push(fragment);
    }
    open.close_until(u32::MAX, &mut edges);
    edges
}

/// The fragments that are open, the innermost last, and how many of them end at each place: many
/// may be open, so that what ends next is not looked for among all of them.
#[derive(Default)]
struct Open {
    stack: Vec<Fragment>,
    ends: BTreeMap<u32, usize>,
}

impl Open {
    fn push(&mut self, fragment: Fragment) {
        *self.ends.entry(fragment.end).or_default() += 1;
        self.stack.push(fragment);
    }

    fn close_until(&mut self, place: u32, edges: &mut Vec<Edge>) {
        while let Some((at, ending)) = self.ends.first_key_value().map(|(at, count)| (*at, *count))
        {
            if at > place {
                return;
            }
            self.ends.pop_first();
            let places = self.stack.iter().enumerate().rev().filter(|(_, one)| one.end == at);
            let Some((lowest, _)) = places.take(ending).last() else { return };
            let above = self.stack.split_off(lowest);
            for one in above.iter().rev() {
                edges.push(Edge { at, owner: one.owner, opens: false });
            }
            for one in above.into_iter().filter(|one| one.end > at) {
                if one.text_end > at {
                    edges.push(Edge { at, owner: one.owner, opens: true });
                    self.stack.push(one);
                } else {
                    self.forget(one.end);
                }
            }
        }
    }

    fn forget(&mut self, end: u32) {
        if let Some(count) = self.ends.get_mut(&end) {
            *count -= 1;
            if *count == 0 {
                self.ends.remove(&end);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Fragment, nest};

    fn woven(text: &str, spans: &[(u32, u32)]) -> String {
        let fragments = spans.iter().zip(0..).map(|((start, end), owner)| Fragment {
            start: *start,
            end: *end,
            text_end: *end,
            owner,
        });
        let mut output = String::new();
        let mut copied = 0;
        for edge in nest(fragments.collect()) {
            output += &text[copied..edge.at as usize];
            copied = edge.at as usize;
            output += &format!("{}{}", if edge.opens { "<" } else { ">" }, edge.owner);
        }
        output + &text[copied..]
    }

    #[test]
    fn crossing_fragments_are_split_at_the_end_that_comes_first() {
        assert_eq!(woven("abcdef", &[(0, 3), (2, 5)]), "<0ab<1c>1>0<1de>1f");
    }

    #[test]
    fn nested_adjacent_and_equal_fragments_stay_whole() {
        assert_eq!(woven("abcdef", &[(1, 2), (0, 4), (4, 6)]), "<1a<0b>0cd>1<2ef>2");
        assert_eq!(woven("ab", &[(0, 2), (0, 2)]), "<0<1ab>1>0");
    }

    #[test]
    fn three_that_cross_come_apart_in_order() {
        assert_eq!(woven("abcdefg", &[(0, 3), (1, 5), (2, 7)]), "<0a<1b<2c>2>1>0<1<2de>2>1<2fg>2");
    }

    #[test]
    fn many_that_nest_are_done_in_time() {
        let count = 300_000;
        let fragments = (0..count).map(|n| {
            let end = 2 * count - n;
            Fragment { start: n, end, text_end: end, owner: n }
        });
        let start = std::time::Instant::now();
        assert_eq!(nest(fragments.collect()).len(), 2 * count as usize);
        assert!(start.elapsed().as_secs() < 20);
    }
}
