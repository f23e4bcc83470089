//! Comparison of the trees that a browser builds for a page before and after insertions.

use glossweave_markup::EncodingExt;
mod sketch;

#[cfg(test)]
mod tests;

use glossweave_base::text::ByteSpan;
use glossweave_document::Document;
use glossweave_format_base::Encoded;
use glossweave_markup::html::tree::{Walk, walk};

/// The maximum nesting depth of a source whose tree is compared. For many tags, the tree builder
/// searches all open elements, so that its time is quadratic in the depth.
const DEPTH: u32 = 1_000;

/// Returns the text position before the first difference between the trees of a result and its
/// document. Returns `None` if the trees are equal, or if it would take too long to build them.
/// Texts are not compared when texts were replaced.
///
/// For most results, sketches are sufficient to show that the trees are equal. Complete trees are
/// built only for the others.
pub(crate) fn tree_difference(
    document: &Document,
    again: &Document,
    encoded: &Encoded,
    exchanged: bool,
) -> Option<usize> {
    let inserted = &encoded.inserted;
    if document.depth() > DEPTH {
        return None;
    }
    if encoded.replaced.is_empty() {
        let source = again.source();
        let decoded = source.encoding().decode_again(source.bytes());
        if sketch::is_same(&decoded, inserted) == Some(true) {
            return None;
        }
    }
    whole_difference(document, again, inserted, exchanged)
}

/// Compares the complete trees. Used when a sketch cannot decide.
fn whole_difference(
    document: &Document,
    again: &Document,
    inserted: &[ByteSpan],
    exchanged: bool,
) -> Option<usize> {
    let mut before = steps(document, &[])?;
    let mut after = steps(again, inserted)?;
    if exchanged {
        before.retain(|step| !matches!(step, Step::Text(_)));
        after.retain(|step| !matches!(step, Step::Text(_)));
    }
    let mut place = 0;
    let mut pairs = before.iter().zip(&after);
    let same = pairs.all(|(before, after)| {
        if let Step::Open(_, Some(at)) = after {
            place = *at;
        }
        before.is_like(after)
    });
    if same && before.len() == after.len() {
        return None;
    }
    let mut pieces = again.map().pieces();
    let piece = pieces.find(|piece| piece.source.end() > place);
    Some(piece.map_or(again.text().len(), |piece| piece.text.start()))
}

enum Step {
    Open(String, Option<usize>),
    Close,
    Text(String),
}

impl Step {
    fn is_like(&self, other: &Step) -> bool {
        match (self, other) {
            (Step::Open(name, _), Step::Open(other, _)) => name == other,
            (Step::Close, Step::Close) => true,
            (Step::Text(name), Step::Text(other)) => name == other,
            _ => false,
        }
    }
}

/// Returns the tree as steps, with inserted elements replaced by their content.
fn steps(document: &Document, inserted: &[ByteSpan]) -> Option<Vec<Step>> {
    let source = document.source();
    let decoded = source.encoding().decode_again(source.bytes());
    let is_inserted = |place: usize| {
        let next = inserted.partition_point(|span| span.start() <= place);
        next.checked_sub(1).is_some_and(|index| place < inserted[index].end())
    };
    let mut steps: Vec<Step> = Vec::new();
    let mut open = Vec::new();
    // The text of an inserted script is not part of the page.
    let mut in_script = false;
    for step in walk(&decoded)? {
        match step {
            Walk::Open(name, place) => {
                let is_original = !place.is_some_and(is_inserted);
                open.push(is_original);
                in_script = !is_original && &*name == "script";
                if is_original {
                    steps.push(Step::Open(name.to_string(), place));
                }
            }
            Walk::Close => {
                in_script = false;
                if open.pop() == Some(true) {
                    steps.push(Step::Close);
                }
            }
            Walk::Text(_) if in_script => {}
            Walk::Text(text) => match steps.last_mut() {
                Some(Step::Text(before)) => before.push_str(&text),
                _ => steps.push(Step::Text(text)),
            },
        }
    }
    Some(steps)
}
