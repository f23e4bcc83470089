//! Bit-sliced counters for many texts at once, which use one word for 64 texts.

/// The number of sets that are added at once.
const BATCH: usize = 7;

/// Counters that store, for each text of a block, the number of sets that contain it.
#[derive(Default)]
pub(super) struct BitCounts {
    words: usize,
    /// The lowest bit of the counts of all texts, followed by the next bit of all texts, and so on.
    planes: Vec<u64>,
    /// The sets that have not been added yet.
    waiting: Vec<u64>,
    filled: usize,
    carry: Vec<u64>,
}

impl BitCounts {
    /// Resets the counters for `texts` texts and counts up to `most`.
    pub(super) fn start(&mut self, texts: usize, most: usize) {
        self.words = texts.div_ceil(64);
        let planes = (usize::BITS - most.leading_zeros()) as usize;
        for (part, words) in
            [(&mut self.planes, planes), (&mut self.waiting, BATCH), (&mut self.carry, 1)]
        {
            part.clear();
            part.resize(words * self.words, 0);
        }
        self.filled = 0;
    }

    /// Returns another empty set. The caller sets the bits of the texts in it.
    pub(super) fn next(&mut self) -> &mut [u64] {
        if self.filled == BATCH {
            self.add();
        }
        let from = self.filled * self.words;
        self.filled += 1;
        let set = self.waiting.get_mut(from..from + self.words).unwrap_or_default();
        set.fill(0);
        set
    }

    /// Adds the waiting sets to the counters. A tree of full adders reduces up to seven sets to a sum of
    /// three bits, which is then added to the planes with carry.
    pub(super) fn add(&mut self) {
        let words = self.words;
        if self.filled == 0 || words == 0 {
            return;
        }
        self.waiting[self.filled * words..].fill(0);
        let (ones, rest) = self.waiting.split_at_mut(words);
        let (twos, rest) = rest.split_at_mut(words);
        let (fours, rest) = rest.split_at_mut(words);
        let (four, rest) = rest.split_at(words);
        let (five, rest) = rest.split_at(words);
        let (six, seven) = rest.split_at(words);
        let firsts = ones.iter_mut().zip(twos.iter_mut()).zip(fours.iter_mut());
        let others = four.iter().zip(five).zip(six).zip(&seven[..words]);
        for (((one, two), three), (((four, five), six), seven)) in firsts.zip(others) {
            let (sum, carry) = sum_of([*one, *two, *three]);
            let (other_sum, other_carry) = sum_of([*four, *five, *six]);
            let (last, last_carry) = sum_of([sum, other_sum, *seven]);
            (*two, *three) = sum_of([carry, other_carry, last_carry]);
            *one = last;
        }
        self.carry.fill(0);
        let mut bits = self.waiting.chunks_exact(words).take(3);
        for plane in self.planes.chunks_exact_mut(words) {
            match bits.next() {
                Some(more) => {
                    for ((plane, carry), more) in plane.iter_mut().zip(&mut self.carry).zip(more) {
                        (*plane, *carry) = sum_of([*plane, *carry, *more]);
                    }
                }
                None => {
                    for (plane, carry) in plane.iter_mut().zip(&mut self.carry) {
                        (*plane, *carry) = (*plane ^ *carry, *plane & *carry);
                    }
                }
            }
        }
        self.filled = 0;
    }

    /// Returns the number of sets that contain a text.
    pub(super) fn count(&self, text: usize) -> usize {
        let planes = self.planes.chunks_exact(self.words.max(1)).enumerate();
        let bit = |plane: &[u64]| plane.get(text / 64).map_or(0, |word| word >> (text % 64) & 1);
        planes.map(|(number, plane)| (bit(plane) as usize) << number).sum()
    }

    /// Calls `take` with the texts of a range that are in at least `least` sets. The counts of 64 texts are
    /// compared at once, from the highest bit to the lowest: `more` marks counts that are already greater,
    /// `same` counts that are equal so far.
    pub(super) fn at_least(
        &self,
        least: usize,
        texts: std::ops::Range<usize>,
        mut take: impl FnMut(usize),
    ) {
        if self.words == 0 || texts.is_empty() {
            return;
        }
        let planes = self.planes.len() / self.words;
        if planes < usize::BITS as usize && least >> planes != 0 {
            return;
        }
        for word in texts.start / 64..texts.end.div_ceil(64).min(self.words) {
            let (mut more, mut same) = (0, u64::MAX);
            for number in (0..planes).rev() {
                let plane = self.planes[number * self.words + word];
                if least >> number & 1 == 0 {
                    more |= same & plane;
                } else {
                    same &= plane;
                }
            }
            let mut found = more | same;
            while found != 0 {
                let text = word * 64 + found.trailing_zeros() as usize;
                found &= found - 1;
                if texts.contains(&text) {
                    take(text);
                }
            }
        }
    }
}

/// Returns the sum and the carry of three bits.
#[inline(always)]
fn sum_of([one, two, three]: [u64; 3]) -> (u64, u64) {
    let odd = one ^ two;
    (odd ^ three, one & two | odd & three)
}

#[cfg(test)]
mod tests {
    use super::BitCounts;

    #[test]
    fn counts_are_those_of_adding_one_by_one() {
        let mut state = 5u64;
        let mut number = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % below
        };
        let mut bit_counts = BitCounts::default();
        for texts in [1, 63, 64, 65, 1000] {
            for sets in [0, 1, 6, 7, 8, 50] {
                bit_counts.start(texts, sets);
                let mut counts = vec![0; texts];
                for _ in 0..sets {
                    let set = bit_counts.next();
                    assert!(set.iter().all(|word| *word == 0));
                    for text in 0..texts {
                        if number(3) == 0 {
                            set[text / 64] |= 1 << (text % 64);
                            counts[text] += 1;
                        }
                    }
                }
                bit_counts.add();
                let found: Vec<usize> = (0..texts).map(|text| bit_counts.count(text)).collect();
                assert_eq!(found, counts);
                for least in 0..sets + 2 {
                    let range = texts / 3..texts - texts / 5;
                    let mut found = Vec::new();
                    bit_counts.at_least(least, range.clone(), |text| found.push(text));
                    let right: Vec<usize> = range.filter(|text| counts[*text] >= least).collect();
                    assert_eq!(found, right, "{texts} {sets} {least}");
                }
            }
        }
    }
}
