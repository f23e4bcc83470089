//! The readings of a part: its values in each way of writing characters, and its character data without tags.

use std::ops::Range;

use super::attribute::{is_character_data, is_space, is_structural};
use super::decoding::Decoding;
use super::part::{Part, in_bytes};
use super::reading::Reading;
use super::segment::{Segment, SegmentKind};
use glossweave_markup::Decoded;

/// The text of a part with its segments.
pub struct PartText<'t> {
    /// The decoded text.
    pub decoded: &'t Decoded<'t>,
    /// The segments, if it is markup.
    pub segments: Option<Vec<Segment<'t>>>,
    /// The ranges of its bytes that are text of the document.
    pub covered: Vec<Range<usize>>,
}

impl<'t> PartText<'t> {
    /// Returns the text of a part that was decoded. `covered` has the ranges of the bytes that the document was read from
    /// which are its text.
    pub fn of(part: &Part<'_>, decoded: &'t Decoded<'t>, covered: &[Range<usize>]) -> PartText<'t> {
        let segments = part.segments(&decoded.text);
        PartText { decoded, segments, covered: part.own(covered) }
    }

    /// Returns all readings. They count bytes of the decoded text.
    pub fn readings(&self) -> Vec<Reading> {
        let text = &*self.decoded.text;
        let mut readings = Vec::new();
        for way in Decoding::ALL {
            let has_references = way == Decoding::Plain && Decoding::References.is_in(text);
            // In markup, a reading with references has all that one without them has.
            if way.is_in(text) && !(has_references && self.segments.is_some()) {
                readings.push(self.values(way));
            }
        }
        readings.extend(self.segments.as_ref().map(|segments| self.character_data(segments)));
        readings
    }

    /// Reads each segment by itself.
    fn values(&self, way: Decoding) -> Reading {
        let text = &*self.decoded.text;
        let mut reading = Reading::default();
        match &self.segments {
            None => way.read(text, 0..text.len(), &mut reading),
            Some(segments) => {
                for segment in segments.iter().filter(|segment| !is_structural(segment)) {
                    reading.separate();
                    way.read(text, segment.range.clone(), &mut reading);
                }
            }
        }
        reading
    }

    /// Reads all character data as if there were no tags in it: a name may have markup within, or its words in two cells.
    fn character_data(&self, segments: &[Segment<'_>]) -> Reading {
        let text = &*self.decoded.text;
        let mut reading = Reading::default();
        let mut tag = 0;
        for segment in segments.iter().filter(|segment| is_character_data(segment)) {
            let start = segment.range.start;
            if segment.tag != tag && is_space(segment) {
                reading.push(' ', start..start);
            }
            reading.tag();
            tag = segment.tag;
            let way = match segment.kind {
                SegmentKind::Text => Decoding::References,
                _ => Decoding::Plain,
            };
            way.read(text, segment.range.clone(), &mut reading);
        }
        reading
    }

    /// Returns for each segment whether it has text of the document.
    pub fn are_covered(&self, segments: &[Segment<'_>]) -> Vec<bool> {
        let mut ranges: Vec<_> = segments.iter().map(|segment| segment.range.clone()).collect();
        in_bytes(self.decoded, &mut ranges);
        let has_text = |range: Range<usize>| {
            let first = self.covered.partition_point(|one| one.end <= range.start);
            self.covered.get(first).is_some_and(|one| one.start < range.end)
        };
        ranges.into_iter().map(has_text).collect()
    }

    /// Returns the texts between those of the document, if the part is no markup.
    pub fn between(&self) -> Vec<&str> {
        let text = &*self.decoded.text;
        let mut way = self.decoded.way_back();
        if !way.is_straight() {
            // All of it: the places of covered bytes in the text are not known.
            return vec![text];
        }
        let skip = way.source(0);
        let mut between = Vec::new();
        let mut at = 0;
        for range in &self.covered {
            let start = range.start.saturating_sub(skip);
            between.extend(text.get(at..start.max(at)));
            at = range.end.saturating_sub(skip).max(at);
        }
        between.extend(text.get(at..));
        between
    }
}

/// Returns the readings of the name of a part.
pub fn name_readings(name: &str) -> [Reading; 2] {
    [Decoding::Plain, Decoding::Percent].map(|way| {
        let mut reading = Reading::default();
        way.read(name, 0..name.len(), &mut reading);
        reading
    })
}
