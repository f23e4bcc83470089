//! External entities, which follow the rules of XML 1.0 for content outside the document (clauses
//! 2.8, 3.4 and 4.4.8).

use std::ops::Range;
use std::rc::Rc;

use super::{Next, Subset};
use crate::xml::Fault;
use crate::xml::cursor::Cursor;
use crate::xml::name::name_length;

/// The maximum nesting depth of parameter entities within a declaration.
const DEPTH: usize = 40;

impl Subset<'_> {
    /// Returns the IRI and the text of an external entity, without its text declaration.
    pub(super) fn outside(
        &mut self,
        system: &str,
        at: &Range<usize>,
    ) -> Result<Option<(Rc<str>, String)>, Fault> {
        let Some(outside) = self.budget.outside.clone() else { return Ok(None) };
        let base = self.iri.as_deref();
        let Some((iri, text)) = outside.read(base, system, self.budget.remaining()) else {
            return Ok(None);
        };
        let mut cursor = Cursor::new(text.strip_prefix('\u{feff}').unwrap_or(&text));
        if cursor.is_at("<?xml ") {
            cursor.at = cursor.text.find("?>").map_or(0, |end| end + 2);
        }
        let text = cursor.text[cursor.at..].replace("\r\n", "\n").replace('\r', "\n");
        if self.version.wrong_char(&text).is_some() {
            return Ok(None);
        }
        self.budget.spend(text.len() + 1, at)?;
        self.doctype.has_outside = true;
        Ok(Some((iri.into(), text)))
    }

    /// Moves a fault in an entity to the reference in the document through which it was read.
    pub(super) fn at_reference(&self, fault: Fault, at: &Range<usize>) -> Fault {
        let message = match &self.iri {
            None => fault.message,
            Some(iri) => format!("{}, in `{iri}`", fault.message),
        };
        Fault { message, at: at.clone(), ..fault }
    }

    /// Parses a declaration in an entity. In external entities, conditional sections are allowed,
    /// and parameter entities are allowed within declarations.
    pub(super) fn inner(&mut self, cursor: &mut Cursor<'_>) -> Result<Next, Fault> {
        if self.iri.is_none() {
            return self.declaration(cursor, false);
        }
        cursor.spaces();
        let rest = &cursor.text[cursor.at..];
        if rest.starts_with("<![") {
            return self.section(cursor);
        }
        let kinds = ["<!ENTITY", "<!ATTLIST", "<!ELEMENT", "<!NOTATION"];
        let end = kinds.iter().any(|kind| rest.starts_with(kind)).then(|| end(rest)).flatten();
        let Some(end) = end.filter(|end| rest[..*end].contains('%')) else {
            return self.declaration(cursor, false);
        };
        let declaration = self.expanded(&rest[..end], rest.starts_with("<!ENTITY"), 0)?;
        cursor.at += end;
        self.declaration(&mut Cursor::new(&declaration), false)
    }

    /// Parses a conditional section (XML 1.0, clause 3.4).
    fn section(&mut self, cursor: &mut Cursor<'_>) -> Result<Next, Fault> {
        let start = cursor.at;
        cursor.at += "<![".len();
        let Some(length) = cursor.text[cursor.at..].find('[') else {
            return Err(cursor.expected("`[`"));
        };
        let word = self.expanded(&cursor.text[cursor.at..cursor.at + length], false, 0)?;
        cursor.at += length + 1;
        let inside = cursor.at;
        let mut open = 1;
        while open > 0 {
            let rest = &cursor.text[cursor.at..];
            let Some(next) = rest.find(['<', ']']) else {
                cursor.at = start;
                return Err(cursor.expected("`]]>` at the end of a conditional section"));
            };
            cursor.at += next;
            if cursor.take("<![") {
                open += 1;
            } else if cursor.take("]]>") {
                open -= 1;
            } else {
                cursor.at += 1;
            }
        }
        match word.trim() {
            "IGNORE" => Ok(Next::Declaration),
            "INCLUDE" => {
                let text = &cursor.text[inside..cursor.at - "]]>".len()];
                self.budget.spend(text.len() + 1, &(start..cursor.at))?;
                Ok(Next::Section(text.into()))
            }
            _ => {
                cursor.at = start;
                Err(cursor.expected("`INCLUDE` or `IGNORE`"))
            }
        }
    }

    /// Returns a declaration with its parameter entities expanded. Expansions are surrounded by
    /// white space, except in entity values, where they are literal and quotes are not delimiters.
    fn expanded(&mut self, text: &str, is_entity: bool, depth: usize) -> Result<String, Fault> {
        let mut made = String::with_capacity(text.len());
        let (mut quote, mut is_identified) = (None, false);
        let mut rest = text;
        while let Some(next) = rest.find(['%', '"', '\'']) {
            made.push_str(&rest[..next]);
            is_identified |= quote.is_none() && is_identifier(&rest[..next]);
            let (sign, behind) = (rest.as_bytes()[next], &rest[next + 1..]);
            let is_name = sign == b'%' && behind.as_bytes().get(name_length(behind)) == Some(&b';');
            let is_value = is_entity && !is_identified;
            rest = behind;
            if is_name && name_length(behind) > 0 && (quote.is_none() || is_value) {
                let (name, behind) = behind.split_at(name_length(behind));
                rest = &behind[1..];
                let stands = self.stands(name, depth)?;
                match quote {
                    None => {
                        is_identified |= is_identifier(&stands);
                        made.extend([" ", &stands, " "]);
                    }
                    Some(_) => made.push_str(&stands.replace('"', "&#34;").replace('\'', "&#39;")),
                }
                continue;
            }
            made.push(char::from(sign));
            match quote {
                _ if sign == b'%' => {}
                None => quote = Some(sign),
                Some(open) if open == sign => quote = None,
                Some(_) => {}
            }
        }
        made.push_str(rest);
        Ok(made)
    }

    fn stands(&mut self, name: &str, depth: usize) -> Result<String, Fault> {
        if depth == DEPTH {
            let message = format!("expected at most {DEPTH} nested parameter entities");
            return Err(Fault::malformed(message, 0..0));
        }
        let Some(text) = self.parameter(name) else { return Ok(String::new()) };
        self.budget.spend(text.len() + 1, &(0..0))?;
        self.expanded(&text, false, depth + 1)
    }
}

/// Returns `true` if a text contains the keyword of an external identifier.
fn is_identifier(text: &str) -> bool {
    text.contains("SYSTEM") || text.contains("PUBLIC")
}

/// Returns the length of a declaration, from `<!` to `>`.
fn end(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (byte, quote) {
            (b'"' | b'\'', None) => quote = Some(byte),
            (_, Some(open)) if byte == open => quote = None,
            (b'>', None) => return Some(at + 1),
            _ => {}
        }
    }
    None
}
