//! Conversion of inline codes of TMX and XLIFF into markers.

use std::collections::HashMap;

use super::marked::{Sort, push_marker, push_text};
use glossweave_markup::tree::{NodeKind, Tree};

/// The numbers of the codes of one unit: the same code has the same number in each of its texts.
#[derive(Default)]
pub(super) struct Numbers(HashMap<String, u32>);

impl Numbers {
    fn of(&mut self, code: String) -> u32 {
        let next = self.0.len() as u32 + 1;
        *self.0.entry(code).or_insert(next)
    }
}

/// The role of an element in a text.
pub(super) enum Code {
    /// An element whose content is text, with a marker at each end.
    Pair(String),
    /// An element whose content is text, without markers.
    Text,
    /// An element that stands for one end of a pair.
    Start(String),
    End(String),
    /// An element that stands for itself.
    Empty(String),
    /// An element that stands for a character.
    Char(char),
    /// An element that is ignored.
    Nothing,
}

/// Returns the text of an element with markers; `code` returns the role of each element in it.
pub(super) fn marked(
    tree: &Tree<'_>,
    element: u32,
    numbers: &mut Numbers,
    code: impl Fn(&Tree<'_>, u32) -> Code,
) -> String {
    let mut out = String::new();
    // The open pairs: the end of the node, and the code.
    let mut open: Vec<(u32, String)> = Vec::new();
    let mut next = element + 1;
    let end = tree.node(element).after;
    let mut codes: Vec<(usize, String, Sort)> = Vec::new();
    while next < end || !open.is_empty() {
        while let Some((_, name)) = open.pop_if(|(after, _)| *after <= next) {
            codes.push((out.len(), name, Sort::End));
        }
        if next >= end {
            continue;
        }
        let node = tree.node(next);
        let after = node.after;
        match node.kind {
            NodeKind::Text | NodeKind::Cdata => push_text(tree.text(next), &mut out),
            NodeKind::Element => match code(tree, next) {
                Code::Text => {}
                Code::Pair(name) => {
                    codes.push((out.len(), name.clone(), Sort::Start));
                    open.push((after, name));
                }
                code => {
                    match code {
                        Code::Start(name) => codes.push((out.len(), name, Sort::Start)),
                        Code::End(name) => codes.push((out.len(), name, Sort::End)),
                        Code::Empty(name) => codes.push((out.len(), name, Sort::Empty)),
                        Code::Char(character) => out.push(character),
                        _ => {}
                    }
                    next = after;
                    continue;
                }
            },
            _ => {}
        }
        next += 1;
    }
    write(&out, codes, numbers)
}

/// Returns the text with its markers. A start without an end, or the reverse, becomes an empty
/// marker.
fn write(text: &str, codes: Vec<(usize, String, Sort)>, numbers: &mut Numbers) -> String {
    let mut out = String::with_capacity(text.len() + codes.len() * 4);
    let mut from = 0;
    // For each name how often it opens and closes, and the index of the last one.
    let mut ends: HashMap<&str, [(usize, usize); 2]> = HashMap::new();
    for (index, (_, name, sort)) in codes.iter().enumerate() {
        let side = match sort {
            Sort::Start => 0,
            Sort::End => 1,
            Sort::Empty => continue,
        };
        let end = &mut ends.entry(name).or_default()[side];
        *end = (end.0 + 1, index);
    }
    for (at, name, sort) in &codes {
        let is_paired = *sort != Sort::Empty
            && ends
                .get(name.as_str())
                .is_some_and(|[open, close]| open.0 == 1 && close.0 == 1 && open.1 < close.1);
        out.push_str(&text[from..*at]);
        from = *at;
        let sort = if is_paired { *sort } else { Sort::Empty };
        push_marker(numbers.of(name.clone()), sort, &mut out);
    }
    out.push_str(&text[from..]);
    out
}
