//! Verification of a document with translations.

use crate::document::Document;
use glossweave_base::text::{Language, TextSpan};

/// A translation that was written.
#[derive(Debug)]
pub(in crate::format) struct WrittenText {
    /// The translated text, without the white space at its ends.
    pub span: TextSpan,
    /// The texts of the translation, without its codes.
    pub text: String,
    pub language: Language,
}

/// The translations that were written, in the order of the text.
pub(in crate::format) type Written = Vec<WrittenText>;

/// The position of a difference that stands at no text.
pub(in crate::format) const ANYWHERE: usize = usize::MAX;

/// The shift of texts by translations.
#[derive(Debug)]
pub(in crate::format) struct Moved {
    /// The translated units: their spans before, and the shift of the texts after them.
    units: Vec<(TextSpan, isize)>,
}

impl Moved {
    /// Compares units: those with translations must have them, others must be unchanged. Returns
    /// `None` if there are no translations, and the position of the first difference as the error.
    pub fn of(
        document: &Document,
        again: &Document,
        written: &Written,
    ) -> Result<Option<Moved>, usize> {
        if written.is_empty() {
            return text_difference(document, again).map_or(Ok(None), Err);
        }
        let mut next = written.iter().peekable();
        let mut moved = Moved { units: Vec::new() };
        let mut units = again.units();
        for unit in document.units() {
            let span = unit.span();
            let found = units.next().ok_or(span.start())?;
            let mut expected = String::new();
            let mut done = span.start();
            while let Some(one) = next.next_if(|one| one.span.start() < span.end()) {
                expected.push_str(document.text().get(done..one.span.start()).unwrap_or_default());
                expected.push_str(&one.text);
                done = one.span.end();
            }
            if done == span.start() {
                if unit.text() != found.text() {
                    return Err(span.start());
                }
                continue;
            }
            expected.push_str(document.text().get(done..span.end()).unwrap_or_default());
            if !has_same_words(&expected, found.text()) {
                return Err(span.start());
            }
            moved.units.push((span, found.span().end() as isize - span.end() as isize));
        }
        if units.next().is_some() { Err(ANYWHERE) } else { Ok(Some(moved)) }
    }

    /// Returns the new position of a span; `None` if an edge of it is within translated text.
    pub fn span(&self, span: TextSpan) -> Option<TextSpan> {
        let edge = |at: usize| {
            let next = self.units.partition_point(|(unit, _)| unit.end() <= at);
            let inside = self.units.get(next).is_some_and(|(unit, _)| unit.start() < at);
            let by = next.checked_sub(1).map_or(0, |index| self.units[index].1);
            (!inside).then_some(())?;
            at.checked_add_signed(by)
        };
        Some(TextSpan::new(edge(span.start())?, edge(span.end())?))
    }
}

/// Returns `true` if two texts are the same but for their white space: how a format collapses it shows nowhere in the
/// document.
pub(in crate::format) fn has_same_words(one: &str, other: &str) -> bool {
    one == other || one.split_ascii_whitespace().eq(other.split_ascii_whitespace())
}

/// Returns the position of the first difference between two texts.
pub(in crate::format) fn text_difference(document: &Document, again: &Document) -> Option<usize> {
    if again.text() == document.text() {
        return None;
    }
    let (ours, theirs) = (document.text().as_bytes(), again.text().as_bytes());
    let first = ours.iter().zip(theirs).position(|(a, b)| a != b);
    Some(first.unwrap_or(ours.len().min(theirs.len())))
}

/// Returns the first difference between a result and a document whose translations stand beside its
/// text: the position, in the source text, of another text, or of a target that has neither the
/// translation that was written nor its old text.
pub(in crate::format) fn target_difference(
    document: &Document,
    again: &Document,
    written: &Written,
) -> Option<usize> {
    if let Some(at) = text_difference(document, again) {
        return Some(at);
    }
    let mut next = written.iter().peekable();
    let mut found = again.units();
    for unit in document.units() {
        let target = found.next().and_then(|unit| again.target_of(unit)).map(|unit| unit.text());
        let new = next.next_if(|one| one.span.start() < unit.span().end());
        let same = match new {
            Some(one) => target.is_some_and(|target| has_same_words(target, &one.text)),
            // A text within a code goes where its code goes.
            None => {
                target == document.target_of(unit).map(|unit| unit.text())
                    || target == Some(unit.text())
            }
        };
        if !same {
            return Some(unit.span().start());
        }
    }
    None
}
