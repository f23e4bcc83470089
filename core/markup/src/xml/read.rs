//! The parser for document content, from left to right.
//!
//! The same code parses expanded entities, using a stack of texts instead of recursion.

mod tag;

use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;

use super::cursor::Cursor;
use super::doctype::{Attributes, Doctype};
use super::name::{Version, is_same, is_space};
use super::outside::Outside;
use super::scope::{Mark, Scopes};
use super::value::{Budget, Reference, reference};
use super::{Fault, Limits, UnknownEntities, prolog};
use crate::tree::{NO_NAME, NodeKind, TreeBuilder, Value};
use glossweave_base::call_limits::is_exceeded;
use glossweave_base::error::ErrorKind;
use tag::Tag;

/// Parses a source.
pub(super) fn read(
    source: &str,
    limits: Limits,
    outside: Option<Rc<dyn Outside>>,
) -> Result<TreeBuilder<'_>, Fault> {
    if source.len().saturating_add(limits.expansion) >= u32::MAX as usize {
        let message = "expected a source of less than 4 GiB";
        return Err(Fault { kind: ErrorKind::TooLarge, message: message.into(), at: 0..0 });
    }
    let mut grower = TreeBuilder::new(Cow::Borrowed(source));
    // In typical documents, each tag is followed by a text, and a third of the elements have
    // attributes.
    let tags = memchr::memchr_iter(b'<', source.as_bytes()).count();
    grower.reserve(tags, tags / 4);
    let mut budget = Budget::new(limits, outside);
    let (version, prolog) = prolog::prolog(source, &mut grower, &mut budget);
    let read = prolog.and_then(|(doctype, at)| {
        let mut reader = Reader {
            limits,
            version,
            grower,
            doctype: &doctype,
            budget,
            has_other_ends: has_other_ends(source, version),
            cursor: Cursor { text: source, at },
            entity: None,
            base: 0,
            inside: false,
            outer: Vec::new(),
            place: 0..0,
            open: Vec::new(),
            scopes: Scopes::new(version),
            run: None,
            tag: Tag::default(),
        };
        match reader.content() {
            Ok(()) => {
                reader.grower.unknown(std::mem::take(&mut reader.budget.unknown));
                Ok(reader.grower)
            }
            Err(fault) => Err(reader.locate(fault)),
        }
    });
    // Report the first of two faults.
    match (version.wrong_char(source), read) {
        (None, read) => read,
        (Some(at), Err(fault)) if fault.at.start < at => Err(fault),
        (Some(at), _) => Err(Cursor { text: source, at }.expected("a character of XML")),
    }
}

/// Returns `true` if the source contains line ends other than LF.
fn has_other_ends(source: &str, version: Version) -> bool {
    memchr::memchr(b'\r', source.as_bytes()).is_some()
        || version == Version::V11 && source.contains(['\u{85}', '\u{2028}'])
}

/// A text to resume when an entity ends.
struct Outer<'r> {
    cursor: Cursor<'r>,
    entity: Option<usize>,
    base: usize,
    inside: bool,
    /// The length of the text before the entity.
    length: usize,
}

pub(super) struct Open<'r> {
    pub name: &'r str,
    /// The scope before the element.
    pub scope: Mark,
}

/// Text that is being collected: its range, and its content if it differs from the source.
struct Run {
    start: usize,
    end: usize,
    made: Option<String>,
}

pub(super) struct Reader<'s, 'r> {
    pub limits: Limits,
    pub version: Version,
    pub grower: TreeBuilder<'s>,
    pub doctype: &'r Doctype,
    pub budget: Budget,
    pub has_other_ends: bool,
    pub cursor: Cursor<'r>,
    /// The entity that contains the cursor.
    entity: Option<usize>,
    /// The number of open elements at the start of the entity.
    base: usize,
    /// `true` if the content comes from an entity with markup.
    pub inside: bool,
    outer: Vec<Outer<'r>>,
    /// The range of the reference in the source.
    pub place: Range<usize>,
    pub open: Vec<Open<'r>>,
    pub scopes: Scopes<'r>,
    run: Option<Run>,
    tag: Tag<'r>,
}

impl<'r> Reader<'_, 'r> {
    /// Returns `true` if the cursor is in the source, and not in an entity.
    #[inline]
    pub fn is_source(&self) -> bool {
        self.outer.is_empty()
    }

    /// Converts a range of the current text to a range of the source.
    #[inline]
    pub fn at(&self, at: Range<usize>) -> Range<usize> {
        if self.is_source() { at } else { self.place.clone() }
    }

    /// Moves a fault to its range in the source.
    fn locate(&self, fault: Fault) -> Fault {
        match self.entity {
            None => fault,
            Some(number) => {
                let name = &self.doctype.entities[number].name;
                let message = format!("{} in the entity `{name}`", fault.message);
                Fault { message, at: self.place.clone(), ..fault }
            }
        }
    }

    fn content(&mut self) -> Result<(), Fault> {
        loop {
            // The caller replaces this fault by the error of the exceeded limit.
            if is_exceeded() {
                return Err(self.cursor.expected("less"));
            }
            let bytes = self.cursor.text.as_bytes();
            let at = self.cursor.at;
            match bytes.get(at) {
                Some(b'<') => match bytes.get(at + 1) {
                    Some(b'/') => self.end_tag()?,
                    Some(b'!') => self.declaration()?,
                    Some(b'?') => {
                        self.flush();
                        self.cursor.at += 2;
                        let (target, content) = self.cursor.instruction()?;
                        let target = self.grower.intern("", target, "");
                        self.leaf(NodeKind::Instruction, target, content);
                    }
                    _ => self.start_tag()?,
                },
                Some(b'&') => self.reference()?,
                Some(_) => self.text()?,
                None if self.entity.is_some() => self.leave()?,
                None => break,
            }
        }
        if let Some(open) = self.open.last() {
            return Err(self.cursor.expected(&format!("`</{}>`", open.name)));
        }
        match self.grower.tree().root() {
            None => Err(self.cursor.expected("the root element")),
            Some(_) => Ok(()),
        }
    }

    fn text(&mut self) -> Result<(), Fault> {
        let (text, start) = (self.cursor.text, self.cursor.at);
        let bytes = text.as_bytes();
        let mut end = start;
        loop {
            match memchr::memchr3(b'<', b'&', b']', &bytes[end..]) {
                None => end = bytes.len(),
                Some(length) if bytes[end + length] == b']' => {
                    end += length;
                    if bytes[end..].starts_with(b"]]>") {
                        let message = "expected no `]]>` in text, found one";
                        return Err(Fault::malformed(message, end..end + 3));
                    }
                    end += 1;
                    continue;
                }
                Some(length) => end += length,
            }
            break;
        }
        if self.open.is_empty() {
            if let Some(other) = bytes[start..end].iter().position(|byte| !is_space(*byte)) {
                self.cursor.at = start + other;
                return Err(self.outside());
            }
            self.cursor.at = end;
            return Ok(());
        }
        self.cursor.at = end;
        let part = &text[start..end];
        let value = self.line_ends(part);
        if self.run.is_none() && self.is_source() {
            let made = match value {
                Value::Same => None,
                Value::Made(text) => Some(text.into_owned()),
            };
            self.run = Some(Run { start, end, made });
        } else {
            self.run(start..end).push_str(match &value {
                Value::Same => part,
                Value::Made(text) => text,
            });
        }
        Ok(())
    }

    /// Creates the fault for content outside the root element.
    fn outside(&self) -> Fault {
        match self.grower.tree().root() {
            None => self.cursor.expected("the root element"),
            Some(_) => self.cursor.expected("nothing after the root element"),
        }
    }

    /// Returns the text that is being collected, after extending its range.
    fn run(&mut self, at: Range<usize>) -> &mut String {
        let at = self.at(at);
        let source = self.grower.tree().source();
        let run = self.run.get_or_insert(Run { start: at.start, end: at.start, made: None });
        let from = run.start..run.end;
        run.end = at.end;
        run.made.get_or_insert_with(|| source[from].to_owned())
    }

    /// Ends the current text.
    pub fn flush(&mut self) {
        let Some(Run { start, end, made }) = self.run.take() else { return };
        if made.as_ref().is_some_and(String::is_empty) {
            return;
        }
        let inside = self.inside;
        let value = made.map_or(Value::Same, |text| Value::Made(text.into()));
        self.grower.leaf(NodeKind::Text, NO_NAME, start..end, value, inside);
    }

    fn reference(&mut self) -> Result<(), Fault> {
        if self.open.is_empty() {
            return Err(self.outside());
        }
        let start = self.cursor.at;
        let found = reference(&mut self.cursor, self.doctype, self.version)?;
        let at = start..self.cursor.at;
        match found {
            Reference::External if self.limits.unknown == UnknownEntities::Refuse => {
                let name = self.cursor.text[at.clone()].trim_matches(['&', ';']);
                let message = format!("the entity `{name}` is external and is not read");
                return Err(Fault::malformed(message, at));
            }
            Reference::External | Reference::Unread => {
                let is_external = matches!(found, Reference::External);
                let raw = &self.cursor.text[at.clone()];
                match self.budget.note(raw, self.at(at.clone()), is_external) {
                    "" if self.is_source() || self.inside => self.flush(),
                    // The text of the enclosing entity continues the previous text.
                    "" => {}
                    text => {
                        self.run(at.clone()).push_str(text);
                        self.stands(at, text.len());
                    }
                }
            }
            Reference::Char(c) => {
                self.run(at.clone()).push(c);
                self.stands(at, c.len_utf8());
            }
            Reference::Html(found) => {
                let run = self.run(at.clone());
                let length = run.len();
                found.push_to(run);
                let length = run.len() - length;
                self.stands(at, length);
            }
            Reference::Entity(number) => self.enter(number, at)?,
        }
        Ok(())
    }

    /// Records the length of the text that a source reference represents.
    fn stands(&mut self, at: Range<usize>, length: usize) {
        if self.is_source() {
            self.grower.reference(at, length);
        }
    }

    /// Enters an entity.
    fn enter(&mut self, number: usize, at: Range<usize>) -> Result<(), Fault> {
        let text = self.doctype.open(number, &at)?;
        self.budget.spend(text.len() + 1, &at)?;
        let has_markup = self.doctype.entities[number].has_markup;
        let mut length = 0;
        if self.is_source() {
            self.place = at.clone();
        }
        if has_markup {
            self.flush();
        } else {
            length = self.run(at).len();
        }
        self.outer.push(Outer {
            cursor: self.cursor,
            entity: self.entity,
            base: self.base,
            inside: self.inside,
            length,
        });
        self.cursor = Cursor::new(text);
        self.entity = Some(number);
        self.base = self.open.len();
        self.inside |= has_markup;
        Ok(())
    }

    /// Continues after the reference to the entity that ends here.
    fn leave(&mut self) -> Result<(), Fault> {
        if self.open.len() > self.base
            && let Some(open) = self.open.last()
        {
            return Err(self.cursor.expected(&format!("`</{}>`", open.name)));
        }
        let (Some(outer), Some(number)) = (self.outer.pop(), self.entity) else { return Ok(()) };
        let entity = &self.doctype.entities[number];
        entity.open.set(false);
        if entity.has_markup {
            self.flush();
        } else if self.is_source() {
            let length = self.run.as_ref().and_then(|run| run.made.as_ref()).map_or(0, String::len);
            self.grower.reference(self.place.clone(), length.saturating_sub(outer.length));
        }
        self.cursor = outer.cursor;
        self.entity = outer.entity;
        self.base = outer.base;
        self.inside = outer.inside;
        Ok(())
    }

    /// Parses a comment or a CDATA section. Any other declaration is a fault.
    fn declaration(&mut self) -> Result<(), Fault> {
        let start = self.cursor.at;
        let (kind, at) = if self.cursor.take("<!--") {
            (NodeKind::Comment, self.cursor.comment()?)
        } else if self.cursor.take("<![CDATA[") {
            if self.open.is_empty() {
                self.cursor.at = start;
                return Err(self.outside());
            }
            (NodeKind::Cdata, self.cursor.until(start, "]]>", "a CDATA section")?)
        } else if self.cursor.is_at("<!DOCTYPE") {
            let message = "expected one document type declaration, before the root element";
            return Err(Fault::malformed(message, start..start + "<!DOCTYPE".len()));
        } else {
            self.cursor.at += "<!".len();
            return Err(self.cursor.expected("`--` or `[CDATA[`"));
        };
        self.flush();
        self.leaf(kind, NO_NAME, at);
        Ok(())
    }

    fn leaf(&mut self, kind: NodeKind, name: u32, at: Range<usize>) {
        let value = self.line_ends(&self.cursor.text[at.clone()]);
        let (at, inside) = (self.at(at), self.inside);
        self.grower.leaf(kind, name, at, value, inside);
    }

    fn end_tag(&mut self) -> Result<(), Fault> {
        self.flush();
        let (text, start) = (self.cursor.text, self.cursor.at);
        let mut cursor = Cursor { text, at: start + "</".len() };
        let expected = match self.open.last() {
            Some(open) if self.open.len() > self.base => open.name,
            _ => {
                let name = cursor.name("the name of an element")?;
                let message = format!("expected no end tag without a start tag, found `</{name}>`");
                return Err(Fault::malformed(message, start..cursor.at));
            }
        };
        let whole = cursor.at + expected.len();
        let is_whole = text.as_bytes().get(whole) == Some(&b'>');
        if is_whole && text.get(cursor.at..whole).is_some_and(|name| is_same(name, expected)) {
            cursor.at = whole + 1;
        } else {
            let name = cursor.name("the name of an element")?;
            if name != expected {
                let message = format!("expected `</{expected}>`, found `</{name}>`");
                return Err(Fault::malformed(message, start..cursor.at));
            }
            cursor.spaces();
            cursor.need(">")?;
        }
        self.cursor = cursor;
        let at = self.at(start..cursor.at);
        self.close(at);
        Ok(())
    }

    /// Closes the innermost element.
    pub fn close(&mut self, at: Range<usize>) {
        if let Some(open) = self.open.pop() {
            self.grower.close(at);
            self.scopes.leave(open.scope);
        }
    }

    /// Returns a text with line ends normalized to LF (XML 1.0, clause 2.11). Entity texts are
    /// already normalized.
    fn line_ends<'t>(&self, text: &'t str) -> Value<'t> {
        match self.is_source() {
            false => Value::Made(Cow::Borrowed(text)),
            true if !self.has_other_ends => Value::Same,
            true => self.version.line_ends(text),
        }
    }

    /// Returns the declared attributes of an element.
    pub fn declared(&self, element: &str) -> Option<&'r Attributes> {
        match self.doctype.attributes.is_empty() {
            true => None,
            false => self.doctype.attributes.get(element),
        }
    }
}
