//! White space that elements stand for: beginnings of lines and pages, and words (TEI), and line breaks (XHTML, JATS).

use glossweave_markup::tree::{NodeId, NodeKind, Tree, XHTML};

const TEI: &str = "http://www.tei-c.org/ns/1.0";

/// The characters that divide a word at the end of a line.
const HYPHENS: [char; 5] = ['-', '\u{AD}', '\u{2010}', '\u{AC}', '\u{2E17}'];

/// Returns `true` if the text before an element and the text after it are different words, even without white space
/// between them.
pub(super) fn separates(tree: &Tree<'_>, element: NodeId) -> bool {
    let name = tree.name(element);
    match (&*name.namespace, &*name.local) {
        (TEI, "lb" | "cb" | "pb" | "gb" | "milestone") => !divides_word(tree, element),
        (TEI, "w") => begins_word(tree, element),
        (XHTML, "br") | ("", "break") => true,
        _ => false,
    }
}

/// Returns the length in bytes of the hyphen at the end of a text if the word goes on in the next line (TEI,
/// `break="no"` of the class att.breaking).
pub(super) fn dividing_hyphen(tree: &Tree<'_>, text: NodeId) -> usize {
    let value = tree.text(text);
    let hyphen = value.chars().next_back().filter(|char| HYPHENS.contains(char));
    let Some(length) = hyphen.map(char::len_utf8) else { return 0 };
    let next = text.next();
    let follows_letter =
        value[..value.len() - length].chars().next_back().is_some_and(char::is_alphabetic);
    let is_divided = follows_letter && next < tree.end() && divides_word(tree, next);
    if is_divided { length } else { 0 }
}

fn divides_word(tree: &Tree<'_>, node: NodeId) -> bool {
    tree.node(node).is_element()
        && *tree.name(node).namespace == *TEI
        && tree.attribute(node, "", "break") == Some("no")
}

/// Returns `true` if a `w` follows another word or punctuation that is not joined to it.
fn begins_word(tree: &Tree<'_>, word: NodeId) -> bool {
    let joins = |node, side| {
        matches!(tree.attribute(node, "", "join"), Some(join) if join == side || join == "both")
    };
    let is_part = |node| !matches!(tree.attribute(node, "", "part"), None | Some("N"));
    let before = sibling_before(tree, word);
    before.is_some_and(|before| {
        let is_word = matches!(tree.node(before).kind, NodeKind::Element)
            && (tree.is(before, TEI, "w") || tree.is(before, TEI, "pc"));
        is_word && !joins(before, "right") && !joins(word, "left") && !is_part(before)
    })
}

/// Returns the node before another one in the same element.
fn sibling_before(tree: &Tree<'_>, node: NodeId) -> Option<NodeId> {
    let parent = tree.node(node).parent?;
    let mut before = node.previous().filter(|before| *before != parent)?;
    // The last node within the sibling.
    while tree.node(before).parent != Some(parent) {
        before = tree.node(before).parent?;
    }
    Some(before)
}
