//! The state of the tree builder between two tokens in the body of a page.

use std::cell::RefCell;

use html5ever::interface::Tracer;
use html5ever::{LocalName, namespace_url, ns};

use super::growth::Growth;
use super::{Kind, Node};

/// The open elements, and the formatting elements to reopen, in order. The effect of the tokens
/// that follow depends only on these (13.2.4).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State(Vec<(LocalName, usize)>);

/// The formatting elements (13.2.4.3).
const FORMATTING: [&str; 14] = [
    "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
];

/// Elements that switch the tree builder to a special mode.
const UNLIKE: [&str; 19] = [
    "applet",
    "frameset",
    "head",
    "iframe",
    "marquee",
    "noembed",
    "noframes",
    "noscript",
    "object",
    "optgroup",
    "option",
    "plaintext",
    "script",
    "select",
    "style",
    "template",
    "textarea",
    "title",
    "xmp",
];

/// The elements of tables. Within a cell, the mode of the tree builder is the same as in the body.
const TABLES: [&str; 7] = ["table", "caption", "colgroup", "tbody", "thead", "tfoot", "tr"];
const CELLS: [&str; 2] = ["td", "th"];

/// Flags for the entries in the lists of the tree builder.
const OPEN: usize = 0;
const AGAIN: usize = 1;
const CLOSED: usize = 2;
const FORM: usize = 3;

struct Handles(RefCell<Vec<usize>>);

impl Tracer for Handles {
    type Handle = usize;

    fn trace_handle(&self, node: &usize) {
        self.0.borrow_mut().push(*node);
    }
}

impl Growth {
    /// Returns the state. Returns `None` outside the body and its cells, and when the state cannot be
    /// observed.
    pub fn state(&self, kind: impl Fn(usize) -> bool) -> Option<State> {
        let handles = Handles(RefCell::default());
        self.builder.trace_handles(&handles);
        // The handles are the document, the open elements, the formatting elements, the head, and
        // the form, in this order.
        let handles = handles.0.into_inner();
        let nodes = self.builder.sink.nodes.borrow();
        let handles = handles.get(1..)?;
        let head = handles
            .iter()
            .rposition(|handle| name(&nodes[*handle]).is_some_and(|n| &**n == "head"));
        let (lists, pointers) = handles.split_at(head?);
        let mut open: Vec<usize> = Vec::with_capacity(lists.len());
        let mut state = Vec::with_capacity(lists.len() + 1);
        let mut formatting = false;
        for (index, handle) in lists.iter().enumerate() {
            if let Some(at) = open.iter().position(|element| element == handle) {
                formatting = true;
                state.push((LocalName::from(""), AGAIN | at << 2));
                continue;
            }
            let node = &nodes[*handle];
            let name = name(node)?;
            let flag = usize::from(node.place().is_some_and(&kind)) << 2;
            if !formatting && FORMATTING.contains(&&**name) && !lists[index + 1..].contains(handle)
            {
                // The parent of an open element is also open.
                formatting = !node.parent.is_some_and(|parent| open.contains(&parent));
                if !formatting {
                    return None;
                }
            }
            if formatting {
                // The number of earlier open elements shows on which side of a cell the entry is.
                let older = open.iter().filter(|element| *element < handle).count();
                state.push((name.clone(), CLOSED | flag | older << 3));
            } else {
                open.push(*handle);
                state.push((name.clone(), OPEN | flag));
            }
        }
        is_body(open.iter().filter_map(|element| name(&nodes[*element])))?;
        if let Some(form) = pointers.get(1) {
            let at = open.iter().position(|element| element == form);
            state.push((LocalName::from(""), FORM | at.map_or(0, |at| at + 1) << 2));
        }
        Some(State(state))
    }
}

/// Returns `Some` if the next content belongs to the body or a cell, judging by the names of the
/// open elements.
fn is_body<'a>(mut names: impl Iterator<Item = &'a LocalName>) -> Option<()> {
    let first = [names.next()?, names.next()?].map(|name| &**name);
    let mut in_body = first == ["html", "body"];
    for name in names {
        if UNLIKE.contains(&&**name) {
            return None;
        }
        in_body = CELLS.contains(&&**name) || in_body && !TABLES.contains(&&**name);
    }
    in_body.then_some(())
}

/// Returns the name of an HTML element.
fn name(node: &Node) -> Option<&LocalName> {
    match &node.kind {
        Kind::Element { name, .. } if name.ns == ns!(html) => Some(&name.local),
        _ => None,
    }
}

impl Node {
    fn place(&self) -> Option<usize> {
        match self.kind {
            Kind::Element { place, .. } => place,
            _ => None,
        }
    }
}
