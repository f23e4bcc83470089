//! Word boundaries in readings.

use std::ops::Range;

use super::reading::Reading;
use glossweave_base::words::{Class, cell};

/// The maximum number of letters in a prefix.
const PREFIX: usize = 4;

/// The Hebrew letters that are used as prefixes: and, the, in, to, from, that, as.
const HEBREW: &str = "והבלמשכ";

/// The Arabic prefixes: and, then, in, to, as, the.
const ARABIC: &[&str] = &[
    "و", "ف", "ب", "ل", "ك", "ال", "وب", "ول", "وك", "فب", "فل", "لل", "بال", "كال", "وال", "فال",
    "ولل", "وبال",
];

/// Returns `true` if a range is not part of a longer word. When `may_end_within` is set, the range may end
/// within a word.
pub fn is_whole(reading: &Reading, range: &Range<usize>, may_end_within: bool) -> bool {
    let text = reading.text();
    let (Some(before), Some(found), Some(after)) =
        (text.get(..range.start), text.get(range.clone()), text.get(range.end..))
    else {
        return false;
    };
    let previous = before.chars().next_back().filter(|_| !reading.has_tag(range.start));
    let next = after.chars().next().filter(|_| !reading.has_tag(range.end));
    let (Some(first), Some(last)) = (found.chars().next(), found.chars().next_back()) else {
        return false;
    };
    let is_syllable = |c: char| ('\u{1100}'..'\u{1200}').contains(&c);
    // A final consonant changes a Hangul syllable into another one. Letters after a name without a space are
    // a particle.
    let is_particle = |c: char| is_syllable(last) && is_syllable(c) && c < '\u{1160}';
    if next.is_some_and(|c| cell(c).class() == Class::Mark) {
        return false;
    }
    let starts = !previous.is_some_and(|c| is_letter(first) && is_letter(c))
        || is_behind_prefix(before, first);
    starts
        && (may_end_within
            || !next.is_some_and(|c| is_letter(last) && is_letter(c) && !is_particle(c)))
}

/// Returns `true` if a range is next to a digit, as part of a longer number.
pub fn is_within_number(reading: &Reading, range: &Range<usize>) -> bool {
    let bytes = reading.text().as_bytes();
    let is_digit =
        |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    is_digit(range.start.checked_sub(1)) && is_digit(Some(range.start))
        || is_digit(Some(range.end)) && is_digit(range.end.checked_sub(1))
}

/// Returns `true` if the letters before a word are a prefix that is written without a space.
fn is_behind_prefix(before: &str, first: char) -> bool {
    let is_hebrew = ('\u{5D0}'..='\u{5EA}').contains(&first);
    let is_arabic = ('\u{620}'..='\u{64A}').contains(&first);
    if !is_hebrew && !is_arabic {
        return false;
    }
    let letters = before.chars().rev().take_while(|c| c.is_alphanumeric()).take(PREFIX + 1);
    let length = letters.map(char::len_utf8).sum::<usize>();
    let prefix = before.get(before.len() - length..).unwrap_or_default();
    if is_hebrew {
        prefix.chars().count() <= PREFIX && prefix.chars().all(|c| HEBREW.contains(c))
    } else {
        ARABIC.contains(&prefix)
    }
}

/// Returns `true` for a letter or digit in a script that uses spaces between words.
fn is_letter(c: char) -> bool {
    c.is_alphanumeric() && cell(c).class() != Class::Single
}
