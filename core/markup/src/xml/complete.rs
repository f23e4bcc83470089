//! Documents completed with entity declarations, so that processors that read only the document
//! also find them.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;
use std::rc::Rc;

use super::doctype::{Doctype, Stands};
use super::prolog;
use super::value::Budget;
use super::{Limits, Outside};
use crate::charref::{CharRef, Place};
use crate::escape::{push_escaped, xml_value};
use crate::tree::TreeBuilder;

/// A document with inserted declarations. The number of lines does not change.
#[derive(Debug)]
pub struct Completed<'t> {
    pub text: Cow<'t, str>,
    /// The position of the inserted declarations. `length` is their length.
    pub at: usize,
    pub length: usize,
    /// The range of the external identifier of the document type, before that position.
    pub external: Range<usize>,
}

/// Inserts declarations for the character entities that the document type of a well-formed document
/// declares externally.
///
/// With an [`Outside`], also inserts the declarations of the external entities that it provides.
pub fn complete(source: &str, outside: Option<Rc<dyn Outside>>) -> Completed<'_> {
    let same = |external| Completed { text: Cow::Borrowed(source), at: 0, length: 0, external };
    if !source.contains("<!DOCTYPE") {
        return same(0..0);
    }
    let mut budget = Budget::new(Limits::default(), outside);
    let mut grower = TreeBuilder::new(Cow::Borrowed(source));
    let Ok((doctype, _)) = prolog::prolog(source, &mut grower, &mut budget).1 else {
        return same(0..0);
    };
    let mut made = match doctype.has_outside {
        true => all(&doctype),
        false => String::new(),
    };
    names(source, &doctype, &mut made);
    if made.is_empty() {
        return same(doctype.external);
    }
    if !doctype.has_subset {
        made = format!(" [{made}]");
    }
    let (before, behind) = source.split_at(doctype.place);
    let text = Cow::Owned(format!("{before}{made}{behind}"));
    Completed { text, at: doctype.place, length: made.len(), external: doctype.external }
}

/// Returns all declarations of a document type. They must be inserted before all other
/// declarations, so that they take precedence.
fn all(doctype: &Doctype) -> String {
    let mut made = String::new();
    for entity in &doctype.entities {
        let Stands::For(text) = &entity.stands else { continue };
        let _ = write!(made, "<!ENTITY {} \"{}\">", entity.name, literal(text));
    }
    let mut elements: Vec<_> = doctype.attributes.iter().collect();
    elements.sort_by_key(|(name, _)| *name);
    for (element, attributes) in elements {
        for declared in attributes.all() {
            let kind = match (declared.is_id, declared.is_tokens) {
                (true, _) => "ID",
                (false, true) => "NMTOKENS",
                (false, false) => "CDATA",
            };
            let _ = match &declared.default {
                // Escaped once more, so that it does not become markup.
                Some(text) if !declared.is_id => {
                    let _ = write!(made, "<!ATTLIST {element} {} {kind} \"", declared.name);
                    push_escaped(text, &mut made, xml_value);
                    write!(made, "\">")
                }
                _ => write!(made, "<!ATTLIST {element} {} {kind} #IMPLIED>", declared.name),
            };
        }
    }
    made
}

/// Returns the literal for a replacement text (XML 1.0, clause 4.5).
fn literal(text: &str) -> String {
    let mut made = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' | '%' | '"' | '\n' | '\r' => {
                let _ = write!(made, "&#{};", u32::from(c));
            }
            c => made.push(c),
        }
    }
    made
}

/// Adds declarations for the HTML character names that a document uses but does not declare.
fn names(source: &str, doctype: &Doctype, made: &mut String) {
    if !doctype.is_html {
        return;
    }
    let used = source.split('&').skip(1).filter_map(|rest| Some(&rest[..rest.find(';')?]));
    for name in used.collect::<BTreeSet<_>>() {
        let raw = format!("&{name};");
        let found = CharRef::html(raw.as_bytes(), Place::Text);
        let is_own = matches!(name, "lt" | "gt" | "amp" | "quot" | "apos");
        let Some(found) = found.filter(|found| found.width == raw.len() && !is_own) else {
            continue;
        };
        if name.starts_with('#') || doctype.number(name).is_some() {
            continue;
        }
        let _ = write!(made, "<!ENTITY {name} \"");
        for c in [Some(found.first), found.second].into_iter().flatten() {
            // A character that would become markup is escaped once more (XML 1.0, clause 4.6).
            let more = if matches!(c, '<' | '&') { "#38;" } else { "" };
            let _ = write!(made, "&{more}#{};", u32::from(c));
        }
        made.push_str("\">");
    }
}

#[cfg(test)]
mod tests {
    use super::complete;

    const HTML: &str = "'-//W3C//DTD XHTML 1.0 Strict//EN' 'xhtml1-strict.dtd'";

    #[test]
    fn what_a_document_uses_is_declared_in_it() {
        for (source, expected) in [
            (
                format!("<!DOCTYPE p PUBLIC {HTML}><p>&eacute;&lt;&LT;&#32;&nosuch;</p>"),
                format!(
                    "<!DOCTYPE p PUBLIC {HTML} [<!ENTITY LT \"&#38;#60;\"><!ENTITY eacute \"&#233;\">]>\
                     <p>&eacute;&lt;&LT;&#32;&nosuch;</p>"
                ),
            ),
            (
                format!("<!DOCTYPE p PUBLIC {HTML} [<!ENTITY eth 'x'>]><p>&eth;&nbsp;</p>"),
                format!(
                    "<!DOCTYPE p PUBLIC {HTML} [<!ENTITY nbsp \"&#160;\"><!ENTITY eth 'x'>]>\
                     <p>&eth;&nbsp;</p>"
                ),
            ),
            (
                "<!DOCTYPE p SYSTEM 'p.dtd'><p>&eacute;</p>".into(),
                "<!DOCTYPE p SYSTEM 'p.dtd'><p>&eacute;</p>".into(),
            ),
        ] {
            let made = complete(&source, None);
            assert_eq!(made.text, expected);
            assert_eq!(made.length, expected.len() - source.len());
            assert_eq!(made.text[..made.at], source[..made.at]);
        }
    }
}
