//! Elements within a text: their annotations, and the scope of their content.

use std::rc::Rc;

use super::its::{self, Notes, TextValues};
use super::name::Element;
use super::source_target::{Note, Open, Scope, TextSide};
use glossweave_markup::tree::{NodeId, XML};

impl<'t> TextSide<'t> {
    /// Returns the scope within an element: its language, white space and tools. Returns `None` if the element does
    /// not change the scope.
    pub fn scope_in(&mut self, node: NodeId, scope: &Scope) -> Option<Scope> {
        let tree = self.tree;
        if !self.facts.marks(tree, node) {
            return None;
        }
        let mut scope = scope.clone();
        for attribute in tree.attributes(node) {
            let name = tree.attribute_name(attribute);
            let value = tree.value(attribute);
            match (&*name.namespace, &*name.local) {
                (XML | its::ITSM, "lang") => scope.language = self.language(value),
                (XML | its::ITSM, "space") => scope.preserve = value == "preserve",
                _ => {}
            }
        }
        if let Some(reference) = its::annotators_ref(tree, node) {
            Rc::make_mut(&mut scope.annotators).add(reference);
        }
        Some(scope)
    }

    /// Enters an element that contains a part of the text.
    pub fn enter(
        &mut self,
        node: NodeId,
        element: Element,
        segment: bool,
        scope: &mut Scope,
        notes: &Notes,
    ) {
        let tree = self.tree;
        if matches!(element, Element::Other | Element::Foreign) {
            let name = tree.name(node).qualified();
            let message = format!("`{name}` in a text is not inline markup of XLIFF");
            self.warnings.push((tree.node(node).at(), message));
        }
        let inner = self.scope_in(node, scope);
        let outer = inner.map(|inner| std::mem::replace(scope, inner));
        let note = match element {
            Element::Mrk if !segment => self.note(node, scope, notes),
            Element::Span if outer.is_some() => self.note(node, scope, notes),
            _ => None,
        };
        let after = tree.node(node).after;
        self.open.push(Open { after, segment, outer, note });
    }

    /// Leaves an element.
    pub fn leave(&mut self, open: Open<'t>, scope: &mut Scope) {
        if let Some(outer) = open.outer {
            *scope = outer;
        }
        if let Some(note) = open.note {
            self.close(note);
        }
    }

    fn note(&mut self, node: NodeId, scope: &Scope, notes: &Notes) -> Option<Note<'t>> {
        let mut values = TextValues::default();
        values.take(self.tree, node, self.facts);
        if self.names.element(self.tree, node) != Element::Span {
            values.take_mark(self.tree, node, self.names.version, notes);
        }
        let mut statements = values.finish();
        if statements.bodies.is_empty() {
            return None;
        }
        Some(Note {
            opening: self.builder.open(),
            fragment: statements.fragment.take(),
            statements: its::with_tools(statements, &scope.annotators),
            id: self.tree.attribute(node, "", "id"),
        })
    }

    fn close(&mut self, note: Note<'t>) {
        let known = note.fragment.as_ref().and_then(|id| self.fragments.get(id));
        if let Some(known) = known
            && known.iter().all(|index| self.builder.extend(*index))
        {
            return;
        }
        let mut made = Vec::new();
        for (_, body, annotator) in note.statements {
            let body = Rc::unwrap_or_clone(body);
            made.extend(self.builder.close(note.opening, body, annotator));
        }
        if let Some(id) = note.fragment {
            self.builder.note_fragment(&id);
            self.fragments.insert(id, made);
        }
    }

    /// Begins a mark that may overlap other elements (`sm`).
    pub fn start_mark(&mut self, node: NodeId, scope: &Scope, notes: &Notes) {
        let inner = self.scope_in(node, scope);
        let Some(note) = self.note(node, inner.as_ref().unwrap_or(scope), notes) else { return };
        if let Some(id) = note.id {
            let after = self.tree.node(node).after;
            let open = Open { after, segment: false, outer: None, note: Some(note) };
            self.marks.insert(id.into(), open);
        }
    }

    /// Ends a mark that may overlap other elements (`em`).
    pub fn end_mark(&mut self, node: NodeId) {
        let start = self.tree.attribute(node, "", "startRef").unwrap_or_default();
        if let Some(note) = self.marks.remove(start).and_then(|open| open.note) {
            self.close(note);
        }
    }

    /// Ends the marks that are open at the end of their unit.
    pub fn end_marks(&mut self) {
        if self.marks.is_empty() {
            return;
        }
        let mut unclosed: Vec<_> = std::mem::take(&mut self.marks).into_iter().collect();
        unclosed.sort_by_key(|mark| mark.1.after);
        for (id, open) in unclosed {
            let last = open.after.previous().unwrap_or(NodeId::FIRST);
            let at = self.tree.node(last).at();
            self.warnings.push((at, format!("the mark `{id}` has no end, expected an `em`")));
            if let Some(note) = open.note {
                self.close(note);
            }
        }
    }
}
