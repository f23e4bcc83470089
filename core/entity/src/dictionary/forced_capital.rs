//! Places in which a capital says nothing about a word.

use std::ops::Range;

/// The marks that end a sentence, or come before one.
const ENDS: &[char] =
    &['.', '!', '?', '…', ':', ';', '•', '|', '*', '>', '·', '。', '！', '？', '#'];
/// The marks that come between the end of a sentence and the next one.
const OPENING: &[char] = &[
    '"', '\'', '(', '[', '{', '“', '”', '„', '‘', '’', '«', '»', '‹', '›', '¿', '¡', '-', '–', '—',
    '_', '/',
];
/// The maximum number of letters of an abbreviation before a name, as in `St. Ives`.
const SHORT: usize = 3;
/// The characters on each side that are looked at.
const REACH: usize = 64;

/// Returns `true` if a word in a block of text has a capital because of its place: at the start of a sentence, in a
/// title whose words all have one, or in a text in capitals.
pub(super) fn is_forced(text: &str, word: &Range<usize>) -> bool {
    let (Some(own), Some(before), Some(after)) =
        (text.get(word.clone()), text.get(..word.start), text.get(word.end..))
    else {
        return false;
    };
    if is_upper(own) {
        return true;
    }
    let Some(previous) = previous_word(before) else { return true };
    let is_listed = before.trim_end().ends_with(',') || after.starts_with(',');
    !is_listed && !starts_small(previous) && starts_with_capital(after.trim_start())
}

/// Returns `true` for several letters of which none is small and the first two are capitals.
fn is_upper(word: &str) -> bool {
    let mut letters = word.chars().filter(|c| c.is_alphabetic());
    letters.next().is_some_and(char::is_uppercase)
        && letters.next().is_some_and(char::is_uppercase)
        && !letters.any(char::is_lowercase)
}

/// Returns the word before a place in the same sentence.
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

/// Returns the last characters of a text that are not white space.
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
