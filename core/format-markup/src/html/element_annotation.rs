//! Elements that annotate their text, in formats that use HTML tags.

use std::collections::HashMap;
use std::sync::Arc;

use super::open_elements::NO_NOTE;
use glossweave_document::annotation::Body;
use glossweave_document::{Builder, Opening};
use glossweave_its::{Category, HtmlMarkup};

/// The tools used for each category, as `its-annotators-ref` specifies.
#[derive(Clone, Debug, Default)]
struct Annotators {
    text_analysis: Option<Arc<str>>,
    terminology: Option<Arc<str>>,
}

/// An element that annotates its text.
struct ElementAnnotation {
    opening: Opening,
    markup: HtmlMarkup,
    annotators: u32,
    /// Other annotations with their tools.
    more: Vec<(Body, Option<Arc<str>>)>,
}

/// The annotations of open elements.
pub struct ElementAnnotations {
    annotators: Vec<Annotators>,
    open: Vec<Option<ElementAnnotation>>,
    /// The annotations of each fragment identifier.
    fragments: HashMap<Box<str>, Vec<usize>>,
}

impl Default for ElementAnnotations {
    fn default() -> ElementAnnotations {
        let annotators = vec![Annotators::default()];
        ElementAnnotations { annotators, open: Vec::new(), fragments: HashMap::new() }
    }
}

impl ElementAnnotations {
    /// Opens the annotations of an element. Returns their number, or `u32::MAX` if the element has
    /// no annotations. The tools that the element specifies apply to its content.
    pub fn open(
        &mut self,
        builder: &mut Builder,
        markup: Option<HtmlMarkup>,
        more: Vec<(Body, Option<Arc<str>>)>,
        annotators: &mut u32,
    ) -> u32 {
        let markup = match markup {
            Some(markup) => markup,
            None if more.is_empty() => return NO_NOTE,
            None => HtmlMarkup::default(),
        };
        if let Some(reference) = &markup.annotators {
            *annotators = self.named(*annotators, reference);
        }
        if !markup.annotates() && more.is_empty() {
            return NO_NOTE;
        }
        let annotators = match &markup.own_annotators {
            Some(reference) => self.named(*annotators, reference),
            None => *annotators,
        };
        let opening = builder.open();
        self.open.push(Some(ElementAnnotation { opening, markup, annotators, more }));
        self.open.len() as u32 - 1
    }

    /// Adds `its-annotators-ref` to the values of the ancestors, category by category (clause 5.7),
    /// and returns the index of the result.
    fn named(&mut self, outer: u32, reference: &str) -> u32 {
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

    /// Removes an element that has no annotation after all.
    pub fn forget(&mut self, number: u32) {
        if let Some(note) = self.open.get_mut(number as usize) {
            *note = None;
        }
    }

    /// Adds the annotations of an element at the end of its text.
    pub fn close(&mut self, builder: &mut Builder, number: u32) {
        let Some(note) = self.open.get_mut(number as usize).and_then(Option::take) else { return };
        let annotators = self.annotators[note.annotators as usize].clone();
        let known = note.markup.fragment.as_ref().and_then(|id| self.fragments.get(id));
        if let Some(known) = known
            && known.iter().all(|index| builder.extend(*index))
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
                made.extend(builder.close(note.opening, body, annotator.clone()));
            }
        }
        for (body, annotator) in note.more {
            made.extend(builder.close(note.opening, body, annotator));
        }
        if let Some(id) = note.markup.fragment {
            builder.note_fragment(&id);
            self.fragments.insert(id, made);
        }
    }
}
