//! The builder of documents. Every document is created by it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::code::{CodeKind, CodeList};
use super::map::{MapMark, MapWriter, Piece, PieceKind};
use super::run_length::RunLengthMap;
use super::section::{Extras, WARNINGS};
use super::unit::SEPARATOR;
use super::{Document, InsertionContext, PluralForms, Source};
use crate::annotation::{Annotation, Body};
use glossweave_base::call_limits::is_exceeded;
use glossweave_base::text::{ByteSpan, CharIndex, Language, TextSpan};
use glossweave_encoding::{Encoding, EncodingExt, WayBack};

/// The prefix of the fragment identifiers that the writer assigns.
pub const FRAGMENT: &str = "gw";

/// The maximum number of bytes in one encoded piece. A lookup has to decode at most this many
/// bytes.
const RUN: usize = 512;

/// A builder that creates a [`Document`] from left to right. Its methods keep the invariants that
/// readers rely on: the text matches the map, units do not overlap, and spans start and end on
/// character boundaries.
#[derive(Default)]
pub struct Builder {
    /// Valid UTF-8, because only strings are appended, and only ASCII white space is overwritten,
    /// with spaces.
    text: Vec<u8>,
    map: MapWriter,
    ends: Vec<u32>,
    ids: RunLengthMap<u32>,
    parts: Vec<u32>,
    languages: Vec<Language>,
    language_numbers: HashMap<Language, u32>,
    language: Option<u32>,
    spoken: RunLengthMap<Option<u32>>,
    zone: InsertionContext,
    zones: RunLengthMap<InsertionContext>,
    unit: Option<UnitStart>,
    opens: Vec<u32>,
    annotations: Vec<Annotation>,
    /// `true` if neither the language nor the insertion context has changed since the last piece.
    unchanged: bool,
    irregular: bool,
    /// `true` if the call has exceeded a limit. Then nothing more is added, because the document
    /// will not be used.
    is_exceeded: bool,
    depth: u32,
    fragment: u32,
    pub(super) extras: Box<Extras>,
}

struct UnitStart {
    before: usize,
    mark: MapMark,
    annotations: usize,
}

/// The start of an element whose text may become an annotation.
#[derive(Clone, Copy, Debug)]
pub struct Opening(usize);

impl Builder {
    /// Appends text that maps to the source byte by byte, from position `at`.
    pub fn literal(&mut self, text: &str, at: usize) {
        self.piece(text, ByteSpan::new(at, at + text.len()), PieceKind::Literal);
    }

    /// Appends literal text, and replaces each white-space character by a space.
    pub fn spaced_literal(&mut self, text: &str, at: usize) {
        self.literal(text, at);
        self.space(text.len());
    }

    /// Appends text that maps to a range of the source as a whole, for example a character
    /// reference.
    pub fn atom(&mut self, text: &str, source: ByteSpan) {
        self.piece(text, source, PieceKind::Atomic);
    }

    /// Appends text decoded from a range of the source, in an encoding other than UTF-8.
    pub fn encoded(&mut self, text: &str, source: ByteSpan) {
        self.piece(text, source, PieceKind::Encoded);
    }

    /// Appends text from position `at` of the decoded source, in any encoding.
    pub fn decoded(&mut self, text: &str, at: usize, back: &mut WayBack<'_>, encoding: Encoding) {
        if back.is_straight() {
            self.literal(text, back.source(at));
            return;
        }
        let mut done = 0;
        while let Some(rest) = text.get(done..).filter(|rest| !rest.is_empty()) {
            let at = at + done;
            done += match back.has_narrow_ascii() {
                false => self.wide(rest, at, back, encoding.is_stateful()),
                true if encoding.is_utf8() => self.broken(rest, at, back),
                true => self.narrow(rest, at, back),
            };
        }
    }

    /// Appends decoded text, and replaces each white-space character by a space.
    pub fn spaced(&mut self, text: &str, at: usize, back: &mut WayBack<'_>, encoding: Encoding) {
        self.decoded(text, at, back, encoding);
        self.space(text.len());
    }

    /// Replaces white space in the last `length` bytes by spaces.
    fn space(&mut self, length: usize) {
        let start = self.text.len() - length;
        for byte in &mut self.text[start..] {
            if byte.is_ascii_whitespace() {
                *byte = b' ';
            }
        }
    }

    /// Appends a run of characters from the start of a text, and returns its length. Used for
    /// encodings with one byte for each ASCII character.
    fn narrow(&mut self, text: &str, at: usize, back: &mut WayBack<'_>) -> usize {
        let plain = glossweave_encoding::ascii_length(text.as_bytes());
        if plain == text.len() || plain >= RUN / 8 {
            self.literal(&text[..plain], back.source(at));
            return plain;
        }
        let end = (0..=RUN.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
        let end = end.unwrap_or(text.len());
        // A broken sequence is decoded differently without the ASCII bytes after it, so the run
        // includes these bytes.
        let end = match text[..end].find(char::REPLACEMENT_CHARACTER) {
            Some(broken) => {
                let others = &text[broken..end];
                broken + others.find(|char: char| char.is_ascii()).unwrap_or(others.len())
            }
            None => end,
        };
        self.run(text, end, at, back)
    }

    /// Appends a run of characters from the start of a text in broken UTF-8, and returns its
    /// length.
    fn broken(&mut self, text: &str, at: usize, back: &mut WayBack<'_>) -> usize {
        let broken = char::REPLACEMENT_CHARACTER;
        match text.find(broken) {
            Some(0) => {
                let rest = text.trim_start_matches(broken);
                let length = (text.len() - rest.len()).min(RUN / 3 * broken.len_utf8());
                self.run(text, length, at, back)
            }
            plain => {
                let plain = plain.unwrap_or(text.len());
                self.literal(&text[..plain], back.source(at));
                plain
            }
        }
    }

    /// Appends a run of `length` bytes, or one character more, and returns its length.
    fn run(&mut self, text: &str, length: usize, at: usize, back: &mut WayBack<'_>) -> usize {
        let start = back.source(at);
        let mut length = length;
        let last = text[..length].char_indices().next_back().map_or(0, |(last, _)| last);
        let before = back.source(at + last);
        let mut end = back.source(at + length);
        // When one sequence decodes to two characters, its bytes belong to the second character.
        if end == before
            && let Some(next) = text[length..].chars().next()
        {
            length += next.len_utf8();
            end = back.source(at + length);
        }
        self.encoded(&text[..length], ByteSpan::new(start, end));
        length
    }

    /// Appends a run of characters from the start of a text, and returns its length. Used for
    /// encodings in which even ASCII characters may have several bytes.
    fn wide(&mut self, text: &str, at: usize, back: &mut WayBack<'_>, alone: bool) -> usize {
        let start = back.source(at);
        let (mut length, mut taken) = (0, 0);
        let (mut is_whole, mut plain) = (true, false);
        for char in text.chars() {
            let mut ahead = back.clone();
            let width = ahead.source(at + length + char.len_utf8()) - start - taken;
            let same = char.is_ascii() && width == 1;
            let ends = alone || same != plain || !plain && taken >= RUN && is_whole;
            if length > 0 && ends {
                break;
            }
            *back = ahead;
            plain = same;
            length += char.len_utf8();
            taken += width;
            is_whole = width > 0;
        }
        let span = ByteSpan::new(start, start + taken);
        match (plain, alone) {
            (true, _) => self.literal(&text[..length], start),
            (false, true) => self.atom(&text[..length], span),
            (false, false) => self.encoded(&text[..length], span),
        }
        length
    }

    fn piece(&mut self, text: &str, source: ByteSpan, kind: PieceKind) {
        if let Some(text) = self.append(text) {
            self.map.push(Piece { text, source, kind });
        }
    }

    /// Appends text to the current unit, and begins a unit if necessary. Returns `None` if nothing
    /// is appended.
    pub(super) fn append(&mut self, text: &str) -> Option<TextSpan> {
        self.is_exceeded |= is_exceeded();
        if text.is_empty() || self.is_exceeded {
            return None;
        }
        if self.unit.is_none() {
            let before = self.text.len();
            let mark = self.map.mark();
            self.unit = Some(UnitStart { before, mark, annotations: self.annotations.len() });
            if !self.ends.is_empty() {
                self.text.extend_from_slice(SEPARATOR.as_bytes());
            }
        }
        let start = self.text.len();
        if !std::mem::replace(&mut self.unchanged, true) {
            self.spoken.set(start as u32, self.language);
            self.zones.set(start as u32, self.zone);
        }
        self.text.extend_from_slice(text.as_bytes());
        Some(TextSpan::new(start, self.text.len()))
    }

    /// Returns the size of the text of all units in bytes.
    pub fn text_len(&self) -> usize {
        self.text.len()
    }

    /// Returns the text of the current unit. Empty between two units.
    pub fn unit_text(&self) -> &[u8] {
        match &self.unit {
            Some(unit) if self.ends.is_empty() => &self.text[unit.before..],
            Some(unit) => &self.text[unit.before + SEPARATOR.len()..],
            None => &[],
        }
    }

    /// Ends the current unit and sets its identifier.
    pub fn end_unit(&mut self, id: u32) {
        if self.unit.take().is_none() {
            return self.discard_codes();
        }
        let index = self.ends.len() as u32;
        self.ids.set(index, id.wrapping_sub(index));
        self.ends.push(self.text.len() as u32);
    }

    /// Returns the number of finished units, which is the index of the next unit.
    pub fn unit_count(&self) -> usize {
        self.ends.len()
    }

    /// Sets the source name of the unit that ends next. Call it at most once for each unit.
    pub fn name_unit(&mut self, name: &str) {
        if self.unit.is_some() {
            self.extras.name_unit(self.ends.len(), name);
        }
    }

    /// Sets the plural forms that the source contains. They apply to the last finished unit, which
    /// must be the form `other`.
    pub fn set_plural_forms(&mut self, forms: PluralForms) {
        if let Some(unit) = self.ends.len().checked_sub(1) {
            self.extras.plurals.push((unit as u32, forms));
        }
    }

    /// Begins a section that starts with the next unit.
    pub fn section(
        &mut self,
        name: Option<&str>,
        language: Option<&Language>,
        target_language: Option<&Language>,
    ) {
        self.extras.start_section(self.ends.len(), name, language, target_language);
    }

    /// Marks the current section as not annotated yet.
    pub fn leave_unannotated(&mut self) {
        self.extras.leave_unannotated();
    }

    /// Sets the base of references. Only the first call has an effect.
    pub fn set_base(&mut self, base: &str) {
        let base = base.trim();
        if self.extras.base.is_none() && !base.is_empty() {
            self.extras.base = Some(base.into());
        }
    }

    /// Adds a warning about a part of the source that could be read in spite of a fault.
    pub fn warn(&mut self, message: impl Into<String>, at: ByteSpan) {
        self.extras.warn(message.into(), at);
    }

    /// Marks the current position as a word boundary.
    pub fn part_words(&mut self) {
        let place = self.text.len() as u32;
        let before = self.text.last().is_some_and(|byte| !byte.is_ascii_whitespace());
        if self.unit.is_some() && before && self.parts.last() != Some(&place) {
            self.parts.push(place);
        }
    }

    /// Begins the list of inline codes. From then on, only listed codes count: markup between the
    /// pieces of a unit is not a code by itself.
    pub fn list_codes(&mut self) {
        self.extras.codes.get_or_insert_default();
    }

    /// Adds an inline code at the current position of the current unit, or of the next one. `chars`
    /// is its text without the escapes of the source. Codes without a partner separate words.
    pub fn code(&mut self, source: ByteSpan, chars: &str, kind: CodeKind) {
        if matches!(kind, CodeKind::Void | CodeKind::Holder) {
            self.part_words();
        }
        let (unit, at) = (self.ends.len(), self.unit_text().len());
        if let Some(codes) = &mut self.extras.codes {
            codes.push(unit, at, source, chars, kind);
        }
    }

    /// Begins the list of placeholders. They are codes in addition to the markup between the pieces
    /// of a unit.
    pub fn list_placeholders(&mut self) {
        self.extras.placeholders.get_or_insert_default();
    }

    /// Adds a placeholder at the current position of the current unit, or of the next one.
    pub fn placeholder(&mut self, source: ByteSpan, chars: &str) {
        self.part_words();
        let (unit, at) = (self.ends.len(), self.unit_text().len());
        if let Some(codes) = &mut self.extras.placeholders {
            codes.push(unit, at, source, chars, CodeKind::Void);
        }
    }

    fn discard_codes(&mut self) {
        let unit = self.ends.len();
        let lists = [&mut self.extras.codes, &mut self.extras.placeholders];
        lists.into_iter().flatten().for_each(|codes: &mut CodeList| codes.discard(unit));
    }

    /// Discards the current unit.
    pub fn drop_unit(&mut self) {
        self.discard_codes();
        let Some(unit) = self.unit.take() else { return };
        self.text.truncate(unit.before);
        self.map.rollback(unit.mark);
        // Annotations that began before the unit end before it.
        for annotation in self.annotations.iter_mut().skip(unit.annotations) {
            annotation.cut_at(unit.before);
        }
        let before = unit.before as u32;
        self.spoken.truncate(before);
        self.zones.truncate(before);
        self.extras.formats.truncate(before);
        self.unchanged = false;
        let first = self.parts.partition_point(|place| *place < before);
        self.parts.truncate(first);
        // Start positions never decrease, so only the last ones can be behind the truncated text.
        let behind = self.opens.iter_mut().rev().take_while(|start| **start > before);
        behind.for_each(|start| *start = before);
    }

    /// Sets the language of the text that follows. `None` means that it is unknown.
    pub fn set_language(&mut self, language: Option<&Language>) {
        self.unchanged = false;
        self.language = language.map(|language| {
            let languages = &mut self.languages;
            *self.language_numbers.entry(language.clone()).or_insert_with(|| {
                languages.push(language.clone());
                languages.len() as u32 - 1
            })
        });
    }

    /// Sets the insertion context of the text that follows.
    pub fn set_zone(&mut self, zone: InsertionContext) {
        self.unchanged &= self.zone == zone;
        self.zone = zone;
    }

    /// Sets a number that identifies the formatting of the text that follows. Texts with the same
    /// number look the same to a reader.
    pub fn set_format(&mut self, format: u32) {
        self.extras.formats.set(self.text.len() as u32, format);
    }

    /// Sets whether apostrophes quote braces in all texts, as in ICU messages.
    pub fn set_quotes(&mut self, quotes: bool) {
        self.extras.quotes = quotes;
    }

    /// Sets the nesting depth of the elements of the source.
    pub fn set_depth(&mut self, depth: usize) {
        self.depth = u32::try_from(depth).unwrap_or(u32::MAX);
    }

    /// Marks the markup of the source as not well nested.
    pub fn set_irregular(&mut self) {
        self.irregular = true;
    }

    /// Stores the current position as the start of an annotation.
    pub fn open(&mut self) -> Opening {
        self.opens.push(self.text.len() as u32);
        Opening(self.opens.len() - 1)
    }

    /// Adds an annotation of the text since an opening, and returns its index. Returns `None` if
    /// there is no text.
    pub fn close(
        &mut self,
        opening: Opening,
        body: Body,
        annotator: Option<Arc<str>>,
    ) -> Option<usize> {
        let span = TextSpan::new(self.opens[opening.0] as usize, self.text.len());
        if span.is_empty() {
            return None;
        }
        let annotation = Annotation::new(span, body);
        self.annotations.push(match annotator {
            Some(annotator) => annotation.by(annotator),
            None => annotation,
        });
        Some(self.annotations.len() - 1)
    }

    /// Extends an annotation up to the current position. Returns `false` if the annotation no
    /// longer exists.
    pub fn extend(&mut self, annotation: usize) -> bool {
        let end = self.text.len();
        match self.annotations.get_mut(annotation) {
            Some(annotation) => {
                annotation.extend_to(end);
                true
            }
            None => false,
        }
    }

    /// Records a fragment identifier of the source, so that the writer does not assign it again.
    pub fn note_fragment(&mut self, id: &str) {
        if let Some(number) = id.strip_prefix(FRAGMENT).and_then(|number| number.parse().ok()) {
            self.fragment = self.fragment.max(number);
        }
    }

    /// Returns the finished document.
    pub fn finish(mut self, source: Source) -> Document {
        if self.unit.is_some() {
            let id = self.ends.len() as u32 + 1;
            self.end_unit(id);
        }
        self.discard_codes();
        let text = glossweave_encoding::into_text(std::mem::take(&mut self.text));
        self.ends.shrink_to_fit();
        self.ids.shrink();
        let bytes = text.as_bytes();
        let glued =
            |place: &u32| bytes.get(*place as usize).is_some_and(|b| !b.is_ascii_whitespace());
        self.parts.retain(glued);
        self.parts.shrink_to_fit();
        self.extras.shrink();
        self.spoken.shrink();
        self.zones.shrink();
        // When an element begins before a unit and ends in it, its text begins after the separator.
        let ends = &self.ends;
        let annotations = self.annotations.into_iter().filter_map(|annotation| {
            let span = annotation.span();
            let start = match ends.binary_search(&(span.start() as u32)) {
                Ok(_) => span.start() + SEPARATOR.len(),
                Err(_) => span.start(),
            };
            (start < span.end()).then(|| annotation.moved_to(TextSpan::new(start, span.end())))
        });
        let mut document = Document {
            annotations: annotations.collect(),
            index: CharIndex::new(&text),
            source,
            text,
            map: self.map.finish(),
            ends: self.ends,
            ids: self.ids,
            parts: self.parts,
            languages: self.languages,
            spoken: self.spoken,
            zones: self.zones,
            regular: !self.irregular,
            depth: self.depth,
            fragment: self.fragment,
            extras: self.extras,
        };
        document.warn_of_references();
        document
    }
}

impl Document {
    /// Adds a warning for each reference that RDF cannot express with any base.
    pub(super) fn warn_of_references(&mut self) {
        let mut odd: Vec<(String, ByteSpan)> = Vec::new();
        let mut seen = HashSet::new();
        for annotation in &self.annotations {
            for reference in annotation.broken_references(&mut seen).take(WARNINGS - odd.len()) {
                let at = self.source_span(annotation.span()).unwrap_or_default();
                odd.push((format!("expected an IRI reference, found `{reference}`"), at));
            }
        }
        odd.into_iter().for_each(|(message, at)| self.extras.warn(message, at));
    }
}
