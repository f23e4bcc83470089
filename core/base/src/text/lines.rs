//! Lines of a text.

use std::ops::Range;

/// Returns the lines of a text with their ranges. Line ends are removed.
pub fn lines(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |whole| {
        let start = at;
        at += whole.len();
        let line = whole.strip_suffix('\n').unwrap_or(whole);
        let line = line.strip_suffix('\r').unwrap_or(line);
        (start..start + line.len(), line)
    })
}
