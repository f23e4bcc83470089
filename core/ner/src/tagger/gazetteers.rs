//! Lists of known names that the host provides. A token gets a feature for each list that contains
//! it.

use std::iter;

use crate::hash::{lower_key, name_key, name_keys};
use crate::token;

/// The maximum length of a name, in tokens.
const LONGEST: usize = 6;

/// Numbered lists. Names are stored as hashes of their tokens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lists {
    count: usize,
    /// The keys of the names and the numbers of their lists, sorted.
    names: Vec<(u64, u32)>,
    /// For each prefix of a key, the index of the first name whose prefix is at least as great, followed by
    /// the number of names. The index narrows the binary search to a bucket.
    starts: Vec<u32>,
}

impl Lists {
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns the key of a name. Returns `None` if it has no tokens or too many.
    pub fn key(name: &str) -> Option<u64> {
        let tokens = token::tokens(name);
        let fits = (1..=LONGEST).contains(&tokens.len());
        fits.then(|| name_key(tokens.iter().map(|token| lower_key(&name[token.clone()]))))
    }

    /// Creates lists from the keys of names.
    pub fn new(lists: &[Vec<u64>]) -> Lists {
        let mut names = Vec::new();
        for (number, keys) in (0..).zip(lists) {
            names.extend(keys.iter().map(|key| (*key, number)));
        }
        Lists::indexed(lists.len(), names)
    }

    fn indexed(count: usize, mut names: Vec<(u64, u32)>) -> Lists {
        names.sort_unstable();
        names.dedup();
        let buckets = names.len().next_power_of_two().max(2);
        let mut starts = vec![0; buckets + 1];
        for (key, _) in &names {
            starts[bucket_of(*key, buckets) + 1] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        Lists { count, names, starts }
    }

    /// Returns the numbers of the lists that contain a name.
    fn with(&self, key: u64) -> impl Iterator<Item = usize> {
        let bucket = bucket_of(key, self.starts.len() - 1);
        let names = &self.names[self.starts[bucket] as usize..self.starts[bucket + 1] as usize];
        let names = &names[names.partition_point(|(name, _)| *name < key)..];
        names.iter().take_while(move |(name, _)| *name == key).map(|(_, list)| *list as usize)
    }

    /// Returns the occurrences of names in a sequence of tokens, sorted: the token, the list, and the
    /// position in the name. For each list, the longest names are used, without overlap.
    pub fn find(&self, lowers: &[u64]) -> Vec<(usize, u64, u64)> {
        let mut found = Vec::new();
        if self.is_empty() {
            return found;
        }
        // For each list, the first token after its last match.
        let mut free = vec![0; self.count];
        let mut keys = Vec::with_capacity(LONGEST);
        for at in 0..lowers.len() {
            keys.clear();
            keys.extend(name_keys(lowers[at..].iter().copied()).take(LONGEST));
            for (before, key) in keys.iter().enumerate().rev() {
                let length = before + 1;
                for list in self.with(*key) {
                    if free[list] > at {
                        continue;
                    }
                    free[list] = at + length;
                    for token in 0..length {
                        let place = match (token, length) {
                            (_, 1) => 0,
                            (0, _) => 1,
                            (token, length) if token + 1 == length => 2,
                            _ => 3,
                        };
                        found.push((at + token, list as u64, place));
                    }
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// Encodes the lists as bytes. Each list consists of its length and its keys.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut lists = vec![Vec::new(); self.count];
        for (key, list) in &self.names {
            lists[*list as usize].push(*key);
        }
        let numbers =
            lists.iter().flat_map(|keys| iter::once(keys.len() as u64).chain(keys.iter().copied()));
        numbers.flat_map(u64::to_le_bytes).collect()
    }

    /// Decodes lists. Returns `None` if the bytes are not valid.
    pub fn from_bytes(mut bytes: &[u8]) -> Option<Lists> {
        let (mut count, mut names) = (0, Vec::new());
        while !bytes.is_empty() {
            let (length, rest) = bytes.split_first_chunk::<8>()?;
            let length = usize::try_from(u64::from_le_bytes(*length)).ok()?.checked_mul(8)?;
            let (keys, rest) = rest.split_at_checked(length)?;
            let keys = keys.as_chunks().0.iter().map(|key| u64::from_le_bytes(*key));
            names.extend(keys.map(|key| (key, count as u32)));
            count += 1;
            bytes = rest;
        }
        Some(Lists::indexed(count, names))
    }
}

/// Returns the bucket of a key. The number of buckets must be a power of two.
fn bucket_of(key: u64, buckets: usize) -> usize {
    (key >> (64 - buckets.ilog2())) as usize
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, Lists, name_key};
    use crate::tagger::sgd::Random;

    /// Returns the occurrences of the names of one list: the first token and the number of tokens.
    fn occurrences(keys: &[u64], lowers: &[u64]) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < lowers.len() {
            let is_name = |end: &usize| keys.contains(&name_key(lowers[at..*end].iter().copied()));
            let end = (at + 1..=lowers.len().min(at + LONGEST)).rev().find(is_name);
            found.extend(end.map(|end| (at, end - at)));
            at = end.unwrap_or(at + 1);
        }
        found
    }

    #[test]
    fn the_longest_names_of_each_list_are_found_without_overlap() {
        let mut random = Random(41);
        for _ in 0..300 {
            let mut word = || random.below(4) as u64;
            let lists: Vec<Vec<u64>> = (0..3)
                .map(|_| {
                    let mut name = || (0..word() + 1).map(|_| word()).collect::<Vec<_>>();
                    (0..5).map(|_| name_key(name().into_iter())).collect()
                })
                .collect();
            let lowers: Vec<u64> = (0..20).map(|_| word()).collect();
            let mut expected = Vec::new();
            for (number, keys) in (0..).zip(&lists) {
                for (at, length) in occurrences(keys, &lowers) {
                    let last = length - 1;
                    let place = |token| if token == 0 { 1 } else { 3 - u64::from(token == last) };
                    let all = (0..length).map(|token| (at + token, number, place(token)));
                    expected.extend(
                        all.map(|entry| if length == 1 { (entry.0, entry.1, 0) } else { entry }),
                    );
                }
            }
            expected.sort_unstable();
            let built = Lists::new(&lists);
            assert_eq!(built.find(&lowers), expected);
            assert_eq!(Lists::from_bytes(&built.to_bytes()), Some(built));
        }
    }
}
