//! Conversion of string values into units of a document.

use std::ops::Range;

use super::placeholder::{FoundPlaceholder, Kind, Syntax, find};
use super::value::Value;
use glossweave_base::text::ByteSpan;
use glossweave_document::annotation::{Body, Category, Metadata};
use glossweave_document::{Builder, CodeKind};
use glossweave_markup::{Decoded, Encoding, WayBack};

/// The maximum nesting depth of branches that become units.
const DEPTH: usize = 8;

/// A builder of a document whose units are string values.
pub struct Emitter<'d> {
    /// The builder of the document.
    pub builder: Builder,
    source: &'d str,
    encoding: Encoding,
    back: WayBack<'d>,
    next_id: u32,
    /// `true` if two apostrophes represent one.
    quotes: bool,
}

/// Returns a note for translators as a body. Returns `None` if the note is empty.
pub fn note(text: &str, kind: &str) -> Option<Body> {
    let text = Some(text.trim()).filter(|text| !text.is_empty())?;
    let mut note = Metadata::new(Category::LocalizationNote);
    note.set("locNote", text).ok()?;
    note.set("locNoteType", kind).ok()?;
    Some(Body::Metadata(note))
}

impl<'d> Emitter<'d> {
    /// Creates an emitter for the values of a decoded source.
    pub fn new(decoded: &'d Decoded<'_>) -> Emitter<'d> {
        let mut builder = Builder::default();
        builder.list_codes();
        Emitter {
            builder,
            source: &decoded.text,
            encoding: decoded.encoding,
            back: decoded.way_back(),
            next_id: 1,
            quotes: false,
        }
    }

    /// Adds the units of a value: its text, and the branches of its arguments. Values must be added in source order.
    /// Returns the index of the first unit if the value itself contains text.
    pub fn value(
        &mut self,
        value: &Value,
        name: &str,
        syntax: Syntax,
        notes: &[Body],
    ) -> Option<usize> {
        let id = self.next_id;
        self.identified(value, name, syntax, notes, id)
    }

    /// Adds the units of a value like [`value`](Emitter::value), but uses the identifier of another unit.
    pub fn identified(
        &mut self,
        value: &Value,
        name: &str,
        syntax: Syntax,
        notes: &[Body],
        id: u32,
    ) -> Option<usize> {
        self.next_id = id;
        let syntax = syntax.of_message(&value.text);
        self.quotes = syntax.quotes;
        let mut back = self.back.clone();
        let whole = 0..value.text.len();
        let unit = self.unit(value, whole, name, syntax, &mut { notes }, (&mut back, false, 0));
        self.back = back;
        unit
    }

    /// Returns the identifier of the next value.
    pub fn next_id(&self) -> u32 {
        self.next_id
    }

    fn unit(
        &mut self,
        value: &Value,
        range: Range<usize>,
        name: &str,
        syntax: Syntax,
        notes: &mut &[Body],
        (back, plural, depth): (&mut WayBack<'d>, bool, usize),
    ) -> Option<usize> {
        let syntax = Syntax { branches: syntax.branches && depth < DEPTH, ..syntax };
        let codes = find(&value.text, range.clone(), syntax, plural);
        let mut inner = back.clone();
        let opening = (!notes.is_empty()).then(|| self.builder.open());
        let mut at = range.start;
        for code in &codes {
            self.text(value, at..code.at.start, back);
            self.code(value, code, back);
            at = code.at.end;
        }
        self.text(value, at..range.end, back);
        let id = self.next_id;
        self.next_id += 1;
        let is_blank = self.builder.unit_text().iter().all(u8::is_ascii_whitespace);
        let unit = (!is_blank).then(|| self.builder.unit_count());
        if is_blank {
            self.builder.drop_unit();
        } else {
            // The notes go to the first unit.
            for (body, opening) in std::mem::take(notes).iter().zip(opening.into_iter().cycle()) {
                self.builder.close(opening, body.clone(), None);
            }
            if !name.is_empty() {
                self.builder.name_unit(name);
            }
            self.builder.end_unit(id);
        }
        let branches = codes.iter().filter_map(|code| match &code.kind {
            Kind::Holder(branches) => Some(branches),
            _ => None,
        });
        for branch in branches.flatten() {
            let name = format!("{name}[{}]", branch.name);
            let around = (&mut inner, branch.plural || plural, depth + 1);
            self.unit(value, branch.at.clone(), &name, syntax, notes, around);
        }
        unit
    }

    fn text(&mut self, value: &Value, range: Range<usize>, back: &mut WayBack<'d>) {
        let mut index = value.part_at(range.start);
        while let Some(part) = value.parts.get(index).filter(|part| part.text < range.end) {
            let (from, to) = (range.start.max(part.text), range.end.min(value.text_end(index)));
            if part.is_atom {
                let span = ByteSpan::new(back.source(part.start), back.source(part.end));
                self.builder.atom(value.text.get(from..to).unwrap_or_default(), span);
            } else if from < to {
                let at = part.start + from - part.text;
                self.literal(at..at + to - from, back);
            }
            index += 1;
        }
    }

    /// Adds a text that is literal in the source, except for doubled apostrophes.
    fn literal(&mut self, at: Range<usize>, back: &mut WayBack<'d>) {
        let mut rest = self.source.get(at.clone()).unwrap_or_default();
        let mut start = at.start;
        while let Some(length) = rest.find("''").filter(|_| self.quotes) {
            self.builder.decoded(&rest[..length], start, back, self.encoding);
            start += length;
            let span = ByteSpan::new(back.source(start), back.source(start + 2));
            self.builder.atom("'", span);
            start += 2;
            rest = &rest[length + 2..];
        }
        self.builder.decoded(rest, start, back, self.encoding);
    }

    fn code(&mut self, value: &Value, code: &FoundPlaceholder, back: &mut WayBack<'d>) {
        let first = value.parts.get(value.part_at(code.at.start));
        let last = value.parts.get(value.part_at(code.at.end.saturating_sub(1)));
        let (Some(first), Some(last)) = (first, last) else { return };
        let start =
            if first.is_atom { first.start } else { first.start + code.at.start - first.text };
        let end = if last.is_atom { last.end } else { last.start + code.at.end - last.text };
        let start = back.source(start);
        // A placeholder with branches ends after the units of its branches.
        let span = ByteSpan::new(start, back.source(end));
        let kind = match code.kind {
            Kind::Open => CodeKind::Open,
            Kind::Close => CodeKind::Close,
            Kind::Void => CodeKind::Void,
            Kind::Holder(_) => CodeKind::Holder,
        };
        self.builder.code(span, value.text.get(code.at.clone()).unwrap_or_default(), kind);
    }
}
