//! The search for the matches of an expression, in time that is linear in the text.

use glossweave_base::error::Result;
use glossweave_base::words::{Class, cell};
use regex::{Captures, Regex};
use std::ops::Range;

/// The length in bytes from which matches are left out.
pub const LONGEST: usize = 2048;

/// Calls `visit` with the matches of an expression, from left to right. It returns the place from which the
/// search goes on: the end of the match, or the start of it if it was none; then the search goes on at the
/// next character.
///
/// An expression is searched for in windows: one that reads far ahead of each match (`a|a.*b`) would otherwise
/// take time that is quadratic in the text. A match that a window cuts is left out.
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
            found.and_then(|one| one.get(0).map(|whole| (one, whole.range())))
        else {
            if end == text.len() {
                break;
            }
            at = boundary(text, at + LONGEST);
            continue;
        };
        let is_last = end == text.len();
        at = if !is_last && whole.start >= at + LONGEST {
            // The same match, with a whole window behind it.
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

/// Returns `true` if a range begins and ends at word boundaries. A character of a script without spaces is a
/// word by itself.
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
