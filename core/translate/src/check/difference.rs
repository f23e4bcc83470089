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
    wanted: impl Iterator<Item = K> + Clone,
    found: impl Iterator<Item = K>,
) -> Difference {
    let mut left: HashMap<K, usize> = HashMap::new();
    for key in wanted.clone() {
        *left.entry(key).or_default() += 1;
    }
    let mut added = Vec::new();
    for (index, key) in found.enumerate() {
        match left.get_mut(&key).filter(|count| **count > 0) {
            Some(count) => *count -= 1,
            None => added.push(index),
        }
    }
    // When a key occurs several times, its first occurrences are reported as missing.
    let mut take = |key: K| left.get_mut(&key).filter(|count| **count > 0).map(|count| *count -= 1);
    let missing = wanted.enumerate().filter_map(|(index, key)| take(key).map(|()| index));
    Difference { missing: missing.collect(), added }
}
