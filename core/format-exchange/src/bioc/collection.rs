//! The collection model that the XML and JSON readers and writers of BioC use.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{KEYS, TYPE};
use crate::key_values::value;
use crate::offsets::{OffsetUnit, Offsets, StatedSpan, fits, fitting, same};
use crate::reading::{ReadMark, ReadPart, ReadUnit, Reading};
use crate::rejections::Rejections;
use glossweave_base::text::TextSpan;
use glossweave_format_base::new_file::{Content, FilePart, Mark};
use glossweave_format_base::strings::{Fault, Value};

/// A passage or a sentence of a passage.
#[derive(Default)]
pub(super) struct Passage {
    /// The offset in the document, if the file specifies it.
    pub offset: Option<usize>,
    pub text: Value,
    pub annotations: Vec<Annotation>,
    pub at: Range<usize>,
}

#[derive(Default)]
pub(super) struct Annotation {
    pub id: String,
    pub infons: Vec<(String, String)>,
    /// Pairs of an offset in the document and a length.
    pub locations: Vec<(usize, usize)>,
    pub text: Option<String>,
    pub at: Range<usize>,
}

#[derive(Default)]
pub(super) struct Collected {
    pub id: Option<String>,
    pub passages: Vec<Passage>,
    /// The number of relations, which are not read.
    pub relations: usize,
}

impl Annotation {
    /// Returns the span relative to a passage. The quote is included only if the annotation has
    /// exactly one location.
    fn stated(&self, offset: usize) -> Option<StatedSpan<'_>> {
        let start = self.locations.iter().map(|location| location.0).min()?.checked_sub(offset)?;
        let ends = self.locations.iter().map(|location| location.0.saturating_add(location.1));
        let end = ends.max()?.checked_sub(offset)?;
        let quote = self.text.as_deref().filter(|_| self.locations.len() == 1);
        Some(StatedSpan { start, end, quote })
    }
}

/// Returns an index of the offsets of a passage, and the offset at which the passage starts. The
/// start is the stated offset, or 0 when more annotations match their texts if offsets are counted
/// from the passage.
fn offsets<'t>(text: &'t str, passage: &Passage) -> (Offsets<'t>, usize) {
    const UNITS: [OffsetUnit; 3] = [OffsetUnit::CodePoint, OffsetUnit::Byte, OffsetUnit::Utf16];
    let at = |base: usize| {
        let spans = passage.annotations.iter().filter_map(|annotation| annotation.stated(base));
        let spans: Vec<StatedSpan<'_>> = spans.collect();
        let offsets = fitting(text, &UNITS, &spans);
        let count = fits(&offsets, &spans);
        (offsets, base, count)
    };
    let (offsets, base, count) = at(passage.offset.unwrap_or_default());
    if base > 0 && count < passage.annotations.len() {
        let (inner, _, more) = at(0);
        if more > count && passage.annotations.iter().any(|annotation| annotation.text.is_some()) {
            return (inner, 0);
        }
    }
    (offsets, base)
}

/// Returns the documents as parts, and their passages as units. Invalid annotations are skipped
/// with a warning.
pub(super) fn reading(documents: Vec<Collected>) -> Result<Reading, Fault> {
    let mut reading = Reading::default();
    let (mut relations, mut divided, mut differing) = (0, 0, 0);
    let mut rejections = Rejections::default();
    let mut unread: BTreeMap<String, usize> = BTreeMap::new();
    for document in documents {
        relations += document.relations;
        let mut part = ReadPart { name: document.id, ..ReadPart::default() };
        for passage in document.passages {
            let text = passage.text.text.clone();
            let (offsets, base) = offsets(&text, &passage);
            if passage.offset.is_none() {
                let message = "expected a number as `offset` of a passage or sentence";
                rejections.reject_fault(Fault::new(message, passage.at.clone()));
            }
            let mut marks = Vec::new();
            for annotation in &passage.annotations {
                let span = annotation.stated(base).filter(|_| passage.offset.is_some());
                let found = span.and_then(|span| offsets.range(span.start, span.end));
                let Some(range) = found else {
                    let message = match passage.offset {
                        Some(offset) => format!(
                            "the annotation `{}` is outside its passage, which begins at {offset}",
                            annotation.id
                        ),
                        None => format!(
                            "the passage of the annotation `{}` has no offset",
                            annotation.id
                        ),
                    };
                    rejections.reject_fault(Fault::new(message, annotation.at.clone()));
                    continue;
                };
                rejections.accept();
                divided += usize::from(annotation.locations.len() > 1);
                let found = text.get(range.clone()).unwrap_or_default();
                let quote = span.and_then(|span| span.quote);
                differing += usize::from(quote.is_some_and(|quote| !same(found, quote)));
                marks.push(mark(range, annotation, &mut unread));
            }
            let unit = ReadUnit { text: passage.text, marks };
            if !text.is_empty() {
                part.units.push(unit);
            }
        }
        reading.parts.push(part);
    }
    rejections.report("annotations", "it is skipped", &mut reading)?;
    if differing > 0 {
        let message = format!("{differing} annotations quote a text that differs from their span");
        reading.warn(message, 0..0);
    }
    if relations > 0 {
        reading.warn(format!("{relations} relations are not read"), 0..0);
    }
    if divided > 0 {
        let message = format!("{divided} annotations with several parts are read as one span");
        reading.warn(message, 0..0);
    }
    reading.warn_of_keys(unread);
    Ok(reading)
}

fn mark(
    range: Range<usize>,
    annotation: &Annotation,
    unread: &mut BTreeMap<String, usize>,
) -> ReadMark {
    let mark = KEYS.read(range, value(&annotation.infons, TYPE), &annotation.infons, unread);
    unread.retain(|key, _| !key.eq_ignore_ascii_case(TYPE));
    mark
}

/// A passage to write: its range in the text of the document, its offset, and its annotations.
pub(super) struct WrittenPassage<'c, 'a> {
    pub span: TextSpan,
    pub offset: usize,
    pub marks: &'c [Mark<'a>],
    offsets: &'c Offsets<'c>,
    start: usize,
}

impl WrittenPassage<'_, '_> {
    /// Returns the offset and the length of an annotation.
    pub fn location(&self, mark: &Mark<'_>) -> (usize, usize) {
        let start = self.offsets.of(mark.span.start() - self.start);
        (start, self.offsets.of(mark.span.end() - self.start) - start)
    }
}

/// Calls a function for each passage of a part.
pub(super) fn passages<E>(
    content: &Content<'_>,
    part: &FilePart<'_>,
    mut write: impl FnMut(&WrittenPassage<'_, '_>) -> Result<(), E>,
) -> Result<(), E> {
    let whole = content.document.text().get(part.span.range()).unwrap_or_default();
    let offsets = Offsets::new(whole, OffsetUnit::CodePoint);
    let mut rest = part.marks.as_slice();
    for unit in content.units(part) {
        let span = unit.span();
        let count = rest.iter().take_while(|mark| mark.span.start() < span.end()).count();
        let (marks, after) = rest.split_at(count);
        rest = after;
        let start = part.span.start();
        let offset = offsets.of(span.start() - start);
        write(&WrittenPassage { span, offset, marks, offsets: &offsets, start })?;
    }
    Ok(())
}

/// Returns the label and the other fields of an annotation as pairs of keys and values.
pub(super) fn infons(mark: &Mark<'_>) -> Vec<(&'static str, String)> {
    let mut all = vec![(TYPE, mark.label.to_string())];
    all.extend(KEYS.write(mark));
    all
}
