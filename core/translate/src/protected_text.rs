//! The parts of a text with a fixed translation.

use std::ops::Range;

use aho_corasick::AhoCorasick;

use glossweave_base::error::{Error, ErrorKind, Result};

/// A span of a text with a fixed translation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtectedSpan {
    /// The byte range in the text.
    pub range: Range<usize>,
    /// The text of the span in the translation.
    pub target: String,
}

impl ProtectedSpan {
    /// Returns the same span, relative to the part of the text that begins at `start`.
    pub fn moved(&self, start: usize) -> ProtectedSpan {
        let range = self.range.start - start..self.range.end - start;
        ProtectedSpan { range, target: self.target.clone() }
    }
}

/// A matcher for the words that are not translated.
pub struct ProtectedWords(AhoCorasick);

impl ProtectedWords {
    /// Creates a matcher. Returns `ErrorKind::TooLarge` if there are too many words.
    pub fn new(words: &[String]) -> Result<ProtectedWords> {
        let words = words.iter().filter(|word| !word.is_empty());
        AhoCorasick::new(words).map(ProtectedWords).map_err(|error| {
            let message = "too many words to keep";
            Error::new(ErrorKind::TooLarge, message).with_parameter("keep").because(error)
        })
    }

    /// Finds the words in a text, as whole words. When matches overlap, the leftmost match wins, and the
    /// longest among matches at the same position.
    pub fn find(&self, text: &str) -> Vec<ProtectedSpan> {
        let ends = |at: usize| {
            let (before, after) = (text[..at].chars().next_back(), text[at..].chars().next());
            !before
                .zip(after)
                .is_some_and(|(first, second)| first.is_alphanumeric() && second.is_alphanumeric())
        };
        let found = self.0.find_overlapping_iter(text).map(|occurrence| occurrence.range());
        let mut all: Vec<Range<usize>> =
            found.filter(|range| ends(range.start) && ends(range.end)).collect();
        all.sort_by_key(|range| (range.start, usize::MAX - range.end));
        let mut end = 0;
        all.retain(|range| {
            let stays = range.start >= end;
            end = if stays { range.end } else { end };
            stays
        });
        let lock =
            |range: Range<usize>| ProtectedSpan { target: text[range.clone()].to_owned(), range };
        all.into_iter().map(lock).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::ProtectedWords;

    #[test]
    fn words_are_found_whole_and_the_longest() {
        let words = ["Cork", "Cork City", "C++"].map(str::to_owned);
        let text = "Corks, Cork City and C++ of Cork.";
        let found = ProtectedWords::new(&words).unwrap().find(text);
        let found: Vec<&str> = found.iter().map(|lock| lock.target.as_str()).collect();
        assert_eq!(found, ["Cork City", "C++", "Cork"]);
    }
}
