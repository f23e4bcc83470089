//! A linear-chain conditional random field over BILOU tags (Lafferty and others, 2001): scores of a
//! sentence, its best tags, and how probable they are.

use super::corpus::Mention;

/// What the score of an impossible transition is.
const NEVER: f32 = -1e30;

/// The tags of some classes: outside, and for each class begin, inside, last and only.
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

    /// How many numbers stand for one row of weights: whole vectors.
    pub fn stride(self) -> usize {
        self.len().next_multiple_of(8)
    }

    fn parts(tag: usize) -> Option<(usize, usize)> {
        tag.checked_sub(1).map(|tag| (tag / 4, tag % 4))
    }

    /// Whether one tag may stand after another; none for the ends of the sentence.
    pub fn follows(before: Option<usize>, after: Option<usize>) -> bool {
        let opens = |tag: usize| match Tags::parts(tag) {
            Some((class, BEGIN | INSIDE)) => Some(class),
            _ => None,
        };
        let continues = |tag: usize| match Tags::parts(tag) {
            Some((class, INSIDE | LAST)) => Some(class),
            _ => None,
        };
        before.and_then(opens) == after.and_then(continues)
    }

    /// The tags of mentions.
    pub fn of(self, mentions: &[Mention], length: usize) -> Vec<usize> {
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

    /// The mentions of tags.
    pub fn mentions(self, tags: &[usize]) -> Vec<Mention> {
        let mut mentions = Vec::new();
        let mut open = None;
        for (at, tag) in tags.iter().enumerate() {
            match Tags::parts(*tag) {
                Some((class, ONLY)) => mentions.push(Mention { start: at, end: at + 1, class }),
                Some((_, BEGIN)) => open = Some(at),
                Some((class, LAST)) => {
                    let start = open.take().unwrap_or(at);
                    mentions.push(Mention { start, end: at + 1, class });
                }
                _ => {}
            }
        }
        mentions
    }

    /// The class of a tag.
    pub fn class(tag: usize) -> Option<usize> {
        Tags::parts(tag).map(|(class, _)| class)
    }
}

/// Scores of transitions: from each tag (and from before the sentence, last) to each.
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

    /// The scores with those of impossible transitions.
    pub fn masked(&self) -> Vec<f32> {
        let (count, stride) = (self.tags.len(), self.tags.stride());
        let mut masked = vec![NEVER; (count + 1) * stride];
        for before in 0..=count {
            let from = (before < count).then_some(before);
            for after in 0..count {
                if Tags::follows(from, Some(after)) {
                    masked[before * stride + after] = self.row(from)[after];
                }
            }
        }
        masked
    }
}

/// Room for the work on a sentence, used again for the next one.
#[derive(Default)]
pub(super) struct Lattice {
    /// Scores of tags, a row for each token.
    pub scores: Vec<f32>,
    forward: Vec<f32>,
    backward: Vec<f32>,
    /// The probabilities of tags, a row for each token.
    pub marginals: Vec<f32>,
    back: Vec<u16>,
}

/// Transitions as a run needs them.
pub(super) struct Steps {
    tags: Tags,
    masked: Vec<f32>,
    /// The same as factors.
    factors: Vec<f32>,
    /// The factors with tags after as rows.
    turned: Vec<f32>,
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
        Steps { tags, masked, factors, turned }
    }

    /// The best tags by the scores of a lattice.
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

    /// The probabilities of all tags at all places; gives the logarithm of the sum over all ways.
    pub fn marginals(&self, lattice: &mut Lattice) -> f64 {
        let (count, stride) = (self.tags.len(), self.tags.stride());
        let length = lattice.scores.len() / stride;
        let Lattice { scores, forward, backward, marginals, .. } = lattice;
        for rows in [&mut *forward, &mut *backward, &mut *marginals] {
            rows.clear();
            rows.resize(length * stride, 0.0);
        }
        let mut log = 0.0f64;
        for at in 0..length {
            let row = at * stride..(at + 1) * stride;
            // The factors of the scores go where the marginals will be.
            let most =
                scores[row.clone()][..count].iter().fold(f32::MIN, |most, one| most.max(*one));
            for tag in 0..count {
                marginals[row.start + tag] = (scores[row.start + tag] - most).exp();
            }
            log += f64::from(most);
            let (done, rest) = forward.split_at_mut(row.start);
            let here = &mut rest[..stride];
            match at {
                0 => here.copy_from_slice(&self.factors[count * stride..]),
                _ => {
                    let before = &done[row.start - stride..];
                    for (tag, factor) in before.iter().enumerate().take(count) {
                        if *factor > 0.0 {
                            let steps = &self.factors[tag * stride..(tag + 1) * stride];
                            here.iter_mut()
                                .zip(steps)
                                .for_each(|(one, step)| *one += factor * step);
                        }
                    }
                }
            }
            here.iter_mut().zip(&marginals[row]).for_each(|(one, factor)| *one *= factor);
            let sum: f32 = here.iter().sum();
            let sum = if sum > 0.0 { sum } else { f32::MIN_POSITIVE };
            here.iter_mut().for_each(|one| *one /= sum);
            log += f64::from(sum).ln();
        }
        let last = (length - 1) * stride;
        for tag in 0..count {
            backward[last + tag] = f32::from(u8::from(Tags::follows(Some(tag), None)));
        }
        let sum: f32 = (0..stride).map(|tag| forward[last + tag] * backward[last + tag]).sum();
        log += f64::from(sum.max(f32::MIN_POSITIVE)).ln();
        for at in (0..length - 1).rev() {
            let (rest, done) = backward.split_at_mut((at + 1) * stride);
            let here = &mut rest[at * stride..];
            let after = &done[..stride];
            for tag in 0..count {
                let factor = after[tag] * marginals[(at + 1) * stride + tag];
                if factor > 0.0 {
                    let steps = &self.turned[tag * stride..(tag + 1) * stride];
                    here.iter_mut().zip(steps).for_each(|(one, step)| *one += factor * step);
                }
            }
            let sum: f32 = here.iter().sum();
            let sum = if sum > 0.0 { sum } else { f32::MIN_POSITIVE };
            here.iter_mut().for_each(|one| *one /= sum);
        }
        log
    }

    /// Turns what [`Steps::marginals`] left into probabilities, and adds those of the transitions,
    /// times a rate, to their scores.
    pub fn finish(&self, lattice: &mut Lattice, mut learn: Option<(&mut [f32], f32)>) {
        let (count, stride) = (self.tags.len(), self.tags.stride());
        let length = lattice.scores.len() / stride;
        let Lattice { forward, backward, marginals, .. } = lattice;
        let mut pair = vec![0.0f32; count * stride];
        for at in 0..length {
            if let Some((scores, rate)) = &mut learn
                && at > 0
            {
                let mut sum = 0.0;
                for before in 0..count {
                    let from = forward[(at - 1) * stride + before];
                    for after in 0..count {
                        let here = at * stride + after;
                        let both = from
                            * self.factors[before * stride + after]
                            * marginals[here]
                            * backward[here];
                        pair[before * stride + after] = both;
                        sum += both;
                    }
                }
                let scale = *rate / sum.max(f32::MIN_POSITIVE);
                for (score, both) in scores.iter_mut().zip(&pair) {
                    *score += scale * both;
                }
            }
            // The factors here are not needed any more once the pair before is done; those of the
            // next place are.
            if at > 0 {
                settle(forward, backward, marginals, (at - 1) * stride..at * stride);
            }
        }
        if length > 0 {
            settle(forward, backward, marginals, (length - 1) * stride..length * stride);
        }
    }
}

fn settle(forward: &[f32], backward: &[f32], marginals: &mut [f32], row: std::ops::Range<usize>) {
    let (forward, backward) = (&forward[row.clone()], &backward[row.clone()]);
    let row = &mut marginals[row];
    let mut sum = 0.0;
    for ((one, before), after) in row.iter_mut().zip(forward).zip(backward) {
        *one = before * after;
        sum += *one;
    }
    let scale = 1.0 / sum.max(f32::MIN_POSITIVE);
    row.iter_mut().for_each(|one| *one *= scale);
}
