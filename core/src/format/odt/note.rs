//! Annotations that the parts carry: the attributes of ITS 2.0 on elements within a unit.

use std::collections::HashMap;

use crate::document::{Builder, Opening};
use crate::format::its::{self, Annotators, ITS, OWN, Statements};
use crate::markup::tree::Tree;

/// The annotations of a document that is being read.
#[derive(Default)]
pub(super) struct Notes {
    open: Vec<Note>,
    /// Whether the part has any such attributes.
    any: bool,
    /// The annotations of each fragment identifier.
    fragments: HashMap<Box<str>, Vec<usize>>,
}

struct Note {
    /// The number of the first node behind its element.
    after: u32,
    opening: Opening,
    said: Statements,
    annotators: Annotators,
}

impl Notes {
    /// Begins another part.
    pub fn enter(&mut self, tree: &Tree<'_>) {
        self.open.clear();
        self.any = tree.names().iter().any(|name| matches!(&*name.namespace, ITS | OWN));
    }

    /// Looks at the attributes of an element.
    pub fn open(&mut self, tree: &Tree<'_>, element: u32, builder: &mut Builder) {
        if !self.any {
            return;
        }
        let Some(said) = its::local(tree, element) else { return };
        if said.bodies.is_empty() {
            return;
        }
        let mut annotators = Annotators::default();
        let above: Vec<u32> = tree.ancestors(element).collect();
        for ancestor in above.into_iter().rev().chain([element]) {
            if let Some(reference) = tree.attribute(ancestor, ITS, "annotatorsRef") {
                annotators.add(reference);
            }
        }
        if let Some(reference) = &said.own_annotators {
            annotators.add(reference);
        }
        let after = tree.node(element).after;
        self.open.push(Note { after, opening: builder.open(), said, annotators });
    }

    /// Ends the annotations of the elements that end before a node.
    pub fn close_before(&mut self, node: u32, builder: &mut Builder) {
        while self.open.last().is_some_and(|note| note.after <= node) {
            if let Some(note) = self.open.pop() {
                self.close(note, builder);
            }
        }
    }

    fn close(&mut self, note: Note, builder: &mut Builder) {
        let known = note.said.fragment.as_ref().and_then(|id| self.fragments.get(id));
        if let Some(known) = known
            && known.iter().all(|index| builder.extend(*index))
        {
            return;
        }
        let mut made = Vec::new();
        for (category, body) in note.said.bodies {
            made.extend(builder.close(note.opening, body, note.annotators.get(category)));
        }
        if let Some(id) = note.said.fragment {
            builder.note_fragment(&id);
            self.fragments.insert(id, made);
        }
    }
}
