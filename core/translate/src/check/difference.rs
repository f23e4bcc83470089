//! The difference between a text and its translation.

use std::collections::HashMap;
use std::hash::Hash;

/// The indexes of the keys that occur on one side only. Repeated keys are counted.
pub(super) struct Difference {
    pub missing: Vec<usize>,
    pub added: Vec<usize>,
}

/// Compares the keys of a text with those of its translation.
pub(super) fn difference<K: Eq + Hash>(
    source: impl Iterator<Item = K> + Clone,
    target: impl Iterator<Item = K>,
) -> Difference {
    let mut remaining: HashMap<K, usize> = HashMap::new();
    for key in source.clone() {
        *remaining.entry(key).or_default() += 1;
    }
    let mut added = Vec::new();
    for (index, key) in target.enumerate() {
        match remaining.get_mut(&key).filter(|count| **count > 0) {
            Some(count) => *count -= 1,
            None => added.push(index),
        }
    }
    // When a key occurs several times, its first occurrences are reported as missing.
    let mut take =
        |key: K| remaining.get_mut(&key).filter(|count| **count > 0).map(|count| *count -= 1);
    let missing = source.enumerate().filter_map(|(index, key)| take(key).map(|()| index));
    Difference { missing: missing.collect(), added }
}
