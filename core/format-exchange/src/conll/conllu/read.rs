//! The reader of CoNLL-U.

use std::ops::Range;

use super::{CLASS, CONFIDENCE, ESCAPES, IDENT, INFO, TOOL};
use crate::conll::row_id::RowId;
use crate::conll::tag::{TagReader, Tagged, split};
use crate::lines::place;
use crate::reading::{ReadMark, ReadPart, ReadUnit, Reading};
use glossweave_base::text::lines;
use glossweave_format_base::new_file::AnnotationFields;
use glossweave_format_base::strings::Fault;

/// The keys of the last column that can contain the entity of a token.
pub(super) const ENTITIES: [&str; 6] = ["name", "NE", "NER", "ner", "Entity", "entity"];

const COLUMNS: usize = 10;

struct Reader<'s> {
    source: &'s str,
    reading: Reading,
    part: ReadPart,
    unit: ReadUnit,
    /// The tags of the current sentence, and the last columns of its tokens.
    tags: TagReader,
    misc: Vec<&'s str>,
    /// The white space after the last token with `true` if the file specifies it, and the end of
    /// the form.
    space: Option<(String, bool)>,
    end: usize,
    /// The number of the last word of the current multiword token.
    covered: Option<u32>,
    /// `true` if paragraphs are units.
    has_paragraphs: bool,
    /// The number of entities in brackets.
    brackets: usize,
}

pub(super) fn parse(source: &str) -> Result<Reading, Fault> {
    let is_paragraph = |line: &str| comment(line).is_some_and(|(name, _)| name == "newpar");
    let mut reader = Reader {
        source,
        reading: Reading::default(),
        part: ReadPart::default(),
        unit: ReadUnit::default(),
        tags: TagReader::default(),
        misc: Vec::new(),
        space: None,
        end: 0,
        covered: None,
        has_paragraphs: lines(source).any(|(_, line)| is_paragraph(line)),
        brackets: 0,
    };
    for (at, line) in lines(source) {
        if line.trim().is_empty() {
            reader.end_sentence();
        } else if line.starts_with('#') {
            reader.comment(line);
        } else {
            reader.token(at, line)?;
        }
    }
    reader.end_sentence();
    reader.end_part();
    let Reader { mut reading, brackets, .. } = reader;
    if brackets > 0 {
        let message = format!("{brackets} entities in brackets (`Entity=(…)`) are not read");
        reading.warn(message, 0..0);
    }
    if reading.parts.is_empty() {
        reading.parts.push(ReadPart::default());
    }
    Ok(reading)
}

/// Returns the name and the value of a comment.
pub(super) fn comment(line: &str) -> Option<(&str, Option<&str>)> {
    let text = line.strip_prefix('#')?.trim();
    Some(match text.split_once('=') {
        Some((name, value)) => {
            let name = name.trim();
            (name.strip_suffix(" id").unwrap_or(name).trim(), Some(value.trim()))
        }
        None => (text, None),
    })
}

impl<'s> Reader<'s> {
    fn comment(&mut self, line: &str) {
        match comment(line) {
            Some(("newdoc", name)) => {
                self.end_part();
                self.part.name = name.map(str::to_owned);
            }
            Some(("newpar", _)) => self.end_unit(),
            _ => {}
        }
    }

    fn token(&mut self, at: Range<usize>, line: &'s str) -> Result<(), Fault> {
        let mut columns = [""; COLUMNS];
        let mut count = 0;
        for column in line.split('\t') {
            if let Some(place) = columns.get_mut(count) {
                *place = column;
            }
            count += 1;
        }
        if count != COLUMNS {
            let message = format!("expected {COLUMNS} columns separated by tabs, found {count}");
            return Err(Fault::new(message, at));
        }
        let (id, form, misc) = (columns[0], columns[1], columns[COLUMNS - 1]);
        let wrong = || {
            let message = format!("expected a number, a range or a decimal as ID, found `{id}`");
            Fault::new(message, place(at.start, line, id))
        };
        match RowId::parse(id).ok_or_else(wrong)? {
            RowId::Empty => {}
            RowId::Range(_, last) => {
                self.covered = Some(last);
                self.form(&at, line, form, misc);
            }
            RowId::Word(number) if self.covered.is_some_and(|last| number <= last) => {
                self.word(misc);
            }
            RowId::Word(_) => {
                self.covered = None;
                self.form(&at, line, form, misc);
            }
        }
        Ok(())
    }

    /// Adds a token that has a form.
    fn form(&mut self, at: &Range<usize>, line: &'s str, form: &'s str, misc: &'s str) {
        let form_at = place(at.start, line, form);
        let before = value(misc, "SpacesBefore").map(unescaped).unwrap_or_default();
        let (mut space, start) = match self.space.take() {
            Some((space, _)) => (space, self.end),
            None => (String::new(), at.start),
        };
        space.push_str(&before);
        let text = &mut self.unit.text;
        text.atom(&space, start..form_at.start);
        let from = text.text.len();
        text.literal(self.source, form_at.clone());
        let to = text.text.len();
        self.end = form_at.end;
        let after = match (value(misc, "SpacesAfter"), value(misc, "SpaceAfter")) {
            (Some(after), _) => (unescaped(after), true),
            (None, Some("No")) => (String::new(), false),
            _ => (" ".to_owned(), false),
        };
        self.space = Some(after);
        let tag = self.tag(misc);
        self.tags.token(&tag, from..to);
        self.misc.push(misc);
    }

    /// Reads the entity of a word in a multiword token, if the token has no entity.
    fn word(&mut self, misc: &'s str) {
        let tag = self.tag(misc);
        if split(&tag).is_some() {
            self.tags.amend(&tag);
            if let Some(last) = self.misc.last_mut().filter(|last| entity(last).is_none()) {
                *last = misc;
            }
        }
    }

    /// Returns the tag of a token.
    fn tag(&mut self, misc: &str) -> String {
        match entity(misc) {
            Some(tag) if tag.contains(['(', ')']) => {
                self.brackets += 1;
                "O".to_owned()
            }
            Some(tag) => unescaped(tag),
            None => "O".to_owned(),
        }
    }

    fn end_sentence(&mut self) {
        self.covered = None;
        let misc = std::mem::take(&mut self.misc);
        for found in self.tags.finish() {
            let mark = mark(&found, misc.get(found.first).copied().unwrap_or_default());
            self.unit.marks.push(mark);
        }
        if !self.has_paragraphs {
            self.end_unit();
        }
    }

    fn end_unit(&mut self) {
        let mut unit = std::mem::take(&mut self.unit);
        // White space that the file does not specify is not part of the unit.
        if let Some((space, true)) = self.space.take() {
            let line = self.source.get(self.end..).and_then(|rest| rest.find('\n'));
            let end = line.map_or(self.source.len(), |line| self.end + line);
            unit.text.atom(&space, self.end..end);
        }
        if !unit.text.text.is_empty() {
            self.part.units.push(unit);
        }
    }

    fn end_part(&mut self) {
        self.end_unit();
        let part = std::mem::take(&mut self.part);
        if !part.units.is_empty() || part.name.is_some() {
            self.reading.parts.push(part);
        }
    }
}

/// Returns the annotation of an entity, with the fields from the last column of its first token.
fn mark(found: &Tagged, misc: &str) -> ReadMark {
    let list = |name: &str| -> Vec<String> {
        let all = value(misc, name).into_iter().flat_map(|list| list.split(','));
        all.map(|item| unescaped(&item.replace("%2C", ","))).collect()
    };
    let (idents, classes) = (list(IDENT), list(CLASS));
    let idents: Vec<&str> = idents.iter().map(String::as_str).collect();
    let classes: Vec<&str> = classes.iter().map(String::as_str).collect();
    let info = value(misc, INFO).map(unescaped);
    let fields = AnnotationFields {
        label: Some(found.label.as_str()).filter(|label| !label.is_empty()),
        idents: &idents,
        classes: &classes,
        confidence: value(misc, CONFIDENCE).and_then(|number| number.parse().ok()),
        info: info.as_deref(),
    };
    let tool = value(misc, TOOL).map(|tool| unescaped(tool).into());
    ReadMark::new(found.span.clone(), &fields).by(tool)
}

/// Returns the value of a key in the last column.
fn value<'m>(misc: &'m str, name: &str) -> Option<&'m str> {
    misc.split('|').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
}

/// Returns the value of the first key that specifies an entity.
fn entity(misc: &str) -> Option<&str> {
    ENTITIES.iter().find_map(|name| value(misc, name))
}

fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            None => out.push('\\'),
            Some(letter) => match ESCAPES.iter().find(|(_, known)| *known == letter) {
                Some((plain, _)) => out.push(*plain),
                None => out.extend(['\\', letter]),
            },
        }
    }
    out
}
