//! Conversion of HTML to XML: the tree that the HTML Standard builds, in the XHTML namespace or in no
//! namespace.

use std::collections::HashSet;
use std::fmt::Write;

use glossweave_base::error::Result;
use glossweave_markup::escape::{not_xml, push_escaped, xml_text, xml_value};
use glossweave_markup::tree::{Name, NodeId, NodeKind, Tree, XHTML, XLINK, XML};
use glossweave_markup::{Decoded, html};

/// Converts a page to XML text. Unless `is_xhtml`, HTML elements are in no namespace. Content that XML cannot
/// express is replaced as in the HTML Standard (13.2.9, coercing an HTML DOM into an infoset). Returns
/// `ErrorKind::TooLarge` if the tree of the page is too large in proportion to its source.
pub(super) fn to_xml(page: &Decoded<'_>, is_xhtml: bool) -> Result<String> {
    let tree = html::page_tree(page)?;
    let mut out = String::with_capacity(page.text.len() + page.text.len() / 4);
    // The open elements, each with the node after it.
    let mut open: Vec<(NodeId, NodeId)> = Vec::new();
    for node in tree.nodes() {
        while let Some((element, _)) = open.pop_if(|(_, after)| *after <= node) {
            end(&mut out, &tree, element);
        }
        match tree.node(node).kind {
            NodeKind::Element => {
                let parent = open.last().map(|(parent, _)| *parent);
                start(&mut out, &tree, node, parent, is_xhtml);
                open.push((node, tree.node(node).after));
            }
            NodeKind::Text | NodeKind::Cdata => {
                escape(&mut out, tree.text(node), EscapeContext::Text)
            }
            NodeKind::Comment => {
                out.push_str("<!--");
                escape(&mut out, &apart(tree.text(node)), EscapeContext::Comment);
                out.push_str("-->");
            }
            NodeKind::Instruction => {}
        }
    }
    while let Some((element, _)) = open.pop() {
        end(&mut out, &tree, element);
    }
    Ok(out)
}

/// Separates the hyphens of a comment, so that it has no consecutive hyphens and does not end with a hyphen.
fn apart(text: &str) -> String {
    let mut apart = String::with_capacity(text.len());
    for c in text.chars() {
        if c == '-' && apart.ends_with('-') {
            apart.push(' ');
        }
        apart.push(c);
    }
    if apart.ends_with('-') {
        apart.push(' ');
    }
    apart
}

fn start(out: &mut String, tree: &Tree<'_>, node: NodeId, parent: Option<NodeId>, is_xhtml: bool) {
    let namespace = |node: NodeId| match &*tree.name(node).namespace {
        XHTML if !is_xhtml => "",
        other => other,
    };
    let name = tree.name(node);
    out.push('<');
    out.push_str(&coerced(&name.local));
    if parent.map_or("", namespace) != namespace(node) {
        let _ = write!(out, " xmlns=\"{}\"", namespace(node));
    }
    let mut has_xlink = false;
    let mut written: HashSet<String> = HashSet::new();
    for attribute in tree.attributes(node) {
        let name = tree.attribute_name(attribute);
        let Some(shown) = attribute_name(name) else { continue };
        // Two names may become equal.
        if written.contains(&shown) {
            continue;
        }
        if *name.namespace == *XLINK && !has_xlink {
            let _ = write!(out, " xmlns:xlink=\"{XLINK}\"");
            has_xlink = true;
        }
        let _ = write!(out, " {shown}=\"");
        escape(out, tree.value(attribute), EscapeContext::Value);
        out.push('"');
        written.insert(shown);
    }
    out.push('>');
}

fn end(out: &mut String, tree: &Tree<'_>, node: NodeId) {
    out.push_str("</");
    out.push_str(&coerced(&tree.name(node).local));
    out.push('>');
}

/// Returns the name of an attribute, or `None` for namespace declarations, which are written separately.
fn attribute_name(name: &Name) -> Option<String> {
    match &*name.namespace {
        XML => Some(format!("xml:{}", coerced(&name.local))),
        XLINK => Some(format!("xlink:{}", coerced(&name.local))),
        // In HTML, `xml:lang` is an attribute without a namespace, whose name contains a colon.
        "" if &*name.local == "xml:lang" => Some("xml:lang".to_owned()),
        "" if &*name.local == "xmlns" || name.local.starts_with("xmlns:") => None,
        "" => Some(coerced(&name.local)),
        _ => None,
    }
}

/// Returns a name without colons and without characters that XML does not allow. They are replaced by `U` and
/// six hexadecimal digits. For example, `a:b` becomes `aU00003Ab`.
fn coerced(name: &str) -> String {
    let is_first = |c: char| c == '_' || c.is_ascii_alphabetic() || c as u32 > 0xBF && is_letter(c);
    let is_next = |c: char| is_first(c) || matches!(c, '-' | '.' | '0'..='9' | '\u{B7}');
    let mut fit = String::with_capacity(name.len());
    for (at, c) in name.char_indices() {
        if is_first(c) || at > 0 && is_next(c) {
            fit.push(c);
        } else {
            let _ = write!(fit, "U{:06X}", c as u32);
        }
    }
    fit
}

/// Returns `true` for the characters beyond ASCII with which names may begin (XML 1.0, 2.3).
fn is_letter(c: char) -> bool {
    matches!(c as u32,
        0xC0..=0xD6 | 0xD8..=0xF6 | 0xF8..=0x2FF | 0x370..=0x37D | 0x37F..=0x1FFF
        | 0x200C..=0x200D | 0x2070..=0x218F | 0x2C00..=0x2FEF | 0x3001..=0xD7FF
        | 0xF900..=0xFDCF | 0xFDF0..=0xFFFD | 0x10000..=0xEFFFF)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum EscapeContext {
    Text,
    Value,
    Comment,
}

fn escape(out: &mut String, text: &str, place: EscapeContext) {
    push_escaped(text, out, |c| match (c, place) {
        ('\u{C}', _) => Some(" "),
        // References are not recognized in comments.
        ('\r', EscapeContext::Comment) => Some("\u{FFFD}"),
        (_, EscapeContext::Comment) => not_xml(c),
        (_, EscapeContext::Text) => xml_text(c).or_else(|| not_xml(c)),
        (_, EscapeContext::Value) => xml_value(c).or_else(|| not_xml(c)),
    });
}

#[cfg(test)]
mod tests;
