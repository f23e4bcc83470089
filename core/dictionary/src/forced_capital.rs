//! Detection of capitals that are explained by their position.

use std::ops::Range;

/// The characters that end a sentence, or precede its start.
const ENDS: &[char] =
    &['.', '!', '?', '…', ':', ';', '•', '|', '*', '>', '·', '。', '！', '？', '#'];
/// The characters that can occur between two sentences.
const OPENING: &[char] = &[
    '"', '\'', '(', '[', '{', '“', '”', '„', '‘', '’', '«', '»', '‹', '›', '¿', '¡', '-', '–', '—',
    '_', '/',
];
/// The maximum number of letters of an abbreviation before a name, for example in `St. Ives`.
const SHORT: usize = 3;
/// The maximum number of characters that are examined on each side.
const REACH: usize = 64;

/// Returns `true` if the capitals of a label are explained by its position in a block of text: at the start
/// of a sentence, in a title in which all words have a capital, or in a text in capitals.
///
/// The start of a sentence does not explain the capital of a second word. When the block consists of the
/// label alone, its position explains nothing.
pub(super) fn is_forced(text: &str, label: &Range<usize>) -> bool {
    let (Some(label_text), Some(before), Some(after)) =
        (text.get(label.clone()), text.get(..label.start), text.get(label.end..))
    else {
        return false;
    };
    let is_blank = |text: &str| text.len() <= REACH && text.trim().is_empty();
    if !label_text.is_empty() && is_blank(before) && is_blank(after) {
        return false;
    }
    let words = label_text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let has_second_capital = words.skip(1).any(starts_with_capital);
    if is_upper(label_text) && !has_second_capital {
        return true;
    }
    let is_listed = before.trim_end().ends_with(',') || after.starts_with(',');
    match previous_word(before) {
        None if !has_second_capital => true,
        Some(previous) if is_listed || starts_small(previous) => false,
        // The next line is ignored, because the next item of a list starts with a capital too.
        _ if has_second_capital => {
            let is_space = |c: char| c.is_whitespace() && c != '\n' && c != '\r';
            starts_with_capital(after.trim_start_matches(is_space))
        }
        _ => starts_with_capital(after.trim_start()),
    }
}

/// Returns `true` if a word starts with two capital letters and contains no small letter.
fn is_upper(word: &str) -> bool {
    let mut letters = word.chars().filter(|c| c.is_alphabetic());
    letters.next().is_some_and(char::is_uppercase)
        && letters.next().is_some_and(char::is_uppercase)
        && !letters.any(char::is_lowercase)
}

/// Returns the word before a position in the same sentence.
fn previous_word(before: &str) -> Option<&str> {
    let mut rest = before;
    for _ in 0..REACH {
        let trimmed = rest.trim_end();
        // An empty line ends a paragraph.
        if rest[trimmed.len()..].matches('\n').count() > 1 {
            return None;
        }
        let last = trimmed.chars().next_back()?;
        let shorter = &trimmed[..trimmed.len() - last.len_utf8()];
        if last == '.' && is_abbreviation(word_at_end(shorter)) {
            rest = shorter;
        } else if ENDS.contains(&last) {
            return None;
        } else if OPENING.contains(&last) {
            rest = shorter;
        } else {
            return Some(word_at_end(trimmed));
        }
    }
    None
}

/// Returns the characters after the last white space of a text.
fn word_at_end(text: &str) -> &str {
    let from = text
        .char_indices()
        .rev()
        .take(REACH)
        .take_while(|(_, c)| !c.is_whitespace() && !OPENING.contains(c))
        .last();
    from.map_or("", |(at, _)| &text[at..])
}

fn is_abbreviation(word: &str) -> bool {
    word.starts_with(char::is_uppercase) && word.chars().take(SHORT + 1).count() <= SHORT
}

fn starts_small(word: &str) -> bool {
    word.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_lowercase)
}

fn starts_with_capital(text: &str) -> bool {
    text.chars().next().is_some_and(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::is_forced;

    #[test]
    fn capitals_are_judged_by_their_place() {
        for (text, word, expected) in [
            ("Nice weather", "Nice", true),
            ("to Nice", "Nice", false),
            ("It rains. Nice!", "Nice", true),
            ("It rains. “Nice weather", "Nice", true),
            ("he said “Nice is far", "Nice", false),
            ("near St. Bath", "Bath", false),
            ("he came home. Bath time", "Bath", true),
            ("A Nice Day", "Nice", true),
            ("From Nice", "Nice", false),
            ("From Nice they went", "Nice", false),
            ("London, Bath, Paris", "Bath", false),
            ("London, Bath Spa", "Bath", false),
            ("2019 Mobile World", "Mobile", true),
            ("the MOBILE phone", "MOBILE", true),
            ("one line\n\nBath", "Bath", true),
            ("one line of\nBath", "Bath", false),
            ("• Bath", "Bath", true),
            ("", "", true),
            ("Red Cross said yes.", "Red Cross", false),
            ("He left. Red Cross said yes.", "Red Cross", false),
            ("RED CROSS said yes.", "RED CROSS", false),
            ("Red cross on the door.", "Red cross", true),
            ("Red Cross Opens Hospital", "Red Cross", true),
            ("THE RED CROSS SAID YES", "RED CROSS", true),
            ("White House", "White House", false),
            (" Bath\n", "Bath", false),
            ("Guests:\nRed Cross\nWhite House", "Red Cross", false),
            ("BATH", "BATH", false),
        ] {
            let start = text.find(word).unwrap();
            assert_eq!(is_forced(text, &(start..start + word.len())), expected, "{text}");
        }
        assert!(!is_forced("é", &(0..1)), "no character starts there");
    }

    #[test]
    fn long_runs_without_words_are_given_up() {
        let text = format!("a {}Nice", "-".repeat(100_000));
        assert!(is_forced(&text, &(text.len() - 4..text.len())));
    }
}
