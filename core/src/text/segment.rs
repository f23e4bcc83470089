//! Where texts can be cut: between words of scripts that are written without spaces.

use icu_segmenter::WordSegmenter;
use icu_segmenter::options::WordBreakInvariantOptions;

/// Hands over the places between the words of a text, in bytes, its start and its end among them:
/// UAX #29 with dictionaries for Chinese, Japanese, Thai, Lao, Khmer and Burmese.
pub(crate) fn word_breaks(text: &str) -> impl Iterator<Item = usize> {
    WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()).segment_str(text)
}

#[cfg(test)]
mod tests {
    use super::word_breaks;

    fn words(text: &str) -> Vec<&str> {
        let breaks: Vec<usize> = word_breaks(text).collect();
        breaks.windows(2).map(|pair| &text[pair[0]..pair[1]]).collect()
    }

    #[test]
    fn scripts_without_spaces_are_cut_by_their_dictionaries() {
        assert_eq!(words("東京都は"), ["東京", "都", "は"]);
        assert_eq!(words("毛泽东在北京"), ["毛泽东", "在", "北京"]);
        assert_eq!(words("ฉันรักกรุงเทพมหานคร"), ["ฉัน", "รัก", "กรุงเทพมหานคร"]);
        assert_eq!(words("ភ្នំពេញជា"), ["ភ្នំពេញ", "ជា"]);
        assert!(words("").is_empty());
    }
}
