//! Analysis of the expressions of a stylesheet before it runs.

use std::borrow::Cow;

use crate::declarations::XSLT;
use crate::instruction::{self, Value};
use crate::xpath::{self, Called, ExpressionContents, Fault};
use glossweave_markup::tree::{NodeId, Tree};
use glossweave_markup::xml::{self, Limits};

/// The EXSLT functions that return no nodes, or few. An empty list includes all functions of the namespace.
const PLAIN: &[(&str, &[&str])] = &[
    ("http://exslt.org/common", &["object-type"]),
    ("http://exslt.org/dates-and-times", &[]),
    ("http://exslt.org/math", &["abs", "constant", "max", "min", "power", "random", "sqrt"]),
    (
        "http://exslt.org/strings",
        &["align", "concat", "decode-uri", "encode-uri", "padding", "replace"],
    ),
];

/// The namespace of the EXSLT elements that define functions in stylesheets.
const FUNCTIONS: &str = "http://exslt.org/functions";

/// The maximum number of `//` in a pattern for which matching takes at most the square of the size of the
/// source.
const DESCENTS: usize = 2;
/// The number of tokens from which an expression may need more stack than the threads of hosts have.
const TOKENS: usize = 100;

/// The properties of the expressions in a stylesheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct DocumentAccess {
    /// `true` if the time of a run may not be bounded by the size of its source, because it uses nodes of
    /// other documents, for example with `document()`, or has expressions that this module cannot parse.
    pub is_far: bool,
    /// The maximum number of `//` in a pattern. Each `//` may match any ancestor, and all combinations are
    /// tried.
    pub descents: usize,
}

impl DocumentAccess {
    pub fn of(tree: &Tree<'_>) -> DocumentAccess {
        let mut access = DocumentAccess::default();
        for node in tree.nodes().filter(|node| tree.node(*node).is_element()) {
            for attribute in tree.attributes(node) {
                let name = tree.attribute_name(attribute);
                let held = match &*name.namespace {
                    "" => held(tree, node, &name.local),
                    XSLT => Value::Plain,
                    _ => Value::Template,
                };
                access.add(tree, node, held, tree.value(attribute));
            }
        }
        access
    }

    /// Returns the combined properties of a stylesheet and one of its modules.
    pub fn with_module(mut self, text: &str) -> DocumentAccess {
        let module = match xml::parse(Cow::Borrowed(text), Limits::default()) {
            Ok(tree) => DocumentAccess::of(&tree),
            Err(_) => DocumentAccess { is_far: true, descents: 0 },
        };
        self.is_far |= module.is_far;
        self.descents = self.descents.max(module.descents);
        self
    }

    fn add(&mut self, tree: &Tree<'_>, node: NodeId, held: Value, value: &str) {
        match held {
            Value::Plain => {}
            Value::Expression => self.take(tree, node, &xpath::expression(value)),
            Value::Pattern => self.take(tree, node, &xpath::pattern(value)),
            Value::Template => match xpath::template(value) {
                Ok(texts) => {
                    texts.iter().for_each(|text| self.take(tree, node, &xpath::expression(text)));
                }
                Err(_) => self.is_far = true,
            },
        }
    }

    fn take(
        &mut self,
        tree: &Tree<'_>,
        node: NodeId,
        contents: &Result<ExpressionContents<'_>, Fault>,
    ) {
        let Ok(contents) = contents else {
            self.is_far = true;
            return;
        };
        self.descents = self.descents.max(contents.descents);
        self.is_far |= contents.descents > DESCENTS
            || contents.tokens > TOKENS
            || contents.functions.iter().any(|called| makes_nodes(tree, node, called));
    }
}

/// Returns the kind of value of an attribute without a namespace.
fn held(tree: &Tree<'_>, node: NodeId, name: &str) -> Value {
    match &*tree.name(node).namespace {
        XSLT => {
            let attributes = instruction::attributes(&tree.name(node).local).unwrap_or_default();
            attributes
                .iter()
                .find(|(known, _)| *known == name)
                .map_or(Value::Plain, |(_, held)| *held)
        }
        FUNCTIONS if name == "select" => Value::Expression,
        _ => Value::Template,
    }
}

fn makes_nodes(tree: &Tree<'_>, node: NodeId, called: &Called<'_>) -> bool {
    let Some(prefix) = called.prefix else { return called.local == "document" };
    let Some(namespace) = tree.namespace_of(node, prefix) else { return true };
    match PLAIN.iter().find(|(known, _)| *known == namespace) {
        Some((_, [])) => false,
        Some((_, names)) => !names.contains(&called.local),
        // The functions of the stylesheet consist of its expressions.
        None => super::call::knows(called.local, namespace),
    }
}

#[cfg(test)]
mod tests {
    use super::DocumentAccess;
    use glossweave_markup::xml::{self, Limits};

    fn access(select: &str, pattern: &str) -> DocumentAccess {
        let text = format!(
            "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform' \
             xmlns:e='http://exslt.org/common' xmlns:s='http://exslt.org/strings' \
             xmlns:t='http://exslt.org/sets' xmlns:m='urn:mine'><xsl:template match='{pattern}'>\
             <a b='{{{select}}}'/></xsl:template></xsl:stylesheet>"
        );
        DocumentAccess::of(&xml::parse(text.as_str().into(), Limits::default()).unwrap())
    }

    #[test]
    fn what_is_bounded_by_its_source_is_near() {
        for near in ["concat(a, \"document(\")", "s:padding(3)", "//a | //b", "m:f(1)", "key(1, 2)"]
        {
            assert!(!access(near, "a//b").is_far, "{near}");
        }
        for far in ["document(\"\")", "e:node-set($x)", "s:tokenize(a)", "t:distinct($x)", "a b c"]
        {
            assert!(access(far, "a").is_far, "{far}");
        }
        assert!(
            access(&"1+".repeat(60), "a").is_far
                && access(&format!("{}1", "1+".repeat(60)), "a").is_far
        );
    }

    #[test]
    fn descents_are_counted() {
        assert_eq!(access("a", "//a|b//c[d//e//f]").descents, 1);
        assert!(access("a", "a//b//c//d").is_far);
    }
}
