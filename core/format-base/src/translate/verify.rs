//! Verification of a document with translations.
//!
//! A translation replaces the text of a unit, so the text of the result is unknown as a whole, but known unit by unit: the
//! units of the result are aligned with the [expected](Expected) units. The alignment also gives the shift of all later
//! text, which maps the spans of annotations to the result ([`Moved`]). All positions and shifts count bytes of text.

use std::borrow::Cow;
use std::collections::HashMap;
use std::iter::Peekable;

use glossweave_base::text::{Language, PluralCategory, TextSpan};
use glossweave_document::{Document, Unit};

/// A translation that was written.
#[derive(Debug)]
pub struct WrittenText {
    /// The span of the translated text, without the white space at its ends.
    pub span: TextSpan,
    /// The texts of the translation, without its codes.
    pub text: String,
    /// The language of the written text.
    pub language: Language,
    /// The plural form that was added. `None` for the translation of the text itself.
    pub form: Option<WrittenForm>,
}

/// A plural form that was added to a source.
#[derive(Clone, Copy, Debug)]
pub struct WrittenForm {
    /// The plural category of the form.
    pub category: PluralCategory,
    /// The start of the unit that follows the form in the result. Only used when translations replace texts.
    pub before: usize,
}

/// The translations that were written, in text order.
pub type Written = Vec<WrittenText>;

/// The position of a difference that does not belong to any text.
pub const ANYWHERE: usize = usize::MAX;

/// The shift of texts that translations cause.
#[derive(Debug)]
pub struct Moved {
    /// The spans of the translated units in the source text, each with the shift of the texts after it.
    units: Vec<(TextSpan, isize)>,
}

impl Moved {
    /// Compares units in order: units with translations must contain them, and other units must be unchanged. Returns `None`
    /// if there are no translations. The error is the positions of the differences.
    pub fn of(
        document: &Document,
        again: &Document,
        written: &Written,
    ) -> Result<Option<Moved>, Vec<usize>> {
        if written.is_empty() {
            return text_difference(document, again).map_or(Ok(None), |at| Err(vec![at]));
        }
        let mut next = written.iter().filter(|text| text.form.is_none()).peekable();
        let mut forms: Vec<Expected<'_>> = written.iter().filter_map(Expected::of_form).collect();
        forms.sort_by_key(|form| form.span);
        let mut forms = forms.into_iter().peekable();
        let mut units = Vec::with_capacity(document.units().len());
        for unit in document.units() {
            let start = unit.span().start();
            while let Some(form) = forms.next_if(|form| form.span.start() <= start) {
                units.push(form);
            }
            units.push(Expected::of(document, unit, &mut next));
        }
        let found: Vec<Unit<'_>> = again.units().collect();
        // The ends of both documents are equal too, so that the last unit can be compared with its successor.
        let is_same = |unit: usize, other: usize| match (units.get(unit), found.get(other)) {
            (Some(unit), Some(found)) => unit.is(found.text()),
            (unit, found) => unit.is_none() && found.is_none(),
        };
        let mut moved = Moved { units: Vec::new() };
        let mut differences = Vec::new();
        let mut other = 0;
        for (number, unit) in units.iter().enumerate() {
            if is_same(number, other) {
                if let Some(found) = found.get(other).filter(|_| unit.is_translated) {
                    let shift = found.span().end() + unit.separator;
                    let shift = shift as isize - unit.span.end() as isize;
                    moved.units.push((unit.span, shift));
                }
                other += 1;
                continue;
            }
            differences.push(unit.origin);
            // A unit can become several units or none. To continue after it, the alignment is found again by a limited
            // lookahead: the next unit, or the unit after it, must be equal at some offset. The usual offset is first.
            let steps = || [1, 0].into_iter().chain(2..=MAX_SPLIT);
            let next = steps().find(|step| is_same(number + 1, other + step));
            let next = next.or_else(|| steps().find(|step| is_same(number + 2, other + step + 1)));
            other += next.unwrap_or(1);
        }
        if differences.is_empty() && other < found.len() {
            differences.push(ANYWHERE);
        }
        if differences.is_empty() { Ok(Some(moved)) } else { Err(differences) }
    }

    /// Returns the new position of a span. Returns `None` if an edge of the span is within translated text.
    pub fn span(&self, span: TextSpan) -> Option<TextSpan> {
        let start = self.edge(span.start(), |_| true)?;
        Some(TextSpan::new(start, self.edge(span.end(), |_| true)?))
    }

    /// Returns the new position of a span like [`span`](Moved::span), extended to the units that were added directly
    /// before it.
    pub fn span_with_added(&self, span: TextSpan) -> Option<TextSpan> {
        let start = self.edge(span.start(), |unit| !unit.is_empty())?;
        Some(TextSpan::new(start, self.edge(span.end(), |_| true)?))
    }

    /// Converts a position to the result. The position is after the units that end there, if `is_counted` returns
    /// `true` for them.
    fn edge(&self, at: usize, is_counted: impl Fn(TextSpan) -> bool) -> Option<usize> {
        let next = self.units.partition_point(|(unit, _)| unit.end() <= at);
        let inside = self.units.get(next).is_some_and(|(unit, _)| unit.start() < at);
        (!inside).then_some(())?;
        let (before, _) = self.units.split_at(next);
        let is_passed = |row: &&(TextSpan, isize)| row.0.end() < at || is_counted(row.0);
        at.checked_add_signed(before.iter().rev().find(is_passed).map_or(0, |row| row.1))
    }
}

/// The maximum number of units that a unit with a faulty translation can become.
const MAX_SPLIT: usize = 8;

/// A unit that a result must contain.
struct Expected<'d> {
    span: TextSpan,
    text: Cow<'d, str>,
    is_translated: bool,
    /// The position of the text that the unit translates.
    origin: usize,
    /// The length of the separator after a unit that was added.
    separator: usize,
}

impl<'d> Expected<'d> {
    /// Returns the unit that a plural form adds.
    fn of_form(form: &'d WrittenText) -> Option<Expected<'d>> {
        let before = form.form?.before;
        let (span, text) = (TextSpan::new(before, before), Cow::Borrowed(&*form.text));
        let origin = form.span.start();
        Some(Expected { span, text, is_translated: true, origin, separator: 1 })
    }

    /// Returns a unit with the translations that were written into it, which are the next translations.
    fn of<'w>(
        document: &'d Document,
        unit: Unit<'d>,
        next: &mut Peekable<impl Iterator<Item = &'w WrittenText>>,
    ) -> Expected<'d> {
        let span = unit.span();
        let mut expected = String::new();
        let mut done = span.start();
        while let Some(new) = next.next_if(|new| new.span.start() < span.end()) {
            expected.push_str(document.text().get(done..new.span.start()).unwrap_or_default());
            expected.push_str(&new.text);
            done = new.span.end();
        }
        if done == span.start() {
            let text = Cow::Borrowed(unit.text());
            let origin = span.start();
            return Expected { span, text, is_translated: false, origin, separator: 0 };
        }
        expected.push_str(document.text().get(done..span.end()).unwrap_or_default());
        let (text, origin) = (Cow::Owned(expected), span.start());
        Expected { span, text, is_translated: true, origin, separator: 0 }
    }

    fn is(&self, text: &str) -> bool {
        if self.is_translated { has_same_words(&self.text, text) } else { self.text == text }
    }
}

/// Returns `true` if two texts are equal except for white space. White space is ignored because the document does not
/// show how a format collapses it.
pub fn has_same_words(one: &str, other: &str) -> bool {
    one == other || one.split_ascii_whitespace().eq(other.split_ascii_whitespace())
}

/// Returns the position of the first difference between two texts.
pub fn text_difference(document: &Document, again: &Document) -> Option<usize> {
    if again.text() == document.text() {
        return None;
    }
    let (ours, theirs) = (document.text().as_bytes(), again.text().as_bytes());
    let first = ours.iter().zip(theirs).position(|(a, b)| a != b);
    Some(first.unwrap_or(ours.len().min(theirs.len())))
}

/// Returns the texts of a target by the identifiers of its units. All plural forms of a text share one identifier.
fn targets_by_id(target: &Document) -> HashMap<u32, Vec<&str>> {
    let mut texts: HashMap<u32, Vec<&str>> = HashMap::new();
    target.units().for_each(|unit| texts.entry(unit.id()).or_default().push(unit.text()));
    texts
}

/// Compares a result with a document that stores translations next to its text. The error is the positions, in the
/// source text, of texts that changed, or of targets that contain neither the written translation nor their old text.
pub fn target_differences(
    document: &Document,
    again: &Document,
    written: &Written,
) -> Result<Option<Moved>, Vec<usize>> {
    if let Some(at) = text_difference(document, again) {
        return Err(vec![at]);
    }
    let mut differences = Vec::new();
    let mut next = written.iter().peekable();
    let mut found = again.units();
    let has_forms = written.iter().any(|text| text.form.is_some());
    let forms = again.target().filter(|_| has_forms).map(targets_by_id).unwrap_or_default();
    for unit in document.units() {
        let target = found.next().and_then(|unit| again.target_unit(unit)).map(|unit| unit.text());
        let mut is_there = true;
        let mut new = Vec::new();
        while let Some(wanted) = next.next_if(|text| text.span.start() < unit.span().end()) {
            let mut texts = forms.get(&unit.id()).into_iter().flatten();
            is_there &=
                wanted.form.is_none() || texts.any(|text| has_same_words(text, &wanted.text));
            new.push(wanted);
        }
        let same = match new.as_slice() {
            [_, ..] => target.is_some_and(|target| {
                // When each number has a form, the text itself is not written.
                is_there && new.iter().any(|text| has_same_words(target, &text.text))
            }),
            // A text within a code moves with its code.
            [] => {
                target == document.target_unit(unit).map(|unit| unit.text())
                    || target == Some(unit.text())
            }
        };
        if !same {
            differences.push(unit.span().start());
        }
    }
    if differences.is_empty() { Ok(None) } else { Err(differences) }
}
