//! The check that a stylesheet of a later version uses only the features of XSLT 1.0.

use std::fmt::Display;

use glossweave_base::error::{Error, Location, Result, Side};
use glossweave_markup::tree::{Attribute, NodeId, Tree};

use super::declarations::XSLT;
use super::instruction::{self, ON_LITERALS, Value};
use super::libxslt;
use super::xpath::{self, Called, Fault};

/// The namespace of the EXSLT elements that define functions in stylesheets.
pub(super) const FUNCTIONS: &str = "http://exslt.org/functions";

/// The functions of XPath 1.0, 4, and XSLT 1.0, 12, with the minimum and maximum number of arguments.
pub(super) const CORE: &[(&str, usize, usize)] = &[
    ("boolean", 1, 1),
    ("ceiling", 1, 1),
    ("concat", 2, usize::MAX),
    ("contains", 2, 2),
    ("count", 1, 1),
    ("current", 0, 0),
    ("document", 1, 2),
    ("element-available", 1, 1),
    ("false", 0, 0),
    ("floor", 1, 1),
    ("format-number", 2, 3),
    ("function-available", 1, 1),
    ("generate-id", 0, 1),
    ("id", 1, 1),
    ("key", 2, 2),
    ("lang", 1, 1),
    ("last", 0, 0),
    ("local-name", 0, 1),
    ("name", 0, 1),
    ("namespace-uri", 0, 1),
    ("normalize-space", 0, 1),
    ("not", 1, 1),
    ("number", 0, 1),
    ("position", 0, 0),
    ("round", 1, 1),
    ("starts-with", 2, 2),
    ("string", 0, 1),
    ("string-length", 0, 1),
    ("substring", 2, 3),
    ("substring-after", 2, 2),
    ("substring-before", 2, 2),
    ("sum", 1, 1),
    ("system-property", 1, 1),
    ("translate", 3, 3),
    ("true", 0, 0),
    ("unparsed-entity-uri", 1, 1),
];

/// The functions that test for features of a processor.
const ASKING: &[&str] = &["element-available", "function-available", "system-property"];

/// The attributes with the values yes and no, for which later versions allow other words.
const ANSWERS: &[&str] =
    &["disable-output-escaping", "indent", "omit-xml-declaration", "standalone", "terminate"];

/// Checks that an XSLT 1.0 processor supports everything in a stylesheet. Returns `ErrorKind::Unsupported`,
/// with the location, for the first unsupported item.
///
/// An instruction of a later version is accepted if `xsl:fallback` specifies a replacement (XSLT 1.0, 15).
/// Names with another meaning in the later version are not detected, for example `xsl:value-of` for several
/// nodes, because forwards-compatible processing has this limitation.
pub(super) fn check(tree: &Tree<'_>) -> Result<()> {
    let mut sheet = Sheet { tree, asked: NodeId::FIRST };
    let mut node = NodeId::FIRST;
    while node < tree.end() {
        if node >= sheet.asked && asks(tree, node) {
            sheet.asked = tree.node(node).after;
        }
        node = match tree.node(node).is_element() {
            true => sheet.element(node)?,
            false => node.next(),
        };
    }
    Ok(())
}

struct Sheet<'a, 'b> {
    tree: &'a Tree<'b>,
    /// The node up to which the stylesheet has tested for features of the processor. An unknown instruction
    /// or function before it is an error only if a run reaches it (XSLT 1.0, 2.5).
    asked: NodeId,
}

impl<'a> Sheet<'a, '_> {
    /// Checks an element. Returns the node to check next.
    fn element(&self, node: NodeId) -> Result<NodeId> {
        let tree = self.tree;
        let name = tree.name(node);
        if *name.namespace != *XSLT {
            for attribute in tree.attributes(node) {
                self.on_literal(node, attribute)?;
            }
            return Ok(node.next());
        }
        let Some(known) = instruction::attributes(&name.local) else {
            return match node < self.asked {
                true => Ok(tree.node(node).after),
                false => self.replaced(node),
            };
        };
        for attribute in tree.attributes(node) {
            let name = tree.attribute_name(attribute);
            match (
                &*name.namespace,
                known.iter().find(|(known_name, _)| *known_name == &*name.local),
            ) {
                ("", Some((_, held))) => {
                    self.value(node, attribute, *held)?;
                    if *held == Value::Plain {
                        self.plain(node, attribute)?;
                    }
                }
                ("" | XSLT, _) => {
                    let element = tree.name(node).qualified();
                    let what = format!("`{element}` of XSLT 1.0 has no `{}`", name.qualified());
                    return Err(self.refused(what, tree_place(tree, attribute)));
                }
                _ => {}
            }
        }
        Ok(node.next())
    }

    /// Checks that an unknown instruction has a replacement, and checks the replacement.
    fn replaced(&self, node: NodeId) -> Result<NodeId> {
        let tree = self.tree;
        let fallback = tree.elements(node).find(|child| tree.is(*child, XSLT, "fallback"));
        let is_declaration = tree.ancestors(node).count() < 2;
        match fallback.filter(|_| !is_declaration) {
            None => {
                let what =
                    format!("`{}` is not an instruction of XSLT 1.0", tree.name(node).qualified());
                let place = Location::in_source(tree.source().as_bytes(), tree.node(node).at());
                Err(self.refused(what, place))
            }
            Some(_) => {
                for fallback in
                    tree.elements(node).filter(|element| tree.is(*element, XSLT, "fallback"))
                {
                    let mut inside = fallback;
                    while inside < tree.node(fallback).after {
                        inside = match tree.node(inside).is_element() {
                            true => self.element(inside)?,
                            false => inside.next(),
                        };
                    }
                }
                Ok(tree.node(node).after)
            }
        }
    }

    fn on_literal(&self, node: NodeId, attribute: &Attribute) -> Result<()> {
        let name = self.tree.attribute_name(attribute);
        if *name.namespace == *XSLT {
            if ON_LITERALS.contains(&&*name.local) {
                return self.plain(node, attribute);
            }
            let what = format!("XSLT 1.0 has no attribute `{}`", name.qualified());
            return Err(self.refused(what, tree_place(self.tree, attribute)));
        }
        let is_result = *self.tree.name(node).namespace == *FUNCTIONS && &*name.local == "select";
        self.value(node, attribute, if is_result { Value::Expression } else { Value::Template })
    }

    /// Checks for values of an attribute that only later versions allow.
    fn plain(&self, node: NodeId, attribute: &Attribute) -> Result<()> {
        let name = &*self.tree.attribute_name(attribute).local;
        let value = self.tree.value(attribute).trim();
        let good = match name {
            "mode" => !value.starts_with('#') && !value.contains(char::is_whitespace),
            "exclude-result-prefixes" | "extension-element-prefixes" => value
                .split_whitespace()
                .all(|prefix| prefix == "#default" || !prefix.starts_with('#')),
            "method" => value.contains(':') || matches!(value, "xml" | "html" | "xhtml" | "text"),
            _ if ANSWERS.contains(&name) => matches!(value, "yes" | "no"),
            _ => true,
        };
        if good {
            return Ok(());
        }
        let element = self.tree.name(node).qualified();
        let what = format!("`{element}` of XSLT 1.0 has no `{name}` `{value}`");
        Err(self.refused(what, tree_place(self.tree, attribute)))
    }

    fn value(&self, node: NodeId, attribute: &Attribute, held: Value) -> Result<()> {
        let value = self.tree.value(attribute);
        let failed = |text: &str, fault: Fault| {
            let what = format!("`{text}` is not an expression of XPath 1.0: {}", fault.0);
            self.refused(what, tree_place(self.tree, attribute))
        };
        let texts = match held {
            Value::Plain => return Ok(()),
            Value::Expression | Value::Pattern => vec![value],
            Value::Template => xpath::template(value).map_err(|fault| failed(value, fault))?,
        };
        for text in texts {
            let found = match held {
                Value::Pattern => xpath::pattern(text),
                _ => xpath::expression(text),
            };
            let found = found.map_err(|fault| failed(text, fault))?;
            for called in found.functions.iter().filter(|_| node >= self.asked) {
                self.function(node, called, attribute)?;
            }
        }
        Ok(())
    }

    fn function(&self, node: NodeId, called: &Called<'_>, attribute: &Attribute) -> Result<()> {
        let Called { prefix, local, arguments } = called;
        let place = || tree_place(self.tree, attribute);
        let Some(prefix) = prefix else {
            return match CORE.iter().find(|(name, ..)| name == local) {
                None => Err(self.refused(format!("XPath 1.0 has no function `{local}`"), place())),
                Some((_, fewest, most)) if !(fewest..=most).contains(&arguments) => {
                    let what =
                        format!("`{local}` of XPath 1.0 does not take {arguments} arguments");
                    Err(self.refused(what, place()))
                }
                Some(_) => Ok(()),
            };
        };
        let namespace = self.tree.namespace_of(node, prefix);
        let known = namespace
            .is_some_and(|space| libxslt::knows(local, space) || declares(self.tree, local, space));
        match known {
            true => Ok(()),
            false => Err(self.refused(format!("there is no function `{prefix}:{local}`"), place())),
        }
    }

    fn refused(&self, what: impl Display, place: Location) -> Error {
        Error::unsupported(Side::Input, what.to_string()).at(place)
    }
}

/// Returns `true` if an instruction depends on the features of the processor: an `xsl:if` or `xsl:choose`
/// whose test uses `system-property`, `element-available` or `function-available`.
fn asks(tree: &Tree<'_>, node: NodeId) -> bool {
    let test = |node: NodeId| {
        let test = tree.attribute(node, "", "test").unwrap_or_default();
        let found = xpath::expression(test).map(|contents| contents.functions).unwrap_or_default();
        found.iter().any(|called| called.prefix.is_none() && ASKING.contains(&called.local))
    };
    let is_when = |node: &NodeId| tree.is(*node, XSLT, "when");
    tree.node(node).is_element()
        && (tree.is(node, XSLT, "if") && test(node)
            || tree.is(node, XSLT, "choose") && tree.elements(node).filter(is_when).any(test))
}

/// Returns `true` if a stylesheet defines a function (EXSLT, func:function).
fn declares(tree: &Tree<'_>, local: &str, namespace: &str) -> bool {
    let declarations = tree.root().into_iter().flat_map(|root| tree.elements(root));
    let functions = declarations.filter(|node| tree.is(*node, FUNCTIONS, "function"));
    functions.filter_map(|node| Some((node, tree.attribute(node, "", "name")?))).any(
        |(node, name)| {
            let Some((prefix, name)) = name.trim().split_once(':') else { return false };
            name == local && tree.namespace_of(node, prefix) == Some(namespace)
        },
    )
}

pub(super) fn tree_place(tree: &Tree<'_>, attribute: &Attribute) -> Location {
    Location::in_source(tree.source().as_bytes(), attribute.at())
}

#[cfg(test)]
mod tests;
