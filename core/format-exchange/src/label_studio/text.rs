//! The text of a task (a text, paragraphs or a page), and the positions of results in it.

use std::fmt::{Display, Formatter};
use std::ops::Range;

use serde_json::{Value as Json, json};

use crate::embedded_text::{self, embedded_units};
use crate::json_file::offset;
use crate::offsets::{OffsetUnit, Offsets, StatedSpan, fitting, same};
use crate::reading::{ReadMark, ReadUnit};
use crate::web_annotation::Anchors;
use glossweave_base::media::Format;
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::Formats;
use glossweave_format_base::strings::Value;

/// A position in the form that a result specifies.
#[derive(Debug)]
pub(super) enum StatedPosition<'j> {
    /// Offsets in the text.
    Text(StatedSpan<'j>),
    /// Paragraph numbers, and offsets in these paragraphs.
    Paragraphs { numbers: (usize, usize), span: StatedSpan<'j> },
    /// Paths to the nodes of a page, and offsets in these nodes.
    Page { paths: (&'j str, &'j str), span: StatedSpan<'j> },
}

impl<'j> StatedPosition<'j> {
    pub fn of(result: &'j Json) -> Option<StatedPosition<'j>> {
        let value = result.get("value")?;
        let quote = value.get("text").and_then(Json::as_str);
        let span = |start: &str, end: &str| {
            Some(StatedSpan { start: offset(value, start)?, end: offset(value, end)?, quote })
        };
        if value.get("startOffset").is_none() {
            return Some(StatedPosition::Text(span("start", "end")?));
        }
        let inner = span("startOffset", "endOffset")?;
        if let Some(numbers) = span("start", "end") {
            return Some(StatedPosition::Paragraphs {
                numbers: (numbers.start, numbers.end),
                span: inner,
            });
        }
        let path = |key: &str| value.get(key)?.as_str();
        Some(StatedPosition::Page { paths: (path("start")?, path("end")?), span: inner })
    }
}

impl Display for StatedPosition<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            StatedPosition::Text(span) => write!(out, "from {} to {}", span.start, span.end),
            StatedPosition::Paragraphs { numbers: (first, last), span } => {
                write!(out, "from {first}:{} to {last}:{}", span.start, span.end)
            }
            StatedPosition::Page { paths: (first, last), span } => {
                write!(out, "from `{first}` {} to `{last}` {}", span.start, span.end)
            }
        }
    }
}

/// A span that begins in a unit and may extend into later units.
pub(super) struct FoundSpan {
    pub unit: usize,
    pub range: Range<usize>,
    /// `false` if the stated text differs from the text of the span.
    pub agrees: bool,
}

pub(super) struct TaskText {
    kind: Kind,
    units: Vec<ReadUnit>,
    /// The start of each unit in the text of the task.
    starts: Vec<usize>,
}

enum Kind {
    Text,
    Paragraphs,
    Page(Box<Document>),
}

/// The offset units that versions of Label Studio use. On a page, a line end is one character.
const UNITS: [OffsetUnit; 4] = [
    OffsetUnit::CodePoint,
    OffsetUnit::Utf16,
    OffsetUnit::CodePointOfLines,
    OffsetUnit::Utf16OfLines,
];

impl TaskText {
    pub fn plain(text: Value) -> TaskText {
        TaskText {
            kind: Kind::Text,
            units: vec![ReadUnit { text, marks: Vec::new() }],
            starts: vec![0],
        }
    }

    pub fn paragraphs(texts: Vec<Value>) -> TaskText {
        let (mut starts, mut next) = (Vec::with_capacity(texts.len()), 0);
        for text in &texts {
            starts.push(next);
            // Nonempty units are separated by a space.
            next += if text.text.is_empty() { 0 } else { text.text.len() + 1 };
        }
        let units = texts.into_iter().map(|text| ReadUnit { text, marks: Vec::new() });
        TaskText { kind: Kind::Paragraphs, units: units.collect(), starts }
    }

    /// Reads an HTML page. Returns the reason if it cannot be read.
    pub fn page(
        formats: Formats,
        text: Value,
        source: &str,
        options: &DecodeOptions,
    ) -> Result<TaskText, String> {
        let page = embedded_text::decode(formats, &text.text, Format::Html, options)?;
        let (starts, units) = embedded_units(&page, &text, source).into_iter().unzip();
        Ok(TaskText { kind: Kind::Page(Box::new(page)), units, starts })
    }

    /// Returns the span of each position. Returns `None` for a position that is not found on the
    /// page or has another kind than the task, and `Some(None)` for a position outside of the text.
    pub fn spans(&self, places: &[Option<StatedPosition<'_>>]) -> Vec<Option<Option<FoundSpan>>> {
        match &self.kind {
            Kind::Page(page) => {
                let mut anchors = Anchors::new(page);
                let mut find = |place: &Option<StatedPosition<'_>>| {
                    self.on_page(place.as_ref()?, page, &mut anchors)
                };
                places.iter().map(|place| find(place).map(Some)).collect()
            }
            Kind::Text | Kind::Paragraphs => {
                let offsets = self.offsets(places);
                places.iter().map(|place| self.in_units(place.as_ref()?, &offsets)).collect()
            }
        }
    }

    /// Returns for each unit the offset index that matches the most stated texts.
    fn offsets(&self, places: &[Option<StatedPosition<'_>>]) -> Vec<Offsets<'_>> {
        let mut stated: Vec<Vec<StatedSpan<'_>>> = vec![Vec::new(); self.units.len()];
        for place in places.iter().flatten() {
            let (unit, span) = match place {
                StatedPosition::Text(span) => (0, span),
                StatedPosition::Paragraphs { numbers: (first, last), span } if first == last => {
                    (*first, span)
                }
                _ => continue,
            };
            if let Some(list) = stated.get_mut(unit) {
                list.push(*span);
            }
        }
        let units = self.units.iter().zip(stated);
        units.map(|(unit, stated)| fitting(&unit.text.text, &UNITS, &stated)).collect()
    }

    fn in_units(
        &self,
        place: &StatedPosition<'_>,
        offsets: &[Offsets<'_>],
    ) -> Option<Option<FoundSpan>> {
        let (first, last, span) = match (place, &self.kind) {
            (StatedPosition::Text(span), Kind::Text) => (0, 0, span),
            (StatedPosition::Paragraphs { numbers: (first, last), span }, Kind::Paragraphs) => {
                (*first, *last, span)
            }
            _ => return None,
        };
        let byte = |unit: usize, at: usize| Some(offsets.get(unit)?.range(at, at)?.start);
        let (Some(start), Some(end)) = (byte(first, span.start), byte(last, span.end)) else {
            return Some(None);
        };
        let (Some(from), Some(to)) = (self.starts.get(first), self.starts.get(last)) else {
            return Some(None);
        };
        // The end is relative to the first unit.
        let Some(end) = (to + end).checked_sub(*from).filter(|end| *end >= start) else {
            return Some(None);
        };
        let text = &self.units.get(first)?.text.text;
        let agrees = match (first == last, span.quote) {
            (true, Some(quote)) => text.get(start..end).is_some_and(|found| same(found, quote)),
            _ => true,
        };
        Some(Some(FoundSpan { unit: first, range: start..end, agrees }))
    }

    /// Returns the span of a position on a page by its text, or by its paths when it specifies no
    /// text.
    fn on_page(
        &self,
        place: &StatedPosition<'_>,
        page: &Document,
        anchors: &mut Anchors<'_>,
    ) -> Option<FoundSpan> {
        let StatedPosition::Page { paths: (first, last), span } = place else { return None };
        let range = json!({
            "type": "RangeSelector",
            "startContainer": first, "startOffset": span.start,
            "endContainer": last, "endOffset": span.end,
        });
        let mut selectors = vec![range];
        selectors
            .extend(span.quote.map(|quote| json!({"type": "TextQuoteSelector", "exact": quote})));
        let span = anchors.span(&json!({"selector": selectors}), None).ok()?;
        let unit = self.starts.partition_point(|start| *start <= span.start()).checked_sub(1)?;
        let start = *self.starts.get(unit)?;
        let range = span.start() - start..span.end() - start;
        page.text().get(span.range())?;
        Some(FoundSpan { unit, range, agrees: true })
    }

    /// Adds an annotation to a unit.
    pub fn mark(&mut self, unit: usize, mark: ReadMark) {
        if let Some(unit) = self.units.get_mut(unit) {
            unit.marks.push(mark);
        }
    }

    /// Returns the units that have text.
    pub fn into_units(self) -> Vec<ReadUnit> {
        self.units.into_iter().filter(|unit| !unit.text.text.is_empty()).collect()
    }
}
