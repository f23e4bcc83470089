//! HTML in Markdown: tags within a text, and blocks.

use std::borrow::Cow;
use std::ops::Range;

use super::item::{Context, Kind, StartTag, Unit};
use glossweave_base::text::Language;
use glossweave_format_markup::html::Element;
use glossweave_its::HtmlMarkup;
use glossweave_markup::At;
use glossweave_markup::charref::{CharRef, Place, attribute_value};
use glossweave_markup::html::{self, Attribute, Content, Tokens, tokenize};

/// Appends a tag within a text. Anything else that looks like a tag is appended as a void code.
pub(super) fn tag<'t>(source: &str, at: Range<usize>, unit: &mut Unit<'t>) {
    let text = source.get(at.clone()).unwrap_or_default();
    let mut reader =
        Reader { text, base: at.start, units: vec![Unit::new(Context::Block)], hidden: None };
    tokenize(text, &mut reader);
    let mut found = reader.units.pop().map(|unit| unit.items).unwrap_or_default();
    match found.pop() {
        Some(item) if item.at == at && found.is_empty() => unit.items.push(item),
        _ => unit.push(Kind::Void, at),
    }
}

/// Returns the units of an HTML block. `lines` are its lines without container prefixes, and `raw` is the script or
/// style sheet that is open before the block. Also returns the script or style sheet that is open after the block.
pub(super) fn block<'t>(
    source: &str,
    lines: &[Range<usize>],
    raw: Option<Box<str>>,
) -> (Vec<Unit<'t>>, Option<Box<str>>) {
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else { return (Vec::new(), raw) };
    let mut text = String::with_capacity(last.end - first.start);
    for line in lines {
        // The markers of block quotes and list items become white space of the same length.
        let gap = (line.start - first.start).saturating_sub(text.len());
        text.extend(std::iter::repeat_n(' ', gap));
        text.push_str(source.get(line.clone()).unwrap_or_default());
    }
    let units = vec![Unit::new(Context::Html)];
    let hidden = raw.map(|name| (name, 1));
    let mut reader = Reader { text: &text, base: first.start, units, hidden };
    tokenize(&text, &mut reader);
    let raw = reader.hidden.map(|(name, _)| name);
    let raw = raw.filter(|name| matches!(&**name, "script" | "style"));
    (reader.units, raw)
}

/// A reader of tags and texts.
struct Reader<'r, 't> {
    text: &'r str,
    /// The position of the text in the source, used as the base of all ranges.
    base: usize,
    units: Vec<Unit<'t>>,
    /// The element whose content is not text, and the number of its open tags.
    hidden: Option<(Box<str>, usize)>,
}

impl<'t> Reader<'_, 't> {
    fn push(&mut self, kind: Kind<'t>, at: At) {
        let at = self.base + at.start..self.base + at.end;
        if let Some(unit) = self.units.last_mut() {
            unit.push(kind, at);
        }
    }

    fn end_unit(&mut self) {
        if self.units.last().is_some_and(|unit| !unit.items.is_empty()) {
            self.units.push(Unit::new(Context::Html));
        }
    }

    fn name(&self, name: &At) -> Box<str> {
        let name = self.text.get(name.clone()).unwrap_or_default();
        name.to_ascii_lowercase().into_boxed_str()
    }

    /// Returns the start tag with the attributes that apply to the text of the element.
    fn start_tag(&self, name: Box<str>, attributes: &[Attribute]) -> StartTag {
        let mut tag = StartTag { name, ..StartTag::default() };
        let mut met: Vec<String> = Vec::new();
        for attribute in attributes.iter().take(1_000) {
            let name = self.text.get(attribute.name.clone()).unwrap_or_default();
            let is_its = HtmlMarkup::knows(&name.to_ascii_lowercase());
            let is_known =
                ["translate", "lang"].iter().any(|known| name.eq_ignore_ascii_case(known));
            if !is_its && !is_known || met.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                continue;
            }
            let name = name.to_ascii_lowercase();
            met.push(name.clone());
            let value = self.text.get(attribute.value.clone()).unwrap_or_default();
            let value = attribute_value(value);
            match name.as_str() {
                "translate" => tag.hides = value.trim().eq_ignore_ascii_case("no"),
                "lang" => tag.language = Language::parse(value.trim()),
                _ => tag.markup.get_or_insert_default().take(&name, value),
            }
        }
        tag.markup = tag.markup.map(HtmlMarkup::finish);
        tag
    }
}

impl Tokens for Reader<'_, '_> {
    fn text(&mut self, at: At, _: bool) {
        if self.hidden.is_some() {
            return;
        }
        let text = self.text.get(at.clone()).unwrap_or_default().as_bytes();
        let is_space = |byte: &u8| byte.is_ascii_whitespace();
        let (mut from, mut cursor) = (0, 0);
        while let Some(byte) = text.get(cursor) {
            let (length, new) = match byte {
                b'&' => match CharRef::html(&text[cursor..], Place::Text) {
                    Some(found) => {
                        let mut new = String::new();
                        let width = found.width;
                        found.push_to(&mut new);
                        (width, new)
                    }
                    None => (0, String::new()),
                },
                byte if is_space(byte) => {
                    let length = text[cursor..].iter().take_while(|byte| is_space(byte)).count();
                    let is_plain = length == 1 && *byte == b' ';
                    (if is_plain { 0 } else { length }, " ".to_owned())
                }
                _ => (0, String::new()),
            };
            if length == 0 {
                cursor += 1;
                continue;
            }
            if from < cursor {
                self.push(Kind::Text, at.start + from..at.start + cursor);
            }
            let end = cursor + length;
            self.push(Kind::Atom(Cow::Owned(new)), at.start + cursor..at.start + end);
            (from, cursor) = (end, end);
        }
        if from < text.len() {
            self.push(Kind::Text, at.start + from..at.end);
        }
    }

    fn start(&mut self, tag: &html::StartTag<'_>) -> Content {
        let name = self.name(&tag.name);
        let element = Element::of(name.as_bytes());
        let is_void = element.is_void() || tag.self_closing && element.is_foreign_root();
        if let Some((hiding, depth)) = &mut self.hidden {
            *depth += usize::from(*hiding == name && !is_void);
            return element.content();
        }
        let is_block = self.units.last().is_some_and(|unit| unit.context == Context::Html);
        let mut start = self.start_tag(name, tag.attributes);
        // A deletion is text, as it is between tildes.
        let is_hidden = element.is_hidden() && element != Element::DEL;
        start.hides |= is_hidden || element.is_pre();
        if is_block {
            if !element.is_inline() {
                self.end_unit();
            }
            if start.hides && !is_void {
                self.hidden = Some((start.name, 1));
                return element.content();
            }
            if !element.is_inline() {
                return element.content();
            }
        }
        match is_void {
            true => self.push(Kind::Void, tag.at.clone()),
            false => self.push(Kind::StartTag(Box::new(start)), tag.at.clone()),
        }
        element.content()
    }

    fn end(&mut self, at: At, name: At) {
        let name = self.name(&name);
        if let Some((hiding, depth)) = &mut self.hidden {
            *depth -= usize::from(*hiding == name);
            if *depth == 0 {
                self.hidden = None;
            }
            return;
        }
        let is_block = self.units.last().is_some_and(|unit| unit.context == Context::Html);
        match Element::of(name.as_bytes()).is_inline() || !is_block {
            true => self.push(Kind::EndTag(name), at),
            false => self.end_unit(),
        }
    }

    fn is_foreign(&mut self) -> bool {
        false
    }
}
