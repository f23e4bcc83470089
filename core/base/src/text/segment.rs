//! Word boundaries, including in scripts without spaces.

use icu_segmenter::WordSegmenter;
use icu_segmenter::options::WordBreakInvariantOptions;

/// Returns the word boundaries of a text in bytes, including its start and its end. It uses UAX #29, with
/// dictionaries for Chinese, Japanese, Thai, Lao, Khmer and Burmese.
pub fn word_breaks(text: &str) -> impl Iterator<Item = usize> {
    WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()).segment_str(text)
}
