//! Alignment of words that are unchanged between a text and its translation: names, numbers, punctuation.

use std::collections::HashMap;
use std::ops::Range;

/// A word or a sign that occurs in both texts, with its byte ranges in source and target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Same {
    pub source: Range<usize>,
    pub target: Range<usize>,
}

/// The maximum depth of the recursive search in gaps between equal words.
const DEPTH: usize = 4;

/// Returns the words that occur in both texts in the same order, so that no pair crosses another pair. `cuts` are
/// sorted positions of the source at which a word ends.
pub fn unchanged(source: &str, cuts: &[usize], target: &str) -> Vec<Same> {
    let (from, to) = (words(source, cuts), words(target, &[]));
    let mut pairs = Vec::new();
    let both = Both { source, target, from: &from, to: &to };
    both.find(0..from.len(), 0..to.len(), DEPTH, &mut pairs);
    let same = |(from_word, to_word): (usize, usize)| Same {
        source: from[from_word].clone(),
        target: to[to_word].clone(),
    };
    pairs.into_iter().map(same).collect()
}

/// Returns the words and signs of a text, without white space.
fn words(text: &str, cuts: &[usize]) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut cuts = cuts.iter().peekable();
    let mut open = false;
    for (at, char) in text.char_indices() {
        while cuts.next_if(|cut| **cut <= at).is_some() {
            open = false;
        }
        let end = at + char.len_utf8();
        let is_mark = matches!(char, '\u{300}'..='\u{36F}' | '\u{FE00}'..='\u{FE0F}');
        match words.last_mut() {
            Some(last) if last.end == at && (is_mark || open && char.is_alphanumeric()) => {
                last.end = end;
            }
            _ if char.is_whitespace() => open = false,
            _ => {
                open = char.is_alphanumeric();
                words.push(at..end);
            }
        }
    }
    words
}

struct Both<'t> {
    source: &'t str,
    target: &'t str,
    from: &'t [Range<usize>],
    to: &'t [Range<usize>],
}

impl Both<'_> {
    fn is_same(&self, from: usize, to: usize) -> bool {
        self.source[self.from[from].clone()] == self.target[self.to[to].clone()]
    }

    /// Finds the common prefix and suffix of both ranges. Between them, the words that occur exactly once in each
    /// range are matched first, and the search continues in the gaps between these words (patience diff).
    fn find(
        &self,
        mut from: Range<usize>,
        mut to: Range<usize>,
        depth: usize,
        out: &mut Vec<(usize, usize)>,
    ) {
        while !from.is_empty() && !to.is_empty() && self.is_same(from.start, to.start) {
            out.push((from.start, to.start));
            (from.start, to.start) = (from.start + 1, to.start + 1);
        }
        let mut after = 0;
        while !from.is_empty() && !to.is_empty() && self.is_same(from.end - 1, to.end - 1) {
            after += 1;
            (from.end, to.end) = (from.end - 1, to.end - 1);
        }
        if depth > 0 && !from.is_empty() && !to.is_empty() {
            let (mut source, mut target) = (from.start, to.start);
            for (next, met) in self.once(from.clone(), to.clone()) {
                self.find(source..next, target..met, depth - 1, out);
                out.push((next, met));
                (source, target) = (next + 1, met + 1);
            }
            // If there are no such words, another search would have the same result.
            if source > from.start {
                self.find(source..from.end, target..to.end, depth - 1, out);
            }
        }
        out.extend((0..after).map(|by| (from.end + by, to.end + by)));
    }

    /// Returns the longest list of words that occur once in each range, in the same order in both.
    fn once(&self, from: Range<usize>, to: Range<usize>) -> Vec<(usize, usize)> {
        let mut counts: HashMap<&str, [(usize, usize); 2]> = HashMap::new();
        for (side, text, words, range) in
            [(0, self.source, self.from, from), (1, self.target, self.to, to)]
        {
            for at in range {
                let count = &mut counts.entry(&text[words[at].clone()]).or_default()[side];
                *count = (count.0 + 1, at);
            }
        }
        let once = counts.values().filter(|[source, target]| source.0 == 1 && target.0 == 1);
        let mut pairs: Vec<(usize, usize)> =
            once.map(|[source, target]| (source.1, target.1)).collect();
        pairs.sort_unstable();
        // The longest increasing subsequence: `last` contains the last pair of the best run of each length, and
        // `before` the predecessor of each pair.
        let mut last: Vec<usize> = Vec::new();
        let mut before = vec![None; pairs.len()];
        for at in 0..pairs.len() {
            let length = last.partition_point(|end| pairs[*end].1 < pairs[at].1);
            before[at] = length.checked_sub(1).map(|shorter| last[shorter]);
            match last.get_mut(length) {
                Some(end) => *end = at,
                None => last.push(at),
            }
        }
        let steps = std::iter::successors(last.last().copied(), |at| before[*at]);
        let mut run: Vec<(usize, usize)> = steps.map(|at| pairs[at]).collect();
        run.reverse();
        run
    }
}

#[cfg(test)]
mod tests {
    use super::unchanged;

    #[test]
    fn words_that_did_not_change_are_found_in_their_order() {
        let same = |source: &str, target: &str| {
            let found = unchanged(source, &[], target);
            assert!(found.is_sorted_by(|pair, next| {
                pair.source.end <= next.source.start && pair.target.end <= next.target.start
            }));
            let words = found.iter().map(|pair| {
                assert_eq!(source[pair.source.clone()], target[pair.target.clone()]);
                &source[pair.source.clone()]
            });
            words.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(same("H2O and more", "H2O AND MORE"), "H2O");
        assert_eq!(same("date=, or 5 km.", "date=, oder 5 km."), "date = , 5 km .");
        assert_eq!(same("In Cork, Mary met Joe.", "Mary traf Joe in Cork."), "Mary Joe .");
        assert_eq!(same("a b, c, d", "x b, y, z"), "b , ,");
        assert_eq!(unchanged("oneCork two", &[3], "eins Cork")[0].target, 5..9);
        assert_eq!(same("", "a") + &same("a", ""), "");
    }
}
