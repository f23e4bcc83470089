//! Lists of known names from the host: a token has a feature for each list that it occurs in.

use crate::hash::{lower_key, name_key};
use crate::token;

/// The maximum length of a name, in tokens.
const LONGEST: usize = 6;

/// Numbered lists. A name is the hash of its tokens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lists(Vec<Vec<u64>>);

impl Lists {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the key of a name; `None` if it has too many tokens.
    pub fn key(name: &str) -> Option<u64> {
        let tokens = token::tokens(name);
        let fits = (1..=LONGEST).contains(&tokens.len());
        fits.then(|| name_key(tokens.iter().map(|one| lower_key(&name[one.clone()]))))
    }

    /// Adds a list of keys of names.
    pub fn add(&mut self, mut keys: Vec<u64>) {
        keys.sort_unstable();
        keys.dedup();
        self.0.push(keys);
    }

    /// Returns the occurrences of names among tokens: the token, the list, and the position in the
    /// name. The longest names of each list count, without overlap.
    pub fn find(&self, lowers: &[u64]) -> Vec<(usize, u64, u64)> {
        let mut found = Vec::new();
        for (number, keys) in self.0.iter().enumerate() {
            let mut at = 0;
            while at < lowers.len() {
                let most = LONGEST.min(lowers.len() - at);
                let is_name = |length: &usize| {
                    let key = name_key(lowers[at..at + length].iter().copied());
                    keys.binary_search(&key).is_ok()
                };
                let Some(length) = (1..=most).rev().find(is_name) else {
                    at += 1;
                    continue;
                };
                for token in 0..length {
                    let place = match (token, length) {
                        (_, 1) => 0,
                        (0, _) => 1,
                        (token, length) if token + 1 == length => 2,
                        _ => 3,
                    };
                    found.push((at + token, number as u64, place));
                }
                at += length;
            }
        }
        found
    }

    /// Returns the lists as bytes: for each its length and its keys.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for keys in &self.0 {
            bytes.extend_from_slice(&(keys.len() as u64).to_le_bytes());
            keys.iter().for_each(|key| bytes.extend_from_slice(&key.to_le_bytes()));
        }
        bytes
    }

    /// Parses lists; returns `None` if the bytes are not valid.
    pub fn from_bytes(mut bytes: &[u8]) -> Option<Lists> {
        let mut lists = Vec::new();
        while !bytes.is_empty() {
            let (length, rest) = bytes.split_first_chunk::<8>()?;
            let length = usize::try_from(u64::from_le_bytes(*length)).ok()?.checked_mul(8)?;
            let (keys, rest) = rest.split_at_checked(length)?;
            lists.push(keys.as_chunks().0.iter().map(|key| u64::from_le_bytes(*key)).collect());
            bytes = rest;
        }
        Some(Lists(lists))
    }
}
