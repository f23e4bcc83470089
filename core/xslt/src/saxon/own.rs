//! `document('')`, which returns the stylesheet itself (XSLT 1.0, 12.1). Saxon would return the source,
//! because a stylesheet that is passed as text has no IRI. The calls are therefore replaced by a global
//! parameter.

use std::ffi::CStr;

use crate::declarations::XSLT;
use glossweave_markup::tree::{Nodes, Tree};

/// The name of the parameter, for callers that set it.
pub(super) const NAME: &str = "{g:self}d";
/// The key of the parameter in Saxon.
pub(super) const KEY: &CStr = c"param:{g:self}d";
/// The parameter as an expression, which is no longer than the shortest call.
const VARIABLE: &str = "$Q{g:self}d";
const CALL: &str = "document";

/// Returns the text of a stylesheet in which calls of `document('')` are replaced by the parameter, padded to
/// the same number of bytes, and the parameter is declared at the end. Returns `None` if there are no calls.
/// The text contains `length` bytes at `from` that the tree does not contain.
pub(super) fn replaced(tree: &Tree<'_>, text: &str, from: usize, length: usize) -> Option<String> {
    let root = tree.root().filter(|root| *tree.name(*root).namespace == *XSLT)?;
    let shifted = |at: usize| if at < from { at } else { at + length };
    let source = tree.source();
    let mut calls = Vec::new();
    for node in Nodes::new(root, tree.end()).filter(|node| tree.node(*node).is_element()) {
        for attribute in tree.attributes(node) {
            let at = attribute.at();
            calls.extend(
                calls_in(&source[at.clone()]).map(|call| at.start + call.0..at.start + call.1),
            );
        }
    }
    if calls.is_empty() {
        return None;
    }
    let mut made = text.to_owned();
    let end = tree.node(root).close().start;
    let name = tree.name(root).qualified().into_owned();
    let prefix = name.rsplit_once(':').map_or(String::new(), |(prefix, _)| format!("{prefix}:"));
    made.insert_str(shifted(end), &format!("<{prefix}param name=\"Q{NAME}\" select=\"()\"/>"));
    for call in calls {
        let width = call.len();
        made.replace_range(shifted(call.start)..shifted(call.end), &format!("{VARIABLE:width$}"));
    }
    Some(made)
}

/// Returns the ranges of such calls.
fn calls_in(text: &str) -> impl Iterator<Item = (usize, usize)> + '_ {
    text.match_indices(CALL).filter_map(|(start, _)| {
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':' | '$');
        if text[..start].chars().next_back().is_some_and(is_name) {
            return None;
        }
        let rest = text[start + CALL.len()..].trim_start().strip_prefix('(')?.trim_start();
        let nothing = ["''", "\"\"", "&apos;&apos;", "&quot;&quot;", "&#39;&#39;", "&#34;&#34;"];
        let rest = nothing.iter().find_map(|empty| rest.strip_prefix(empty))?;
        let rest = rest.trim_start().strip_prefix(')')?;
        Some((start, text.len() - rest.len()))
    })
}

#[cfg(test)]
mod tests {
    use super::replaced;
    use glossweave_markup::xml::{self, Limits};

    const XSL: &str = "xmlns:x='http://www.w3.org/1999/XSL/Transform'";

    #[test]
    fn calls_are_replaced_in_expressions_only() {
        let text = format!(
            "<x:stylesheet version='2.0' {XSL}><x:variable name='d' select='document(\"\")/*'/>\
             <a b=\"{{document ( '' )//c}}{{my-document('')}}\">document('')</a></x:stylesheet>"
        );
        let tree = xml::parse(text.as_str().into(), Limits::default()).unwrap();
        let made = replaced(&tree, &text, 0, 0).unwrap();
        let expected = text
            .replace("document(\"\")/", "$Q{g:self}d /")
            .replace("{document ( '' )/", "{$Q{g:self}d    /")
            .replace("</x:style", "<x:param name=\"Q{g:self}d\" select=\"()\"/></x:style");
        assert_eq!(made, expected);
        let none = text.replace("document(\"\")", "a").replace("document ( '' )", "b");
        let tree = xml::parse(none.as_str().into(), Limits::default()).unwrap();
        assert_eq!(replaced(&tree, &none, 0, 0), None);
    }
}
