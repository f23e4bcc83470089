//! Boundaries of words, also in scripts that are written without spaces, and of sentences.

use icu_segmenter::options::{SentenceBreakInvariantOptions, WordBreakInvariantOptions};
use icu_segmenter::{SentenceSegmenter, WordSegmenter};

use super::Language;
use super::abbreviation::{Abbreviations, is_initial};

/// Returns the word boundaries of a text in bytes, including its start and its end: UAX #29 with dictionaries
/// for Chinese, Japanese, Thai, Lao, Khmer and Burmese.
#[doc(hidden)]
pub fn word_breaks(text: &str) -> impl Iterator<Item = usize> {
    WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()).segment_str(text)
}

/// Returns the sentence boundaries of a text in bytes, without its start and its end: UAX #29, but not after
/// an abbreviation of its language. White space belongs to the sentence before it.
#[doc(hidden)]
pub fn sentence_breaks(text: &str, language: &Language) -> impl Iterator<Item = usize> {
    let known = Abbreviations::of(language);
    let breaks = SentenceSegmenter::new(SentenceBreakInvariantOptions::default()).segment_str(text);
    let within = breaks.filter(|at| *at > 0 && *at < text.len());
    within.filter(move |at| !ends_in_abbreviation(&text[..*at], known))
}

/// The number of bytes before a boundary that are examined: more than any abbreviation has.
const LOOK: usize = 64;

/// Returns `true` if the full stop at the end of a text belongs to its last word.
fn ends_in_abbreviation(text: &str, known: Option<Abbreviations>) -> bool {
    let mut from = text.len().saturating_sub(LOOK);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let text = &text[from..];
    let Some(before) = text.trim_end().strip_suffix('.') else { return false };
    let is_part = |c: char| c.is_alphanumeric() || c == '.';
    let word = &before[before
        .rfind(|c| !is_part(c))
        .map_or(0, |at| at + before[at..].chars().next().map_or(0, char::len_utf8))..];
    is_initial(word) || known.is_some_and(|known| known.has(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        let breaks: Vec<usize> = word_breaks(text).collect();
        breaks.windows(2).map(|pair| &text[pair[0]..pair[1]]).collect()
    }

    fn sentences<'t>(text: &'t str, language: &str) -> Vec<&'t str> {
        let language = Language::parse(language).unwrap();
        let mut breaks = vec![0];
        breaks.extend(sentence_breaks(text, &language));
        breaks.push(text.len());
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

    #[test]
    fn sentences_end_where_they_end() {
        let english = "Dr. Jones met J. R. Smith at 3.5 m. He left! \"No?\" See fig. 3.";
        assert_eq!(
            sentences(english, "en-GB"),
            ["Dr. Jones met J. R. Smith at 3.5 m. ", "He left! ", "\"No?\" ", "See fig. 3."]
        );
        assert_eq!(
            sentences("Das ist z.B. Nr. 5. Und dann?", "de"),
            ["Das ist z.B. Nr. 5. ", "Und dann?"]
        );
        assert_eq!(sentences("これは文です。次の文。", "ja"), ["これは文です。", "次の文。"]);
        assert_eq!(sentences("", "en"), [""]);
    }
}
