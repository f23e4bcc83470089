//! References, and attribute values.

use std::ops::Range;
use std::rc::Rc;

use super::cursor::Cursor;
use super::doctype::{Doctype, Stands};
use super::name::Version;
use super::outside::Outside;
use super::{Fault, Limits, UnknownEntities};
use crate::tree::Unknown;
use glossweave_base::error::ErrorKind;

/// The meaning of a reference.
pub(super) enum Reference {
    /// One character.
    Char(char),
    /// The text of an entity, by number.
    Entity(usize),
    /// One or two characters, by HTML character name, for example `eacute`.
    Html(crate::charref::CharRef),
    /// An external entity, which is not read.
    External,
    /// An entity that may be declared in a resource that is not read.
    Unread,
}

/// The remaining size for entity expansion, and the references to unknown entities.
#[derive(Debug)]
pub(super) struct Budget {
    remaining: usize,
    limits: Limits,
    pub unknown: Vec<Unknown>,
    /// The provider of external entities, if they may be read.
    pub outside: Option<Rc<dyn Outside>>,
}

/// The maximum number of references to unknown entities to keep.
const UNKNOWN: usize = 1_000;

impl Budget {
    pub fn new(limits: Limits, outside: Option<Rc<dyn Outside>>) -> Budget {
        Budget { remaining: limits.expansion, limits, unknown: Vec::new(), outside }
    }

    /// Returns `true` if references to unknown entities are allowed in content.
    pub fn lets_pass(&self) -> bool {
        self.limits.unknown != UnknownEntities::Refuse
    }

    /// Records a reference to an unknown entity. Returns its replacement text.
    pub fn note(&mut self, raw: &str, at: Range<usize>, is_external: bool) -> &'static str {
        let name = raw.trim_matches(['&', ';']);
        // An expanded entity may repeat the reference, always with the same range.
        let is_last = self
            .unknown
            .last()
            .is_some_and(|reference| reference.at == at && *reference.name == *name);
        if !is_last && self.unknown.len() < UNKNOWN {
            self.unknown.push(Unknown { name: name.into(), at, is_external });
        }
        self.limits.unknown.text()
    }

    /// Returns the remaining number of bytes.
    pub fn remaining(&self) -> usize {
        self.remaining
    }

    /// Subtracts a number of bytes from the remaining size.
    pub fn spend(&mut self, bytes: usize, at: &Range<usize>) -> Result<(), Fault> {
        match self.remaining.checked_sub(bytes) {
            Some(remaining) => {
                self.remaining = remaining;
                Ok(())
            }
            None => {
                let most = self.limits.expansion;
                let message = format!("expected entities that make at most {most} bytes");
                Err(Fault { kind: ErrorKind::TooLarge, message, at: at.clone() })
            }
        }
    }
}

/// Parses a reference from `&` to `;`. A fault begins at the `&`, because a bare `&` is not allowed
/// (clause 2.4).
pub(super) fn reference(
    cursor: &mut Cursor<'_>,
    doctype: &Doctype,
    version: Version,
) -> Result<Reference, Fault> {
    let start = cursor.at;
    cursor.at += 1;
    let from_start = |fault: Fault| Fault { at: start..fault.at.end.max(start), ..fault };
    if cursor.is_at("#") {
        let found = char_reference(cursor, start, version);
        return found.map(Reference::Char).map_err(from_start);
    }
    let name = cursor.plain_name("a name after `&`").map_err(from_start)?;
    cursor.need(";").map_err(from_start)?;
    Ok(Reference::Char(match name {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        _ => return named(&cursor.text[start..cursor.at], name, doctype, start..cursor.at),
    }))
}

fn named(raw: &str, name: &str, doctype: &Doctype, at: Range<usize>) -> Result<Reference, Fault> {
    use crate::charref::{CharRef, Place};
    if let Some(number) = doctype.number(name) {
        return match doctype.entities[number].stands {
            Stands::For(_) => Ok(Reference::Entity(number)),
            Stands::External => Ok(Reference::External),
            Stands::Unparsed => {
                let message = format!("expected a parsed entity, found the unparsed `{name}`");
                Err(Fault::malformed(message, at))
            }
        };
    }
    if doctype.is_html
        && let Some(found) = CharRef::html(raw.as_bytes(), Place::Text)
        && found.width == raw.len()
    {
        return Ok(Reference::Html(found));
    }
    match doctype.has_unread {
        true => Ok(Reference::Unread),
        false => Err(Fault::malformed(format!("the entity `{name}` is not declared"), at)),
    }
}

/// Parses the rest of a character reference, after its `&`.
pub(super) fn char_reference(
    cursor: &mut Cursor<'_>,
    start: usize,
    version: Version,
) -> Result<char, Fault> {
    cursor.at += 1;
    let radix = if cursor.take("x") { 16 } else { 10 };
    let digits = cursor.at;
    let mut code = 0u32;
    while let Some(digit) = cursor.peek().and_then(|byte| char::from(byte).to_digit(radix)) {
        code = code.saturating_mul(radix).saturating_add(digit);
        cursor.at += 1;
    }
    if cursor.at == digits {
        return Err(cursor.expected("a digit"));
    }
    cursor.need(";")?;
    char::from_u32(code).filter(|c| version.is_char(*c)).ok_or_else(|| {
        let message = format!("expected a character of XML, found U+{code:04X}");
        Fault::malformed(message, start..cursor.at)
    })
}

/// Normalizes the white space of an attribute value declared as tokens.
pub(super) fn tokens(value: &str) -> String {
    let parts: Vec<_> = value.split(' ').filter(|part| !part.is_empty()).collect();
    parts.join(" ")
}

/// Normalizes an attribute value (XML 1.0, clause 3.3.3): references are resolved, and white space
/// is replaced by spaces. The cursor starts after the opening quote, and ends after the last
/// character of the value. Faults in an entity have the range of the reference in this text.
pub(super) fn attribute_value<'t>(
    cursor: &mut Cursor<'t>,
    end: usize,
    is_source: bool,
    doctype: &'t Doctype,
    version: Version,
    budget: &mut Budget,
) -> Result<String, Fault> {
    let mut value = String::with_capacity(end - cursor.at);
    // The texts and numbers of the open entities.
    let mut open: Vec<(Cursor<'t>, usize)> = Vec::new();
    let mut outer = 0..0;
    loop {
        let is_outer = open.is_empty();
        let (from, end, number) = match open.last_mut() {
            Some((from, number)) => {
                let end = from.text.len();
                (from, end, Some(*number))
            }
            None => (&mut *cursor, end, None),
        };
        let rest = &from.text[from.at..end];
        let is_wide = is_source && is_outer && version == Version::V11;
        let length = rest.find(|c| is_special(c, is_wide)).unwrap_or(rest.len());
        value.push_str(&rest[..length]);
        from.at += length;
        let start = from.at;
        let place = |found: Range<usize>| if is_outer { found } else { outer.clone() };
        match rest.as_bytes().get(length) {
            None => match number {
                None => return Ok(value),
                Some(number) => {
                    doctype.entities[number].open.set(false);
                    open.pop();
                }
            },
            Some(b'<') => {
                let message = "expected no `<` in the value of an attribute, found one";
                return Err(Fault::malformed(message, place(start..start + 1)));
            }
            Some(b'&') => {
                let mut local = Cursor { text: &from.text[..end], at: start };
                let found = reference(&mut local, doctype, version)
                    .map_err(|fault| Fault { at: place(fault.at), ..fault })?;
                from.at = local.at;
                let at = place(start..local.at);
                match found {
                    Reference::Char(c) => value.push(c),
                    Reference::Html(found) => found.push_to(&mut value),
                    Reference::External => {
                        let message = "expected no external entity in the value of an attribute";
                        return Err(Fault::malformed(message, at));
                    }
                    Reference::Unread => {
                        value.push_str(budget.note(&from.text[start..from.at], at, false));
                    }
                    Reference::Entity(number) => {
                        if is_outer {
                            outer = at.clone();
                        }
                        let text = doctype.open(number, &at)?;
                        budget.spend(text.len() + 1, &at)?;
                        open.push((Cursor::new(text), number));
                    }
                }
            }
            Some(_) => {
                value.push(' ');
                // A line end counts as one character. In entities, line ends are already
                // normalized.
                let pairs: &[&str] = match is_source && is_outer {
                    true if is_wide => &["\r\n", "\r\u{85}", "\u{85}", "\u{2028}"],
                    true => &["\r\n"],
                    false => &[],
                };
                let pair = pairs.iter().find(|pair| rest[length..].starts_with(**pair));
                from.at += pair.map_or(1, |pair| pair.len());
            }
        }
    }
}

fn is_special(c: char, is_wide: bool) -> bool {
    matches!(c, '&' | '<' | '\t' | '\n' | '\r') || is_wide && matches!(c, '\u{85}' | '\u{2028}')
}
