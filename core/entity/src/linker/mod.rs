//! End-to-end linking, which combines a tagger with the names of vocabularies.

mod choose;
#[cfg(test)]
mod tests;

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use self::choose::{TaggedMention, choose};
use crate::disambiguation::EntityIndex;
use crate::options::{EntityOptions, EntityOptionsExt, key};
use crate::vocabularies::{DatasetMention, Vocabularies, Vocabulary};
use glossweave_base::call_limits::check_for;
use glossweave_base::error::Result;
use glossweave_base::text::TextSpan;
use glossweave_dictionary::{Dictionary, DictionaryExt, Doubtful};
use glossweave_document::annotation::{Annotation, AnnotationExt, Body, Entity};
use glossweave_document::recognizer::{Passage, PassageExt, Recognizer};
use glossweave_ner::Tagger;

/// A recognizer that finds names of a vocabulary and names that a tagger predicts, and links them to entities
/// of the vocabulary (entity linking).
///
/// When names overlap, the longest name with a probability of at least 0.5 is used. When both the tagger and
/// the vocabulary find a name, it gets the higher probability. A name that is tagged as a person is not
/// linked to a location or an organization, and vice versa. When the vocabulary does not contain a tagged
/// name, it is returned with its class and without an IRI. A [`Tagger`] is only used for text in the
/// languages on which it was trained.
#[derive(Clone)]
pub struct Linker {
    tagger: Arc<dyn Recognizer>,
    /// The tagger if it is a trained tagger, which is skipped for other languages.
    trained: Option<Tagger>,
    /// `true` if the mention model of the dictionary uses this tagger.
    is_asked: bool,
    names: Dictionary,
    vocabularies: Arc<Vocabularies>,
}

impl Linker {
    /// Creates a linker. If the dictionary has a mention model, it predicts where the names of the
    /// dictionary are found.
    pub fn new(tagger: impl Recognizer + 'static, names: Dictionary) -> Linker {
        let trained = (&tagger as &dyn Any).downcast_ref::<Tagger>().cloned();
        let model = names.mention_model();
        let is_asked =
            trained.as_ref().zip(model).is_some_and(|(trained, model)| model.asks(trained));
        let vocabularies = alone(&names, None);
        Linker { tagger: Arc::new(tagger), trained, is_asked, names, vocabularies }
    }

    /// Sets the data about entities that share a name, which is used for disambiguation.
    #[must_use]
    pub fn with_entities(mut self, index: EntityIndex) -> Linker {
        self.vocabularies = alone(&self.names, Some(index));
        self
    }
}

/// Creates vocabularies with a single dataset.
fn alone(names: &Dictionary, context: Option<EntityIndex>) -> Arc<Vocabularies> {
    let vocabulary = Vocabulary { names: Some(names.clone()), context };
    Arc::new(Vocabularies { open: vec![Arc::new(vocabulary)], ..Vocabularies::default() })
}

impl Recognizer for Linker {
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
        let memory = passage.memory();
        let within = passage.drawing_on(&memory);
        let model = self.names.mention_model();
        let doubtful = Doubtful::judged_by(model, &within);
        let mut mentions = self.vocabularies.find(&within, &[], doubtful)?;
        let tagged = match model {
            Some(model) if self.is_asked => {
                self.vocabularies.judge_and_tag(model, &within, &mut mentions)?
            }
            Some(model) => {
                self.vocabularies.judge(model, &within, &mut mentions)?;
                None
            }
            None => None,
        };
        let tagged = match (tagged, &self.trained) {
            (Some(tagged), _) => tagged,
            (None, Some(trained)) if !trained.applies_to(&within) => Vec::new(),
            (None, _) => self.tagger.recognize(&within)?,
        };
        EntityOptions::default().united(&self.vocabularies, &within, mentions, tagged)
    }

    fn needs_language(&self) -> bool {
        self.tagger.needs_language()
    }

    fn revision(&self) -> Option<String> {
        Some(self.names.revision())
    }
}

impl EntityOptions {
    /// Combines the annotations of a tagger with the names of datasets, and links them to the
    /// datasets.
    #[doc(hidden)]
    pub fn united<'v>(
        &self,
        vocabularies: &'v Vocabularies,
        passage: &Passage<'_>,
        mentions: Vec<DatasetMention<'v>>,
        tagged: Vec<Annotation>,
    ) -> Result<Vec<Annotation>> {
        let is_name = |annotation: &Annotation| {
            let entity = annotation.as_entity();
            entity.is_some_and(|entity| entity.idents.is_empty() && entity.confidence.is_some())
        };
        let (tagged, others): (Vec<_>, Vec<_>) = tagged.into_iter().partition(is_name);
        let spans: Vec<TextSpan> = tagged.iter().map(Annotation::span).collect();
        let candidates = vocabularies.at(passage, &spans, &self.types)?;
        let (mut linked, mut classes, mut found) = (Vec::new(), Vec::new(), self.chosen(others));
        let mut nameless = Vec::new();
        for TaggedMention { mention, tag } in choose(mentions, tagged, candidates) {
            match (mention, tag) {
                (Some(mention), tag) => {
                    classes.extend(tag.map(|tag| (key(mention.span), tag)));
                    linked.push(mention);
                }
                (None, Some(tag)) => nameless.push(tag),
                (None, None) => {}
            }
        }
        found.extend(self.chosen(nameless));
        let linked = self.entities(vocabularies, passage, linked)?;
        check_for(linked.len() * size_of::<Annotation>())?;
        found.reserve_exact(linked.len());
        found.extend(linked.into_iter().map(|annotation| {
            let at = classes.binary_search_by_key(&key(annotation.span()), |(span, _)| *span);
            let tag = at.ok().and_then(|at| classes.get(at)).map(|(_, tag)| tag);
            classified(annotation, tag.and_then(Annotation::as_entity), self.modes.classify)
        }));
        found.sort_by_key(|annotation| key(annotation.span()));
        Ok(found)
    }
}

/// Adds the classes of the tagged entity to an annotation that has no classes.
fn classified(annotation: Annotation, tag: Option<&Entity>, is_wanted: bool) -> Annotation {
    match (annotation.as_entity(), tag) {
        (Some(entity), Some(tag)) if is_wanted && entity.classes.is_empty() => {
            let mut entity = entity.clone();
            entity.classes.clone_from(&tag.classes);
            annotation.with_body(Body::Entity(entity))
        }
        _ => annotation,
    }
}

impl fmt::Debug for Linker {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Linker").field("names", &self.names).finish_non_exhaustive()
    }
}
