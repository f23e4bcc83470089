//! Search for the matches of a regular expression in linear time.

use glossweave_base::error::Result;
use glossweave_base::words::{Class, cell};
use regex::{Captures, Regex};
use std::ops::Range;

/// The length from which matches are skipped, in bytes.
pub const LONGEST: usize = 2048;

/// Calls `visit` with the matches of a regular expression, from left to right. `visit` returns the offset at
/// which the search continues: the end of an accepted match, or the start of a rejected match, in which case
/// the search continues at the next character.
///
/// The text is searched in windows. Without them, an expression that reads far ahead (for example `a|a.*b`)
/// would need quadratic time. Matches that cross the end of a window are skipped.
pub fn each(
    regex: &Regex,
    text: &str,
    mut visit: impl FnMut(&Captures<'_>) -> Result<usize>,
) -> Result<()> {
    let mut at = 0;
    while at < text.len() {
        let end = boundary(text, at + 2 * LONGEST);
        let found = regex.captures_at(&text[..end], at);
        let Some((found, whole)) =
            found.and_then(|captures| captures.get(0).map(|whole| (captures, whole.range())))
        else {
            if end == text.len() {
                break;
            }
            at = boundary(text, at + LONGEST);
            continue;
        };
        let is_last = end == text.len();
        at = if !is_last && whole.start >= at + LONGEST {
            // Searches for the same match again, with a whole window after its start.
            whole.start
        } else if whole.is_empty() {
            next(text, whole.start)
        } else if whole.len() >= LONGEST || (!is_last && whole.end == end) {
            whole.end
        } else {
            visit(&found)?.max(next(text, whole.start))
        };
    }
    Ok(())
}

/// Returns the last character boundary up to an offset.
fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at.min(text.len())) {
        at -= 1;
    }
    at.min(text.len())
}

/// Returns the offset of the next character.
fn next(text: &str, at: usize) -> usize {
    at + text[at..].chars().next().map_or(1, char::len_utf8)
}

/// Returns `true` if a range starts and ends at word boundaries. In scripts without spaces, each character
/// is treated as a word.
pub fn is_whole(text: &str, range: &Range<usize>) -> bool {
    let inside = text.get(range.clone()).unwrap_or_default();
    let before = text[..range.start].chars().next_back();
    let after = text[range.end..].chars().next();
    let parts = |left: Option<char>, right: Option<char>| {
        !(left.is_some_and(joins) && right.is_some_and(joins))
    };
    parts(before, inside.chars().next()) && parts(inside.chars().next_back(), after)
}

fn joins(c: char) -> bool {
    matches!(cell(c).class(), Class::Word | Class::Mark)
}
