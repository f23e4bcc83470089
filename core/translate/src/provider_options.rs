//! The options of each protocol of translators.

use glossweave_base::provider::{Parameter, ParameterType};

/// The key of a service.
pub(crate) const KEY: Parameter =
    Parameter::new("key", ParameterType::Secret, "The key of the service.");

/// The options of a translation memory.
pub(crate) const MEMORY: [Parameter; 1] = [Parameter::new(
    "strict",
    ParameterType::Word(&["true", "false"]),
    "Report an invalid unit of the file as an error instead of skipping it.",
)
.with_default("false")];

/// The options of Apertium.
pub(crate) const APERTIUM: [Parameter; 2] = [
    Parameter::new("data", ParameterType::Text, "The folder where Apertium is installed.")
        .with_default("/usr/share/apertium"),
    Parameter::new("milliseconds", ParameterType::Integer, "The time limit for a text.")
        .with_default("30000")
        .with_unit("milliseconds"),
];

/// The options of Apertium APY.
pub(crate) const APY: [Parameter; 1] = [Parameter::new(
    "pair",
    ParameterType::Text,
    "The names of the languages on the server, such as `spa|eng_US`.",
)];

/// The options of LibreTranslate.
pub(crate) const LIBRETRANSLATE: [Parameter; 1] = [KEY];

/// The options of DeepL, except its key.
pub(crate) const DEEPL: [Parameter; 3] = [
    Parameter::new("formality", ParameterType::Text, "The formality of translations."),
    Parameter::new("glossary", ParameterType::Text, "The id of a glossary."),
    Parameter::new("model", ParameterType::Text, "The type of the model."),
];

/// The options of Google Cloud Translation.
pub(crate) const GOOGLE: [Parameter; 2] = [
    Parameter::new("model", ParameterType::Text, "The resource name of a model: `projects/…`."),
    Parameter::new("glossary", ParameterType::Text, "The resource name of a glossary."),
];

/// The options of translation by a language model.
pub(crate) const CHAT: [Parameter; 3] = [
    Parameter::new(
        "memory",
        ParameterType::Text,
        "The file of a translation memory, whose translations of similar texts are sent as examples.",
    ),
    Parameter::new("style", ParameterType::Text, "The style of translations, in words."),
    Parameter::new(
        "context",
        ParameterType::Integer,
        "The number of segments before and after a group that are sent as context.",
    )
    .with_default("3"),
];
