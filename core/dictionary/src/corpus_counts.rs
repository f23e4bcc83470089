//! Word counts of a corpus, by case.

use std::collections::HashMap;
use std::io::Read;

use super::forced_capital::is_forced;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::words::{Tokens, fold_token, hash};

/// The size of a read buffer, in bytes.
const CHUNK: usize = 1 << 20;
/// The maximum number of distinct words.
const MAX_WORDS: usize = 1 << 22;
/// The minimum number of occurrences in lower case of a common word.
const MANY: u32 = 3;

/// The number of occurrences of each word in lower case, and with a capital that is not explained
/// by its position.
#[derive(Default)]
pub(super) struct CorpusCounts(HashMap<u64, [u32; 2]>);

impl CorpusCounts {
    /// Counts the words of a text in UTF-8.
    pub fn read(&mut self, mut input: impl Read) -> Result<()> {
        let mut bytes = Vec::with_capacity(CHUNK);
        loop {
            let space = CHUNK.saturating_sub(bytes.len()).max(1) as u64;
            let read = input.by_ref().take(space).read_to_end(&mut bytes).map_err(|cause| {
                Error::new(ErrorKind::Unavailable, "the corpus cannot be read").because(cause)
            })?;
            if read == 0 {
                self.count(&String::from_utf8_lossy(&bytes));
                return Ok(());
            }
            if bytes.len() >= CHUNK {
                let end = bytes.iter().rposition(u8::is_ascii_whitespace).unwrap_or(bytes.len());
                self.count(&String::from_utf8_lossy(&bytes[..end]));
                bytes.drain(..end);
            }
        }
    }

    fn count(&mut self, text: &str) {
        let mut folded = String::new();
        for token in Tokens::new(text) {
            let range = token.range();
            let word = &text[range.clone()];
            let Some(first) = word.chars().find(|c| c.is_alphabetic()) else { continue };
            let is_lower = first.is_lowercase() && !word.chars().any(char::is_uppercase);
            if !is_lower && (!first.is_uppercase() || is_forced(text, &range)) {
                continue;
            }
            folded.clear();
            fold_token(word, &mut folded);
            let key = hash(folded.as_bytes());
            if self.0.len() < MAX_WORDS || self.0.contains_key(&key) {
                let counts = self.0.entry(key).or_default();
                let count = &mut counts[usize::from(!is_lower)];
                *count = count.saturating_add(1);
            }
        }
    }

    /// Returns `true` if a folded word occurs at least three times in lower case, and more often than with a
    /// capital.
    pub fn is_common(&self, folded: &str) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let [lower, capital] = self.0.get(&hash(folded.as_bytes())).copied().unwrap_or_default();
        lower >= MANY && lower > capital
    }
}

#[cfg(test)]
mod tests {
    use super::{CHUNK, CorpusCounts};

    #[test]
    fn capitals_at_the_start_of_sentences_do_not_count() {
        let mut counts = CorpusCounts::default();
        let text =
            "Cork is light. A cork, the cork, some cork. Cork floats. Cobh and cobh, to Cobh.\n";
        counts.read(text.repeat(2).as_bytes()).unwrap();
        assert!(counts.is_common("cork"));
        assert!(!counts.is_common("cobh"));
        assert!(!counts.is_common("some"), "twice is not enough");
    }

    #[test]
    fn a_corpus_is_read_in_parts() {
        let mut counts = CorpusCounts::default();
        counts.read("the quay ".repeat(CHUNK / 4).as_bytes()).unwrap();
        let key = glossweave_base::words::hash(b"quay");
        assert_eq!(counts.0.get(&key), Some(&[CHUNK as u32 / 4, 0]));
        counts.read("x".repeat(CHUNK + 1).as_bytes()).unwrap();
        counts.read(&b"\xFF quay"[..]).unwrap();
        assert_eq!(counts.0.get(&key), Some(&[CHUNK as u32 / 4 + 1, 0]));
    }
}
