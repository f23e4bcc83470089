//! Spellings of ITS attributes for books. The schemas of EPUB allow neither `its-` attributes nor attributes in the
//! namespace of ITS, but they allow `data-` attributes (EPUB 3) and class names (EPUB 2).

use std::borrow::Cow;
use std::fmt::Write;

use glossweave_document::annotation::{Category, Field, Records};
use glossweave_format_base::annotate::attribute;
use glossweave_format_base::its::AttributeValue;
use glossweave_format_base::its::{self, Extras, Statements};
use glossweave_its::camel;
use glossweave_markup::tree::{NodeId, Tree, XHTML};

/// A spelling of ITS attributes on an XHTML element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// `data-its-ta-ident-ref="…"`.
    Data,
    /// `class="its-ta-ident-ref_…"`, with the name and the value in a class name.
    Class,
}

impl Spelling {
    /// Writes values as attributes, each after a space.
    pub fn write(self, values: &[AttributeValue<'_>], out: &mut String) {
        let local = |name: &str| kebab(name.split_once(':').map_or(name, |(_, local)| local));
        match self {
            Spelling::Data => {
                for (name, value) in values {
                    attribute(&format!("data-{}", local(name)), &[value], out);
                }
            }
            Spelling::Class => {
                let classes = values.iter().map(|(name, value)| {
                    let mut class = local(name);
                    class.push('_');
                    push_escaped(value, &mut class);
                    class
                });
                attribute("class", &[&classes.collect::<Vec<_>>().join(" ")], out);
            }
        }
    }
}

/// Returns the name of an attribute in HTML (ITS 2.0, clause 6.2).
pub(super) fn kebab(name: &str) -> String {
    let mut kebab = String::from("its-");
    for char in name.chars() {
        if char.is_ascii_uppercase() {
            kebab.push('-');
        }
        kebab.push(char.to_ascii_lowercase());
    }
    kebab
}

/// Escapes a value for a class name, which is a name token in XHTML 1.1. Each byte that is not allowed becomes `_`
/// and two digits.
fn push_escaped(value: &str, out: &mut String) {
    for byte in value.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b':' | b'-' => out.push(byte.into()),
            _ => _ = write!(out, "_{byte:02X}"),
        }
    }
}

/// Resolves the escapes in a class name. Returns `None` if the name was not written by [`push_escaped`].
fn unescaped(class: &str) -> Option<String> {
    let mut parts = class.split('_');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(part.get(..2)?, 16).ok()?);
        bytes.extend_from_slice(part.get(2..)?.as_bytes());
    }
    String::from_utf8(bytes).ok()
}

/// Returns the statements of an element in these spellings. Returns `None` if the element has no statements.
pub(super) fn statements(tree: &Tree<'_>, node: NodeId) -> Option<Statements> {
    let values = values(tree, node)?;
    let mut statements = Statements::default();
    let mut extras = Extras::default();
    let mut fields: Vec<(Category, Field)> = Vec::new();
    for (name, value) in values {
        extras.take(&name, &value, &mut statements);
        if let Some((category, field)) = its::field(&name) {
            fields.push((category, (field, value.as_ref().into())));
        }
    }
    let mut categories: Vec<Category> = fields.iter().map(|field| field.0).collect();
    categories.extend(extras.spot.then_some(Category::TextAnalysis));
    categories.sort();
    categories.dedup();
    for category in categories {
        let category_fields =
            fields.iter().filter(|field| field.0 == category).map(|field| field.1.clone());
        let category_fields: Vec<Field> = category_fields.collect();
        let body = its::body(category, &category_fields, &Records::default(), &extras);
        statements.bodies.extend(body.map(|body| (category, body)));
    }
    (!statements.bodies.is_empty()).then_some(statements)
}

/// Returns the names, as in XML, and the values of an element in these spellings. Returns `None` if the element has
/// only attributes that pages may use in addition to `its-` attributes.
fn values<'t>(tree: &'t Tree<'_>, node: NodeId) -> Option<Vec<(String, Cow<'t, str>)>> {
    if *tree.name(node).namespace != *XHTML {
        return None;
    }
    let mut values = Vec::new();
    let mut is_ours = false;
    for attribute in tree.attributes(node) {
        let name = tree.attribute_name(attribute);
        if !name.namespace.is_empty() {
            continue;
        }
        let value = tree.value(attribute);
        if let Some(name) = name.local.strip_prefix("data-").and_then(camel) {
            is_ours |= name != "termInfo" && its::field(&name).is_some();
            values.push((name, Cow::Borrowed(value)));
        } else if &*name.local == "class" && value.contains("its-") {
            for class in value.split_ascii_whitespace() {
                let Some((name, value)) = class.split_once('_') else { continue };
                let Some((name, value)) = camel(name).zip(unescaped(value)) else { continue };
                is_ours = true;
                values.push((name, Cow::Owned(value)));
            }
        }
    }
    is_ours.then_some(values)
}

#[cfg(test)]
mod tests {
    use super::{push_escaped, unescaped};

    #[test]
    fn any_value_is_the_name_of_a_class() {
        for value in ["", "http://example.org/Córk_city", "a b\"c", "_41", "ü"] {
            let mut class = String::new();
            push_escaped(value, &mut class);
            assert!(class.bytes().all(|b| b.is_ascii_alphanumeric() || b"_.:-".contains(&b)));
            assert_eq!(unescaped(&class).as_deref(), Some(value));
        }
        assert_eq!(unescaped("a_"), None);
        assert_eq!(unescaped("a_é"), None);
    }
}
