//! The right-to-left direction of a paragraph, set by an edit of its properties (clauses 17.3.1.6
//! and 21.1.2.2.7).

use super::edge::{DRAWING, Kind, is_word};
use super::run_language::{Change, set_attribute, switch_on};
use crate::opc::prefix;
use glossweave_markup::tree::{Name, NodeId, Tree};

/// The properties of a WordprocessingML paragraph that follow its direction.
const AFTER_DIRECTION: [&str; 16] = [
    "adjustRightInd",
    "snapToGrid",
    "spacing",
    "ind",
    "contextualSpacing",
    "mirrorIndents",
    "suppressOverlap",
    "jc",
    "textDirection",
    "textAlignment",
    "textboxTightWrap",
    "outlineLvl",
    "divId",
    "cnfStyle",
    "rPr",
    "sectPr",
];

/// Returns the paragraph that contains an element of a text.
pub(super) fn paragraph(tree: &Tree<'_>, element: NodeId, kind: Kind) -> Option<NodeId> {
    tree.ancestors(element).find(|ancestor| {
        tree.node(*ancestor).is_element() && is_of(tree.name(*ancestor), kind, "p")
    })
}

fn is_of(name: &Name, kind: Kind, local: &str) -> bool {
    match kind {
        Kind::Word => is_word(name, local),
        Kind::Drawing => *name.local == *local && DRAWING.contains(&&*name.namespace),
        _ => false,
    }
}

/// Returns the range of the source to change, and its new text. Returns `None` if the paragraph is
/// already right-to-left.
pub(super) fn edit(tree: &Tree<'_>, paragraph: NodeId, kind: Kind) -> Option<Change> {
    let first = tree.elements(paragraph).next();
    let properties = first.filter(|element| is_of(tree.name(*element), kind, "pPr"));
    if let Some(properties) = properties {
        if kind == Kind::Drawing {
            return set_attribute(tree, properties, "rtl", "1");
        }
        let later: Vec<&str> = AFTER_DIRECTION.into_iter().chain(["pPrChange"]).collect();
        return switch_on(tree, properties, "bidi", &later);
    }
    let (at, prefix) = (tree.node(paragraph).at().end, prefix(tree, paragraph));
    let new = match kind {
        Kind::Drawing => format!("<{prefix}pPr rtl=\"1\"/>"),
        _ => format!("<{prefix}pPr><{prefix}bidi/></{prefix}pPr>"),
    };
    Some((at..at, new))
}
