//! Start tags: attributes, defaults and namespaces.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use super::{Open, Reader};
use crate::find_byte;
use crate::tree::Value;
use crate::xml::Fault;
use crate::xml::cursor::Cursor;
use crate::xml::name::Version;
use crate::xml::scope::Of;
use crate::xml::value::{attribute_value, tokens};
use glossweave_base::error::ErrorKind;

/// The number of attributes above which a set is used to find duplicates.
const FEW: usize = 32;
/// The cost of a default value, without its text.
const DEFAULT: usize = 24;

/// The attributes of the current tag. Reused to avoid allocations.
#[derive(Default)]
pub(super) struct Tag<'r> {
    written: Vec<Written<'r>>,
    numbers: Vec<u32>,
}

struct Written<'r> {
    name: &'r str,
    name_at: usize,
    /// The range of the value in the current text.
    at: Range<usize>,
    /// The value, if it differs from its range in the source.
    made: Option<Cow<'r, str>>,
    /// The prefix that the attribute declares, or "" for the default namespace.
    declares: Option<&'r str>,
    is_id: bool,
}

impl<'r> Written<'r> {
    fn new(name: &'r str, name_at: usize, at: Range<usize>, made: Option<Cow<'r, str>>) -> Self {
        let declares = match name.strip_prefix("xmlns") {
            Some("") => Some(""),
            Some(rest) => rest.strip_prefix(':'),
            None => None,
        };
        Written { name, name_at, at, made, declares, is_id: false }
    }

    fn place(&self) -> Range<usize> {
        self.name_at..self.name_at + self.name.len()
    }
}

impl<'r> Reader<'_, 'r> {
    pub(super) fn start_tag(&mut self) -> Result<(), Fault> {
        self.flush();
        let start = self.cursor.at;
        self.cursor.at += 1;
        let raw = self.cursor.name("the name of an element")?;
        if self.open.is_empty() && self.grower.tree().root().is_some() {
            let message = format!("expected nothing after the root element, found `<{raw}`");
            return Err(Fault::malformed(message, start..self.cursor.at));
        }
        let name_end = self.cursor.at;
        let mut tag = std::mem::take(&mut self.tag);
        tag.written.clear();
        let is_empty = self.attributes(raw, &mut tag.written)?;
        if let Some(declared) = self.declared(raw) {
            let mut named = Vec::new();
            for attribute in &mut tag.written {
                let Some(number) = declared.number(attribute.name) else { continue };
                named.push(number);
                let kind = declared.get(number);
                attribute.is_id = kind.is_id;
                if kind.is_tokens {
                    let text = &self.cursor.text[attribute.at.clone()];
                    let value = attribute.made.as_deref().unwrap_or(text);
                    if value.starts_with(' ') || value.ends_with(' ') || value.contains("  ") {
                        attribute.made = Some(tokens(value).into());
                    }
                }
            }
            named.sort_unstable();
            for (number, name, value) in declared.defaults() {
                if named.binary_search(&number).is_err() {
                    let at = name_end..name_end;
                    self.budget.spend(name.len() + value.len() + DEFAULT, &(start..name_end))?;
                    let made = Some(Cow::Borrowed(value));
                    let is_id = declared.get(number).is_id;
                    let attribute = Written::new(name, name_end, at, made);
                    tag.written.push(Written { is_id, ..attribute });
                }
            }
        }
        let at = start..self.cursor.at;
        if self.open.len() >= self.limits.depth {
            let message = format!("elements nest deeper than {}", self.limits.depth);
            return Err(Fault { kind: ErrorKind::TooLarge, message, at });
        }
        let scope = self.scopes.mark();
        let text = self.cursor.text;
        for attribute in &tag.written {
            let Some(prefix) = attribute.declares else { continue };
            if prefix.is_empty() && attribute.name.len() > "xmlns".len() {
                let message = "expected a prefix after `xmlns:`, found none";
                return Err(Fault::malformed(message, attribute.place()));
            }
            let value = attribute.made.as_deref().unwrap_or(&text[attribute.at.clone()]);
            self.scopes.declare(prefix, value, &attribute.place())?;
        }
        let malformed = |message, at| Fault::malformed(message, at);
        let name = self
            .scopes
            .resolve(raw, Of::Element, &mut self.grower)
            .map_err(|message| malformed(message, start + 1..name_end))?;
        if self.grower.name(name).prefix.as_ref() == "xmlns" {
            let message = "expected no element with the prefix `xmlns`, found one";
            return Err(Fault::malformed(message, start + 1..name_end));
        }
        tag.numbers.clear();
        for attribute in &tag.written {
            let number = match attribute.declares {
                // Declarations are only checked for duplicates.
                Some(_) => u32::MAX,
                None => self
                    .scopes
                    .resolve(attribute.name, Of::Attribute, &mut self.grower)
                    .map_err(|message| malformed(message, attribute.place()))?,
            };
            tag.numbers.push(number);
        }
        self.each_once(&tag)?;
        let (place, inside) = (self.at(at.clone()), self.inside);
        self.grower.open(name, place, inside);
        for (attribute, number) in tag.written.iter().zip(&tag.numbers) {
            let text = &text[attribute.at.clone()];
            match attribute.declares {
                Some(prefix) => {
                    self.grower.declare(prefix, attribute.made.as_deref().unwrap_or(text))
                }
                None => {
                    let value = match &attribute.made {
                        Some(made) => Value::Made(Cow::Borrowed(made)),
                        None if self.is_source() => Value::Same,
                        None => Value::Made(Cow::Borrowed(text)),
                    };
                    let place = self.at(attribute.at.clone());
                    self.grower.attribute(*number, place, value);
                    if attribute.is_id {
                        self.grower.identify();
                    }
                }
            }
        }
        self.tag = tag;
        self.open.push(Open { name: raw, scope });
        if is_empty {
            let at = self.at(at.end..at.end);
            self.close(at);
        }
        Ok(())
    }

    /// Parses the attributes and the end of a tag. Returns `true` if the tag ends with `/>`.
    fn attributes(&mut self, element: &str, written: &mut Vec<Written<'r>>) -> Result<bool, Fault> {
        loop {
            let spaced = self.cursor.spaces();
            match self.cursor.peek() {
                Some(b'>') => {
                    self.cursor.at += 1;
                    return Ok(false);
                }
                Some(b'/') => {
                    self.cursor.at += 1;
                    self.cursor.need_byte(b'>')?;
                    return Ok(true);
                }
                Some(_) if spaced => {}
                _ => {
                    let what = format!("white space or the end of the tag `{element}`");
                    return Err(self.cursor.expected(&what));
                }
            }
            let name_at = self.cursor.at;
            let name = self.cursor.name("the name of an attribute")?;
            self.cursor.spaces();
            self.cursor.need_byte(b'=')?;
            self.cursor.spaces();
            let (at, made) = self.value()?;
            written.push(Written::new(name, name_at, at, made));
        }
    }

    /// Parses a quoted value.
    #[inline]
    fn value(&mut self) -> Result<(Range<usize>, Option<Cow<'r, str>>), Fault> {
        let text: &'r str = self.cursor.text;
        let bytes = text.as_bytes();
        let quote = match self.cursor.peek() {
            Some(quote @ (b'"' | b'\'')) => quote,
            _ => return Err(self.cursor.expected("a value in quotes")),
        };
        let start = self.cursor.at + 1;
        let is_plain = self.version == Version::V10 || !self.has_other_ends;
        let stops = |byte| {
            (byte == quote)
                | (byte == b'<')
                | (byte == b'&')
                | (byte == b'\t')
                | (byte == b'\n')
                | (byte == b'\r')
        };
        let end = find_byte(&bytes[start..], stops).map(|length| start + length);
        if let Some(end) = end
            && bytes[end] == quote
            && is_plain
        {
            self.cursor.at = end + 1;
            return Ok((start..end, None));
        }
        let Some(length) = memchr::memchr(quote, &bytes[start..]) else {
            // An unclosed value swallows the next tag. Report the fault there instead of at the end
            // of the source.
            self.cursor.at = end.filter(|end| bytes[*end] == b'<').unwrap_or(bytes.len());
            return Err(self.cursor.expected(&format!("`{}`", char::from(quote))));
        };
        let at = start..start + length;
        let mut value = Cursor { text, at: start };
        let (doctype, version) = (self.doctype, self.version);
        let is_source = self.is_source();
        let known = self.budget.unknown.len();
        let made =
            attribute_value(&mut value, at.end, is_source, doctype, version, &mut self.budget)?;
        if !is_source {
            for reference in &mut self.budget.unknown[known..] {
                reference.at = self.place.clone();
            }
        }
        self.cursor.at = at.end + 1;
        Ok((at, Some(made.into())))
    }

    /// Checks that no attribute is repeated, comparing expanded names.
    fn each_once(&self, tag: &Tag<'r>) -> Result<(), Fault> {
        let again = |number: usize| {
            let attribute = &tag.written[number];
            let message = format!("expected each attribute once, found `{}` again", attribute.name);
            Err(Fault::malformed(message, attribute.place()))
        };
        let all = tag.written.len();
        if all > FEW {
            let mut seen = HashSet::with_capacity(all);
            for (at, attribute) in tag.written.iter().enumerate() {
                let key = match tag.numbers[at] {
                    u32::MAX => ("xmlns", attribute.name),
                    number => {
                        let name = self.grower.name(number);
                        (&*name.namespace, &*name.local)
                    }
                };
                if !seen.insert(key) {
                    return again(at);
                }
            }
            return Ok(());
        }
        for (at, number) in tag.numbers.iter().enumerate().skip(1) {
            for (before, other) in tag.numbers[..at].iter().enumerate() {
                let is_same = if *number == u32::MAX || *other == u32::MAX {
                    tag.written[at].name == tag.written[before].name
                } else {
                    number == other || self.is_same_name(*number, *other)
                };
                if is_same {
                    return again(at);
                }
            }
        }
        Ok(())
    }

    /// Returns `true` if two names differ only in their prefix.
    fn is_same_name(&self, left: u32, right: u32) -> bool {
        let (left, right) = (self.grower.name(left), self.grower.name(right));
        !left.namespace.is_empty() && left.local == right.local && left.namespace == right.namespace
    }
}
