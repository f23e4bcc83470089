//! Explanations of how an entity was chosen for a name.

use serde::Serialize;

use super::vocabularies::{DatasetMention, Vocabularies};
use glossweave_base::error::Result;
use glossweave_base::text::TextSpan;
use glossweave_document::recognizer::Passage;

/// A name in a text, and the score of each of its candidate entities.
///
/// When serialized as JSON, `start` and `end` count bytes of the text of the document.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    /// The span of the name.
    #[serde(flatten, serialize_with = "place")]
    pub span: TextSpan,
    /// The name as written in the text.
    pub text: String,
    /// The probability that the name refers to an entity here, from 0 to 1. It is 1 if no mention
    /// model is used.
    pub mention: f64,
    /// The candidate entities, the most likely first.
    pub choices: Vec<Explained>,
}

/// A candidate entity for a name.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explained {
    /// The IRI of the entity.
    pub ident: String,
    /// The IRIs of the classes of the entity.
    pub classes: Vec<String>,
    /// The weight of the entity in the dataset, which is used as its prior.
    pub weight: f64,
    /// The confidence that the name refers to this entity if it refers to any, from 0 to 1.
    pub confidence: f64,
    /// The sum of the features, each multiplied by its weight.
    pub score: f64,
    /// The features that contribute to the score.
    pub features: Vec<Evidence>,
}

/// A feature that contributes to a score.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Evidence {
    /// The name of the feature, as [`Feature::name`](crate::Feature::name) returns it.
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

/// Explains each mention by the scores of its candidates.
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
        // Rounds so that 0.9 is not written as 0.8999999761581421.
        let probability = (f64::from(mention.probability) * 1e6).round() / 1e6;
        Explanation { span: mention.span, text, mention: probability, choices: choices.collect() }
    });
    Ok(explained.collect())
}
