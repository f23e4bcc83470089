//! Edits of the bytes of a part.

use std::borrow::Cow;
use std::ops::Range;

use glossweave_document::{Document, DocumentExt};

/// The replacement of a range of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The range.
    pub range: Range<usize>,
    /// The number of the string at the range. `None` for other changes that a replacement requires, for
    /// example of the type of a cell.
    pub string: Option<usize>,
    /// The kind of text that is written.
    pub written: Written,
}

/// The text that an edit writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// Nothing.
    Nothing,
    /// The replacement of the string.
    Replacement,
    /// The replacement in quotation marks, when it replaces a number.
    Quoted,
    /// Syntax of the format.
    Syntax(&'static str),
}

impl Edit {
    /// Creates an edit that removes or writes syntax of the format.
    pub fn of_syntax(range: Range<usize>, written: Written) -> Edit {
        Edit { range, string: None, written }
    }

    /// Returns `true` if the edit writes text.
    pub fn writes(&self) -> bool {
        self.written != Written::Nothing
    }

    /// Returns the text that is written. `replacement` returns the replacement of a string.
    pub fn text<'t>(&self, replacement: impl Fn(usize) -> &'t str) -> Cow<'t, str> {
        let replacement = || self.string.map_or("", replacement);
        match self.written {
            Written::Nothing => Cow::Borrowed(""),
            Written::Replacement => Cow::Borrowed(replacement()),
            Written::Quoted => Cow::Owned(format!("\"{}\"", replacement())),
            Written::Syntax(text) => Cow::Borrowed(text),
        }
    }
}

/// Creates the edits for the ranges of one string. The first range gets the replacement, and other ranges are
/// removed.
pub fn edits_of(ranges: Vec<Range<usize>>, string: usize) -> impl Iterator<Item = Edit> {
    let first = std::iter::once(Written::Replacement);
    let written = first.chain(std::iter::repeat(Written::Nothing));
    let string = Some(string);
    ranges.into_iter().zip(written).map(move |(range, written)| Edit { range, string, written })
}

/// Returns edits in the order of their positions. When edits overlap, they are merged.
pub fn joined(mut edits: Vec<Edit>) -> Vec<Edit> {
    edits.sort_by_key(|edit| (edit.range.start, usize::MAX - edit.range.end, !edit.writes()));
    let mut joined: Vec<Edit> = Vec::with_capacity(edits.len());
    for edit in edits {
        match joined.last_mut().filter(|last| last.range.end > edit.range.start) {
            Some(last) => {
                last.range.end = last.range.end.max(edit.range.end);
                if edit.writes() && !last.writes() {
                    (last.string, last.written) = (edit.string, edit.written);
                }
            }
            None => joined.push(edit),
        }
    }
    joined
}

/// Adds edits that remove the emphasis that begins within a redacted string in a Markdown document. Emphasis
/// delimiters around nothing, or before the white space after the string, would be read as text.
pub fn without_emphasis(document: &Document, edits: Vec<Edit>) -> Vec<Edit> {
    let within = edits.windows(2).filter_map(|pair| {
        let [before, behind] = pair else { return None };
        let is_same = !behind.writes() && before.string == behind.string;
        is_same.then_some((before.range.end..behind.range.start, behind.string))
    });
    let within: Vec<(Range<usize>, Option<usize>)> = within.collect();
    if within.is_empty() {
        return edits;
    }
    let bytes = document.source().bytes();
    let mut all = edits;
    // Other separators within the string would remain before a delimiter, which would then not close the
    // emphasis.
    let signs = within.iter().filter(|(gap, _)| {
        bytes.get(gap.clone()).is_some_and(|gap| gap.iter().all(|byte| b" ,;".contains(byte)))
    });
    all.extend(signs.map(|(gap, string)| Edit {
        range: gap.clone(),
        string: *string,
        written: Written::Nothing,
    }));
    for (open, close) in document.code_pairs() {
        let next = within.partition_point(|(gap, _)| gap.end < open.end());
        let gap = within.get(next).filter(|(gap, _)| gap.start <= open.start());
        let is_emphasis = matches!(bytes.get(open.start()), Some(b'*' | b'_' | b'~'));
        if let Some((_, string)) = gap.filter(|_| is_emphasis) {
            let removed = [open, close].map(|code| code.range());
            all.extend(removed.map(|range| Edit {
                range,
                string: *string,
                written: Written::Nothing,
            }));
        }
    }
    joined(all)
}

/// Applies edits, which must be in order, to bytes.
pub fn applied(bytes: &[u8], edits: &[Edit], written: impl Fn(&Edit) -> Vec<u8>) -> Vec<u8> {
    let mut result = Vec::with_capacity(bytes.len());
    let mut copied = 0;
    for edit in edits {
        result.extend_from_slice(bytes.get(copied..edit.range.start).unwrap_or_default());
        result.extend(written(edit));
        copied = edit.range.end.max(copied);
    }
    result.extend_from_slice(bytes.get(copied..).unwrap_or_default());
    result
}

#[cfg(test)]
mod tests {
    use super::{Edit, Written, applied, edits_of, joined};

    #[test]
    fn edits_that_overlap_are_one() {
        let edit = |range, string, writes| {
            let written = if writes { Written::Replacement } else { Written::Nothing };
            Edit { range, string: Some(string), written }
        };
        let all = vec![
            edit(6..8, 2, true),
            edit(1..3, 3, false),
            edit(1..4, 0, true),
            edit(3..5, 1, true),
        ];
        let edits = joined(all);
        assert_eq!(edits, [edit(1..5, 0, true), edit(6..8, 2, true)]);
        let letter = |string| ["a", "b", "c"][string];
        let written = applied(b"0123456789", &edits, |edit| edit.text(letter).as_bytes().to_vec());
        assert_eq!(written, b"0a5c89");
        let several: Vec<_> = edits_of(vec![2..3, 5..6], 4).collect();
        assert_eq!(several, [edit(2..3, 4, true), edit(5..6, 4, false)]);
        assert_eq!(joined(vec![edit(1..3, 3, false), edit(2..4, 0, true)]), [edit(1..4, 0, true)]);
    }
}
