//! Conversion of the inline elements of TMX and XLIFF into codes.

use std::collections::HashMap;

use glossweave_base::text::inline::{InlineCode, InlinePiece, push_escaped};
use glossweave_markup::tree::{NodeId, NodeKind, Tree};

/// The numbers of the codes of one unit. The same code has the same number in all texts of the unit.
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
    /// An element that represents a character.
    Char(char),
    /// An element that is ignored.
    Nothing,
}

/// Returns the text of an element with markers. `role` is called for each element in it.
pub(crate) fn marked(
    tree: &Tree<'_>,
    element: NodeId,
    numbers: &mut Numbers,
    role: impl Fn(&Tree<'_>, NodeId) -> Role,
) -> String {
    let mut marked = MarkedText::new(numbers);
    // The end nodes of the open elements.
    let mut open: Vec<NodeId> = Vec::new();
    let mut next = element.next();
    let end = tree.node(element).after;
    while next < end {
        while open.pop_if(|after| *after <= next).is_some() {
            marked.close();
        }
        let node = tree.node(next);
        match node.kind {
            NodeKind::Text | NodeKind::Cdata => marked.text(tree.text(next)),
            NodeKind::Element if marked.element(role(tree, next)) => open.push(node.after),
            NodeKind::Element => {
                next = node.after;
                continue;
            }
            _ => {}
        }
        next = next.next();
    }
    marked.finish()
}

/// A builder for the text of an element with its codes.
pub(crate) struct MarkedText<'n> {
    text: String,
    codes: Vec<(usize, InlineCode)>,
    open: Vec<ElementEnd>,
    numbers: &'n mut Numbers,
}

/// The end of an open element in the text.
enum ElementEnd {
    Nothing,
    Code(u32),
    Sign(char),
}

impl MarkedText<'_> {
    pub fn new(numbers: &mut Numbers) -> MarkedText<'_> {
        MarkedText { text: String::new(), codes: Vec::new(), open: Vec::new(), numbers }
    }

    pub fn text(&mut self, text: &str) {
        push_escaped(text, &mut self.text);
    }

    /// Adds an element. Returns `true` if its content is text, which must be ended with
    /// [`close`](MarkedText::close).
    pub fn element(&mut self, role: Role) -> bool {
        let code = match role {
            Role::Text => {
                self.open.push(ElementEnd::Nothing);
                return true;
            }
            Role::Pair(name) => {
                let number = self.numbers.of(name);
                self.codes.push((self.text.len(), InlineCode::Open(number)));
                self.open.push(ElementEnd::Code(number));
                return true;
            }
            Role::Between(first, last) => {
                self.text.push(first);
                self.open.push(ElementEnd::Sign(last));
                return true;
            }
            Role::Start(name) => InlineCode::Open(self.numbers.of(name)),
            Role::End(name) => InlineCode::Close(self.numbers.of(name)),
            Role::Empty(name) => InlineCode::Empty(self.numbers.of(name)),
            Role::Char(character) => {
                self.text.push(character);
                return false;
            }
            Role::Nothing => return false,
        };
        self.codes.push((self.text.len(), code));
        false
    }

    /// Ends the innermost open element.
    pub fn close(&mut self) {
        match self.open.pop() {
            Some(ElementEnd::Code(number)) => {
                self.codes.push((self.text.len(), InlineCode::Close(number)));
            }
            Some(ElementEnd::Sign(sign)) => self.text.push(sign),
            Some(ElementEnd::Nothing) | None => {}
        }
    }

    /// Ends the open elements and returns the text with its markers.
    pub fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        write(&self.text, &self.codes)
    }
}

/// Writes a text with its markers. A start without an end, or an end without a start, becomes an empty code.
fn write(text: &str, codes: &[(usize, InlineCode)]) -> String {
    let mut out = String::with_capacity(text.len() + codes.len() * 4);
    let mut from = 0;
    // Maps each number to the count and the last index of its starts, and the same of its ends.
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
