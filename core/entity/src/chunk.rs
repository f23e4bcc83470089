//! Splitting of long texts into chunks.

use glossweave_base::text::TextSpan;
use glossweave_document::recognizer::Passage;

/// The characters that end a sentence. In scripts that use spaces, white space must follow.
const STOPS: [char; 8] = ['.', '!', '?', '\n', '。', '！', '？', '؟'];

/// Splits the text of a passage into chunks of at most `most` bytes (at least 16). Blocks that fit
/// are not split, and short blocks are joined.
pub(crate) fn chunks(passage: &Passage<'_>, most: usize) -> Vec<TextSpan> {
    let most = most.max(16);
    let mut chunks: Vec<TextSpan> = Vec::new();
    for piece in passage.blocks() {
        let mut start = piece.start();
        for length in parts(&passage.text()[piece.range()], most) {
            let end = start + length;
            match chunks.last_mut() {
                Some(last) if end - last.start() <= most => {
                    *last = TextSpan::new(last.start(), end);
                }
                _ => chunks.push(TextSpan::new(start, end)),
            }
            start = end;
        }
    }
    chunks
}

/// Returns the lengths of the parts into which a text is split.
pub(crate) fn parts(text: &str, most: usize) -> impl Iterator<Item = usize> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let length = if rest.len() <= most { rest.len() } else { cut(rest, most) };
        rest = &rest[length..];
        (length > 0).then_some(length)
    })
}

/// Returns the offset at which to cut a text that is too long: after a sentence if possible,
/// otherwise between words, otherwise at any character.
fn cut(text: &str, most: usize) -> usize {
    let end = (0..=most).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    let head = &text[..end];
    let spaced = |(at, stop): (usize, &str)| {
        let behind = at + stop.len();
        let wide = stop.len() > 1 || stop == "\n";
        (wide || text[behind..].starts_with(char::is_whitespace)).then_some(behind)
    };
    let sentence = head.rmatch_indices(STOPS).find_map(spaced).filter(|at| *at > end / 4);
    let word = || head.rfind(char::is_whitespace).filter(|at| *at > 0);
    sentence.or_else(word).unwrap_or(end)
}

#[cfg(test)]
mod tests {
    use super::{Passage, TextSpan, chunks};

    fn cut<'a>(text: &'a str, pieces: &[TextSpan], most: usize) -> Vec<&'a str> {
        let passage = Passage::new(text).with_blocks(pieces);
        chunks(&passage, most).into_iter().map(|span| &text[span.range()]).collect()
    }

    #[test]
    fn parts_end_where_sentences_and_words_do() {
        assert_eq!(cut("short", &[], 16), ["short"]);
        assert!(cut("", &[], 16).is_empty());
        let text = "One is 1.5 m. Two is more. Three.";
        assert_eq!(cut(text, &[], 16), ["One is 1.5 m.", " Two is more.", " Three."]);
        assert_eq!(cut("東京は大きい。京都は古い。", &[], 24), ["東京は大きい。", "京都は古い。"]);
        assert_eq!(cut("nothing but some words", &[], 16), ["nothing but", " some words"]);
        assert_eq!(cut(&"ä".repeat(10), &[], 17), ["ä".repeat(8), "ä".repeat(2)]);
    }

    #[test]
    fn pieces_stay_whole() {
        let text = "First cell. Second one here. Third";
        let pieces = [TextSpan::new(0, 11), TextSpan::new(12, 28), TextSpan::new(29, 34)];
        assert_eq!(cut(text, &pieces, 16), ["First cell.", "Second one here.", "Third"]);
        assert_eq!(cut(text, &pieces, 30), ["First cell. Second one here.", "Third"]);
    }
}
