//! Construction of units from elements and attributes.

use super::characters::{self, Space};
use super::properties::property_texts;
use glossweave_base::text::Language;
use glossweave_document::Builder;
use glossweave_format_base::PartTree;
use glossweave_markup::At;
use glossweave_markup::tree::{NodeId, NodeKind, Tree};

/// A builder of units. Units are numbered from 1 and have the languages of their texts.
pub(crate) struct UnitBuilder {
    pub builder: Builder,
    next_id: u32,
    /// The language used for text without a specified language.
    fallback: Option<Language>,
    /// The current language of the builder.
    language: Option<Language>,
}

impl UnitBuilder {
    pub fn new(mut builder: Builder, fallback: Option<Language>) -> UnitBuilder {
        builder.set_language(fallback.as_ref());
        UnitBuilder { builder, next_id: 1, language: fallback.clone(), fallback }
    }

    /// Sets the language that the document specifies for all text, if any.
    pub fn set_fallback(&mut self, language: Option<Language>) {
        self.fallback = language.or(self.fallback.take());
    }

    fn speak(&mut self, language: Option<&Language>) {
        let language = language.or(self.fallback.as_ref());
        if language != self.language.as_ref() {
            self.language = language.cloned();
            self.builder.set_language(self.language.as_ref());
        }
    }

    /// Adds the characters of a text node.
    pub fn text(
        &mut self,
        (tree, base): (&Tree<'_>, usize),
        text: NodeId,
        language: Option<&Language>,
        (is_trimmed, space): (bool, Space),
    ) {
        let node = tree.node(text);
        let raw = tree.source().get(node.at()).unwrap_or_default();
        let (skipped, raw) = if is_trimmed { characters::trimmed(raw) } else { (0, raw) };
        self.speak(language);
        let is_section = node.kind == NodeKind::Cdata;
        let at = base + node.at().start + skipped;
        characters::read(raw, at, is_section, space, &mut self.builder);
    }

    /// Builds a unit from the texts in an element.
    pub fn element(&mut self, xml: &PartTree<'_>, element: NodeId, space: Space) {
        let tree = &xml.tree;
        for text in tree.below(element).filter(|node| tree.node(*node).is_text()) {
            self.text((tree, xml.base), text, None, (false, space));
        }
        self.end_unit();
    }

    /// Adds the characters of a part of a text or value. `at` is the position in the source.
    pub fn raw(&mut self, raw: &str, at: usize) {
        self.speak(None);
        characters::read(raw, at, false, Space::Spaces, &mut self.builder);
    }

    /// Builds a unit from the value of an attribute.
    pub fn attribute(&mut self, xml: &PartTree<'_>, at: At) {
        self.raw(xml.tree.source().get(at.clone()).unwrap_or_default(), xml.base + at.start);
        self.end_unit();
    }

    /// Builds a unit from each property of the document.
    pub fn properties(&mut self, xml: &PartTree<'_>) {
        for element in property_texts(&xml.tree) {
            self.element(xml, element, Space::Spaces);
        }
    }

    /// Ends the current unit. A unit that contains only white space is dropped.
    pub fn end_unit(&mut self) {
        let text = self.builder.unit_text();
        if text.is_empty() {
            return;
        }
        if text.iter().all(u8::is_ascii_whitespace) {
            self.builder.drop_unit();
            return;
        }
        self.builder.end_unit(self.next_id);
        self.next_id += 1;
    }
}
