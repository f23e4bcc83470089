//! The sentence that contains a name.

use std::ops::Range;

use glossweave_base::text::{Language, TextSpan};
use glossweave_base::words::sentence_breaks;

/// The maximum distance between a name and the boundaries of its sentence, in bytes.
const REACH: usize = 300;

/// Returns the sentence of a name. A long sentence is truncated to the text near the name.
pub(super) fn sentence(
    text: &str,
    blocks: &[TextSpan],
    language: Option<&Language>,
    name: TextSpan,
) -> Range<usize> {
    let after = blocks.partition_point(|block| block.start() <= name.start());
    let block = after.checked_sub(1).and_then(|before| blocks.get(before));
    let block = block.filter(|block| block.end() >= name.end());
    let block = block.map_or(0..text.len(), |block| block.range());
    let mut from = name.start().saturating_sub(REACH).max(block.start);
    while !text.is_char_boundary(from) {
        from -= 1;
    }
    let mut end = (name.end() + REACH).min(block.end);
    while !text.is_char_boundary(end) {
        end += 1;
    }
    let near = &text[from..end];
    let breaks = language.into_iter().flat_map(|language| sentence_breaks(near, language));
    let (mut start, mut stop) = (from, end);
    for at in breaks.map(|at| from + at) {
        if at <= name.start() {
            start = at;
        } else if at >= name.end() {
            stop = at;
            break;
        }
    }
    let sentence = &text[start..stop];
    let start = start + sentence.len() - sentence.trim_start().len();
    start..(start + sentence.trim().len()).max(start)
}
