//! The search for similar texts.

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
pub(super) fn reach(threshold: f64, longer: usize) -> Option<usize> {
    let guess = ((1.0 - threshold).max(0.0) * longer as f64) as usize + 1;
    // Rounding changes the result by one at most.
    (guess.saturating_sub(2)..=guess.min(longer)).rev().find(|k| score(*k, longer) >= threshold)
}

/// A matching text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Found {
    pub text: u32,
    pub score: f64,
}

/// Returns the maximum number of pairs in a text of `ours` characters that are lost when `edits` edits change
/// it into a text of `theirs` characters.
fn lost(ours: usize, theirs: usize, edits: usize) -> usize {
    // Replacing or deleting a character destroys two pairs. Inserting a character splits one pair.
    2 * edits - theirs.saturating_sub(ours)
}

/// The texts of one length in a block.
struct Length {
    chars: usize,
    texts: (u32, u32),
    /// The maximum distance of a match.
    edits: usize,
}

impl Length {
    /// Returns the maximum shift of an alignment with `edits` edits beyond the difference of the lengths.
    fn free(&self, ours: usize) -> usize {
        (self.edits - self.chars.abs_diff(ours)) / 2
    }

    /// Returns the maximum number of pairs that are lost in an alignment whose shift is in a ring but not in
    /// an inner ring, or `None` if there is no such alignment.
    fn lost(&self, ours: usize, ring: usize, rings: &[usize; RINGS]) -> Option<usize> {
        let most = lost(ours, self.chars, self.edits);
        match ring.checked_sub(1).map(|before| rings[before]) {
            None => Some(most),
            Some(within) => (within < self.free(ours)).then(|| most - (within + 1)),
        }
    }
}

/// A pair of characters at a position in the query, with its postings in a block.
struct Pair {
    /// The steps of the block in each ring, as a range of indexes of postings.
    rings: [(usize, usize); RINGS],
    /// The maximum number of texts that have the pair in each ring.
    chance: [usize; RINGS],
}

/// The number of candidates in a block that are compared in the order of their counts.
const LIKELIEST: usize = 64;

/// The number of rings.
const RINGS: usize = 2;

/// The margin above the counts that are expected by chance, in standard deviations.
const SPARE: f64 = 4.0;

/// The buffers of a search, which the next search uses again.
#[derive(Default)]
pub(super) struct Scratch {
    /// The counts of each ring.
    bit_counts: [BitCounts; RINGS],
    column: Column,
    candidates: Vec<(Reverse<usize>, u32, u32)>,
}

/// A pair of characters of the query and its position.
type Place = (Gram, usize);

/// Returns the pairs of a query, sorted.
fn places(text: &[char]) -> Vec<Place> {
    let mut pairs = Vec::with_capacity(text.len() + 1);
    each(text.iter().copied(), |place, gram| pairs.push((gram, place)));
    pairs.sort_unstable();
    pairs
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
    /// The pairs of characters of the query.
    grams: Vec<Place>,
    threshold: f64,
    extent: Extent,
    limit: usize,
    /// The filter of texts, for example texts with a translation into the target language.
    wanted: &'q dyn Fn(u32) -> Result<bool>,
    /// The matches, the best first. Equal matches are sorted by number.
    found: Vec<Found>,
}

impl<'m, 'q> Search<'m, 'q> {
    pub(super) fn new(
        view: View<'m>,
        query: &str,
        threshold: f64,
        (extent, limit): (Extent, usize),
        wanted: &'q dyn Fn(u32) -> Result<bool>,
    ) -> Search<'m, 'q> {
        let text: Vec<char> = query.chars().collect();
        let grams = places(&text);
        let (chars, pattern) = (text.len(), Pattern::new(&text));
        Search { view, chars, pattern, grams, threshold, extent, limit, wanted, found: Vec::new() }
    }

    /// Returns the texts of a group that reach the threshold, the best first, up to the limit.
    pub(super) fn run(mut self, group: Group, scratch: &mut Scratch) -> Result<Vec<Found>> {
        self.search(group, scratch)?;
        Ok(self.found)
    }

    pub(super) fn search(&mut self, group: Group, scratch: &mut Scratch) -> Result<()> {
        if self.limit == 0 {
            return Ok(());
        }
        let mut blocks: Vec<(usize, Block<'m>)> = Vec::new();
        for block in (group.blocks.0..group.blocks.1).filter_map(|number| self.view.block(number)) {
            let ends =
                (self.view.chars(block.texts.0), self.view.chars(block.texts.1.wrapping_sub(1)));
            if let (Some(shortest), Some(longest)) = ends {
                let away = self.chars.clamp(shortest, longest.max(shortest)).abs_diff(self.chars);
                blocks.push((away, block));
            }
        }
        // The best matches are likely to have a similar length, and each match raises the required score.
        blocks.sort_by_key(|(away, _)| *away);
        for (_, block) in blocks {
            self.look_into(&block, scratch)?;
        }
        Ok(())
    }

    /// Returns the score that a text must reach.
    fn bar(&self) -> f64 {
        if let (Extent::Best, Some(best)) = (self.extent, self.found.first()) {
            return best.score;
        }
        match self.found.last() {
            Some(last) if self.found.len() == self.limit => last.score,
            _ => self.threshold,
        }
    }

    /// Returns the maximum distance of a text of `theirs` characters, or `None` if it cannot match.
    fn edits(&self, theirs: usize) -> Option<usize> {
        reach(self.bar(), self.chars.max(theirs))
            .filter(|edits| self.chars.abs_diff(theirs) <= *edits)
    }

    /// Returns the lengths in a block at which texts can match.
    fn lengths(&self, block: &Block<'_>) -> Vec<Length> {
        let mut lengths = Vec::new();
        let mut from = block.texts.0;
        while from < block.texts.1 {
            let Some(chars) = self.view.chars(from) else { break };
            let end = self.first_longer(chars, (from, block.texts.1));
            if let Some(edits) = self.edits(chars) {
                lengths.push(Length { chars, texts: (from, end), edits });
            } else if chars > self.chars {
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

    fn look_into(&mut self, block: &Block<'m>, scratch: &mut Scratch) -> Result<()> {
        let lengths = self.lengths(block);
        if lengths.is_empty() {
            return Ok(());
        }
        scratch.candidates.clear();
        let pairs = self.count(block, &lengths, scratch);
        for candidate in &mut scratch.candidates {
            // Later rings may have higher counts.
            let text = (candidate.1 - block.texts.0) as usize;
            candidate.0 = Reverse(scratch.bit_counts[RINGS - 1].count(text));
        }
        scratch.candidates.sort_unstable();
        scratch.candidates.dedup();
        // Compares the most likely candidates first, and the rest in file order.
        let rest = scratch.candidates.get_mut(LIKELIEST..).unwrap_or_default();
        rest.sort_unstable_by_key(|candidate| candidate.1);
        for (Reverse(count), number, theirs) in &scratch.candidates {
            let theirs = *theirs as usize;
            let Some(edits) = self.edits(theirs) else { continue };
            if *count < pairs.saturating_sub(lost(self.chars, theirs, edits)) {
                continue;
            }
            self.compare(*number, theirs, edits, &mut scratch.column)?;
        }
        Ok(())
    }

    /// Counts, for each text of a block, the pairs that it shares with the query at matching positions. Texts
    /// with enough shared pairs become candidates. Returns the number of pairs of the query that were
    /// counted: the rarest pairs first, until the required count is higher than the count that is expected by
    /// chance.
    ///
    /// A remaining pair is shifted by the number of insertions before it minus the number of deletions. An
    /// alignment that shifts by more than necessary has more insertions, which lose fewer pairs than
    /// replacements. Positions are therefore counted in rings, and outer rings require more pairs.
    fn count(&mut self, block: &Block<'m>, lengths: &[Length], scratch: &mut Scratch) -> usize {
        let ours = self.chars;
        let forth = lengths.iter().map(|one| one.chars.saturating_sub(ours)).max().unwrap_or(0);
        let back = lengths.iter().map(|one| ours.saturating_sub(one.chars)).max().unwrap_or(0);
        let free = lengths.iter().map(|one| one.free(ours)).max().unwrap_or(0);
        let rings: [usize; RINGS] = std::array::from_fn(|ring| free * (ring + 1) / RINGS);
        let last_step = lengths.last().map_or(0, |last| last.chars) / block.step;
        let mut postings: Vec<Postings<'m>> = Vec::new();
        let mut grams: Vec<Pair> = Vec::with_capacity(self.grams.len());
        for same in self.grams.chunk_by(|one, other| one.0 == other.0) {
            let within = |place: usize, ring: usize| {
                let first = place.saturating_sub(back + rings[ring]) / block.step;
                let last = (place + forth + rings[ring]) / block.step;
                (first.min(last_step + 1), last.min(last_step) + 1)
            };
            let (Some(one), Some(other)) = (same.first(), same.last()) else { continue };
            let (first, end) = (within(one.1, RINGS - 1).0, within(other.1, RINGS - 1).1);
            let from = postings.len();
            let keys = (first..end).map(|step| one.0.key(step, block.bits));
            postings.extend(keys.map(|key| block.postings(key)));
            for (_, place) in same {
                let rings = std::array::from_fn(|ring| {
                    let (start, end) = within(*place, ring);
                    (from + start - first, from + end - first)
                });
                let chance = rings.map(|(start, end)| {
                    let part: &[Postings<'_>] = postings.get(start..end).unwrap_or_default();
                    part.iter().map(|one| one.count).sum()
                });
                grams.push(Pair { rings, chance });
            }
        }
        grams.sort_unstable_by_key(|one| one.chance);
        let texts = (block.texts.1 - block.texts.0) as usize;
        let mut lost_most = [0; RINGS];
        for (ring, lost) in lost_most.iter_mut().enumerate() {
            let each = lengths.iter().filter_map(|length| length.lost(ours, ring, &rings));
            *lost = each.max().unwrap_or(0);
        }
        let (mut pairs, mut chances) = (0usize, [0; RINGS]);
        for gram in &grams {
            let enough = chances.iter().zip(lost_most).all(|(sum, lost)| {
                // The count that a text has by chance, with a margin.
                let chance = *sum as f64 / texts as f64;
                pairs as f64 >= lost as f64 + 1.0 + chance + SPARE * chance.sqrt()
            });
            if enough {
                break;
            }
            pairs += 1;
            chances.iter_mut().zip(gram.chance).for_each(|(sum, more)| *sum += more);
        }
        // Sort pairs by their rings, so that postings that are read twice are read in succession.
        grams.truncate(pairs);
        grams.sort_unstable_by_key(|one| one.rings);
        scratch.bit_counts.iter_mut().for_each(|bit_counts| bit_counts.start(texts, pairs));
        for gram in &grams {
            let mut within: Option<(&[u64], (usize, usize))> = None;
            for (bit_counts, (start, end)) in scratch.bit_counts.iter_mut().zip(gram.rings) {
                let set = bit_counts.next();
                let mut rest = [(start, end), (end, end)];
                if let Some((inner, (from, to))) = within {
                    set.copy_from_slice(inner);
                    rest = [(start, from), (to, end)];
                }
                for (start, end) in rest {
                    let part = postings.get(start..end).unwrap_or_default();
                    part.iter().for_each(|one| one.mark(set));
                }
                within = Some((set, (start, end)));
            }
        }
        for (ring, bit_counts) in scratch.bit_counts.iter_mut().enumerate() {
            bit_counts.add();
            for length in lengths {
                let Some(lost) = length.lost(ours, ring, &rings) else { continue };
                let [from, end] = [length.texts.0, length.texts.1]
                    .map(|text| text.saturating_sub(block.texts.0) as usize);
                bit_counts.at_least(pairs.saturating_sub(lost), from..end, |text| {
                    let number = block.texts.0 + text as u32;
                    scratch.candidates.push((Reverse(0), number, length.chars as u32));
                });
            }
        }
        pairs
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
        let before =
            |one: &Found| one.score > found.score || one.score == found.score && one.text < number;
        let at = self.found.partition_point(before);
        if found.score >= self.bar() && at < self.limit && (self.wanted)(number)? {
            self.found.insert(at, found);
            let bar = self.bar();
            self.found.retain(|one| one.score >= bar);
            self.found.truncate(self.limit);
        }
        Ok(())
    }
}
