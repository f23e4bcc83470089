//! Annotations that the parts carry: the attributes of ITS 2.0 on elements within a unit.

use std::collections::HashMap;
use std::sync::Arc;

use crate::annotation::Body;
use crate::document::{Builder, Opening};
use crate::its::{Category, HtmlMarkup};
use crate::markup::tree::Tree;

/// The namespace of ITS 2.0.
pub(super) const ITS: &str = "http://www.w3.org/2005/11/its";

/// The namespace of what ITS has no attribute for: a second class, and what ties fragments.
pub(super) const MORE: &str = "urn:glossweave:its";

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
    markup: HtmlMarkup,
    tools: HashMap<Category, Option<Arc<str>>>,
}

impl Notes {
    /// Begins another part.
    pub fn enter(&mut self, tree: &Tree<'_>) {
        self.open.clear();
        self.any = tree.names().iter().any(|name| matches!(&*name.namespace, ITS | MORE));
    }

    /// Looks at the attributes of an element.
    pub fn open(&mut self, tree: &Tree<'_>, element: u32, builder: &mut Builder) {
        if !self.any {
            return;
        }
        let mut markup = None;
        for attribute in tree.attributes(element) {
            let name = tree.attribute_name(attribute);
            let first = match &*name.namespace {
                ITS => "its",
                MORE => "data-its",
                _ => continue,
            };
            let name = hyphened(first, &name.local);
            let value = tree.value(attribute).to_owned();
            markup.get_or_insert_with(HtmlMarkup::default).take(&name, value);
        }
        let Some(markup) = markup.map(HtmlMarkup::finish) else { return };
        if !markup.annotates() {
            return;
        }
        let mut tools = HashMap::new();
        let above: Vec<u32> = tree.ancestors(element).collect();
        for ancestor in above.into_iter().rev().chain([element]) {
            if let Some(reference) = tree.attribute(ancestor, ITS, "annotatorsRef") {
                name_tools(reference, &mut tools);
            }
        }
        if let Some(reference) = &markup.own_annotators {
            name_tools(reference, &mut tools);
        }
        let after = tree.node(element).after;
        self.open.push(Note { after, opening: builder.open(), markup, tools });
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
        let known = note.markup.fragment.as_ref().and_then(|id| self.fragments.get(id));
        if let Some(known) = known
            && known.iter().all(|index| builder.extend(*index))
        {
            return;
        }
        let entity =
            note.markup.entity.map(|entity| (Body::Entity(entity), Category::TextAnalysis));
        let term = note.markup.term.map(|term| (Body::Term(term), Category::Terminology));
        let mut made = Vec::new();
        for (body, category) in [entity, term].into_iter().flatten() {
            let tool = note.tools.get(&category).cloned().flatten();
            made.extend(builder.close(note.opening, body, tool));
        }
        if let Some(id) = note.markup.fragment {
            builder.note_fragment(&id);
            self.fragments.insert(id, made);
        }
    }
}

/// What `annotatorsRef` says adds to what the ancestors say, category by category (ITS 2.0, clause
/// 5.7).
fn name_tools(reference: &str, tools: &mut HashMap<Category, Option<Arc<str>>>) {
    for part in reference.split_ascii_whitespace() {
        let Some((identifier, iri)) = part.split_once('|') else { continue };
        if let Ok(category) = identifier.parse() {
            tools.insert(category, (!iri.is_empty()).then(|| Arc::from(iri)));
        }
    }
}

/// The name of an attribute of HTML for one of XML (ITS 2.0, clause 6.2).
fn hyphened(first: &str, local: &str) -> String {
    let mut name = format!("{first}-");
    for char in local.chars() {
        if char.is_ascii_uppercase() {
            name.push('-');
        }
        name.push(char.to_ascii_lowercase());
    }
    name
}

#[cfg(test)]
mod tests {
    use super::hyphened;

    #[test]
    fn capitals_become_words() {
        assert_eq!(hyphened("its", "taIdentRef"), "its-ta-ident-ref");
        assert_eq!(hyphened("data-its", "id"), "data-its-id");
    }
}
