//! Vectors over word classes, which are used to compare a text with the data about an entity even when they
//! have no word in common.
//!
//! Each dimension is a prefix of the paths of words, with 4 to 12 steps. Rare dimensions have greater
//! weights: the weight is the logarithm of the share of words in the dimension, which is derived from the
//! frequency classes of the words.

use std::sync::Arc;

use glossweave_ner::{WordClasses, WordClassesExt, lower_key};

/// The minimum and the maximum length of the path prefixes that are used as dimensions.
const LEAST: u32 = 4;
const MOST: u32 = 12;
/// The number of dimensions, including shorter path prefixes.
const SIZE: usize = 1 << (MOST + 1);
/// The frequency classes between which the weight of a word increases from 0 to 1.
const FREQUENT: f64 = 3.0;
const RARE: f64 = 14.0;
/// The integer that represents the weight 1 in a file.
const UNIT: f64 = 65535.0;
/// The maximum number of dimensions that are stored for an entity.
const MAX_KEPT: usize = 512;

/// Word classes, with the weights of their dimensions.
pub struct ClassSpace {
    classes: Arc<WordClasses>,
    /// The squared weights, by path.
    weights: Vec<f64>,
    identity: u64,
}

/// The class of a word: its path after a leading 1 bit, or 0 if there is none, and its weight, up to
/// 255.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct WordClass {
    pub path: u16,
    pub weight: u8,
}

impl ClassSpace {
    /// Computes the weights of the dimensions.
    pub fn new(classes: Arc<WordClasses>) -> ClassSpace {
        let mut shares = vec![0.0; SIZE];
        for (path, length, frequency) in classes.paths() {
            let share = 0.5_f64.powi(i32::from(frequency));
            let steps = u32::from(length).min(MOST);
            for bits in 0..=steps {
                shares[usize::from(path) >> (16 - bits) | 1 << bits] += share;
            }
        }
        let all = shares[1];
        let weight = |share: &f64| if *share > 0.0 { (all / share).ln().powi(2) } else { 0.0 };
        let weights = shares.iter().map(weight).collect();
        ClassSpace { identity: classes.identity(), classes, weights }
    }

    /// Returns a number that identifies the classes.
    pub(super) fn identity(&self) -> u64 {
        self.identity
    }

    /// Returns the class of a word in its original case.
    pub(super) fn class(&self, word: &str) -> WordClass {
        let class = self.classes.find(lower_key(word));
        let is_number = word.starts_with(|c: char| c.is_ascii_digit());
        let weight = match class.frequency_class() {
            Some(frequency) if !is_number => (f64::from(frequency) - FREQUENT) / (RARE - FREQUENT),
            _ => 1.0,
        };
        let path = class.prefix(MOST as usize).filter(|path| *path >= 1 << LEAST).unwrap_or(0);
        WordClass { path: path as u16, weight: (weight.clamp(0.0, 1.0) * 255.0).round() as u8 }
    }

    /// Returns the normalized vector of distinct words in the format of the file: each number contains a path
    /// in the upper half and a weight in the lower half.
    pub(super) fn vector(&self, words: &[WordClass]) -> Vec<u32> {
        let mut sums = Sums::default();
        let mut kept: Vec<(u16, f64)> = Vec::with_capacity(words.len());
        for word in words.iter().filter(|word| word.path > 0 && word.weight > 0) {
            let weight = part(*word);
            sums.add(word.path, weight);
            kept.push((word.path, weight));
        }
        kept.sort_unstable_by(|first, second| {
            first.0.cmp(&second.0).then(first.1.total_cmp(&second.1))
        });
        kept.dedup_by(|next, last| {
            let is_same = next.0 == last.0;
            last.1 += if is_same { next.1 } else { 0.0 };
            is_same
        });
        let length = sums.length(self);
        kept.sort_by(|first, second| second.1.total_cmp(&first.1));
        kept.truncate(MAX_KEPT);
        let number = |(path, weight): (u16, f64)| {
            let weight = (weight / length.max(1e-9) * UNIT).round().min(UNIT);
            u32::from(path) << 16 | weight as u32
        };
        let mut numbers: Vec<u32> = kept.into_iter().map(number).collect();
        numbers.sort_unstable();
        numbers
    }
}

/// Returns the weight of a word.
fn part(word: WordClass) -> f64 {
    (f64::from(word.weight) / 255.0).sqrt()
}

/// Calls `take` with each prefix of a path that is a dimension.
fn each_dimension(path: u16, mut take: impl FnMut(usize)) {
    let mut path = usize::from(path);
    while path >= 1 << LEAST {
        take(path.min(SIZE - 1));
        path >>= 1;
    }
}

/// The sums of word weights by dimension.
#[derive(Default)]
struct Sums {
    sums: Vec<f64>,
    touched: Vec<usize>,
}

impl Sums {
    fn add(&mut self, path: u16, weight: f64) {
        self.sums.resize(SIZE, 0.0);
        each_dimension(path, |dimension| {
            if self.sums[dimension] == 0.0 {
                self.touched.push(dimension);
            }
            self.sums[dimension] += weight;
        });
    }

    fn length(&self, space: &ClassSpace) -> f64 {
        let square = |at: &usize| self.sums[*at] * self.sums[*at] * space.weights[*at];
        self.touched.iter().map(square).sum::<f64>().sqrt()
    }

    fn clear(&mut self) {
        self.touched.drain(..).for_each(|dimension| self.sums[dimension] = 0.0);
    }
}

/// The vector of the words near a name.
#[derive(Default)]
pub(super) struct TextVector {
    sums: Sums,
    length: f64,
}

impl TextVector {
    /// Sets the words, each with a weight that depends on its distance.
    pub(super) fn set(
        &mut self,
        space: &ClassSpace,
        words: impl Iterator<Item = (WordClass, f64)>,
    ) {
        self.sums.clear();
        for (word, distance) in words.filter(|(word, _)| word.path > 0 && word.weight > 0) {
            self.sums.add(word.path, part(word) * distance);
        }
        self.length = self.sums.length(space);
    }

    /// Returns the cosine similarity of this vector and the vector of an entity.
    pub(super) fn similarity(&self, space: &ClassSpace, entity: impl Iterator<Item = u32>) -> f64 {
        if self.length <= 0.0 {
            return 0.0;
        }
        let mut product = 0.0;
        for number in entity {
            let mut sum = 0.0;
            each_dimension((number >> 16) as u16, |at| {
                sum += self.sums.sums[at] * space.weights[at]
            });
            product += sum * f64::from(number & 0xFFFF) / UNIT;
        }
        product / self.length
    }
}
