//! Vectors over classes of words: the similarity of a text and of what is known about an entity, also if they have no
//! word in common.
//!
//! The dimensions are the first steps of the paths of words, from 4 to 12 of them. Rare dimensions count more: by the
//! logarithm of the share of all words that is in them, which follows from the frequencies of these words.

use std::sync::Arc;

use crate::hash::lower_key;
use crate::word_classes::WordClasses;

/// The number of steps of the shortest and the longest path that is a dimension.
const LEAST: u32 = 4;
const MOST: u32 = 12;
/// The number of dimensions, and of shorter paths.
const SIZE: usize = 1 << (MOST + 1);
/// The classes of frequency between which the weight of a word grows from 0 to 1.
const FREQUENT: f64 = 3.0;
const RARE: f64 = 14.0;
/// The number that stands for the weight 1 in a file.
const UNIT: f64 = 65535.0;
/// The maximum number of dimensions of an entity that are kept.
const MAX_KEPT: usize = 512;

/// Classes of words with the weights of the dimensions that they have.
pub struct ClassSpace {
    classes: Arc<WordClasses>,
    /// The squares of the weights, by path.
    weights: Vec<f64>,
    identity: u64,
}

/// The class of a word: its path after a first step of 1, 0 if it has none; and its weight, up to 255.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct WordClass {
    pub path: u16,
    pub weight: u8,
}

impl ClassSpace {
    /// Calculates the weights of dimensions.
    pub fn new(classes: Arc<WordClasses>) -> ClassSpace {
        let mut shares = vec![0.0; SIZE];
        for (path, length, frequency) in classes.paths() {
            let share = 0.5_f64.powi(i32::from(frequency));
            let steps = u32::from(length).min(MOST);
            for kept in 0..=steps {
                shares[usize::from(path) >> (16 - kept) | 1 << kept] += share;
            }
        }
        let all = shares[1];
        let weight = |share: &f64| if *share > 0.0 { (all / share).ln().powi(2) } else { 0.0 };
        let weights = shares.iter().map(weight).collect();
        ClassSpace { identity: classes.identity(), classes, weights }
    }

    /// Returns a number that stands for the classes.
    pub(super) fn identity(&self) -> u64 {
        self.identity
    }

    /// Returns the class of a word as it is written.
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

    /// Returns the vector of distinct words in the form of a file: a path in the upper half of each number, its weight in
    /// the other. The length of the vector is 1.
    pub(super) fn vector(&self, words: &[WordClass]) -> Vec<u32> {
        let mut sums = Sums::default();
        let mut kept: Vec<(u16, f64)> = Vec::with_capacity(words.len());
        for word in words.iter().filter(|word| word.path > 0 && word.weight > 0) {
            let weight = part(*word);
            sums.add(word.path, weight);
            kept.push((word.path, weight));
        }
        kept.sort_unstable_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
        kept.dedup_by(|next, last| {
            let is_same = next.0 == last.0;
            last.1 += if is_same { next.1 } else { 0.0 };
            is_same
        });
        let length = sums.length(self);
        kept.sort_by(|one, other| other.1.total_cmp(&one.1));
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

/// Calls `take` with a path and with its first steps, as far as they are dimensions.
fn each_dimension(path: u16, mut take: impl FnMut(usize)) {
    let mut path = usize::from(path);
    while path >= 1 << LEAST {
        take(path.min(SIZE - 1));
        path >>= 1;
    }
}

/// The sums of weights of words, by dimension.
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
    /// Takes the words, each with its weight by distance.
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

    /// Returns the cosine of the angle between this vector and that of an entity.
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
