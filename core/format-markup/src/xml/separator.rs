//! White space that elements represent: beginnings of lines and pages, words (TEI), and line breaks (XHTML, JATS).

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

/// Returns the last letter of a text and the hyphen after it when the word continues on the next line (TEI,
/// `break="no"` of the class att.breaking).
pub(super) fn divided_word<'t>(tree: &'t Tree<'_>, text: NodeId) -> Option<(&'t str, char)> {
    let value = tree.text(text);
    let hyphen = value.chars().next_back().filter(|char| HYPHENS.contains(char))?;
    let word = &value[..value.len() - hyphen.len_utf8()];
    let letter = word.chars().next_back().filter(|char| char.is_alphabetic())?;
    let next = text.next();
    let is_divided = next < tree.end() && divides_word(tree, next);
    // A letter or hyphen that is written as a reference does not count.
    let ending = &value[word.len() - letter.len_utf8()..];
    let source = tree.source().get(tree.node(text).at()).unwrap_or_default();
    let is_plain = !tree.node(text).inside && source.ends_with(ending);
    (is_divided && is_plain).then(|| (&word[word.len() - letter.len_utf8()..], hyphen))
}

fn divides_word(tree: &Tree<'_>, node: NodeId) -> bool {
    tree.node(node).is_element()
        && *tree.name(node).namespace == *TEI
        && tree.attribute(node, "", "break") == Some("no")
}

/// Returns `true` if a `w` follows another word or punctuation that is not joined to it.
fn begins_word(tree: &Tree<'_>, word: NodeId) -> bool {
    let joins = |node, side| matches!(tree.attribute(node, "", "join"), Some(join) if join == side || join == "both");
    let is_part = |node| !matches!(tree.attribute(node, "", "part"), None | Some("N"));
    let before = sibling_before(tree, word);
    before.is_some_and(|before| {
        let is_word = matches!(tree.node(before).kind, NodeKind::Element)
            && (tree.is(before, TEI, "w") || tree.is(before, TEI, "pc"));
        is_word && !joins(before, "right") && !joins(word, "left") && !is_part(before)
    })
}

/// Returns the preceding sibling of a node.
fn sibling_before(tree: &Tree<'_>, node: NodeId) -> Option<NodeId> {
    let parent = tree.node(node).parent?;
    let mut before = node.previous().filter(|before| *before != parent)?;
    // `before` may be nested in the sibling.
    while tree.node(before).parent != Some(parent) {
        before = tree.node(before).parent?;
    }
    Some(before)
}
