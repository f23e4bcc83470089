//! The search for similar texts: a positional q-gram filter (Gravano et al. 2001), followed by
//! verification with the [Levenshtein distance](super::distance).
//!
//! Most texts of a memory differ so much from the query that their distance is not worth computing.
//! The filter finds the texts that may match, block by block, with the [index](super::ngram_index) of
//! character bigrams:
//!
//! 1. **Length filter.** The threshold limits the edits, and the difference of the lengths is at most the
//!    number of edits ([`Search::lengths`]).
//! 2. **Position filter.** Edits shift the remaining bigrams by a limited number of characters, so a bigram
//!    counts only within a window around its position in the query ([`Windows`]).
//! 3. **Count filter.** `k` edits destroy at most `2k` bigrams of the query, so a match shares all others
//!    with the query. This holds for any subset of the bigrams, so only the rarest are counted, as in prefix
//!    filtering ([`keep_rarest`]). [Bit-sliced counters](BitCounts) count for 64 texts at once
//!    ([`count_shared`]).
//! 4. **Verification.** The texts that share the most bigrams are compared first. In a search for a limited
//!    number of matches, each match raises the score that later texts must reach ([`Search::compare`]).
//!
//! The filter never loses a match. Its approximations (positions in steps, hashes of bigrams that collide)
//! only add candidates, which the verification rejects. Lengths, positions and distances count characters
//! (Unicode code points), and positions include the bigrams at both ends of a text.

use std::cmp::Reverse;

use super::bit_counts::BitCounts;
use super::distance::{Column, Pattern};
use super::file::{Block, Group, Postings, View};
use super::ngram_index::{Gram, each};
use glossweave_base::error::Result;

/// Returns the score of two texts by their distance and the length of the longer text, in characters.
pub(super) fn score(distance: usize, longer: usize) -> f64 {
    if longer == 0 { 1.0 } else { 1.0 - distance as f64 / longer as f64 }
}

/// Returns the maximum distance that reaches a score, or `None` if even equal texts do not reach it.
fn max_distance(threshold: f64, longer: usize) -> Option<usize> {
    let guess = ((1.0 - threshold).max(0.0) * longer as f64) as usize + 1;
    // Rounding changes the result by one at most.
    (guess.saturating_sub(2)..=guess.min(longer))
        .rev()
        .find(|distance| score(*distance, longer) >= threshold)
}

/// A matching text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Found {
    pub text: u32,
    pub score: f64,
}

/// Returns the maximum number of bigrams in a text of `ours` characters that are destroyed when `edits` edits
/// change it into a text of `theirs` characters.
fn max_destroyed(ours: usize, theirs: usize, edits: usize) -> usize {
    // Replacing or deleting a character destroys two bigrams. Inserting a character splits one bigram. If
    // the other text is longer, at least the difference consists of insertions.
    2 * edits - theirs.saturating_sub(ours)
}

/// The texts of one length in a block.
struct Length {
    chars: usize,
    /// The range of their numbers.
    texts: (u32, u32),
    /// The maximum distance of a match.
    edits: usize,
}

impl Length {
    /// Returns the maximum shift of a bigram beyond the difference of the lengths. Each character of such a
    /// shift costs two edits: an insertion, and a deletion that restores the length.
    fn slack(&self, ours: usize) -> usize {
        (self.edits - self.chars.abs_diff(ours)) / 2
    }

    /// Returns the maximum number of bigrams that are destroyed in an alignment which needs the given window,
    /// because its shifts exceed the next narrower window. Returns `None` if there is no such alignment.
    fn max_destroyed(&self, ours: usize, window: usize, slack: &[usize; WINDOWS]) -> Option<usize> {
        let max = max_destroyed(ours, self.chars, self.edits);
        match window.checked_sub(1).map(|narrower| slack[narrower]) {
            None => Some(max),
            // Each character of the additional shift is an insertion, which destroys one bigram instead of two.
            Some(narrower) => (narrower < self.slack(ours)).then(|| max - (narrower + 1)),
        }
    }
}

/// The windows around the position of a bigram in the query. A text counts a bigram if it has the bigram
/// within the window.
///
/// An alignment with large shifts has more insertions than necessary, which destroy fewer bigrams than
/// replacements. A wide window can therefore require more shared bigrams than a narrow window, which
/// compensates for the additional texts that a wide window counts by chance.
struct Windows {
    /// The maximum shift of a bigram to the left and to the right that the lengths require.
    back: usize,
    forth: usize,
    /// The maximum shift beyond that, for each window, in ascending order.
    slack: [usize; WINDOWS],
    /// The number of characters in one step of the index, which does not distinguish their positions.
    step: usize,
    last_step: usize,
}

impl Windows {
    fn new(ours: usize, lengths: &[Length], step: usize) -> Windows {
        let max = |of: fn(&Length, usize) -> usize| {
            lengths.iter().map(|length| of(length, ours)).max().unwrap_or(0)
        };
        let slack = max(Length::slack);
        Windows {
            back: max(|length, ours| ours.saturating_sub(length.chars)),
            forth: max(|length, ours| length.chars.saturating_sub(ours)),
            slack: std::array::from_fn(|window| slack * (window + 1) / WINDOWS),
            step,
            last_step: lengths.last().map_or(0, |longest| longest.chars) / step,
        }
    }

    /// Returns the steps of the index in a window around a position, as a range that may be empty.
    fn steps(&self, position: usize, window: usize) -> (usize, usize) {
        let slack = self.slack[window];
        let first = position.saturating_sub(self.back + slack) / self.step;
        let last = (position + self.forth + slack) / self.step;
        (first.min(self.last_step + 1), last.min(self.last_step) + 1)
    }
}

/// A bigram at a position in the query, with its postings in a block.
struct QueryBigram {
    /// The postings of the steps in each window, as a range of indexes.
    postings: [(usize, usize); WINDOWS],
    /// The maximum number of texts that have the bigram in each window.
    texts: [usize; WINDOWS],
}

/// The number of candidates in a block that are compared in the order of their counts.
const RANKED: usize = 64;

/// The number of windows.
const WINDOWS: usize = 2;

/// The margin above the counts that are expected by chance, in standard deviations.
const MARGIN: f64 = 4.0;

/// The buffers of a search, which the next search uses again.
#[derive(Default)]
pub(super) struct Scratch {
    /// The number of shared bigrams of each text, for each window.
    bit_counts: [BitCounts; WINDOWS],
    column: Column,
    /// The count in the widest window, the number of the text, and its length.
    candidates: Vec<(Reverse<usize>, u32, u32)>,
}

/// A bigram of the query and its position.
type PositionedGram = (Gram, usize);

/// Returns the bigrams of a query, sorted, so that equal bigrams are adjacent.
fn positioned_grams(text: &[char]) -> Vec<PositionedGram> {
    let mut grams = Vec::with_capacity(text.len() + 1);
    each(text.iter().copied(), |position, gram| grams.push((gram, position)));
    grams.sort_unstable();
    grams
}

/// The extent of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// Only the texts with the best score.
    Best,
    /// All texts that reach the threshold.
    All,
}

/// A query with its matches so far.
pub(super) struct Search<'m, 'q> {
    view: View<'m>,
    chars: usize,
    pattern: Pattern,
    grams: Vec<PositionedGram>,
    threshold: f64,
    extent: Extent,
    limit: usize,
    /// The filter of texts, for example texts with a translation into the target language.
    is_wanted: &'q dyn Fn(u32) -> Result<bool>,
    /// The matches, the best first. Equal matches are sorted by number.
    found: Vec<Found>,
}

impl<'m, 'q> Search<'m, 'q> {
    pub(super) fn new(
        view: View<'m>,
        query: &str,
        threshold: f64,
        (extent, limit): (Extent, usize),
        is_wanted: &'q dyn Fn(u32) -> Result<bool>,
    ) -> Search<'m, 'q> {
        let text: Vec<char> = query.chars().collect();
        let grams = positioned_grams(&text);
        let (chars, pattern) = (text.len(), Pattern::new(&text));
        let found = Vec::new();
        Search { view, chars, pattern, grams, threshold, extent, limit, is_wanted, found }
    }

    /// Returns the texts of a group that reach the threshold, the best first, up to the limit.
    pub(super) fn run(mut self, group: Group, scratch: &mut Scratch) -> Result<Vec<Found>> {
        self.search(group, scratch)?;
        Ok(self.found)
    }

    fn search(&mut self, group: Group, scratch: &mut Scratch) -> Result<()> {
        if self.limit == 0 {
            return Ok(());
        }
        let mut blocks: Vec<(usize, Block<'m>)> = Vec::new();
        for block in (group.blocks.0..group.blocks.1).filter_map(|number| self.view.block(number)) {
            let ends =
                (self.view.chars(block.texts.0), self.view.chars(block.texts.1.wrapping_sub(1)));
            if let (Some(shortest), Some(longest)) = ends {
                let nearest = self.chars.clamp(shortest, longest.max(shortest));
                blocks.push((nearest.abs_diff(self.chars), block));
            }
        }
        // The best matches are likely to have a similar length, and each match raises the required score.
        blocks.sort_by_key(|(difference, _)| *difference);
        for (_, block) in blocks {
            self.search_block(&block, scratch)?;
        }
        Ok(())
    }

    /// Returns the score that a text must reach to be a match. It never falls during a search.
    fn required_score(&self) -> f64 {
        if let (Extent::Best, Some(best)) = (self.extent, self.found.first()) {
            return best.score;
        }
        match self.found.last() {
            Some(last) if self.found.len() == self.limit => last.score,
            _ => self.threshold,
        }
    }

    /// Returns the maximum distance of a text of `theirs` characters, or `None` if it cannot match.
    fn max_edits(&self, theirs: usize) -> Option<usize> {
        max_distance(self.required_score(), self.chars.max(theirs))
            .filter(|edits| self.chars.abs_diff(theirs) <= *edits)
    }

    /// Returns the lengths in a block at which texts can match.
    fn lengths(&self, block: &Block<'_>) -> Vec<Length> {
        let mut lengths = Vec::new();
        let mut from = block.texts.0;
        while from < block.texts.1 {
            let Some(chars) = self.view.chars(from) else { break };
            let end = self.first_longer(chars, (from, block.texts.1));
            if let Some(edits) = self.max_edits(chars) {
                lengths.push(Length { chars, texts: (from, end), edits });
            } else if chars > self.chars {
                // The texts are sorted by length, so the remaining texts differ even more.
                break;
            }
            from = end.max(from + 1);
        }
        lengths
    }

    /// Returns the first text in a range that is longer than `chars` characters.
    fn first_longer(&self, chars: usize, (mut from, mut end): (u32, u32)) -> u32 {
        while from < end {
            let middle = from + (end - from) / 2;
            match self.view.chars(middle) {
                Some(theirs) if theirs <= chars => from = middle + 1,
                _ => end = middle,
            }
        }
        from
    }

    fn search_block(&mut self, block: &Block<'m>, scratch: &mut Scratch) -> Result<()> {
        let lengths = self.lengths(block);
        if lengths.is_empty() {
            return Ok(());
        }
        scratch.candidates.clear();
        let counted = self.collect_candidates(block, &lengths, scratch);
        for candidate in &mut scratch.candidates {
            // The widest window contains the others, so its count is an upper bound. Duplicate entries of a
            // text become equal and can be removed.
            let text = (candidate.1 - block.texts.0) as usize;
            candidate.0 = Reverse(scratch.bit_counts[WINDOWS - 1].count(text));
        }
        scratch.candidates.sort_unstable();
        scratch.candidates.dedup();
        // Compares the most likely candidates first, and the rest in file order.
        let rest = scratch.candidates.get_mut(RANKED..).unwrap_or_default();
        rest.sort_unstable_by_key(|candidate| candidate.1);
        for (Reverse(count), number, theirs) in &scratch.candidates {
            let theirs = *theirs as usize;
            // Applies both filters again, because earlier matches may have raised the required score.
            let Some(edits) = self.max_edits(theirs) else { continue };
            if *count < counted.saturating_sub(max_destroyed(self.chars, theirs, edits)) {
                continue;
            }
            self.compare(*number, theirs, edits, &mut scratch.column)?;
        }
        Ok(())
    }

    /// Adds the texts of a block that share enough bigrams with the query, and returns the number of bigrams
    /// that were counted. A text that is a candidate in several windows is added several times.
    fn collect_candidates(
        &self,
        block: &Block<'m>,
        lengths: &[Length],
        scratch: &mut Scratch,
    ) -> usize {
        let ours = self.chars;
        let windows = Windows::new(ours, lengths, block.step);
        let (postings, mut bigrams) = self.postings(block, &windows);
        let texts = (block.texts.1 - block.texts.0) as usize;
        let max_destroyed = std::array::from_fn(|window| {
            let of = |length: &Length| length.max_destroyed(ours, window, &windows.slack);
            lengths.iter().filter_map(of).max().unwrap_or(0)
        });
        keep_rarest(&mut bigrams, max_destroyed, texts);
        count_shared(&mut bigrams, &postings, texts, &mut scratch.bit_counts);
        for (window, bit_counts) in scratch.bit_counts.iter().enumerate() {
            for length in lengths {
                let Some(destroyed) = length.max_destroyed(ours, window, &windows.slack) else {
                    continue;
                };
                let [from, end] = [length.texts.0, length.texts.1]
                    .map(|text| text.saturating_sub(block.texts.0) as usize);
                bit_counts.at_least(bigrams.len().saturating_sub(destroyed), from..end, |text| {
                    let number = block.texts.0 + text as u32;
                    scratch.candidates.push((Reverse(0), number, length.chars as u32));
                });
            }
        }
        bigrams.len()
    }

    /// Returns the bigrams of the query and their postings in a block. Equal bigrams at several positions share
    /// postings, because their windows overlap.
    fn postings(
        &self,
        block: &Block<'m>,
        windows: &Windows,
    ) -> (Vec<Postings<'m>>, Vec<QueryBigram>) {
        let mut postings: Vec<Postings<'m>> = Vec::new();
        let mut bigrams: Vec<QueryBigram> = Vec::with_capacity(self.grams.len());
        for same in self.grams.chunk_by(|gram, next| gram.0 == next.0) {
            let (Some(leftmost), Some(rightmost)) = (same.first(), same.last()) else { continue };
            let widest = WINDOWS - 1;
            let first = windows.steps(leftmost.1, widest).0;
            let end = windows.steps(rightmost.1, widest).1;
            let from = postings.len();
            let keys = (first..end).map(|step| leftmost.0.key(step, block.bits));
            postings.extend(keys.map(|key| block.postings(key)));
            for (_, position) in same {
                let ranges = std::array::from_fn(|window| {
                    let (start, end) = windows.steps(*position, window);
                    (from + start - first, from + end - first)
                });
                let texts = ranges.map(|(start, end)| {
                    let in_window: &[Postings<'_>] = postings.get(start..end).unwrap_or_default();
                    in_window.iter().map(|step| step.count).sum()
                });
                bigrams.push(QueryBigram { postings: ranges, texts });
            }
        }
        (postings, bigrams)
    }

    fn compare(
        &mut self,
        number: u32,
        theirs: usize,
        edits: usize,
        column: &mut Column,
    ) -> Result<()> {
        let text = self.view.text(number)?;
        let Some(distance) = self.pattern.distance(text.text, theirs, edits, column) else {
            return Ok(());
        };
        let found = Found { text: number, score: score(distance, self.chars.max(theirs)) };
        let is_better = |earlier: &Found| {
            earlier.score > found.score || earlier.score == found.score && earlier.text < number
        };
        let rank = self.found.partition_point(is_better);
        // The filter of texts is used last, because it reads the records of the text.
        if found.score >= self.required_score() && rank < self.limit && (self.is_wanted)(number)? {
            self.found.insert(rank, found);
            let required_score = self.required_score();
            self.found.retain(|found| found.score >= required_score);
            self.found.truncate(self.limit);
        }
        Ok(())
    }
}

/// Keeps the rarest bigrams: so many that a text which shares enough of them for a match does not do so by
/// chance. Counting frequent bigrams would take more time than it saves in comparisons.
fn keep_rarest(bigrams: &mut Vec<QueryBigram>, max_destroyed: [usize; WINDOWS], texts: usize) {
    bigrams.sort_unstable_by_key(|bigram| bigram.texts);
    let (mut kept, mut sums) = (0usize, [0; WINDOWS]);
    for bigram in bigrams.iter() {
        let is_enough = sums.iter().zip(max_destroyed).all(|(sum, destroyed)| {
            // The mean count of a text. Counts by chance are about Poisson distributed, so the standard
            // deviation is the square root of the mean.
            let mean = *sum as f64 / texts as f64;
            kept as f64 >= destroyed as f64 + 1.0 + mean + MARGIN * mean.sqrt()
        });
        if is_enough {
            break;
        }
        kept += 1;
        sums.iter_mut().zip(bigram.texts).for_each(|(sum, more)| *sum += more);
    }
    bigrams.truncate(kept);
}

/// Counts, for each text of a block and each window, the bigrams that the text shares with the query.
fn count_shared(
    bigrams: &mut [QueryBigram],
    postings: &[Postings<'_>],
    texts: usize,
    bit_counts: &mut [BitCounts; WINDOWS],
) {
    // Postings that are read twice are read in succession, while they are in the cache.
    bigrams.sort_unstable_by_key(|bigram| bigram.postings);
    bit_counts.iter_mut().for_each(|bit_counts| bit_counts.start(texts, bigrams.len()));
    for bigram in bigrams {
        let mut narrower: Option<(&[u64], (usize, usize))> = None;
        for (bit_counts, (start, end)) in bit_counts.iter_mut().zip(bigram.postings) {
            let set = bit_counts.next();
            let mut rest = [(start, end), (end, end)];
            // Windows are nested, so only the postings on both sides of the narrower window are new.
            if let Some((inner, (from, to))) = narrower {
                set.copy_from_slice(inner);
                rest = [(start, from), (to, end)];
            }
            for (start, end) in rest {
                let new = postings.get(start..end).unwrap_or_default();
                new.iter().for_each(|step| step.mark(set));
            }
            narrower = Some((set, (start, end)));
        }
    }
    bit_counts.iter_mut().for_each(BitCounts::add);
}
