//! A linear-chain conditional random field over BILOU tags (Lafferty and others, 2001). It computes
//! the scores of a sentence, its best tags, and their probabilities.

use super::corpus::LabeledSpan;

/// The score of an impossible transition.
const NEVER: f32 = -1e30;

/// The maximum absolute score of a transition. Its exponential is still a normal f32.
const STEEPEST: f32 = 40.0;

/// The tags for a number of classes: outside, and for each class begin, inside, last and only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tags {
    pub classes: usize,
}

const BEGIN: usize = 0;
const INSIDE: usize = 1;
const LAST: usize = 2;
const ONLY: usize = 3;

impl Tags {
    pub fn len(self) -> usize {
        self.classes * 4 + 1
    }

    /// Returns the length of a row of weights, which is a multiple of the vector size.
    pub fn stride(self) -> usize {
        self.len().next_multiple_of(8)
    }

    fn parts(tag: usize) -> Option<(usize, usize)> {
        tag.checked_sub(1).map(|tag| (tag / 4, tag % 4))
    }

    /// Returns the class of the mention that continues after a tag.
    fn opens(tag: usize) -> Option<usize> {
        match Tags::parts(tag) {
            Some((class, BEGIN | INSIDE)) => Some(class),
            _ => None,
        }
    }

    /// Returns the class of the mention that continues before a tag.
    fn continues(tag: usize) -> Option<usize> {
        match Tags::parts(tag) {
            Some((class, INSIDE | LAST)) => Some(class),
            _ => None,
        }
    }

    /// Returns `true` if one tag can follow another. `None` is the start or the end of the
    /// sentence.
    pub fn follows(before: Option<usize>, after: Option<usize>) -> bool {
        before.and_then(Tags::opens) == after.and_then(Tags::continues)
    }

    /// Converts mentions to tags.
    pub fn of(self, mentions: &[LabeledSpan], length: usize) -> Vec<usize> {
        let mut tags = vec![0; length];
        for mention in mentions {
            let base = 1 + mention.class * 4;
            if mention.end - mention.start == 1 {
                tags[mention.start] = base + ONLY;
                continue;
            }
            tags[mention.start..mention.end].fill(base + INSIDE);
            tags[mention.start] = base + BEGIN;
            tags[mention.end - 1] = base + LAST;
        }
        tags
    }

    /// Returns the tags of a mention with the given class and length.
    pub fn path(class: usize, length: usize) -> impl Iterator<Item = usize> {
        let base = 1 + class * 4;
        (0..length).map(move |at| match at {
            _ if length == 1 => base + ONLY,
            0 => base + BEGIN,
            at if at + 1 == length => base + LAST,
            _ => base + INSIDE,
        })
    }

    /// Converts tags to mentions.
    pub fn mentions(self, tags: &[usize]) -> Vec<LabeledSpan> {
        let mut mentions = Vec::new();
        let mut open = None;
        for (at, tag) in tags.iter().enumerate() {
            match Tags::parts(*tag) {
                Some((class, ONLY)) => mentions.push(LabeledSpan { start: at, end: at + 1, class }),
                Some((_, BEGIN)) => open = Some(at),
                Some((class, LAST)) => {
                    let start = open.take().unwrap_or(at);
                    mentions.push(LabeledSpan { start, end: at + 1, class });
                }
                _ => {}
            }
        }
        mentions
    }

    /// Returns the class of a tag.
    pub fn class(tag: usize) -> Option<usize> {
        Tags::parts(tag).map(|(class, _)| class)
    }
}

/// The scores of transitions from each tag to each tag. The last row contains the transitions from
/// the start of the sentence.
#[derive(Clone, Debug)]
pub(super) struct Transitions {
    pub tags: Tags,
    pub scores: Vec<f32>,
}

impl Transitions {
    pub fn new(tags: Tags) -> Transitions {
        Transitions { tags, scores: vec![0.0; (tags.len() + 1) * tags.stride()] }
    }

    fn row(&self, before: Option<usize>) -> &[f32] {
        let at = before.unwrap_or(self.tags.len()) * self.tags.stride();
        &self.scores[at..at + self.tags.stride()]
    }

    /// Returns the scores, where impossible transitions have the score `NEVER`.
    pub fn masked(&self) -> Vec<f32> {
        let (count, stride) = (self.tags.len(), self.tags.stride());
        let mut masked = vec![NEVER; (count + 1) * stride];
        for before in 0..=count {
            let from = (before < count).then_some(before);
            for after in 0..count {
                if Tags::follows(from, Some(after)) {
                    let score = self.row(from)[after];
                    masked[before * stride + after] = score.clamp(-STEEPEST, STEEPEST);
                }
            }
        }
        masked
    }
}

/// The buffers for a sentence, which are reused for the next sentence.
#[derive(Default)]
pub(super) struct Lattice {
    /// The scores of tags, with a row for each token.
    pub scores: Vec<f32>,
    /// The logarithms of the sums over all paths up to a tag, minus the maximum of the row.
    forward: Vec<f32>,
    /// The logarithms of the sums over all paths from a tag to the end, minus the maximum of the
    /// row.
    backward: Vec<f32>,
    /// For each tag, its share among the tags with the same continuation, by the sums over paths.
    shares: Vec<f32>,
    /// The sums of shares multiplied by the factors of transitions to a tag.
    sums: Vec<f32>,
    /// The probabilities of tags, with a row for each token.
    pub marginals: Vec<f32>,
    back: Vec<u16>,
}

/// Precomputed transitions for inference.
pub(super) struct Steps {
    tags: Tags,
    masked: Vec<f32>,
    /// The exponentials of the scores.
    factors: Vec<f32>,
    /// The transposed factors, in which each row belongs to the following tag.
    turned: Vec<f32>,
    /// For each tag, the mention that is open after it, and the mention that is open before it: 0
    /// for none, otherwise the class plus one. A tag can follow another if the mention that it
    /// continues is open after the other tag.
    opens: Vec<usize>,
    continues: Vec<usize>,
}

impl Steps {
    pub fn new(transitions: &Transitions) -> Steps {
        let tags = transitions.tags;
        let (count, stride) = (tags.len(), tags.stride());
        let masked = transitions.masked();
        let factors: Vec<f32> =
            masked.iter().map(|score| if *score <= NEVER { 0.0 } else { score.exp() }).collect();
        let mut turned = vec![0.0; count * stride];
        for before in 0..count {
            for after in 0..count {
                turned[after * stride + before] = factors[before * stride + after];
            }
        }
        let group = |class: Option<usize>| class.map_or(0, |class| class + 1);
        let opens = (0..count).map(|tag| group(Tags::opens(tag))).collect();
        let continues = (0..count).map(|tag| group(Tags::continues(tag))).collect();
        Steps { tags, masked, factors, turned, opens, continues }
    }

    /// Returns the best tags for the scores of a lattice (Viterbi algorithm).
    pub fn best(&self, lattice: &mut Lattice) -> Vec<usize> {
        let (count, stride) = (self.tags.len(), self.tags.stride());
        let length = lattice.scores.len() / stride;
        if length == 0 {
            return Vec::new();
        }
        lattice.back.clear();
        lattice.back.resize(length * stride, 0);
        let mut current: Vec<f32> = (0..stride)
            .map(|tag| self.masked[count * stride + tag] + lattice.scores[tag])
            .collect();
        let mut next = vec![NEVER; stride];
        for at in 1..length {
            let back = &mut lattice.back[at * stride..(at + 1) * stride];
            next.fill(f32::NEG_INFINITY);
            for (before, score) in current.iter().enumerate().take(count) {
                let row = &self.masked[before * stride..(before + 1) * stride];
                for after in 0..stride {
                    let sum = score + row[after];
                    if sum > next[after] {
                        next[after] = sum;
                        back[after] = before as u16;
                    }
                }
            }
            let scores = &lattice.scores[at * stride..(at + 1) * stride];
            for after in 0..stride {
                current[after] = next[after] + scores[after];
            }
        }
        let ends = (0..count).filter(|tag| Tags::follows(Some(*tag), None));
        let mut tag =
            ends.fold(0, |best, tag| if current[tag] > current[best] { tag } else { best });
        let mut tags = vec![tag; length];
        for at in (1..length).rev() {
            tag = usize::from(lattice.back[at * stride + tag]);
            tags[at - 1] = tag;
        }
        tags
    }

    /// Computes the probabilities of all tags at all positions (forward-backward algorithm).
    /// Returns the logarithm of the sum over all paths.
    ///
    /// Sums are stored as logarithms. To add the sums of the tags that can precede another tag,
    /// their maximum is subtracted before the exponential, so that the greatest term is 1 and no
    /// sum underflows, however large the differences are.
    pub fn marginals(&self, lattice: &mut Lattice) -> f64 {
        let (count, stride) = (self.tags.len(), self.tags.stride());
        let length = lattice.scores.len() / stride;
        let Lattice { scores, forward, backward, shares, sums, marginals, .. } = lattice;
        for rows in [&mut *forward, &mut *backward, &mut *shares, &mut *sums, &mut *marginals] {
            rows.clear();
            rows.resize(length * stride, 0.0);
        }
        if length == 0 {
            return 0.0;
        }
        let mut most = vec![NEVER; self.tags.classes + 1];
        let mut whole = 0.0f64;
        for at in 0..length {
            let row = at * stride..(at + 1) * stride;
            let (done, here) = forward.split_at_mut(row.start);
            let (here, scores) = (&mut here[..count], &scores[row.clone()]);
            if at == 0 {
                here.copy_from_slice(&self.masked[count * stride..][..count]);
            } else {
                let before = row.start - stride..row.start;
                let shares = &mut shares[before.clone()];
                scaled(&done[before], &self.opens, &mut most, shares);
                let sums = &mut sums[row];
                combined(shares, &self.factors, sums);
                for tag in 0..count {
                    here[tag] = sums[tag].ln() + most[self.continues[tag]];
                }
            }
            here.iter_mut().zip(scores).for_each(|(sum, score)| *sum += score);
            whole += f64::from(level(here));
        }
        let last = (length - 1) * stride;
        let (mut ahead, mut sums) = (vec![0.0f32; stride], vec![0.0f32; stride]);
        let mut behind = vec![NEVER; stride];
        for tag in 0..count {
            backward[last + tag] = if self.opens[tag] == 0 { 0.0 } else { NEVER };
        }
        // The sum only includes tags that can end a sentence, because a mention that is still open
        // may have a much higher score.
        let ends = (0..count).filter(|tag| self.opens[*tag] == 0).map(|tag| forward[last + tag]);
        let best = ends.clone().fold(NEVER, f32::max);
        let sum: f32 = ends.map(|log| (log - best).exp()).sum();
        whole += f64::from(best) + f64::from(sum).ln();
        for at in (0..length - 1).rev() {
            let (rest, done) = backward.split_at_mut((at + 1) * stride);
            let here = &mut rest[at * stride..][..count];
            let scores = &scores[(at + 1) * stride..];
            for tag in 0..count {
                behind[tag] = done[tag] + scores[tag];
            }
            scaled(&behind, &self.continues, &mut most, &mut ahead);
            combined(&ahead, &self.turned, &mut sums);
            for tag in 0..count {
                here[tag] = sums[tag].ln() + most[self.opens[tag]];
            }
            level(here);
        }
        for at in 0..length {
            let row = at * stride..at * stride + count;
            let (before, after) = (&forward[row.clone()], &backward[row.clone()]);
            let here = &mut marginals[row];
            for ((sum, before), after) in here.iter_mut().zip(before).zip(after) {
                *sum = before + after;
            }
            level(here);
            here.iter_mut().for_each(|value| *value = value.exp());
            let scale = 1.0 / here.iter().sum::<f32>();
            here.iter_mut().for_each(|value| *value *= scale);
        }
        whole
    }

    /// Returns the logarithm of the weight of a path through a lattice.
    pub fn score(&self, lattice: &Lattice, tags: &[usize]) -> f64 {
        let (count, stride) = (self.tags.len(), self.tags.stride());
        let (mut before, mut sum) = (count, 0.0);
        for (row, tag) in lattice.scores.chunks_exact(stride).zip(tags) {
            sum += f64::from(self.masked[before * stride + tag]) + f64::from(row[*tag]);
            before = *tag;
        }
        sum
    }

    /// Adds the expected number of each transition, using the results of [`Steps::marginals`].
    pub fn expected(&self, lattice: &Lattice, out: &mut [f32]) {
        let (count, stride) = (self.tags.len(), self.tags.stride());
        let Lattice { scores, shares, sums, marginals, .. } = lattice;
        let length = scores.len() / stride;
        let mut parts = vec![0.0f32; stride];
        for at in 0..length {
            let row = at * stride..(at + 1) * stride;
            if at == 0 {
                let first = &mut out[count * stride..];
                first.iter_mut().zip(&marginals[row]).for_each(|(sum, marginal)| *sum += marginal);
                continue;
            }
            // The probability of each preceding tag, given the current tag.
            let here = marginals[row.clone()].iter().zip(&sums[row.clone()]);
            for (part, (marginal, sum)) in parts.iter_mut().zip(here) {
                *part = if *sum > 0.0 { marginal / sum } else { 0.0 };
            }
            let before = &shares[row.start - stride..row.start];
            for (tag, share) in before.iter().enumerate().take(count) {
                let row = tag * stride..(tag + 1) * stride;
                let factors = self.factors[row.clone()].iter().zip(&parts);
                for (sum, (factor, part)) in out[row].iter_mut().zip(factors) {
                    *sum += share * factor * part;
                }
            }
        }
    }
}

/// Computes exponentials of logarithms after subtracting the maximum of each group of tags.
fn scaled(logs: &[f32], groups: &[usize], most: &mut [f32], out: &mut [f32]) {
    most.fill(NEVER);
    for (log, group) in logs.iter().zip(groups) {
        most[*group] = most[*group].max(*log);
    }
    for ((value, log), group) in out.iter_mut().zip(logs).zip(groups) {
        *value = (log - most[*group]).exp();
    }
}

/// Computes the sum of rows of factors, each multiplied by its entry in `times`.
fn combined(times: &[f32], factors: &[f32], out: &mut [f32]) {
    out.fill(0.0);
    for (times, row) in times.iter().zip(factors.chunks_exact(out.len())) {
        if *times > 0.0 {
            out.iter_mut().zip(row).for_each(|(sum, factor)| *sum += times * factor);
        }
    }
}

/// Subtracts the maximum of a row from all entries. Returns the maximum.
fn level(row: &mut [f32]) -> f32 {
    let most = row.iter().copied().fold(f32::MIN, f32::max);
    row.iter_mut().for_each(|value| *value -= most);
    most
}
