//! The parser for document type declarations with an internal subset (XML 1.0, clause 2.8).

mod external;

use std::cell::Cell;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use super::Fault;
use super::content::content;
use super::cursor::Cursor;
use super::doctype::{Declared, Doctype, Identifier, Stands};
use super::name::{Version, name_length};
use super::value::{Budget, attribute_value, char_reference, tokens};

/// A parameter entity, with its replacement text if known.
struct Parameter {
    text: Option<Rc<str>>,
    /// The IRI of an external entity that was read.
    iri: Option<Rc<str>>,
    /// `true` for an external entity that declares the HTML character names.
    is_html: bool,
    open: Rc<Cell<bool>>,
}

/// A parameter entity that is being read: its text, the position, and its open flag.
struct OpenText {
    text: Rc<str>,
    /// The IRI of the resource that contains the entity. `None` for the document.
    iri: Option<Rc<str>>,
    at: usize,
    open: Rc<Cell<bool>>,
}

struct Subset<'b> {
    doctype: Doctype,
    parameters: HashMap<String, Parameter>,
    budget: &'b mut Budget,
    has_references: bool,
    /// `true` if an entity was skipped. Later declarations may then not be the ones that apply, so
    /// they are ignored (XML 1.0, clause 5.1).
    is_stopped: bool,
    is_standalone: bool,
    version: Version,
    /// The IRI of the current resource. `None` for the document.
    iri: Option<Rc<str>>,
}

/// Parses a declaration from `<!DOCTYPE` to `>`.
pub(super) fn doctype(
    cursor: &mut Cursor<'_>,
    version: Version,
    is_standalone: bool,
    budget: &mut Budget,
) -> Result<Doctype, Fault> {
    let mut subset = Subset {
        doctype: Doctype::default(),
        parameters: HashMap::new(),
        version,
        budget,
        has_references: false,
        is_stopped: false,
        is_standalone,
        iri: None,
    };
    cursor.need("<!DOCTYPE")?;
    cursor.need_spaces("the name of the root element")?;
    cursor.name("the name of the root element")?;
    let mut beside = None;
    if cursor.spaces() && (cursor.is_at("SYSTEM") || cursor.is_at("PUBLIC")) {
        let start = cursor.at;
        let identifier = external(cursor, false)?;
        subset.doctype.is_html = identifier.is_html();
        subset.doctype.external = start..cursor.at;
        beside = Some(identifier.system);
        cursor.spaces();
    }
    let mut place = None;
    if cursor.take("[") {
        place = Some(cursor.at);
        subset.read(cursor, None)?;
        cursor.spaces();
    }
    // Declarations in the document take precedence, so they are read first.
    let at = subset.doctype.external.clone();
    if let Some(system) = beside
        && let Some((iri, text)) = subset.outside(system, &at)?
    {
        let first = OpenText { text: text.into(), iri: Some(iri), at: 0, open: Rc::default() };
        subset.read(&mut cursor.clone(), Some((first, at)))?;
    }
    let end = cursor.at;
    cursor.need(">")?;
    let mut doctype = subset.doctype;
    (doctype.has_subset, doctype.place) = (place.is_some(), place.unwrap_or(end));
    let has_unread = (beside.is_some() || subset.has_references) && !is_standalone;
    doctype.has_unread = has_unread && subset.budget.lets_pass();
    doctype.find_markup();
    Ok(doctype)
}

/// Parses an external identifier. A notation may have only a public identifier.
fn external<'t>(cursor: &mut Cursor<'t>, is_notation: bool) -> Result<Identifier<'t>, Fault> {
    let mut public = "";
    if cursor.take("PUBLIC") {
        cursor.need_spaces("a public identifier")?;
        let at = cursor.literal("a public identifier")?;
        let text = &cursor.text[at.clone()];
        let is_right = |c: char| {
            matches!(c, ' ' | '\r' | '\n')
                || c.is_ascii_alphanumeric()
                || "-'()+,./:=?;!*#@$_%".contains(c)
        };
        if let Some(wrong) = text.find(|c| !is_right(c)) {
            cursor.at = at.start + wrong;
            return Err(cursor.expected("a character of a public identifier"));
        }
        public = text;
        let spaced = cursor.spaces();
        let is_last = !matches!(cursor.peek(), Some(b'"' | b'\''));
        if is_notation && is_last {
            return Ok(Identifier { public, system: "" });
        }
        if !spaced {
            return Err(cursor.expected("white space before a system identifier"));
        }
    } else {
        cursor.need("SYSTEM")?;
        cursor.need_spaces("a system identifier")?;
    }
    let system = cursor.literal("a system identifier")?;
    Ok(Identifier { public, system: &cursor.text[system] })
}

impl Subset<'_> {
    /// Parses all declarations up to and including the `]`, or the declarations of an external
    /// subset. For an external subset, faults get the range of the reference in the document.
    fn read(
        &mut self,
        cursor: &mut Cursor<'_>,
        first: Option<(OpenText, Range<usize>)>,
    ) -> Result<(), Fault> {
        let is_outside = first.is_some();
        let (mut open, mut outer) = (Vec::new(), 0..0);
        if let Some((text, at)) = first {
            open.push(text);
            outer = at;
        }
        loop {
            let held = open.last().map(|top| (Rc::clone(&top.text), top.at));
            self.iri = open.last().and_then(|top| top.iri.clone());
            let (entity, reference) = match &held {
                None => (None, self.declaration(cursor, true)?),
                Some((text, at)) => {
                    let mut inner = Cursor { text, at: *at };
                    let known = self.budget.unknown.len();
                    let reference =
                        self.inner(&mut inner).map_err(|fault| self.at_reference(fault, &outer))?;
                    for unknown in &mut self.budget.unknown[known..] {
                        unknown.at = outer.clone();
                    }
                    (Some(inner.at), reference)
                }
            };
            if let (Some(at), Some(top)) = (entity, open.last_mut()) {
                top.at = at;
            }
            match reference {
                Next::Declaration => {}
                Next::Section(text) => {
                    let iri = self.iri.clone();
                    open.push(OpenText { text, iri, at: 0, open: Rc::default() });
                }
                Next::End => match open.pop() {
                    None => return Ok(()),
                    Some(top) => {
                        top.open.set(false);
                        if is_outside && open.is_empty() {
                            return Ok(());
                        }
                    }
                },
                Next::Reference(name, at) => {
                    if open.is_empty() {
                        outer = at;
                    }
                    self.has_references = true;
                    self.refer(&name, &outer, &mut open)?;
                }
            }
        }
    }

    fn refer(
        &mut self,
        name: &str,
        at: &Range<usize>,
        open: &mut Vec<OpenText>,
    ) -> Result<(), Fault> {
        match self.parameters.get(name) {
            Some(Parameter { text: Some(text), iri, open: is_open, .. }) => {
                if is_open.replace(true) {
                    let message =
                        format!("expected no entity that contains itself, found `%{name};`");
                    return Err(Fault::malformed(message, at.clone()));
                }
                self.budget.spend(text.len() + 1, at)?;
                let iri = iri.clone().or_else(|| self.iri.clone());
                let (text, is_open) = (Rc::clone(text), Rc::clone(is_open));
                open.push(OpenText { text, iri, at: 0, open: is_open });
            }
            // The declarations of this entity are known.
            Some(Parameter { is_html: true, .. }) => self.doctype.is_html = true,
            // An undeclared parameter entity is not a well-formedness error here.
            _ => self.is_stopped = !self.is_standalone,
        }
        Ok(())
    }

    /// Returns the text of a parameter entity. Returns `None` if it is unknown.
    fn parameter(&mut self, name: &str) -> Option<Rc<str>> {
        let found = self.parameters.get(name).and_then(|entity| entity.text.clone());
        self.is_stopped |= found.is_none() && !self.is_standalone;
        found
    }

    /// Parses a declaration, or a reference to further declarations.
    fn declaration(&mut self, cursor: &mut Cursor<'_>, is_source: bool) -> Result<Next, Fault> {
        cursor.spaces();
        let start = cursor.at;
        if cursor.peek().is_none() && !is_source || is_source && cursor.take("]") {
            return Ok(Next::End);
        }
        if cursor.take("%") {
            let name = cursor.plain_name("the name of a parameter entity")?.to_owned();
            cursor.need(";")?;
            return Ok(Next::Reference(name, start..cursor.at));
        }
        if cursor.take("<!--") {
            cursor.comment()?;
        } else if cursor.take("<?") {
            cursor.instruction()?;
        } else if cursor.take("<!ENTITY") {
            self.entity(cursor, is_source)?;
        } else if cursor.take("<!ATTLIST") {
            self.attributes(cursor, is_source)?;
        } else if cursor.take("<!ELEMENT") {
            cursor.need_spaces("the name of an element")?;
            cursor.name("the name of an element")?;
            cursor.need_spaces("the content of an element")?;
            content(cursor)?;
        } else if cursor.take("<!NOTATION") {
            cursor.need_spaces("the name of a notation")?;
            cursor.plain_name("the name of a notation")?;
            cursor.need_spaces("an external identifier")?;
            external(cursor, true)?;
            cursor.spaces();
            cursor.need(">")?;
        } else {
            return Err(cursor.expected("a declaration"));
        }
        Ok(Next::Declaration)
    }

    fn entity(&mut self, cursor: &mut Cursor<'_>, is_source: bool) -> Result<(), Fault> {
        cursor.need_spaces("the name of an entity")?;
        let is_parameter = cursor.take("%");
        if is_parameter {
            cursor.need_spaces("the name of an entity")?;
        }
        let name = cursor.plain_name("the name of an entity")?;
        cursor.need_spaces("the value of an entity")?;
        let (mut is_html, mut iri) = (false, None);
        let stands = if matches!(cursor.peek(), Some(b'"' | b'\'')) {
            let at = cursor.literal("the value of an entity")?;
            Stands::For(self.replacement(cursor.text, at, is_source)?)
        } else {
            let start = cursor.at;
            let identifier = external(cursor, false)?;
            is_html = identifier.is_html();
            let end = cursor.at;
            let spaced = cursor.spaces();
            if !is_parameter && spaced && cursor.take("NDATA") {
                cursor.need_spaces("the name of a notation")?;
                cursor.plain_name("the name of a notation")?;
                Stands::Unparsed
            } else {
                match self.outside(identifier.system, &(start..end))? {
                    Some((name, text)) => {
                        iri = Some(name);
                        Stands::For(text)
                    }
                    None => Stands::External,
                }
            }
        };
        cursor.spaces();
        cursor.need(">")?;
        if self.is_stopped {
            return Ok(());
        }
        if !is_parameter {
            self.doctype.add(name, stands);
        } else if !self.parameters.contains_key(name) {
            let text = match stands {
                Stands::For(text) => Some(text.into()),
                _ => None,
            };
            let parameter = Parameter { text, iri, is_html, open: Rc::default() };
            self.parameters.insert(name.to_owned(), parameter);
        }
        Ok(())
    }

    /// Returns the replacement text of a literal. Character references are resolved, and other
    /// references are kept.
    fn replacement(&self, text: &str, at: Range<usize>, is_source: bool) -> Result<String, Fault> {
        let mut cursor = Cursor { text: &text[..at.end], at: at.start };
        let mut made = String::with_capacity(at.len());
        while let Some(length) = cursor.text[cursor.at..].find(['%', '&', '\r']) {
            made.push_str(&cursor.text[cursor.at..cursor.at + length]);
            cursor.at += length;
            let start = cursor.at;
            match cursor.peek() {
                Some(b'\r') if is_source => {
                    cursor.at += 1;
                    cursor.take("\n");
                    made.push('\n');
                }
                Some(b'\r') => {
                    cursor.at += 1;
                    made.push('\r');
                }
                Some(b'&') => {
                    cursor.at += 1;
                    if cursor.is_at("#") {
                        made.push(char_reference(&mut cursor, start, self.version)?);
                    } else {
                        cursor.plain_name("a name after `&`")?;
                        cursor.need(";")?;
                        made.push_str(&text[start..cursor.at]);
                    }
                }
                _ => {
                    // According to "PEs in Internal Subset" (XML 1.0, clause 2.8).
                    let message = "expected no parameter entity within a declaration, found `%`";
                    return Err(Fault::malformed(message, start..start + 1));
                }
            }
        }
        made.push_str(&cursor.text[cursor.at..]);
        if self.version == Version::V11 && is_source {
            made = made.replace(['\u{85}', '\u{2028}'], "\n");
        }
        Ok(made)
    }

    fn attributes(&mut self, cursor: &mut Cursor<'_>, is_source: bool) -> Result<(), Fault> {
        cursor.need_spaces("the name of an element")?;
        let element = cursor.name("the name of an element")?;
        loop {
            let spaced = cursor.spaces();
            if cursor.take(">") {
                return Ok(());
            }
            if !spaced {
                return Err(cursor.expected("white space before the name of an attribute"));
            }
            let name = cursor.name("the name of an attribute")?;
            cursor.need_spaces("the type of an attribute")?;
            let kind = kind(cursor)?;
            cursor.need_spaces("the default of an attribute")?;
            let is_tokens = kind != "CDATA";
            let default = self.default(cursor, is_source, is_tokens)?;
            if !self.is_stopped {
                let name = name.to_owned();
                let declared = Declared { name, is_tokens, is_id: kind == "ID", default };
                self.doctype.attributes.entry(element.to_owned()).or_default().add(declared);
            }
        }
    }

    fn default(
        &mut self,
        cursor: &mut Cursor<'_>,
        is_source: bool,
        is_tokens: bool,
    ) -> Result<Option<String>, Fault> {
        if cursor.take("#REQUIRED") || cursor.take("#IMPLIED") {
            return Ok(None);
        }
        if cursor.take("#FIXED") {
            cursor.need_spaces("the value of an attribute")?;
        }
        let at = cursor.literal("the value of an attribute")?;
        let mut value = Cursor { text: cursor.text, at: at.start };
        // When an entity may be declared in a resource that is not read, a reference to it is not an
        // error here either.
        let has_unread = self.has_references && !self.is_standalone;
        self.doctype.has_unread = has_unread && self.budget.lets_pass();
        let (version, budget) = (self.version, &mut *self.budget);
        let made = attribute_value(&mut value, at.end, is_source, &self.doctype, version, budget)?;
        Ok(Some(if is_tokens { tokens(&made) } else { made }))
    }
}

enum Next {
    Declaration,
    /// The content of an included conditional section.
    Section(Rc<str>),
    Reference(String, Range<usize>),
    End,
}

/// Parses the type of an attribute.
fn kind(cursor: &mut Cursor<'_>) -> Result<&'static str, Fault> {
    const KINDS: &[&str] =
        &["CDATA", "IDREFS", "IDREF", "ID", "ENTITY", "ENTITIES", "NMTOKENS", "NMTOKEN"];
    if let Some(kind) = KINDS.iter().find(|kind| cursor.take(kind)) {
        return Ok(kind);
    }
    let is_notation = cursor.take("NOTATION");
    if is_notation {
        cursor.need_spaces("names of notations")?;
    } else if !cursor.is_at("(") {
        return Err(cursor.expected("the type of an attribute"));
    }
    cursor.need("(")?;
    loop {
        cursor.spaces();
        if is_notation {
            cursor.plain_name("the name of a notation")?;
        } else {
            // A token can begin with any name character.
            let rest = &cursor.text[cursor.at..];
            match name_length(&format!("x{}", token(rest))) - 1 {
                0 => return Err(cursor.expected("a name token")),
                length => cursor.at += length,
            }
        }
        cursor.spaces();
        if cursor.take(")") {
            return Ok("");
        }
        cursor.need("|")?;
    }
}

/// Returns the start of a text, up to the end of a token.
fn token(text: &str) -> &str {
    &text[..text.find([' ', '\t', '\r', '\n', '|', ')']).unwrap_or(text.len())]
}
