//! Texts and values of XML with their source positions.

use std::ops::Range;

use glossweave_format_base::strings::Value;
use glossweave_markup::tree::{Attribute, NodeId, NodeKind, Tree};

/// The spelling of a range of the source.
#[derive(Clone, Copy, PartialEq)]
enum Spelling {
    Value,
    Text,
    /// A CDATA section, which contains no references.
    Literal,
}

/// Returns the value of an attribute with its source positions.
pub(super) fn value_of(tree: &Tree<'_>, attribute: &Attribute) -> Value {
    let mut text = Value::default();
    append(tree.source(), attribute.at(), tree.value(attribute), Spelling::Value, &mut text);
    text
}

/// Returns the text of all nodes below an element with its source positions.
pub(super) fn text_of(tree: &Tree<'_>, element: NodeId) -> Value {
    let mut text = Value::default();
    tree.below(element).for_each(|node| push_node(tree, node, &mut text));
    text
}

/// Returns the child elements with a local name.
pub(super) fn children<'t>(
    tree: &'t Tree<'_>,
    element: NodeId,
    name: &'static str,
) -> impl Iterator<Item = NodeId> + 't {
    tree.elements(element).filter(move |child| *tree.name(*child).local == *name)
}

/// Appends the text of a text node with its source positions. Other nodes are ignored.
pub(super) fn push_node(tree: &Tree<'_>, node: NodeId, text: &mut Value) {
    let spelling = match tree.node(node).kind {
        NodeKind::Cdata => Spelling::Literal,
        NodeKind::Text => Spelling::Text,
        _ => return,
    };
    append(tree.source(), tree.node(node).at(), tree.text(node), spelling, text);
}

/// Appends the text of a range of the source. If the range contains references other than character
/// references, the text maps to the range as a whole.
fn append(source: &str, at: Range<usize>, text: &str, spelling: Spelling, out: &mut Value) {
    let raw = source.get(at.clone()).unwrap_or_default();
    if raw == text {
        return out.literal(source, at);
    }
    let before = out.clone();
    let start = out.text.len();
    let mut rest = raw;
    while !rest.is_empty() {
        let from = at.end - rest.len();
        let is_special = |c: char| match c {
            '&' => spelling != Spelling::Literal,
            '\n' | '\t' => spelling == Spelling::Value,
            '\r' => true,
            _ => false,
        };
        let plain = rest.find(is_special).unwrap_or(rest.len());
        out.literal(source, from..from + plain);
        let (from, special) = (from + plain, &rest[plain..]);
        let length = match special.as_bytes().first() {
            None => 0,
            Some(b'&') => {
                let end = special.find(';').map_or(special.len(), |end| end + 1);
                if let Some(c) = referred(special.get(1..end.saturating_sub(1)).unwrap_or_default())
                {
                    out.atom(c.encode_utf8(&mut [0; 4]), from..from + end);
                }
                end
            }
            Some(_) => {
                let length = if special.starts_with("\r\n") { 2 } else { 1 };
                let space = if spelling == Spelling::Value { " " } else { "\n" };
                out.atom(space, from..from + length);
                length
            }
        };
        rest = &special[length..];
    }
    if out.text.get(start..) != Some(text) {
        *out = before;
        out.atom(text, at);
    }
}

/// Returns the character of a reference.
fn referred(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let number = match number.strip_prefix('x') {
            Some(digits) => u32::from_str_radix(digits, 16),
            None => number.parse(),
        };
        return number.ok().and_then(char::from_u32);
    }
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => return None,
    })
}
