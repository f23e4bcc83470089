//! Lines of a file.

use std::ops::Range;

/// Returns the lines of a text with their ranges. Line ends are removed.
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

/// Returns the range of a part of a line, whose start in the text is `start`.
pub(super) fn place(start: usize, line: &str, part: &str) -> Range<usize> {
    let from = part.as_ptr().addr().saturating_sub(line.as_ptr().addr());
    start + from..start + from + part.len()
}
