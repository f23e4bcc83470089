//! Explanations of the choice of an entity for a name.

use serde::Serialize;

use super::vocabularies::{DatasetMention, Vocabularies};
use glossweave_base::error::Result;
use glossweave_base::text::TextSpan;
use glossweave_document::recognizer::Passage;

/// A name in a text, and the score of each entity that it may stand for.
///
/// As JSON, `start` and `end` count bytes of the text of the document.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    /// The span of the name.
    #[serde(flatten, serialize_with = "place")]
    pub span: TextSpan,
    /// The name as it is written.
    pub text: String,
    /// The probability that the name means an entity here, from 0 to 1; 1 without a mention model.
    pub mention: f64,
    /// The entities, the likeliest first.
    pub choices: Vec<Explained>,
}

/// An entity that a name may stand for.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explained {
    /// The IRI of the entity.
    pub ident: String,
    /// The IRIs of its classes.
    pub classes: Vec<String>,
    /// The weight of the entity in the dataset: its prior.
    pub weight: f64,
    /// The confidence that this entity is meant if any is, from 0 to 1.
    pub confidence: f64,
    /// The sum of the features, each times its weight.
    pub score: f64,
    /// The features that the score is made of.
    pub features: Vec<Evidence>,
}

/// A part of a score.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Evidence {
    /// The name of the feature, as [`Feature::name`](crate::Feature::name) has it.
    pub feature: &'static str,
    /// The value of the feature.
    pub value: f64,
    /// The weight of the feature.
    pub weight: f64,
}

fn place<S: serde::Serializer>(
    span: &TextSpan,
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    use serde::ser::SerializeMap;
    let mut map = serializer.serialize_map(Some(2))?;
    map.serialize_entry("start", &span.start())?;
    map.serialize_entry("end", &span.end())?;
    map.end()
}

/// Explains each mention: the scores of its candidates.
pub fn explain(
    vocabularies: &Vocabularies,
    passage: &Passage<'_>,
    mentions: &[DatasetMention<'_>],
) -> Result<Vec<Explanation>> {
    let ranked = vocabularies.disambiguate(passage, mentions)?;
    let explained = mentions.iter().zip(ranked).map(|(mention, ranking)| {
        let choices = ranking.choices.iter().filter_map(|choice| {
            let (_, candidate) = mention.candidates.get(choice.index)?;
            let features = choice.features.iter().map(|(feature, value)| Evidence {
                feature: feature.name(),
                value,
                weight: ranking.weights.weight(feature),
            });
            Some(Explained {
                ident: candidate.ident.to_owned(),
                classes: candidate.classes.split_ascii_whitespace().map(str::to_owned).collect(),
                weight: candidate.weight,
                confidence: choice.confidence,
                score: choice.score,
                features: features.collect(),
            })
        });
        let text = passage.text().get(mention.span.range()).unwrap_or_default().to_owned();
        // As it is written: 0.9 and not 0.8999999761581421.
        let probability = (f64::from(mention.probability) * 1e6).round() / 1e6;
        Explanation { span: mention.span, text, mention: probability, choices: choices.collect() }
    });
    Ok(explained.collect())
}
