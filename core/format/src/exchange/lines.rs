//! Lines of a file.

use std::ops::Range;

/// Returns the lines of a text with their places, without their ends.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |whole| {
        let start = at;
        at += whole.len();
        let line = whole.strip_suffix('\n').unwrap_or(whole);
        let line = line.strip_suffix('\r').unwrap_or(line);
        (start..start + line.len(), line)
    })
}

/// Returns the part of a line as a place in the text that the line begins at `start` of.
pub(super) fn place(start: usize, line: &str, part: &str) -> Range<usize> {
    let from = part.as_ptr().addr().saturating_sub(line.as_ptr().addr());
    start + from..start + from + part.len()
}
