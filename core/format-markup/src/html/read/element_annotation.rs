//! Annotations of elements by attributes and rules.

use std::sync::Arc;

use super::Reader;
use crate::html::element::Element;
use crate::html::its_lookup::Facts;
use crate::html::open_elements::State;
use glossweave_document::annotation::Body;
use glossweave_its::{Category, HtmlMarkup};
use glossweave_markup::tree::NodeId;

impl Reader<'_> {
    /// Opens the annotations of an element. Other known values of the element change the state that
    /// its content inherits.
    pub(super) fn note(
        &mut self,
        element: Element,
        markup: Option<HtmlMarkup>,
        node: Option<NodeId>,
        state: &mut State,
    ) -> u32 {
        let mut more = Vec::new();
        if let (Some(facts), Some(node)) = (self.facts, node) {
            match facts.translate(node) {
                Some(true) => state.hidden = self.flow.state.hidden && element.is_hidden(),
                Some(false) => state.hidden = true,
                None => {}
            }
            state.pre = facts.preserves_space(node).unwrap_or(state.pre);
            if let Some(language) = facts.language(node) {
                state.language = self.language(language);
            }
            more = self.more(facts, node, markup.as_ref());
        }
        self.notes.open(&mut self.builder, markup, more, &mut state.annotators)
    }

    /// Returns the annotations of an element, except for its local Text Analysis and Terminology
    /// attributes.
    fn more(
        &mut self,
        facts: &Facts,
        node: NodeId,
        markup: Option<&HtmlMarkup>,
    ) -> Vec<(Body, Option<Arc<str>>)> {
        let annotators = markup.and_then(|markup| markup.own_annotators.as_deref());
        let own_tool = |category: Category| {
            let mut pairs =
                annotators?.split_ascii_whitespace().filter_map(|pair| pair.split_once('|'));
            pairs.find(|pair| pair.0 == category.identifier()).map(|pair| pair.1)
        };
        let has = |category: Category| match category {
            Category::TextAnalysis => markup.is_some_and(|markup| markup.entity.is_some()),
            Category::Terminology => markup.is_some_and(|markup| markup.term.is_some()),
            _ => false,
        };
        let bodies = facts.bodies(node).into_iter().filter(|body| !has(body.0));
        let named = bodies.map(|(category, body)| {
            let tool = own_tool(category).or_else(|| facts.annotator(node, category));
            (body, tool.filter(|tool| !tool.is_empty()).map(Arc::from))
        });
        named.collect()
    }

    /// Opens the annotations of an `html` element without a tag, and remembers the `body` element.
    pub(super) fn open_unwritten(&mut self) {
        let Some(facts) = self.facts else { return };
        let [html, body] = facts.unwritten;
        self.body = body;
        if html.is_some() {
            let mut state = self.flow.state;
            self.unwritten[0] = self.note(Element::HTML, None, html, &mut state);
            self.flow.state = state;
        }
    }

    /// Opens the annotations of a `body` element without a tag when its content begins.
    pub(super) fn open_body(&mut self) {
        if self.body.is_some() && self.flow.in_body() {
            let mut state = self.flow.state;
            let body = self.body.take();
            self.unwritten[1] = self.note(Element::BODY, None, body, &mut state);
        }
    }

    pub(super) fn close_unwritten(&mut self) {
        self.after_closing();
        for note in [self.unwritten[1], self.unwritten[0]] {
            self.notes.close(&mut self.builder, note);
        }
    }
}
