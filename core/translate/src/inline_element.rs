//! Conversion of the inline elements of TMX and XLIFF into codes.

use std::collections::HashMap;

use glossweave_base::text::inline::{InlineCode, InlinePiece, push_escaped};
use glossweave_markup::tree::{NodeId, NodeKind, Tree};

/// The numbers of the codes of one unit: the same code has the same number in each of its texts.
#[derive(Default)]
pub(crate) struct Numbers(HashMap<String, u32>);

impl Numbers {
    fn of(&mut self, code: String) -> u32 {
        let next = self.0.len() as u32 + 1;
        *self.0.entry(code).or_insert(next)
    }
}

/// The role of an element in a text, with the name of its code.
pub(crate) enum Role {
    /// An element whose content is text, with a code at each end.
    Pair(String),
    /// An element whose content is text, without codes.
    Text,
    /// An element whose content is text between two signs.
    Between(char, char),
    /// An element that is one end of a pair.
    Start(String),
    End(String),
    /// An element that is a code.
    Empty(String),
    /// An element that stands for a character.
    Char(char),
    /// An element that is ignored.
    Nothing,
}

/// Returns the text of an element with markers; `role` returns the role of each element in it.
pub(crate) fn marked(
    tree: &Tree<'_>,
    element: NodeId,
    numbers: &mut Numbers,
    role: impl Fn(&Tree<'_>, NodeId) -> Role,
) -> String {
    let mut out = String::new();
    // The open elements: the end of the node, and the number or the sign at the end.
    let mut open: Vec<(NodeId, std::result::Result<u32, char>)> = Vec::new();
    let mut next = element.next();
    let end = tree.node(element).after;
    let mut codes: Vec<(usize, InlineCode)> = Vec::new();
    while next < end || !open.is_empty() {
        while let Some((_, end)) = open.pop_if(|(after, _)| *after <= next) {
            match end {
                Ok(number) => codes.push((out.len(), InlineCode::Close(number))),
                Err(sign) => out.push(sign),
            }
        }
        if next >= end {
            continue;
        }
        let node = tree.node(next);
        let after = node.after;
        match node.kind {
            NodeKind::Text | NodeKind::Cdata => push_escaped(tree.text(next), &mut out),
            NodeKind::Element => match role(tree, next) {
                Role::Text => {}
                Role::Pair(name) => {
                    let number = numbers.of(name);
                    codes.push((out.len(), InlineCode::Open(number)));
                    open.push((after, Ok(number)));
                }
                Role::Between(first, last) => {
                    out.push(first);
                    open.push((after, Err(last)));
                }
                role => {
                    let code = match role {
                        Role::Start(name) => Some(InlineCode::Open(numbers.of(name))),
                        Role::End(name) => Some(InlineCode::Close(numbers.of(name))),
                        Role::Empty(name) => Some(InlineCode::Empty(numbers.of(name))),
                        Role::Char(character) => {
                            out.push(character);
                            None
                        }
                        _ => None,
                    };
                    codes.extend(code.map(|code| (out.len(), code)));
                    next = after;
                    continue;
                }
            },
            _ => {}
        }
        next = next.next();
    }
    write(&out, &codes)
}

/// Returns the text with its markers. A start without an end, or the reverse, becomes an empty
/// code.
fn write(text: &str, codes: &[(usize, InlineCode)]) -> String {
    let mut out = String::with_capacity(text.len() + codes.len() * 4);
    let mut from = 0;
    // For each number how often it opens and closes, and the index of the last one.
    let mut ends: HashMap<u32, [(usize, usize); 2]> = HashMap::new();
    for (index, (_, code)) in codes.iter().enumerate() {
        let (number, side) = match code {
            InlineCode::Open(number) => (*number, 0),
            InlineCode::Close(number) => (*number, 1),
            InlineCode::Empty(_) => continue,
        };
        let end = &mut ends.entry(number).or_default()[side];
        *end = (end.0 + 1, index);
    }
    for (at, code) in codes {
        let is_paired = ends
            .get(&code.number())
            .is_some_and(|[open, close]| open.0 == 1 && close.0 == 1 && open.1 < close.1);
        out.push_str(&text[from..*at]);
        from = *at;
        let code = if is_paired { *code } else { InlineCode::Empty(code.number()) };
        InlinePiece::Code(code).write(&mut out);
    }
    out.push_str(&text[from..]);
    out
}
