//! Elements of a page that annotate their text.

use std::sync::Arc;

use super::Reader;
use crate::annotation::Body;
use crate::document::Opening;
use crate::format::html::element::Element;
use crate::format::html::its_lookup::Facts;
use crate::format::html::open_elements::{NO_NOTE, State};
use crate::its::{Category, HtmlMarkup};
use glossweave_markup::tree::NodeId;

/// The tools that `its-annotators-ref` names for each category.
#[derive(Clone, Debug, Default)]
pub(super) struct Annotators {
    text_analysis: Option<Arc<str>>,
    terminology: Option<Arc<str>>,
}

/// An element that annotates its text.
pub(super) struct ElementAnnotation {
    opening: Opening,
    markup: HtmlMarkup,
    annotators: u32,
    /// Other annotations with their tools.
    more: Vec<(Body, Option<Arc<str>>)>,
}

impl Reader<'_> {
    /// Opens the annotations of an element; other known values for it change the inherited state of
    /// its content.
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
        let markup = match markup {
            Some(markup) => markup,
            None if more.is_empty() => return NO_NOTE,
            None => HtmlMarkup::default(),
        };
        if let Some(reference) = &markup.annotators {
            state.annotators = self.annotators(state.annotators, reference);
        }
        if !markup.annotates() && more.is_empty() {
            return NO_NOTE;
        }
        let annotators = match &markup.own_annotators {
            Some(reference) => self.annotators(state.annotators, reference),
            None => state.annotators,
        };
        let opening = self.builder.open();
        self.notes.push(Some(ElementAnnotation { opening, markup, annotators, more }));
        self.notes.len() as u32 - 1
    }

    /// Returns the annotations of an element other than those of its own attributes for Text
    /// Analysis and Terminology.
    fn more(
        &mut self,
        facts: &Facts,
        node: NodeId,
        markup: Option<&HtmlMarkup>,
    ) -> Vec<(Body, Option<Arc<str>>)> {
        let own = markup.and_then(|markup| markup.own_annotators.as_deref());
        let own = |category: Category| {
            let mut pairs = own?.split_ascii_whitespace().filter_map(|pair| pair.split_once('|'));
            pairs.find(|pair| pair.0 == category.identifier()).map(|pair| pair.1)
        };
        let has = |category: Category| match category {
            Category::TextAnalysis => markup.is_some_and(|markup| markup.entity.is_some()),
            Category::Terminology => markup.is_some_and(|markup| markup.term.is_some()),
            _ => false,
        };
        let bodies = facts.bodies(node).into_iter().filter(|one| !has(one.0));
        let named = bodies.map(|(category, body)| {
            let tool = own(category).or_else(|| facts.annotator(node, category));
            (body, tool.filter(|tool| !tool.is_empty()).map(Arc::from))
        });
        named.collect()
    }

    /// Opens the annotations of `html` if it has no tag, and remembers `body`.
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

    /// Opens the annotations of a `body` without a tag, when its content begins.
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
            self.close_note(note);
        }
    }

    /// Adds `its-annotators-ref` to the values of the ancestors, category by category (clause 5.7),
    /// and returns the index of the result.
    fn annotators(&mut self, outer: u32, reference: &str) -> u32 {
        let mut annotators = self.annotators[outer as usize].clone();
        for part in reference.split_ascii_whitespace() {
            let Some((identifier, iri)) = part.split_once('|') else { continue };
            let iri = (!iri.is_empty()).then(|| Arc::from(iri));
            match identifier.parse() {
                Ok(Category::TextAnalysis) => annotators.text_analysis = iri,
                Ok(Category::Terminology) => annotators.terminology = iri,
                _ => {}
            }
        }
        self.annotators.push(annotators);
        self.annotators.len() as u32 - 1
    }

    pub(super) fn forget(&mut self, note: u32) {
        if let Some(note) = self.notes.get_mut(note as usize) {
            *note = None;
        }
    }

    pub(super) fn close_note(&mut self, note: u32) {
        let Some(note) = self.notes.get_mut(note as usize).and_then(Option::take) else { return };
        let annotators = self.annotators[note.annotators as usize].clone();
        let known = note.markup.fragment.as_ref().and_then(|id| self.fragments.get(id));
        if let Some(known) = known
            && known.iter().all(|index| self.builder.extend(*index))
        {
            return;
        }
        let entity = note.markup.entity.map(Body::Entity);
        let term = note.markup.term.map(Body::Term);
        let mut made = Vec::new();
        for (body, annotator) in
            [(entity, &annotators.text_analysis), (term, &annotators.terminology)]
        {
            if let Some(body) = body {
                made.extend(self.builder.close(note.opening, body, annotator.clone()));
            }
        }
        for (body, annotator) in note.more {
            made.extend(self.builder.close(note.opening, body, annotator));
        }
        if let Some(id) = note.markup.fragment {
            self.builder.note_fragment(&id);
            self.fragments.insert(id, made);
        }
    }
}
