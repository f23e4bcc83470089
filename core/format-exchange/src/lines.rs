//! Lines of a file.

use std::ops::Range;

/// Returns the range of a part of a line, whose start in the text is `start`.
pub(super) fn place(start: usize, line: &str, part: &str) -> Range<usize> {
    let from = part.as_ptr().addr().saturating_sub(line.as_ptr().addr());
    start + from..start + from + part.len()
}
