//! Whether a stylesheet that asks for a later XSLT needs only what XSLT 1.0 has.

use crate::error::{Error, Location, Result};
use crate::markup::tree::Tree;

use super::look::XSLT;

/// The elements of XSLT 1.0, appendix B.
const ELEMENTS: &[&str] = &[
    "apply-imports",
    "apply-templates",
    "attribute",
    "attribute-set",
    "call-template",
    "choose",
    "comment",
    "copy",
    "copy-of",
    "decimal-format",
    "element",
    "fallback",
    "for-each",
    "if",
    "import",
    "include",
    "key",
    "message",
    "namespace-alias",
    "number",
    "otherwise",
    "output",
    "param",
    "preserve-space",
    "processing-instruction",
    "sort",
    "strip-space",
    "stylesheet",
    "template",
    "text",
    "transform",
    "value-of",
    "variable",
    "when",
    "with-param",
];

/// Kind Unsupported, with the place, for the first thing that a processor of XSLT 1.0 does not know.
pub(super) fn check(tree: &Tree<'_>) -> Result<()> {
    for node in (0..tree.len()).filter(|node| tree.node(*node).is_element()) {
        let name = tree.name(node);
        if *name.namespace == *XSLT && !ELEMENTS.contains(&&*name.local) {
            let message = format!("`{}` is no instruction of XSLT 1.0", name.qualified());
            let place = Location::in_source(tree.source().as_bytes(), tree.node(node).at());
            return Err(Error::unsupported(crate::error::Side::Input, message).at(place));
        }
    }
    Ok(())
}
