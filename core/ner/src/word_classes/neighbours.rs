//! Word vectors that are derived from the neighbours of words in texts.

use std::collections::HashMap;

use super::cluster::Vectors;
use crate::hash::{MIX, lower_key, mix};
use crate::token::tokens;
use glossweave_base::words::Keyed;

/// The number of dimensions for the neighbours on each side.
const SIDE: usize = 64;
/// The minimum number of occurrences of a word that gets a vector.
const LEAST: u32 = 5;

/// Returns the most frequent words of texts, and a vector for each word, which is the sum of random
/// directions for the words before and after it. Frequent neighbours have smaller weights.
pub(super) fn vectors<'t>(
    texts: impl Iterator<Item = &'t str> + Clone,
    max_words: usize,
) -> (Vec<String>, Vectors) {
    let mut counts: HashMap<String, u32> = HashMap::new();
    for text in texts.clone() {
        for token in tokens(text) {
            let word = text[token].to_lowercase();
            *counts.entry(word).or_default() += 1;
        }
    }
    let mut words: Vec<(String, u32)> =
        counts.into_iter().filter(|(_, count)| *count >= LEAST).collect();
    words.sort_by(|first, second| second.1.cmp(&first.1).then_with(|| first.0.cmp(&second.0)));
    words.truncate(max_words);
    let mut known: Keyed<(u32, f32)> = Keyed::default();
    for (number, (word, count)) in words.iter().enumerate() {
        known.entry(lower_key(word)).or_insert((number as u32, 1.0 / (*count as f32).sqrt()));
    }
    let dimensions = SIDE * 2;
    let mut numbers = vec![0.0; words.len() * dimensions];
    let mut add = |of: Option<&(u32, f32)>, side: usize, key: u64, weight: f32| {
        let Some((number, _)) = of else { return };
        let start = *number as usize * dimensions + side * SIDE;
        // A direction has four components of plus or minus one, so that the directions of two words
        // are almost orthogonal.
        let mut bits = mix(key ^ MIX);
        for _ in 0..4 {
            let sign = if bits & 64 == 0 { weight } else { -weight };
            numbers[start + (bits % SIDE as u64) as usize] += sign;
            bits >>= 8;
        }
    };
    for text in texts {
        let mut before: Option<u64> = None;
        for token in tokens(text) {
            let here = lower_key(&text[token]);
            if let Some(before) = before {
                let (left, right) = (known.get(&before), known.get(&here));
                add(right, 0, before, left.map_or(1.0, |word| word.1));
                add(left, 1, here, right.map_or(1.0, |word| word.1));
            }
            before = Some(here);
        }
    }
    let words = words.into_iter().map(|(word, _)| word).collect();
    (words, Vectors { dimensions, numbers })
}
