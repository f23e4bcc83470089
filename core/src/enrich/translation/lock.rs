//! What of a text a translator does not decide about.

use std::ops::Range;

/// A stretch of a text that is translated in one way only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lock {
    /// Bytes of the text.
    pub range: Range<usize>,
    /// What stands for it in the translation.
    pub target: String,
}

impl Lock {
    /// The same place in a text that begins at `start` of this one.
    pub fn moved(&self, start: usize) -> Lock {
        let range = self.range.start - start..self.range.end - start;
        Lock { range, target: self.target.clone() }
    }
}

/// Where words that stay as they are stand in a text, as whole words: of those that overlap the one
/// that begins first, and of these the longest.
pub(super) fn locks(text: &str, words: &[String]) -> Vec<Lock> {
    let mut all = Vec::new();
    for word in words.iter().filter(|word| !word.is_empty()) {
        let ends = |at: usize| {
            let (before, after) = (text[..at].chars().next_back(), text[at..].chars().next());
            !before
                .zip(after)
                .is_some_and(|(one, other)| one.is_alphanumeric() && other.is_alphanumeric())
        };
        let found = text.match_indices(word.as_str()).map(|(at, _)| at..at + word.len());
        all.extend(found.filter(|range| ends(range.start) && ends(range.end)));
    }
    all.sort_by_key(|range| (range.start, usize::MAX - range.end));
    let mut end = 0;
    all.retain(|range| {
        let stays = range.start >= end;
        end = if stays { range.end } else { end };
        stays
    });
    all.into_iter().map(|range| Lock { target: text[range.clone()].to_owned(), range }).collect()
}

#[cfg(test)]
mod tests {
    use super::locks;

    #[test]
    fn words_are_found_whole_and_the_longest() {
        let words = ["Cork", "Cork City", "C++"].map(str::to_owned);
        let text = "Corks, Cork City and C++ of Cork.";
        let found = locks(text, &words);
        let found: Vec<&str> = found.iter().map(|lock| lock.target.as_str()).collect();
        assert_eq!(found, ["Cork City", "C++", "Cork"]);
    }
}
