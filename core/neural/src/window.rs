//! Windows: the parts of a text on which a model runs at once.

use std::ops::Range;

use glossweave_base::text::Language;
use glossweave_base::words::sentence_breaks;

use crate::tokenizer::Piece;

/// The maximum length of a sentence, in bytes. A longer sentence is split at white space, or at any
/// character if it has none.
const LONGEST: usize = 1 << 16;
/// The maximum overlap of two windows of a long sentence, in tokens.
const OVERLAP: usize = 64;

/// A window of a sentence.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Window {
    /// The pieces that are passed to the model.
    pub pieces: Range<usize>,
    /// The words whose labels are used. Other words of the window are closer to the middle of
    /// another window.
    pub words: Range<usize>,
}

/// Returns the sentences of a text.
pub(crate) fn sentences(text: &str, language: Option<&Language>) -> Vec<Range<usize>> {
    let unknown = Language::parse("und");
    let breaks = language.or(unknown.as_ref()).map(|language| sentence_breaks(text, language));
    let mut found = Vec::new();
    let mut start = 0;
    for end in breaks.into_iter().flatten().chain([text.len()]) {
        while end - start > LONGEST {
            let most = &text[start..text.floor_char_boundary(start + LONGEST)];
            let space = most.rfind(char::is_whitespace).filter(|at| *at > 0);
            let length = space.unwrap_or(most.len());
            found.push(start..start + length);
            start += length;
        }
        found.push(start..end);
        start = end;
    }
    found
}

/// Returns the windows of a sentence. When the sentence has more than `most` pieces, it is split into
/// overlapping windows that start and end at word boundaries. No word may have more than `most` pieces.
pub(crate) fn windows(pieces: &[Piece], most: usize) -> Vec<Window> {
    let start_of_word = |mut at: usize| {
        while at > 0 && pieces[at].word == pieces[at - 1].word {
            at -= 1;
        }
        at
    };
    let (mut found, mut start, mut word) = (Vec::new(), 0, 0);
    while pieces.len() - start > most {
        let end = start_of_word(start + most);
        let shared = start_of_word(end - OVERLAP.min(most / 4).min(end - start));
        // Guarantees progress when there are long words.
        let next = if shared < start + most / 4 { end } else { shared };
        let middle = pieces[next.midpoint(end)].word.max(word);
        found.push(Window { pieces: start..end, words: word..middle });
        (start, word) = (next, middle);
    }
    found.push(Window { pieces: start..pieces.len(), words: word..usize::MAX });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(words: &[usize]) -> Vec<Piece> {
        let all = words.iter().enumerate().flat_map(|(word, count)| vec![word; *count]);
        all.enumerate().map(|(at, word)| Piece { id: 0, span: at..at + 1, word }).collect()
    }

    fn assert_whole(words: &[usize], most: usize) -> usize {
        let pieces = pieces(words);
        let windows = windows(&pieces, most);
        let mut next = 0;
        for Window { pieces: range, words: kept } in &windows {
            assert!(range.len() <= most && !range.is_empty(), "{words:?}: {windows:?}");
            assert_eq!(kept.start, next, "{words:?}: {windows:?}");
            // Each word whose label is used must be completely in the window.
            for word in kept.start..kept.end.min(words.len()) {
                let of_word = |piece: &Piece| piece.word == word;
                let here = pieces[range.clone()].iter().filter(|piece| of_word(piece)).count();
                assert_eq!(here, words[word], "{words:?}: {windows:?}");
            }
            next = kept.end;
        }
        assert_eq!(next, usize::MAX);
        windows.len()
    }

    #[test]
    fn each_word_counts_in_one_window() {
        assert_eq!(assert_whole(&[1; 8], 8), 1);
        assert_eq!(assert_whole(&[1; 9], 8), 2);
        assert_eq!(assert_whole(&[8, 8, 8], 8), 3);
        for most in [1, 2, 7, 16, 510] {
            let words: Vec<usize> = (0..2000).map(|n| 1 + n * 7919 % 13 % most).collect();
            let count = assert_whole(&words, most);
            let pieces: usize = words.iter().sum();
            assert!(count <= 1 + 4 * pieces / most, "{count} windows of {pieces} by {most}");
        }
    }

    #[test]
    fn sentences_are_not_too_long() {
        assert!(sentences("", None).iter().all(Range::is_empty));
        assert_eq!(sentences("One. Two.", None), [0..5, 5..9]);
        let spaces = sentences(&"é".repeat(LONGEST), None);
        assert!(spaces.len() == 2 && spaces.iter().all(|sentence| sentence.len() <= LONGEST));
        let words = "word ".repeat(LONGEST / 4);
        assert!(sentences(&words, None).iter().all(|sentence| sentence.len() <= LONGEST));
    }
}
