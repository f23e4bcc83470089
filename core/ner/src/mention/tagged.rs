//! Combination of the probabilities of a mention model and a tagger: a logarithmic opinion pool (Genest
//! and Zidek 1986), the normalized product of both probabilities with their weights as exponents.
//!
//! The mention model judges the names of a vocabulary one by one, the tagger labels all words of a sentence
//! jointly. Their errors differ, so both together are better than each alone. The tagger is slower, and reads
//! only text in which the model does not exclude an entity.

use super::learn::OUTCOMES;
use super::{MentionModel, Place, probabilities};
use crate::kind::{Kinds, kind_of};
use crate::tagger::{Names, Tagger};
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::Annotation;
use glossweave_document::recognizer::Passage;

/// The weights of the logarithms of both probabilities. They were tuned on corpora that were not used to
/// train the models.
const OF_MODEL: f32 = 0.6;
const OF_TAGGER: f32 = 0.4;

/// The minimum of each probability, so that neither model decides alone.
const MIN_PROBABILITY: f32 = 0.002;

/// The probability of an entity below which the tagger is not used.
const UNLIKELY: f32 = 0.02;

impl MentionModel {
    /// Sets a tagger that is used together with the model. Names are found more precisely, but only at the
    /// speed of the tagger. The tagger is only used for text in which the model does not exclude an entity.
    #[must_use]
    pub fn with_tagger(mut self, tagger: Tagger) -> MentionModel {
        self.tagger = Some(tagger);
        self
    }

    /// Returns the model without its tagger.
    #[must_use]
    pub fn without_tagger(mut self) -> MentionModel {
        self.tagger = None;
        self
    }

    /// Returns `true` if the model uses this tagger.
    #[doc(hidden)]
    pub fn asks(&self, tagger: &Tagger) -> bool {
        self.tagger.as_ref().is_some_and(|own| own.revision() == tagger.revision())
    }

    /// Replaces the probabilities of occurrences with the combined probabilities. Returns the names that the
    /// tagger finds, if requested.
    pub(super) fn ask_tagger(
        &self,
        passage: &Passage<'_>,
        found: &[Place],
        outcomes: &mut [[f32; OUTCOMES]],
        names: Names,
    ) -> Vec<Annotation> {
        let Some(tagger) = &self.tagger else { return Vec::new() };
        let is_open = |place: &Place, of_model: &[f32; OUTCOMES]| {
            !place.is_term && Kinds::default().of(of_model) >= UNLIKELY
        };
        let open =
            found.iter().zip(&*outcomes).filter(|(place, of_model)| is_open(place, of_model));
        let spans: Vec<TextSpan> = open.map(|(place, _)| place.span).collect();
        if spans.is_empty() && names == Names::None {
            return Vec::new();
        }
        let kind = |(name, iri): (&str, &str)| kind_of(name).or_else(|| kind_of(iri));
        let outcome = |class| kind(class).map_or(OUTCOMES - 1, |kind| kind as usize + 1);
        // The outcome of each class of the tagger, in its order.
        let outcome_of_class: Vec<usize> = tagger.classes().map(outcome).collect();
        let tagged = tagger.tagged(passage, &spans, names);
        for (place, outcomes) in found.iter().zip(outcomes) {
            let Some(of_classes) =
                tagged.probabilities.get(&place.span).filter(|_| is_open(place, outcomes))
            else {
                continue;
            };
            let mut of_tagger = [0.0; OUTCOMES];
            for (outcome, probability) in outcome_of_class.iter().zip(of_classes) {
                of_tagger[*outcome] += probability;
            }
            of_tagger[0] = (1.0 - of_tagger.iter().sum::<f32>()).max(0.0);
            *outcomes = pooled(outcomes, &of_tagger);
        }
        tagged.names
    }
}

/// Returns the combined probabilities. Softmax of the weighted logarithms normalizes their product.
fn pooled(of_model: &[f32; OUTCOMES], of_tagger: &[f32; OUTCOMES]) -> [f32; OUTCOMES] {
    let mut sums = [0.0; OUTCOMES];
    for ((sum, model), tagger) in sums.iter_mut().zip(of_model).zip(of_tagger) {
        *sum = OF_MODEL * model.max(MIN_PROBABILITY).ln()
            + OF_TAGGER * tagger.max(MIN_PROBABILITY).ln();
    }
    probabilities(&sums, 1.0)
}
