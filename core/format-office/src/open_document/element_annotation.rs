//! Annotations in the parts: ITS 2.0 attributes on elements within a unit.

use std::collections::HashMap;
use std::sync::Arc;

use glossweave_base::error::Result;
use glossweave_document::annotation::Category;
use glossweave_document::{Builder, Opening};
use glossweave_format_base::its::{OWN, Statements};
use glossweave_its::{self as its, Dialect, ITS, Options, Resolved};
use glossweave_markup::tree::{NodeId, Tree};

/// The annotations of a document while it is read.
#[derive(Default)]
pub(super) struct Notes {
    open: Vec<ElementAnnotation>,
    /// The ITS values of the part, if it uses ITS.
    resolved: Option<Resolved>,
    /// The annotations of each fragment identifier.
    fragments: HashMap<Box<str>, Vec<usize>>,
}

struct ElementAnnotation {
    /// The first node after the element.
    after: NodeId,
    element: NodeId,
    opening: Opening,
    statements: Statements,
}

impl Notes {
    /// Begins another part. Returns errors if ITS rules in the part are invalid.
    pub fn enter(&mut self, tree: &Tree<'_>) -> Result<()> {
        self.open.clear();
        let marked = tree.names().iter().any(|name| matches!(&*name.namespace, ITS | OWN));
        self.resolved = match marked {
            true => Some(its::resolve(tree, Dialect::Xml, &Options::default())?),
            false => None,
        };
        Ok(())
    }

    /// Opens the annotations of an element.
    pub fn open(&mut self, tree: &Tree<'_>, element: NodeId, builder: &mut Builder) {
        let Some(resolved) = &self.resolved else { return };
        let Some(statements) = Statements::of(tree, element, resolved) else { return };
        let after = tree.node(element).after;
        self.open.push(ElementAnnotation { after, element, opening: builder.open(), statements });
    }

    /// Closes the annotations of the elements that end before a node.
    pub fn close_before(&mut self, node: NodeId, builder: &mut Builder) {
        while self.open.last().is_some_and(|note| note.after <= node) {
            if let Some(note) = self.open.pop() {
                self.close(note, builder);
            }
        }
    }

    fn close(&mut self, note: ElementAnnotation, builder: &mut Builder) {
        let known = note.statements.fragment.as_ref().and_then(|id| self.fragments.get(id));
        if let Some(known) = known
            && known.iter().all(|index| builder.extend(*index))
        {
            return;
        }
        let bodies = note.statements.bodies.iter().cloned();
        let made: Vec<usize> = bodies
            .filter_map(|(category, body)| {
                builder.close(note.opening, body, self.annotator(&note, category))
            })
            .collect();
        if let Some(id) = note.statements.fragment {
            builder.note_fragment(&id);
            self.fragments.insert(id, made);
        }
    }

    fn annotator(&self, note: &ElementAnnotation, category: Category) -> Option<Arc<str>> {
        let inherited = || self.resolved.as_ref()?.annotator(note.element, category);
        let tool = note.statements.own_annotator(category).or_else(inherited);
        tool.filter(|tool| !tool.is_empty()).map(Arc::from)
    }
}
