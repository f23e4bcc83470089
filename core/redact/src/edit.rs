//! Edits of the bytes of a part.

use std::ops::Range;

/// The replacement of a range of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The range.
    pub range: Range<usize>,
    /// The number of the string whose replacement is written there; `None` if nothing is.
    pub string: Option<usize>,
}

/// Returns the edits for the ranges of one string: its replacement at the first, nothing at the others.
pub fn edits_of(ranges: Vec<Range<usize>>, string: usize) -> impl Iterator<Item = Edit> {
    let numbers = std::iter::once(Some(string)).chain(std::iter::repeat(None));
    ranges.into_iter().zip(numbers).map(|(range, string)| Edit { range, string })
}

/// Returns edits in the order of their places, with those that overlap as one.
pub fn joined(mut edits: Vec<Edit>) -> Vec<Edit> {
    edits
        .sort_by_key(|edit| (edit.range.start, usize::MAX - edit.range.end, edit.string.is_none()));
    let mut joined: Vec<Edit> = Vec::with_capacity(edits.len());
    for edit in edits {
        match joined.last_mut().filter(|last| last.range.end > edit.range.start) {
            Some(last) => {
                last.range.end = last.range.end.max(edit.range.end);
                last.string = last.string.or(edit.string);
            }
            None => joined.push(edit),
        }
    }
    joined
}

/// Returns bytes with edits that are in their order.
pub fn applied(bytes: &[u8], edits: &[Edit], written: impl Fn(usize) -> Vec<u8>) -> Vec<u8> {
    let mut result = Vec::with_capacity(bytes.len());
    let mut copied = 0;
    for edit in edits {
        result.extend_from_slice(bytes.get(copied..edit.range.start).unwrap_or_default());
        result.extend(edit.string.map(&written).unwrap_or_default());
        copied = edit.range.end.max(copied);
    }
    result.extend_from_slice(bytes.get(copied..).unwrap_or_default());
    result
}

#[cfg(test)]
mod tests {
    use super::{Edit, applied, edits_of, joined};

    #[test]
    fn edits_that_overlap_are_one() {
        let edit = |range, string| Edit { range, string };
        let all =
            vec![edit(6..8, Some(2)), edit(1..3, None), edit(1..4, Some(0)), edit(3..5, Some(1))];
        let edits = joined(all);
        assert_eq!(edits, [edit(1..5, Some(0)), edit(6..8, Some(2))]);
        let written = applied(b"0123456789", &edits, |string| vec![b'a' + string as u8]);
        assert_eq!(written, b"0a5c89");
        let several: Vec<_> = edits_of(vec![2..3, 5..6], 4).collect();
        assert_eq!(several, [edit(2..3, Some(4)), edit(5..6, None)]);
    }
}
