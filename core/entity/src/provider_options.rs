//! The options of recognizers that are opened by protocol.

use glossweave_base::provider::{Parameter, ParameterType};

/// The option for the mention model, which predicts where the names of a list refer to an entity.
pub(crate) const MENTIONS: [Parameter; 1] = [Parameter::new(
    "mention-model",
    ParameterType::Text,
    "The file of a mention model, which decides where a name refers to its entity.",
)];

/// The option for a tagger that is used together with a mention model.
pub(crate) const MENTION_TAGGER: [Parameter; 1] = [Parameter::new(
    "tagger",
    ParameterType::Text,
    "The file of a trained tagger that supplements the mention model.",
)];

/// The option for the tagger of a linker.
pub(crate) const TAGGER: [Parameter; 1] =
    [Parameter::new("tagger", ParameterType::Text, "The file of a trained tagger.").required()];

/// The options of patterns.
pub(crate) const PATTERN: [Parameter; 1] = [Parameter::new(
    "pattern",
    ParameterType::Text,
    "The IRI of a class, an IRI template or `-`, and a regular expression, separated by spaces.",
)
.repeated()];

/// The option for a nested recognizer. It is secret because the options of the recognizer may
/// contain keys.
pub(crate) const RECOGNIZER: Parameter = Parameter::new(
    "recognizer",
    ParameterType::Secret,
    "A protocol and a location, separated by a space, or a JSON object with `protocol`, `place` and `options`.",
);

/// The options of a combination.
pub(crate) const COMBINATION: [Parameter; 2] = [
    RECOGNIZER.repeated().required(),
    Parameter::new(
        "votes",
        ParameterType::Integer,
        "For `vote`, the number of recognizers that must agree; more than half of them by default.",
    ),
];

/// The options of NIF services.
pub(crate) const NIF: [Parameter; 3] = [
    Parameter::new(
        "media-type",
        ParameterType::Text,
        "The media type of requests, which must be an RDF format.",
    )
    .with_default("text/turtle"),
    Parameter::new("nif-version", ParameterType::Word(&["2.0", "2.1"]), "The version of NIF.")
        .with_default("2.0"),
    Parameter::new("prefix", ParameterType::Text, "The prefix of the IRIs in requests."),
];

/// The options of DBpedia Spotlight.
pub(crate) const SPOTLIGHT: [Parameter; 9] = [
    Parameter::new("confidence", ParameterType::Fraction, "The minimum confidence."),
    Parameter::new(
        "support",
        ParameterType::Integer,
        "The minimum number of links to an entity in Wikipedia.",
    ),
    Parameter::new(
        "types",
        ParameterType::List,
        "The classes to find: `DBpedia:Place,Schema:City`.",
    ),
    Parameter::new(
        "candidates",
        ParameterType::Word(&["true", "false"]),
        "Report several entities for a name, the best entity first.",
    )
    .with_default("false"),
    Parameter::new("resources", ParameterType::Text, "The prefix of the IRIs of candidates.")
        .with_default("http://dbpedia.org/resource/"),
    Parameter::new(
        "policy",
        ParameterType::Text,
        "Passed on: the meaning of the query in `sparql`.",
    ),
    Parameter::new("sparql", ParameterType::Text, "Passed on: a query that selects entities."),
    Parameter::new("spotter", ParameterType::Text, "Passed on: the method to find names."),
    Parameter::new(
        "disambiguator",
        ParameterType::Text,
        "Passed on: the method to choose entities.",
    ),
];

/// The options of recognition with a language model.
pub(crate) const CHAT: [Parameter; 3] = [
    Parameter::new(
        "type",
        ParameterType::Text,
        "A type to find: a label, the IRI of its class in angle brackets, and a description after a colon.",
    )
    .repeated(),
    Parameter::new(
        "types",
        ParameterType::Text,
        "The file of a vocabulary with the classes or concepts to find: RDF, or a table with `uri`, `label` and `description`.",
    ),
    Parameter::new(
        "find",
        ParameterType::Word(&["entities", "terms"]),
        "The kind of annotations.",
    )
    .with_default("entities"),
];

/// The options of linking with a language model.
pub(crate) const CHAT_LINKER: [Parameter; 1] = [Parameter::new(
    "descriptions",
    ParameterType::Text,
    "The file with labels and descriptions of entities: RDF, or a table with `uri`, `label` and `description`.",
)];
