//! Division of the texts of a passage into questions of limited size.

use crate::chunk::parts;
use glossweave_base::text::{Language, TextSpan};
use glossweave_base::words::sentence_breaks;
use glossweave_document::recognizer::Passage;

/// The maximum number of texts in a question.
const TEXTS: usize = 40;
/// The maximum total length of the texts in a question, in bytes.
const BYTES: usize = 4_000;
/// The maximum length of a text, in bytes.
const LONGEST: usize = 2_000;

/// Returns the sentences of a passage that contain letters, in groups for one question each. A sentence with
/// more than 2,000 bytes is split between words.
pub(super) fn groups(passage: &Passage<'_>) -> Vec<Vec<TextSpan>> {
    let mut groups: Vec<Vec<TextSpan>> = Vec::new();
    let mut bytes = 0;
    for block in passage.blocks() {
        for span in sentences(passage, block) {
            bytes += span.len();
            match groups.last_mut() {
                Some(last) if last.len() < TEXTS && bytes <= BYTES => last.push(span),
                _ => {
                    groups.push(vec![span]);
                    bytes = span.len();
                }
            }
        }
    }
    groups
}

fn sentences(passage: &Passage<'_>, block: TextSpan) -> Vec<TextSpan> {
    let text = passage.text().get(block.range()).unwrap_or_default();
    let english = Language::parse("en");
    let language = passage.language().or(english.as_ref());
    let breaks = language.into_iter().flat_map(|language| sentence_breaks(text, language));
    let ends: Vec<usize> = breaks.chain([text.len()]).collect();
    let mut spans = Vec::new();
    let mut start = 0;
    for end in ends {
        let sentence = text.get(start..end).unwrap_or_default();
        let mut at = block.start() + start;
        for length in parts(sentence, LONGEST) {
            let part = passage.text().get(at..at + length).unwrap_or_default();
            let lead = part.len() - part.trim_start().len();
            if part.contains(char::is_alphabetic) {
                spans.push(TextSpan::new(at + lead, at + lead + part.trim().len()));
            }
            at += length;
        }
        start = end;
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::{BYTES, LONGEST, Passage, TEXTS, TextSpan, groups};

    #[test]
    fn sentences_stay_whole_and_groups_small() {
        let text = "One is here. Two! 3.\n\nMr. Four is.  ";
        let blocks = [TextSpan::new(0, 22), TextSpan::new(22, text.len())];
        let found = groups(&Passage::new(text).with_blocks(&blocks));
        let texts: Vec<_> = found[0].iter().map(|span| &text[span.range()]).collect();
        assert_eq!((found.len(), texts), (1, vec!["One is here.", "Two!", "Mr. Four is."]));

        let long = "word ".repeat(2_000) + &"Short one. ".repeat(200) + &"ä".repeat(5_000);
        let found = groups(&Passage::new(&long));
        for group in &found {
            assert!(group.len() <= TEXTS && group.iter().all(|span| span.len() <= LONGEST));
            assert!(group.iter().map(|span| span.len()).sum::<usize>() <= BYTES);
        }
        let letters = |text: &str| text.chars().filter(|char| char.is_alphabetic()).count();
        let asked_letters =
            found.iter().flatten().map(|span| letters(&long[span.range()])).sum::<usize>();
        assert_eq!(asked_letters, letters(&long));
        assert!(groups(&Passage::new("12. 34!")).is_empty());
    }
}
