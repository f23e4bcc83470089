//! Word and sentence boundaries of UAX #29.

#[cfg(any(test, not(feature = "cjk")))]
use std::iter;

#[cfg(feature = "cjk")]
use icu_segmenter::options::{SentenceBreakInvariantOptions, WordBreakInvariantOptions};
#[cfg(feature = "cjk")]
use icu_segmenter::{SentenceSegmenter, WordSegmenter};
#[cfg(any(test, not(feature = "cjk")))]
use unicode_segmentation::UnicodeSegmentation;

/// Returns the word boundaries of a text in bytes, including its start and its end. It uses UAX #29, with
/// dictionaries for Chinese, Japanese, Thai, Lao, Khmer and Burmese. Without the feature `cjk`, words of
/// these languages end at most characters.
pub fn word_breaks(text: &str) -> impl Iterator<Item = usize> {
    #[cfg(feature = "cjk")]
    return WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()).segment_str(text);
    #[cfg(not(feature = "cjk"))]
    return words_without_dictionaries(text);
}

/// Returns the sentence boundaries of UAX #29 in bytes, including the start and the end of the text.
pub(crate) fn plain_sentence_breaks(text: &str) -> impl Iterator<Item = usize> {
    #[cfg(feature = "cjk")]
    return SentenceSegmenter::new(SentenceBreakInvariantOptions::default()).segment_str(text);
    #[cfg(not(feature = "cjk"))]
    return sentences_without_dictionaries(text);
}

#[cfg(any(test, not(feature = "cjk")))]
fn words_without_dictionaries(text: &str) -> impl Iterator<Item = usize> {
    iter::once(0).chain(text.split_word_bound_indices().map(|(at, word)| at + word.len()))
}

#[cfg(any(test, not(feature = "cjk")))]
fn sentences_without_dictionaries(text: &str) -> impl Iterator<Item = usize> {
    // The iterator of the crate fails for an empty text.
    let parts = (!text.is_empty()).then(|| text.split_sentence_bound_indices());
    iter::once(0).chain(parts.into_iter().flatten().map(|(at, part)| at + part.len()))
}

#[cfg(all(test, feature = "cjk"))]
mod tests {
    use super::*;

    #[test]
    fn both_segmenters_agree_on_scripts_with_spaces() {
        for text in [
            "",
            "a",
            "Dr. O’Neill paid 3.50 € in Dún Laoghaire. He left!\r\n\r\n“No?” See fig. 3.",
            "Der 3. Juni, z. B. um 10:30 Uhr – oder?  Ja.",
            "Привет, мир! Это Нью-Йорк. 5-й день",
            "Αθήνα, «το άστυ». Τι;",
            "مرحبا بالعالم. كيف حالك؟",
            "שלום עולם. מה ש״ח?",
            "a_b c1 \u{1F1EE}\u{1F1EA}\u{1F469}\u{200D}\u{1F52C} e\u{301}",
        ] {
            let words: Vec<_> = word_breaks(text).collect();
            assert_eq!(words_without_dictionaries(text).collect::<Vec<_>>(), words, "{text}");
            let sentences: Vec<_> = plain_sentence_breaks(text).collect();
            assert_eq!(
                sentences_without_dictionaries(text).collect::<Vec<_>>(),
                sentences,
                "{text}"
            );
        }
    }

    #[test]
    fn without_dictionaries_each_character_of_other_scripts_is_a_word() {
        let words: Vec<_> = words_without_dictionaries("東京都は").collect();
        assert_eq!(words, [0, 3, 6, 9, 12]);
    }
}
