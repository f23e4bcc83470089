//! The readings of a part: its values in each escape syntax, and its character data without tags.

use std::ops::Range;

use super::attribute::{is_character_data, is_formal, is_index, is_space, is_structural, is_text};
use super::decoding::{Decoding, Separated};
use super::header_code;
use super::labeled;
use super::part::{DocumentPart, in_bytes};
use super::reading::Reading;
use super::segment::{Segment, SegmentKind, local};
use glossweave_base::call_limits::is_exceeded;
use glossweave_markup::Decoded;

/// The characters that end a field of a table, or a value in a format.
const FIELD_ENDS: [char; 12] = [',', ';', '\t', '|', '"', '\n', '<', '>', '{', '}', '[', ']'];

/// The text of a part with its segments.
pub struct PartText<'t> {
    /// The decoded text.
    pub decoded: &'t Decoded<'t>,
    /// The segments, if the part is markup.
    pub segments: Option<Vec<Segment<'t>>>,
    /// The ranges of bytes that are text of the document.
    pub covered: Vec<Range<usize>>,
    /// `true` if the part is a file in a package.
    is_packed: bool,
    is_html: bool,
}

impl<'t> PartText<'t> {
    /// Creates the text of a decoded part. `covered` contains the ranges of the bytes that the document was
    /// read from which are text of the document.
    pub fn of(
        part: &DocumentPart<'_>,
        decoded: &'t Decoded<'t>,
        covered: &[Range<usize>],
    ) -> PartText<'t> {
        let segments = part.segments(&decoded.text);
        PartText {
            decoded,
            segments,
            covered: part.ranges_within(covered),
            is_packed: part.is_packed(),
            is_html: part.is_html,
        }
    }

    /// Returns the escape syntaxes that the part may use.
    fn syntaxes(&self) -> impl Iterator<Item = Decoding> {
        let text = &*self.decoded.text;
        let is_markup = self.segments.is_some();
        let has_references = Decoding::References.is_in(text);
        Decoding::ALL.into_iter().filter(move |syntax| match syntax {
            // In markup, the reading with references contains everything in the plain reading.
            Decoding::Plain => !(has_references && is_markup),
            // The tags of markup belong to no segment.
            Decoding::Nested(_) if is_markup => {
                text.contains(['&', '%', '\\']) && syntax.is_in(text)
            }
            _ => syntax.is_in(text),
        })
    }

    /// Returns all readings. Their source ranges refer to the decoded text.
    pub fn readings(&self) -> Vec<Reading> {
        let mut readings: Vec<Reading> =
            self.syntaxes().map(|syntax| self.values(syntax)).collect();
        if let Some(segments) = &self.segments {
            readings.push(self.character_data(segments));
            if segments.iter().any(header_code::has_codes) {
                readings.push(self.headers(segments));
            }
        }
        readings
    }

    /// Returns a reading of the part without decoding. It contains the names of elements and attributes, but
    /// no names of fonts.
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

    /// Returns `true` if the value of a segment may be redacted.
    fn is_value(&self, segment: &Segment<'_>) -> bool {
        let value = self.decoded.text.get(segment.range.clone()).unwrap_or_default();
        !(is_structural(segment) || self.is_packed && is_index(segment, value))
    }

    /// Reads each segment separately, using an escape syntax.
    fn values(&self, syntax: Decoding) -> Reading {
        let text = &*self.decoded.text;
        let mut reading = Reading::default();
        match &self.segments {
            None => syntax.read(text, 0..text.len(), &mut reading),
            Some(segments) => {
                let segments = segments.iter().take_while(|_| !is_exceeded());
                for segment in segments.filter(|segment| self.is_value(segment)) {
                    reading.separate();
                    syntax.read(text, segment.range.clone(), &mut reading);
                }
            }
        }
        reading
    }

    /// Reads all character data as if there were no tags, because a name may contain markup, or extend over
    /// two cells.
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
            let syntax = match segment.kind {
                SegmentKind::Text => Decoding::References,
                _ => Decoding::Plain,
            };
            syntax.read(text, segment.range.clone(), &mut reading);
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

    /// Returns the value of a segment as displayed to readers.
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

    /// Returns all values that may contain a number or an address, in each escape syntax, and each field of a
    /// value.
    ///
    /// `strings` contains the shared strings of the workbook.
    pub fn everything(&self, strings: &[String]) -> Vec<String> {
        let text = &*self.decoded.text;
        let mut all = self.labeled(strings);
        for syntax in self.syntaxes() {
            let mut add = |range: Range<usize>, has_fields: bool| {
                let mut value = String::new();
                syntax.read(text, range.clone(), &mut value);
                let is_same = syntax != Decoding::Plain
                    && syntax != Decoding::References
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

    /// Returns the texts that contain inline elements, without these elements.
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
                    // A value without inline elements is already among the other values.
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
            // In JSON, the name of a field is in quotation marks.
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

    /// Returns, for each segment, `true` if it contains text of the document.
    pub fn are_covered(&self, segments: &[Segment<'_>]) -> Vec<bool> {
        let mut ranges: Vec<_> = segments.iter().map(|segment| segment.range.clone()).collect();
        in_bytes(self.decoded, &mut ranges);
        let has_text = |range: Range<usize>| {
            let first = self.covered.partition_point(|covered| covered.end <= range.start);
            self.covered.get(first).is_some_and(|covered| covered.start < range.end)
        };
        ranges.into_iter().map(has_text).collect()
    }

    /// Returns the texts between the texts of the document, if the part is not markup.
    fn between(&self) -> Vec<&str> {
        let text = &*self.decoded.text;
        let mut way_back = self.decoded.way_back();
        if !way_back.is_straight() {
            // Return the whole text, because the positions of covered bytes in the text are unknown.
            return vec![text];
        }
        let skip = way_back.source(0);
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

/// Returns the readings of the name of a part, in each escape syntax that the name uses.
pub fn name_readings(name: &str) -> impl Iterator<Item = Reading> {
    Decoding::ALL.into_iter().filter(|syntax| syntax.is_in(name)).map(|syntax| {
        let mut reading = Reading::default();
        syntax.read(name, 0..name.len(), &mut reading);
        reading
    })
}

/// Returns the name of a part as displayed to readers, with and without its folders and its extension.
pub fn readable_names(name: &str) -> [String; 2] {
    let mut value = String::new();
    Decoding::Percent.read(name, 0..name.len(), &mut value);
    let file = value.rsplit('/').next().unwrap_or_default();
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned();
    [value, stem]
}

/// The elements of paragraphs, rows and cells in packages.
const BLOCKS: &[&str] = &["p", "si", "tr", "tc", "c", "row", "br", "tab"];

/// Returns `true` if the tags between two segments of character data are inline: one element begins, ends or
/// is empty, or a run of Office Open XML ends and another run begins.
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
