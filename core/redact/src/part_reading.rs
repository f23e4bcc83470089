//! The readings of a part: its values in each way of writing characters, and its character data without tags.

use std::ops::Range;

use super::attribute::{is_character_data, is_formal, is_index, is_space, is_structural, is_text};
use super::decoding::{Decoding, Separated};
use super::header_code;
use super::labeled;
use super::part::{Part, in_bytes};
use super::reading::Reading;
use super::segment::{Segment, SegmentKind, local};
use glossweave_base::call_limits::is_exceeded;
use glossweave_markup::Decoded;

/// The signs that end a field of a table, or a value of a format.
const FIELD_ENDS: [char; 12] = [',', ';', '\t', '|', '"', '\n', '<', '>', '{', '}', '[', ']'];

/// The text of a part with its segments.
pub struct PartText<'t> {
    /// The decoded text.
    pub decoded: &'t Decoded<'t>,
    /// The segments, if it is markup.
    pub segments: Option<Vec<Segment<'t>>>,
    /// The ranges of its bytes that are text of the document.
    pub covered: Vec<Range<usize>>,
    /// `true` if the part is a file of a package.
    is_packed: bool,
    is_html: bool,
}

impl<'t> PartText<'t> {
    /// Returns the text of a part that was decoded. `covered` has the ranges of the bytes that the document was read from
    /// which are its text.
    pub fn of(part: &Part<'_>, decoded: &'t Decoded<'t>, covered: &[Range<usize>]) -> PartText<'t> {
        let segments = part.segments(&decoded.text);
        PartText {
            decoded,
            segments,
            covered: part.own(covered),
            is_packed: part.is_packed(),
            is_html: part.is_html,
        }
    }

    /// Returns the ways of writing that the part may have.
    fn ways(&self) -> impl Iterator<Item = Decoding> {
        let text = &*self.decoded.text;
        let is_markup = self.segments.is_some();
        let has_references = Decoding::References.is_in(text);
        Decoding::ALL.into_iter().filter(move |way| match way {
            // In markup, a reading with references has all that one without them has.
            Decoding::Plain => !(has_references && is_markup),
            // The tags of markup are in no segment.
            Decoding::Nested(_) if is_markup => text.contains(['&', '%', '\\']) && way.is_in(text),
            _ => way.is_in(text),
        })
    }

    /// Returns all readings. They count bytes of the decoded text.
    pub fn readings(&self) -> Vec<Reading> {
        let mut readings: Vec<Reading> = self.ways().map(|way| self.values(way)).collect();
        if let Some(segments) = &self.segments {
            readings.push(self.character_data(segments));
            if segments.iter().any(header_code::has_codes) {
                readings.push(self.headers(segments));
            }
        }
        readings
    }

    /// Returns a reading of the part as it is written, with the names of elements and attributes, but without those of fonts.
    pub fn raw(&self) -> Reading {
        let text = &*self.decoded.text;
        let mut reading = Reading::default();
        let mut at = 0;
        let segments = self.segments.iter().flatten().take_while(|_| !is_exceeded());
        for segment in segments.filter(|segment| is_formal(segment)) {
            Decoding::Plain.read(text, at..segment.range.start, &mut reading);
            reading.separate();
            at = segment.range.end;
        }
        Decoding::Plain.read(text, at..text.len(), &mut reading);
        reading
    }

    /// Returns `true` for a segment whose value may be redacted.
    fn is_value(&self, segment: &Segment<'_>) -> bool {
        let value = self.decoded.text.get(segment.range.clone()).unwrap_or_default();
        !(is_structural(segment) || self.is_packed && is_index(segment, value))
    }

    /// Reads each segment by itself.
    fn values(&self, way: Decoding) -> Reading {
        let text = &*self.decoded.text;
        let mut reading = Reading::default();
        match &self.segments {
            None => way.read(text, 0..text.len(), &mut reading),
            Some(segments) => {
                let segments = segments.iter().take_while(|_| !is_exceeded());
                for segment in segments.filter(|segment| self.is_value(segment)) {
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
        let segments = segments.iter().take_while(|_| !is_exceeded());
        for segment in segments.filter(|segment| is_character_data(segment)) {
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

    /// Reads the headers of spreadsheets without their codes.
    fn headers(&self, segments: &[Segment<'_>]) -> Reading {
        let mut reading = Reading::default();
        let segments = segments.iter().take_while(|_| !is_exceeded());
        for segment in segments.filter(|segment| header_code::has_codes(segment)) {
            reading.separate();
            header_code::read(&self.decoded.text, segment.range.clone(), &mut reading);
        }
        reading
    }

    /// Returns the texts for readers that are not text of the document.
    pub fn texts(&self) -> Vec<String> {
        let Some(segments) = &self.segments else {
            return self.between().into_iter().map(str::to_owned).collect();
        };
        let beside = segments.iter().zip(self.are_covered(segments));
        let beside = beside.filter(|(segment, is_covered)| !is_covered && is_text(segment));
        beside.map(|(segment, _)| self.value(segment)).collect()
    }

    /// Returns the value of a segment as readers see it.
    pub fn value(&self, segment: &Segment<'_>) -> String {
        let mut value = String::new();
        let (text, range) = (&*self.decoded.text, segment.range.clone());
        match segment.kind {
            _ if header_code::has_codes(segment) => header_code::read(text, range, &mut value),
            SegmentKind::Text | SegmentKind::Attribute => {
                Decoding::References.read(text, range, &mut value);
            }
            _ => value.push_str(text.get(range).unwrap_or_default()),
        }
        value
    }

    /// Returns everything that may have a number or an address in it, in each way of writing: each value, and each field of
    /// a value.
    ///
    /// `strings` are the shared strings of its workbook.
    pub fn everything(&self, strings: &[String]) -> Vec<String> {
        let text = &*self.decoded.text;
        let mut all = self.labeled(strings);
        for way in self.ways() {
            let mut add = |range: Range<usize>, has_fields: bool| {
                let mut value = String::new();
                way.read(text, range.clone(), &mut value);
                let is_same = way != Decoding::Plain
                    && way != Decoding::References
                    && text.get(range).is_some_and(|written| written == value);
                if is_same || !value.contains(|c: char| c.is_ascii_digit() || c == '@' || c == ':')
                {
                    return;
                }
                if has_fields {
                    let fields = value.split(FIELD_ENDS).filter(|field| field.len() < value.len());
                    all.extend(fields.map(str::to_owned));
                }
                all.push(value);
            };
            match &self.segments {
                None => add(0..text.len(), true),
                Some(segments) => {
                    let segments = segments.iter().take_while(|_| !is_exceeded());
                    for segment in segments.filter(|segment| self.is_value(segment)) {
                        add(segment.range.clone(), segment.kind != SegmentKind::Text);
                    }
                }
            }
        }
        if let Some(segments) = &self.segments {
            all.extend(self.inline_texts(segments));
        }
        let headers = self.segments.iter().flatten();
        for segment in headers.filter(|segment| header_code::has_codes(segment)) {
            let mut separated = Separated::default();
            header_code::read(text, segment.range.clone(), &mut separated);
            all.extend([self.value(segment), separated.0]);
        }
        all
    }

    /// Returns the texts that elements within a text divide, without these.
    fn inline_texts(&self, segments: &[Segment<'_>]) -> Vec<String> {
        let text = &*self.decoded.text;
        let mut all: Vec<String> = Vec::new();
        let mut last: Option<&Segment<'_>> = None;
        let mut is_divided = false;
        let segments = segments.iter().take_while(|_| !is_exceeded());
        for segment in segments.filter(|segment| is_character_data(segment)) {
            let goes_on = last.is_some_and(|last| !self.is_html && is_inline(text, last, segment));
            match all.last_mut() {
                Some(joined) if goes_on => joined.push_str(&self.value(segment)),
                _ => {
                    // A value that is not divided is among the others.
                    if !is_divided {
                        all.pop();
                    }
                    all.push(self.value(segment));
                }
            }
            is_divided = goes_on;
            last = Some(segment);
        }
        all
    }

    /// Returns the numbers with the names of their fields.
    fn labeled(&self, strings: &[String]) -> Vec<String> {
        let text = &*self.decoded.text;
        let Some(segments) = &self.segments else {
            let mut all = labeled::in_lines(text);
            // The name of a field of JSON is in quotation marks.
            all.push(text.replace('"', ""));
            return all;
        };
        let mut all = labeled::in_markup(text, strings);
        for segment in segments.iter().filter(|segment| self.is_value(segment)) {
            let name = match segment.kind {
                SegmentKind::Attribute => local(segment.attribute),
                SegmentKind::Text => segment.element,
                SegmentKind::Raw => {
                    all.push(self.value(segment).replace('"', ""));
                    continue;
                }
                SegmentKind::Comment | SegmentKind::Instruction => continue,
            };
            all.extend(labeled::labeled(name, text.get(segment.range.clone()).unwrap_or_default()));
        }
        all
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

    /// Returns the texts between those of the document, if the part is not markup.
    fn between(&self) -> Vec<&str> {
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
pub fn name_readings(name: &str) -> impl Iterator<Item = Reading> {
    Decoding::ALL.into_iter().filter(|way| way.is_in(name)).map(|way| {
        let mut reading = Reading::default();
        way.read(name, 0..name.len(), &mut reading);
        reading
    })
}

/// Returns the name of a part as readers see it, with and without its folders and its extension.
pub fn readable_names(name: &str) -> [String; 2] {
    let mut value = String::new();
    Decoding::Percent.read(name, 0..name.len(), &mut value);
    let file = value.rsplit('/').next().unwrap_or_default();
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned();
    [value, stem]
}

/// The elements of paragraphs, rows and cells in packages.
const BLOCKS: &[&str] = &["p", "si", "tr", "tc", "c", "row", "br", "tab"];

/// Returns `true` if the tags between two segments of character data are those of elements within a text: one begins, ends or
/// is empty, or a run of Office Open XML ends and another one begins.
fn is_inline(text: &str, last: &Segment<'_>, next: &Segment<'_>) -> bool {
    let between = text.get(last.range.end..next.range.start).unwrap_or_default();
    let mut is_behind_end = false;
    let mut is_inline = true;
    for tag in between.split('<').skip(1) {
        let name = tag.trim_start_matches('/').split([' ', '>', '/', '\n']).next();
        let name = local(name.unwrap_or_default());
        if BLOCKS.contains(&name) {
            return false;
        }
        let is_end = tag.starts_with('/');
        is_inline &= is_end || !is_behind_end;
        is_behind_end |= is_end;
    }
    !is_space(next) && (is_inline || last.element == "t" && next.element == "t")
}
