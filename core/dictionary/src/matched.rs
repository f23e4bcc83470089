//! Matches of names, and their candidate entities.

use std::collections::HashMap;
use std::fmt;

use super::MAX_IDENTS;
use super::file::{IndexFile, Record, View};
use glossweave_base::error::Result;
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::{Annotation, Entity, four_digits};
use glossweave_ner::Kinds;
use glossweave_ner::Place;

/// A name that a [`Dictionary`](super::Dictionary) found. Its data is read on demand.
#[derive(Clone, Copy)]
pub struct Match<'a> {
    view: View<'a>,
    span: TextSpan,
    rivals: &'a [Record],
}

/// The kinds of entities by the number of a class list.
pub(super) type KindsOfClasses = HashMap<u32, Kinds>;

/// Returns the entities of a list of records.
pub(super) fn candidates<'d, 'r>(
    view: View<'d>,
    records: &'r [Record],
) -> impl ExactSizeIterator<Item = Result<Candidate<'d>>> + use<'d, 'r> {
    records.iter().map(move |record| {
        let (ident, classes) = (view.uri(record.uri)?, view.classes(record.classes)?);
        Ok(Candidate { ident, classes, weight: record.weight })
    })
}

impl<'a> Match<'a> {
    pub(super) fn new(view: View<'a>, span: TextSpan, rivals: &'a [Record]) -> Match<'a> {
        Match { view, span, rivals }
    }

    /// Returns the byte range of the name in the text of the passage.
    pub fn span(&self) -> TextSpan {
        self.span
    }

    /// Returns the IRIs of the entities with this name, by descending weight. There are at most five.
    pub fn idents(&self) -> impl ExactSizeIterator<Item = Result<&'a str>> + use<'a> {
        let view = self.view;
        self.rivals.iter().take(MAX_IDENTS).map(move |rival| view.uri(rival.uri))
    }

    /// Returns the IRIs of the classes of the first entity.
    pub fn classes(&self) -> Result<impl Iterator<Item = &'a str> + use<'a>> {
        let classes = match self.rivals.first() {
            Some(best) => self.view.classes(best.classes)?,
            None => "",
        };
        Ok(classes.split_terminator(' '))
    }

    /// Returns the entities with this name, by descending weight. There are at most 16.
    pub fn candidates(&self) -> impl ExactSizeIterator<Item = Result<Candidate<'a>>> + use<'a> {
        candidates(self.view, self.rivals)
    }

    /// Returns the weight of the first entity divided by the sum of all weights, from 0 to 1.
    pub fn confidence(&self) -> f64 {
        let best = self.rivals.first().map_or(1.0, |best| best.weight);
        share(best, self.rivals.iter().map(|rival| rival.weight))
    }

    /// Returns the match in the form that a mention model uses.
    pub(super) fn place(
        &self,
        index_file: &IndexFile,
        known: &mut KindsOfClasses,
    ) -> Result<Place> {
        let best = self.rivals.first();
        let mut kinds = Kinds::default();
        for rival in self.rivals {
            kinds.add_all(match known.get(&rival.classes) {
                Some(kinds) => *kinds,
                None => {
                    let kinds = Kinds::of_classes(self.view.classes(rival.classes)?);
                    known.insert(rival.classes, kinds);
                    kinds
                }
            });
        }
        Ok(Place {
            span: self.span,
            kinds,
            weight_rank: best.and_then(|best| index_file.weight_rank(best.weight)),
            candidates: self.rivals.len() as u8,
            is_term: self
                .rivals
                .iter()
                .any(|rival| rival.is_term() || index_file.is_often_lower() && rival.is_lower()),
            is_common: self.rivals.iter().any(Record::is_common),
        })
    }

    /// Returns the entries of the name, the best first.
    pub(super) fn rivals(&self) -> &'a [Record] {
        self.rivals
    }

    /// Converts the match to an annotation. Its confidence is multiplied by the probability that the name
    /// refers to an entity.
    pub(super) fn annotation(&self, probability: f32) -> Result<Annotation> {
        let confidence = self.confidence() * f64::from(probability);
        let mut entity = Entity::default().with_confidence(four_digits(confidence));
        let idents = self.idents();
        entity.idents.reserve_exact(idents.len());
        for ident in idents {
            entity.idents.push(ident?.into());
        }
        entity.classes = self.classes()?.map(Into::into).collect();
        Ok(Annotation::entity(self.span, entity))
    }
}

/// A candidate entity for a name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<'a> {
    /// The IRI of the entity.
    pub ident: &'a str,
    /// The IRIs of the classes of the entity, separated by spaces.
    pub classes: &'a str,
    /// The weight of the entity among the candidates, from 0 up.
    pub weight: f64,
}

impl fmt::Debug for Match<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Match").field("span", &self.span).finish_non_exhaustive()
    }
}

/// Returns the share of `best` in the sum of all weights. If the sum is 0, all shares are equal.
fn share(best: f64, all: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = all.len().max(1) as f64;
    // The division comes first, because a sum of large weights could become infinite.
    let parts: f64 = all.map(|weight| if best > 0.0 { weight / best } else { 1.0 }).sum();
    if parts.is_finite() && parts >= 1.0 { 1.0 / parts } else { 1.0 / count }
}
