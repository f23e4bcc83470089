//! The protocols of neural models, which are loaded from files.

use std::sync::Arc;

use glossweave_base::error::Result;
use glossweave_base::provider::{Pairs, Parameter, ParameterType};
use glossweave_document::annotation::NERD;
use glossweave_document::recognizer::Recognizer;

/// The options of token classifiers.
pub(crate) const TOKEN_CLASSIFIER: [Parameter; 7] = [
    Parameter::new(
        "namespace",
        ParameterType::Text,
        "The IRI prefix for classes that have no usual IRI.",
    )
    .with_default(NERD),
    Parameter::new("iri", ParameterType::Text, "A class of the model and its IRI: `CLASS=IRI`.")
        .repeated(),
    Parameter::new("classes", ParameterType::List, "The classes to find; all by default."),
    CONFIDENCE,
    Parameter::new(
        "aggregation",
        ParameterType::Word(&["first", "average", "max", "simple"]),
        "How the labels of the pieces of a word are combined: the label of the first piece, the highest mean, or the highest confidence; `simple` keeps each label, also within a word.",
    )
    .with_default("first"),
    Parameter::new(
        "window",
        ParameterType::Range(0, 8192),
        "The maximum number of tokens of joined sentences.",
    )
    .with_default("128")
    .with_unit("tokens"),
    THREADS,
];

/// The option for the minimum confidence of neural models.
const CONFIDENCE: Parameter =
    Parameter::new("confidence", ParameterType::Fraction, "The minimum confidence.")
        .with_default("0.5");

/// The option for the number of threads of neural models.
const THREADS: Parameter = Parameter::new(
    "threads",
    ParameterType::Range(1, 256),
    "The number of threads for this model only; by default, all models share one thread per core.",
);

/// The options of span classifiers.
pub(crate) const SPAN_CLASSIFIER: [Parameter; 3] = [
    Parameter::new(
        "class",
        ParameterType::Text,
        "The name of a class in the language of the text, optionally with an IRI: `ship`, or `NAME=IRI`.",
    )
    .repeated()
    .required(),
    CONFIDENCE,
    THREADS,
];

#[cfg(feature = "neural")]
pub(crate) fn token_classifier(place: &str, options: &Pairs<'_>) -> Result<Arc<dyn Recognizer>> {
    let opened = glossweave_neural::TokenClassifier::open(place);
    let mut classifier = opened.map_err(|error| error.with_parameter("place"))?;
    // The namespace is set first, because it must not replace the IRIs of classes.
    let (first, then): (Vec<_>, Vec<_>) =
        options.iter().partition(|(name, _)| *name == "namespace");
    first.into_iter().chain(then).try_for_each(|(name, value)| classifier.set(name, value))?;
    Ok(Arc::new(classifier))
}

#[cfg(feature = "neural")]
pub(crate) fn span_classifier(place: &str, options: &Pairs<'_>) -> Result<Arc<dyn Recognizer>> {
    let opened = glossweave_neural::SpanClassifier::open(place);
    let mut classifier = opened.map_err(|error| error.with_parameter("place"))?;
    options.iter().try_for_each(|(name, value)| classifier.set(name, value))?;
    Ok(Arc::new(classifier))
}

#[cfg(not(feature = "neural"))]
pub(crate) fn span_classifier(_: &str, _: &Pairs<'_>) -> Result<Arc<dyn Recognizer>> {
    glossweave_base::provider::without_feature("neural")
}

#[cfg(not(feature = "neural"))]
pub(crate) fn token_classifier(_: &str, _: &Pairs<'_>) -> Result<Arc<dyn Recognizer>> {
    glossweave_base::provider::without_feature("neural")
}
