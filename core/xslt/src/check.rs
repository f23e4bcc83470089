//! Checks for errors in a stylesheet that libxslt finds only when a run reaches them: unknown names and
//! malformed expressions. They are reported here before anything runs.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::compatible::{CORE, FUNCTIONS, tree_place};
use super::declarations::XSLT;
use super::instruction::{self, Value};
use super::libxslt;
use super::xpath::{self, Called, ExpressionContents};
use glossweave_base::error::closest;
use glossweave_base::error::{Error, Location, Result};
use glossweave_markup::tree::{Attribute, NodeId, Tree};

/// The code of these errors, which libxslt also uses.
const CODE: &str = "compilation-error";

/// Adds the reason to an error of libxslt without a reason, which libxslt reports for malformed patterns.
pub(super) fn explained(tree: &Tree<'_>, error: Error) -> Error {
    if error.message() != "error" {
        return error;
    }
    for node in tree.nodes().filter(|node| tree.node(*node).is_element()) {
        for (attribute, held) in held(tree, node) {
            let value = tree.value(attribute);
            if held == Value::Pattern
                && let Err(fault) = xpath::pattern(value)
            {
                let message = format!("`{value}` is not a pattern: {}", fault.0);
                return Error::invalid(message).with_code(CODE).at(tree_place(tree, attribute));
            }
        }
    }
    error
}

/// Checks the names and expressions of a stylesheet. Returns `ErrorKind::Invalid`, with the location, for an
/// unknown XSLT element, a malformed expression, and an unknown function, variable or template. Names that
/// other modules may define are not checked. Names of a later version are not checked if the stylesheet
/// requests that version.
pub(super) fn names(tree: &Tree<'_>) -> Result<()> {
    let mut sheet = Sheet::new(tree);
    let Some(root) = tree.root() else { return Ok(()) };
    let is_sheet = *tree.name(root).namespace == *XSLT;
    let mut node = NodeId::FIRST;
    while node < tree.end() {
        if !tree.node(node).is_element() {
            node = node.next();
            continue;
        }
        let name = tree.name(node);
        let is_top = is_sheet && tree.node(node).parent == Some(root);
        // User data in the stylesheet (XSLT 1.0, 2.2).
        let is_data = is_top && *name.namespace != *XSLT && *name.namespace != *FUNCTIONS;
        node = match is_data {
            true => tree.node(node).after,
            false => sheet.element(node)?,
        };
    }
    Ok(())
}

/// Returns the attributes of an element with the kinds of their values.
fn held<'t>(tree: &'t Tree<'_>, node: NodeId) -> impl Iterator<Item = (&'t Attribute, Value)> + 't {
    let name = tree.name(node);
    let known = instruction::attributes(&name.local).filter(|_| *name.namespace == *XSLT);
    let is_xslt = *name.namespace == *XSLT;
    let is_function = *name.namespace == *FUNCTIONS;
    tree.attributes(node).iter().filter_map(move |attribute| {
        let name = tree.attribute_name(attribute);
        if !name.namespace.is_empty() {
            return (!is_xslt && *name.namespace != *XSLT).then_some((attribute, Value::Template));
        }
        match (is_xslt, is_function) {
            (true, _) => {
                let row = known?.iter().find(|(known, _)| *known == &*name.local)?;
                Some((attribute, row.1))
            }
            (_, true) => (&*name.local == "select").then_some((attribute, Value::Expression)),
            _ => Some((attribute, Value::Template)),
        }
    })
}

struct Sheet<'a, 'b> {
    tree: &'a Tree<'b>,
    has_modules: bool,
    /// `true` if the stylesheet tests for a feature of the processor, for example with `function-available`,
    /// before it uses the feature.
    asks: bool,
    /// The namespaces of extension elements.
    extensions: HashSet<&'a str>,
    templates: BTreeSet<String>,
    globals: BTreeSet<String>,
    /// The names of the functions that the stylesheet defines (EXSLT, func:function).
    functions: HashSet<String>,
    /// The ranges of nodes in which local variables are visible, by name.
    locals: BTreeMap<String, Vec<(NodeId, NodeId)>>,
}

impl<'a, 'b> Sheet<'a, 'b> {
    fn new(tree: &'a Tree<'b>) -> Sheet<'a, 'b> {
        let declarations = || tree.root().into_iter().flat_map(|root| tree.elements(root));
        let all = || tree.nodes().filter(|node| tree.node(*node).is_element());
        let mut extensions = HashSet::new();
        for node in all() {
            let prefixes = tree
                .attribute(node, "", "extension-element-prefixes")
                .or_else(|| tree.attribute(node, XSLT, "extension-element-prefixes"));
            for prefix in prefixes.unwrap_or_default().split_whitespace() {
                let prefix = if prefix == "#default" { "" } else { prefix };
                extensions.extend(tree.namespace_of(node, prefix));
            }
        }
        let functions = declarations()
            .filter(|node| tree.is(*node, FUNCTIONS, "function"))
            .filter_map(|node| expanded(tree, node, tree.attribute(node, "", "name")?))
            .collect();
        let named = |kinds: &[&str]| {
            let of_kind = |node: &NodeId| kinds.iter().any(|kind| tree.is(*node, XSLT, kind));
            let named = declarations().filter(of_kind);
            named
                .filter_map(|node| expanded(tree, node, tree.attribute(node, "", "name")?))
                .collect()
        };
        let is_module =
            |node: NodeId| tree.is(node, XSLT, "import") || tree.is(node, XSLT, "include");
        let source = tree.source();
        Sheet {
            tree,
            has_modules: declarations().any(is_module),
            asks: ["function-available", "system-property"]
                .iter()
                .any(|word| source.contains(word)),
            extensions,
            templates: named(&["template"]),
            globals: named(&["variable", "param"]),
            functions,
            locals: BTreeMap::new(),
        }
    }

    /// Checks an element. Returns the node to check next.
    fn element(&mut self, node: NodeId) -> Result<NodeId> {
        let tree = self.tree;
        let name = tree.name(node);
        let is_xslt = *name.namespace == *XSLT;
        if is_xslt && instruction::attributes(&name.local).is_none() {
            return self.unknown(node);
        }
        let is_extension = self.extensions.contains(&*name.namespace);
        if !is_extension || *name.namespace == *FUNCTIONS {
            for (attribute, held) in held(tree, node) {
                self.value(node, attribute, held)?;
            }
        }
        if is_xslt && &*name.local == "call-template" {
            self.template(node)?;
        }
        if is_xslt && matches!(&*name.local, "variable" | "param") {
            self.declare(node);
        }
        Ok(node.next())
    }

    fn unknown(&self, node: NodeId) -> Result<NodeId> {
        let tree = self.tree;
        let name = tree.name(node);
        let has_fallback = tree.elements(node).any(|child| tree.is(child, XSLT, "fallback"));
        // `xsl:document` is the one element of XSLT 1.1 that libxslt supports.
        if has_fallback || &*name.local == "document" || self.is_later(node) {
            return Ok(tree.node(node).after);
        }
        let message = format!("XSLT 1.0 has no element `{}`", name.qualified());
        let place = Location::in_source(tree.source().as_bytes(), tree.node(node).at());
        let error = Error::invalid(message).with_code(CODE).at(place);
        Err(match closest(&name.local, instruction::names()) {
            Some(meant) => {
                let prefix = &name.prefix;
                let colon = if prefix.is_empty() { "" } else { ":" };
                error.with_hint(&format!("did you mean `{prefix}{colon}{meant}`?"))
            }
            None => error,
        })
    }

    /// Returns `true` if an element is processed as a version later than 1.0 (XSLT 1.0, 2.5).
    fn is_later(&self, node: NodeId) -> bool {
        let tree = self.tree;
        let version = |node: NodeId| match *tree.name(node).namespace == *XSLT {
            true => tree.attribute(node, "", "version"),
            false => tree.attribute(node, XSLT, "version"),
        };
        let mut near = std::iter::once(node).chain(tree.ancestors(node));
        // The attribute `version` of `xsl:output` has another meaning, but `xsl:output` is no ancestor.
        let declared = near.find_map(version);
        declared
            .and_then(|declared| declared.trim().parse::<f64>().ok())
            .is_some_and(|number| number > 1.0)
    }

    fn declare(&mut self, node: NodeId) {
        let tree = self.tree;
        let Some(parent) = tree.node(node).parent.filter(|parent| Some(*parent) != tree.root())
        else {
            return;
        };
        let name = tree.attribute(node, "", "name").and_then(|name| expanded(tree, node, name));
        if let Some(name) = name {
            let seen = self.locals.entry(name).or_default();
            // Nodes are visited in document order, so that ranges that have ended are not needed.
            while seen.last().is_some_and(|(_, to)| *to <= node) {
                seen.pop();
            }
            seen.push((tree.node(node).after, tree.node(parent).after));
        }
    }

    fn template(&self, node: NodeId) -> Result<()> {
        let tree = self.tree;
        let Some(attribute) = attribute(tree, node, "name") else { return Ok(()) };
        let name = tree.value(attribute).trim();
        let found = expanded(tree, node, name).is_some_and(|name| self.templates.contains(&name));
        if found || self.has_modules {
            return Ok(());
        }
        let known = self.templates.iter().map(String::as_str);
        Err(self.no("template", name, closest(name, known), attribute))
    }

    fn value(&self, node: NodeId, attribute: &Attribute, held: Value) -> Result<()> {
        let value = self.tree.value(attribute);
        let texts = match held {
            Value::Plain => return Ok(()),
            Value::Expression | Value::Pattern => vec![value],
            // libxslt reports errors in the braces.
            Value::Template => xpath::template(value).unwrap_or_default(),
        };
        for text in texts {
            let found = match held {
                Value::Pattern => xpath::pattern(text),
                _ => xpath::expression(text),
            };
            match found {
                Ok(contents) => self.functions(node, attribute, &contents)?,
                // libxslt has already parsed the patterns.
                Err(_) if held == Value::Pattern || self.is_later(node) => {}
                Err(fault) => {
                    let message =
                        format!("`{text}` is not an expression of XPath 1.0: {}", fault.0);
                    let place = tree_place(self.tree, attribute);
                    return Err(Error::invalid(message).with_code(CODE).at(place));
                }
            }
        }
        Ok(())
    }

    fn functions(
        &self,
        node: NodeId,
        attribute: &Attribute,
        contents: &ExpressionContents<'_>,
    ) -> Result<()> {
        for called in &contents.functions {
            if !self.is_later(node) {
                self.function(node, called, attribute)?;
            }
        }
        for name in &contents.variables {
            let Some(full) = expanded(self.tree, node, name) else {
                return Err(self.no("variable", &format!("${name}"), None, attribute));
            };
            let sees = |(from, to): &(NodeId, NodeId)| (*from..*to).contains(&node);
            let is_local = self.locals.get(&full).is_some_and(|all| all.iter().rev().any(sees));
            if !is_local && !self.globals.contains(&full) && !self.has_modules {
                let locals = self.locals.iter().filter(|(_, all)| all.iter().any(sees));
                let known = locals.map(|(name, _)| name).chain(&self.globals);
                let meant = closest(name, known.map(String::as_str)).map(|name| format!("${name}"));
                return Err(self.no("variable", &format!("${name}"), meant.as_deref(), attribute));
            }
        }
        Ok(())
    }

    fn function(&self, node: NodeId, called: &Called<'_>, attribute: &Attribute) -> Result<()> {
        let Called { prefix, local, arguments } = called;
        let Some(prefix) = prefix else {
            return match CORE.iter().find(|(name, ..)| name == local) {
                None if self.asks => Ok(()),
                None => {
                    let meant = closest(local, CORE.iter().map(|(name, ..)| *name));
                    Err(self.no("function", local, meant, attribute))
                }
                Some((_, fewest, most)) if !(fewest..=most).contains(&arguments) => {
                    let message = format!("`{local}` does not take {arguments} arguments");
                    let place = tree_place(self.tree, attribute);
                    Err(Error::invalid(message).with_code(CODE).at(place))
                }
                Some(_) => Ok(()),
            };
        };
        let Some(space) = self.tree.namespace_of(node, prefix) else {
            let message = format!("the prefix `{prefix}` of `{prefix}:{local}` is not declared");
            let place = tree_place(self.tree, attribute);
            return Err(Error::invalid(message).with_code(CODE).at(place));
        };
        let full_name = format!("{{{space}}}{local}");
        let is_there = libxslt::knows(local, space) || self.functions.contains(&full_name);
        match is_there || self.asks || self.has_modules {
            true => Ok(()),
            false => Err(self.no("function", &format!("{prefix}:{local}"), None, attribute)),
        }
    }

    fn no(&self, what: &str, name: &str, meant: Option<&str>, attribute: &Attribute) -> Error {
        let message = format!("there is no {what} `{name}` here");
        let error = Error::invalid(message).with_code(CODE).at(tree_place(self.tree, attribute));
        match meant {
            Some(meant) => error.with_hint(&format!("did you mean `{meant}`?")),
            None => error,
        }
    }
}

fn attribute<'t>(tree: &'t Tree<'_>, node: NodeId, local: &str) -> Option<&'t Attribute> {
    tree.attributes(node).iter().find(|attribute| tree.attribute_name(attribute).is("", local))
}

/// Returns a name with its namespace, or `None` if its prefix is not declared.
fn expanded(tree: &Tree<'_>, node: NodeId, name: &str) -> Option<String> {
    match name.trim().split_once(':') {
        Some((prefix, local)) => Some(format!("{{{}}}{local}", tree.namespace_of(node, prefix)?)),
        None => Some(name.trim().to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Options, Processor, Stylesheet};
    use glossweave_base::error::ErrorKind;

    fn compiled(inside: &str) -> glossweave_base::Result<Stylesheet> {
        let text = format!(
            "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform' \
             xmlns:exsl='http://exslt.org/common' xmlns:func='http://exslt.org/functions' xmlns:x='urn:x' \
             extension-element-prefixes='func'>\n{inside}</xsl:stylesheet>"
        );
        Stylesheet::compile(
            text.as_bytes(),
            &Options { processor: Some(Processor::Libxslt), ..Options::default() },
        )
    }

    #[test]
    fn wrong_stylesheets_are_refused_with_place_and_reason() {
        for (inside, expected) in [
            (
                "<xsl:template name='a'><xsl:value-off/></xsl:template>",
                "XSLT 1.0 has no element `xsl:value-off` at line 2 column 24; did you mean `xsl:value-of`?",
            ),
            (
                "<xsl:template name='title'/><xsl:template match='a'><xsl:call-template name='titl'/></xsl:template>",
                "there is no template `titl` here at line 2 column 78; did you mean `title`?",
            ),
            (
                "<xsl:template match='a'><xsl:value-of select='strin(.)'/></xsl:template>",
                "there is no function `strin` here at line 2 column 47; did you mean `string`?",
            ),
            (
                "<xsl:template match='a'><p b='{foo()}'/></xsl:template>",
                "there is no function `foo` here at line 2 column 31",
            ),
            (
                "<xsl:template match='a'><xsl:value-of select='x:f()'/></xsl:template>",
                "there is no function `x:f` here at line 2 column 47",
            ),
            (
                "<xsl:template match='a'><xsl:value-of select='y:f()'/></xsl:template>",
                "the prefix `y` of `y:f` is not declared at line 2 column 47",
            ),
            (
                "<xsl:template match='a'><xsl:value-of select='contains(.)'/></xsl:template>",
                "`contains` does not take 1 arguments at line 2 column 47",
            ),
            (
                "<xsl:variable name='first'/><xsl:template match='a'><xsl:value-of select='$firs'/></xsl:template>",
                "there is no variable `$firs` here at line 2 column 75; did you mean `$first`?",
            ),
            (
                "<xsl:template match='a'><b><xsl:variable name='v' select='1'/></b><xsl:if test='$v'/></xsl:template>",
                "there is no variable `$v` here at line 2 column 81",
            ),
            (
                "<xsl:template match='a'><xsl:variable name='v' select='$v'/></xsl:template>",
                "there is no variable `$v` here at line 2 column 56",
            ),
            (
                "<xsl:template match='a'><xsl:value-of select='foo('/></xsl:template>",
                "`foo(` is not an expression of XPath 1.0: expected a step, found the end at line 2 column 47",
            ),
            (
                "<xsl:template match='[['/>",
                "`[[` is not a pattern: expected a step, found `[` at line 2 column 22",
            ),
        ] {
            let error = compiled(inside).unwrap_err();
            assert_eq!(error.to_string(), expected, "{inside}");
            assert_eq!(
                (error.kind(), error.code()),
                (ErrorKind::Invalid, Some("compilation-error"))
            );
        }
    }

    #[test]
    fn what_may_be_right_is_let_in() {
        for inside in [
            // Features that are tested first, and extensions with a fallback.
            "<xsl:template match='a'><xsl:if test=\"function-available('x:f')\"><xsl:value-of select='x:f()'/></xsl:if></xsl:template>",
            "<xsl:template match='a'><xsl:if test=\"function-available('unparsed-text')\"><xsl:value-of select=\"unparsed-text('x')\"/></xsl:if></xsl:template>",
            "<xsl:template match='a'><p xsl:version='2.0'><xsl:next-match/><q r='1'/></p></xsl:template>",
            "<xsl:template match='a'><xsl:for-each-group><xsl:fallback/></xsl:for-each-group></xsl:template>",
            // Data, and attributes of extension elements.
            "<x:data a='{$no}'><xsl:nothing/></x:data>",
            "<func:function name='x:f'><xsl:param name='p'/><func:result select='$p + 1'/></func:function>\
             <xsl:template match='a'><xsl:value-of select='x:f(1)'/></xsl:template>",
            // Variables: global ones, earlier ones, and ones of an outer element.
            "<xsl:template match='a'><xsl:param name='p'/><b><xsl:variable name='v' select='$p'/>\
             <c d='{$v}{$late}{$x:n}'/></b></xsl:template><xsl:variable name='late'/><xsl:param name='x:n'/>",
            "<xsl:template match='a'><xsl:value-of select='$g'/></xsl:template><xsl:variable name='g' select='1'/>",
            "<xsl:template match='a'><xsl:copy-of select='exsl:node-set(1)'/></xsl:template>",
        ] {
            compiled(inside).unwrap();
        }
    }
}
