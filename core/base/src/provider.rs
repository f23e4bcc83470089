//! The protocols for opening providers, and descriptions of their parameters.

use std::fs;
use std::path::Path;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use crate::error::{Error, ErrorKind, Result};

/// The kind of a provider.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProviderKind {
    /// Finds entities.
    Recognizer,
    /// Finds terms.
    TermFinder,
    /// Translates.
    Translator,
    /// Answers SPARQL queries.
    Endpoint,
}

impl ProviderKind {
    /// All kinds.
    pub const ALL: &[ProviderKind] = &[
        ProviderKind::Recognizer,
        ProviderKind::TermFinder,
        ProviderKind::Translator,
        ProviderKind::Endpoint,
    ];

    /// Returns the name: `recognizer`, `term-finder`, `translator` or `endpoint`.
    pub fn name(self) -> &'static str {
        match self {
            ProviderKind::Recognizer => "recognizer",
            ProviderKind::TermFinder => "term-finder",
            ProviderKind::Translator => "translator",
            ProviderKind::Endpoint => "endpoint",
        }
    }
}

impl FromStr for ProviderKind {
    type Err = Error;

    /// Parses a name.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`], with the parameter `kind`, if the name is not known.
    fn from_str(word: &str) -> Result<ProviderKind> {
        let known = ProviderKind::ALL.iter().copied().find(|kind| kind.name() == word);
        known.ok_or_else(|| {
            let names: Vec<_> = ProviderKind::ALL.iter().map(|kind| kind.name()).collect();
            let expected = format!("one of {}", names.join(", "));
            Error::no_such("kind", word, &expected).with_parameter("kind")
        })
    }
}

impl Serialize for ProviderKind {
    fn serialize<S: Serializer>(&self, out: S) -> std::result::Result<S::Ok, S::Error> {
        out.serialize_str(self.name())
    }
}

/// The type of the values of a parameter.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterType {
    /// Any text.
    Text,
    /// Texts, separated by commas. When a text contains a comma, use one line for each text instead.
    List,
    /// Texts, one per line.
    Lines,
    /// The text of a file.
    File,
    /// The path of a file or folder.
    Path,
    /// A name and a value, as `NAME=VALUE`.
    Pair,
    /// A language tag (BCP 47).
    Language,
    /// An integer from 0.
    Integer,
    /// An integer in a range.
    Range(u32, u32),
    /// A number from 0 to 1.
    Fraction,
    /// A number from 0, with decimals.
    Amount,
    /// One of several words.
    Word(&'static [&'static str]),
    /// A text that is never shown, for example a key.
    Secret,
}

impl ParameterType {
    /// Returns the name: `text`, `list`, `lines`, `file`, `path`, `pair`, `language`, `integer`, `number`,
    /// `amount`, `word` or `secret`.
    pub fn name(self) -> &'static str {
        match self {
            ParameterType::Text => "text",
            ParameterType::List => "list",
            ParameterType::Lines => "lines",
            ParameterType::File => "file",
            ParameterType::Path => "path",
            ParameterType::Pair => "pair",
            ParameterType::Language => "language",
            ParameterType::Integer | ParameterType::Range(..) => "integer",
            ParameterType::Fraction => "number",
            ParameterType::Amount => "amount",
            ParameterType::Word(_) => "word",
            ParameterType::Secret => "secret",
        }
    }

    /// Returns the allowed words. Returns no words if other values are allowed too.
    pub fn words(self) -> &'static [&'static str] {
        match self {
            ParameterType::Word(words) => words,
            _ => &[],
        }
    }
}

impl Serialize for ParameterType {
    fn serialize<S: Serializer>(&self, out: S) -> std::result::Result<S::Ok, S::Error> {
        out.serialize_str(self.name())
    }
}

/// A parameter of a provider or a request, which is set by its name.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name.
    pub name: &'static str,
    /// The type of its values.
    pub value: ParameterType,
    /// The value if the parameter is unset. `None` if that is not a single value.
    pub default: Option<&'static str>,
    /// The unit of a number, for example `milliseconds`.
    pub unit: Option<&'static str>,
    /// `true` if the parameter can be repeated, and all values are used.
    pub repeats: bool,
    /// `true` if a value is required.
    pub required: bool,
    /// `true` if only the host can set the parameter, and requests cannot.
    pub host: bool,
    /// The description.
    pub text: &'static str,
}

impl Parameter {
    #[doc(hidden)]
    pub const fn new(name: &'static str, value: ParameterType, text: &'static str) -> Parameter {
        let (default, unit) = (None, None);
        let (repeats, required, host) = (false, false, false);
        Parameter { name, value, default, unit, repeats, required, host, text }
    }

    #[doc(hidden)]
    pub const fn with_default(self, value: &'static str) -> Parameter {
        Parameter { default: Some(value), ..self }
    }

    #[doc(hidden)]
    pub const fn with_unit(self, unit: &'static str) -> Parameter {
        Parameter { unit: Some(unit), ..self }
    }

    #[doc(hidden)]
    pub const fn repeated(self) -> Parameter {
        Parameter { repeats: true, ..self }
    }

    #[doc(hidden)]
    pub const fn required(self) -> Parameter {
        Parameter { required: true, ..self }
    }

    #[doc(hidden)]
    pub const fn for_hosts(self) -> Parameter {
        Parameter { host: true, ..self }
    }

    /// Checks the type of a value. Returns `ErrorKind::Invalid`, with the name as the parameter, if it has
    /// another type.
    #[doc(hidden)]
    pub fn check(&self, value: &str) -> Result<()> {
        let (fits, expected) = match self.value {
            ParameterType::Integer => {
                let expected = self.unit.map(|unit| format!("a number of {unit}"));
                (value.parse::<u64>().is_ok(), expected.unwrap_or_else(|| "a number".to_owned()))
            }
            ParameterType::Range(least, most) => {
                let fits = value.parse().is_ok_and(|number: u32| (least..=most).contains(&number));
                (fits, format!("a number from {least} to {most}"))
            }
            ParameterType::Fraction => {
                let fits = value.parse().is_ok_and(|number: f64| (0.0..=1.0).contains(&number));
                (fits, "a number from 0 to 1".to_owned())
            }
            ParameterType::Amount => {
                let fits =
                    value.parse().is_ok_and(|number: f64| number.is_finite() && number >= 0.0);
                (fits, "a number from 0 on".to_owned())
            }
            ParameterType::Word(words) => {
                (words.contains(&value), format!("one of {}", words.join(", ")))
            }
            _ => return Ok(()),
        };
        match fits {
            true => Ok(()),
            false => Err(Error::no_such("value", value, &expected).with_parameter(self.name)),
        }
    }
}

impl Serialize for Parameter {
    /// Serializes the fields that are set.
    fn serialize<S: Serializer>(&self, out: S) -> std::result::Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields {
            name: &'static str,
            #[serde(rename = "type")]
            value: ParameterType,
            #[serde(skip_serializing_if = "<[_]>::is_empty")]
            words: &'static [&'static str],
            #[serde(skip_serializing_if = "Option::is_none")]
            default: Option<&'static str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            unit: Option<&'static str>,
            #[serde(skip_serializing_if = "std::ops::Not::not")]
            repeats: bool,
            #[serde(skip_serializing_if = "std::ops::Not::not")]
            required: bool,
            text: &'static str,
        }
        let Parameter { name, value, default, unit, repeats, required, host: _, text } = *self;
        let words = value.words();
        Fields { name, value, words, default, unit, repeats, required, text }.serialize(out)
    }
}

/// The options of all providers at a URL.
pub const SERVICE: [Parameter; 2] = [
    Parameter::new("header", ParameterType::Secret, "A header of every call, as `Name: value`.")
        .repeated(),
    Parameter::new("milliseconds", ParameterType::Integer, "The time limit of a unit of work.")
        .with_default("30000")
        .with_unit("milliseconds"),
];

/// The options of all providers that use a language model.
pub const LANGUAGE_MODEL: [Parameter; 13] = [
    Parameter::new("model", ParameterType::Text, "The name of the model at the server.").required(),
    Parameter::new("key", ParameterType::Secret, "The key of the service."),
    Parameter::new("temperature", ParameterType::Fraction, "The randomness of answers.")
        .with_default("0"),
    Parameter::new("seed", ParameterType::Integer, "The seed of the server's random numbers."),
    Parameter::new("max-tokens", ParameterType::Integer, "The maximum length of an answer.")
        .with_unit("tokens"),
    Parameter::new(
        "structured-output",
        ParameterType::Word(&["auto", "schema", "json", "none"]),
        "How the server restricts answers to JSON: by a schema, to any JSON, not at all, or as far \
         as it can.",
    )
    .with_default("auto"),
    Parameter::new("prompt", ParameterType::Text, "Custom instructions, with variables."),
    Parameter::new("prompt-file", ParameterType::Text, "A file with custom instructions."),
    Parameter::new(
        "concurrency",
        ParameterType::Range(1, 1024),
        "The maximum number of calls at once; others wait.",
    ),
    Parameter::new(
        "requests-per-minute",
        ParameterType::Range(1, 100_000),
        "The maximum number of calls that begin in a minute; others wait, or are refused if their time is too short.",
    ),
    Parameter::new(
        "prompt-price",
        ParameterType::Amount,
        "The price of a million tokens of questions, in any currency.",
    ),
    Parameter::new(
        "completion-price",
        ParameterType::Amount,
        "The price of a million tokens of answers.",
    ),
    Parameter::new(
        "budget",
        ParameterType::Amount,
        "The cost after which calls are refused, in the currency of the prices.",
    ),
];

/// Returns the names of parameters in their order. A wrong `N` does not compile.
pub const fn names<const N: usize>(groups: &[&[Parameter]]) -> [&'static str; N] {
    let mut names = [""; N];
    let (mut at, mut group, mut row) = (0, 0, 0);
    while group < groups.len() {
        if row == groups[group].len() {
            (group, row) = (group + 1, 0);
            continue;
        }
        names[at] = groups[group][row].name;
        (at, row) = (at + 1, row + 1);
    }
    assert!(at == N);
    names
}

/// The meaning of a provider's location.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The path of a file.
    File,
    /// An http or https URL.
    Url,
    /// A mode of an installed program, for example `eng-spa` of Apertium.
    Mode,
    /// Words that the protocol supports, separated by commas, for example `date,url`.
    Words,
}

impl Place {
    /// Returns the name: `file`, `url`, `mode` or `words`.
    pub fn name(self) -> &'static str {
        match self {
            Place::File => "file",
            Place::Url => "url",
            Place::Mode => "mode",
            Place::Words => "words",
        }
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, out: S) -> std::result::Result<S::Ok, S::Error> {
        out.serialize_str(self.name())
    }
}

/// A protocol for opening providers.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Protocol {
    /// The kind of its providers.
    pub kind: ProviderKind,
    /// The name, which is unique for a kind.
    pub name: &'static str,
    /// The meaning of the location.
    pub place: Place,
    /// The description of the provider, in one sentence.
    pub text: &'static str,
    /// The options, in groups.
    #[serde(rename = "parameters", serialize_with = "flat")]
    groups: &'static [&'static [Parameter]],
}

impl Protocol {
    #[doc(hidden)]
    pub const fn new(
        kind: ProviderKind,
        name: &'static str,
        place: Place,
        text: &'static str,
        groups: &'static [&'static [Parameter]],
    ) -> Protocol {
        Protocol { kind, name, place, text, groups }
    }

    /// Returns the options.
    pub fn parameters(&self) -> impl Iterator<Item = &'static Parameter> + use<> {
        self.groups.iter().copied().flatten()
    }
}

fn flat<S: Serializer>(
    groups: &&'static [&'static [Parameter]],
    out: S,
) -> std::result::Result<S::Ok, S::Error> {
    out.collect_seq(groups.iter().copied().flatten())
}

/// The options of a provider: names and values.
pub type Pairs<'a> = [(&'a str, &'a str)];

/// A protocol, and the function that opens its providers.
pub struct Opener<T> {
    /// The description of the protocol.
    pub protocol: Protocol,
    /// Opens a provider from its location (a file, URL or word) and its options.
    pub open: fn(&str, &Pairs<'_>) -> Result<T>,
}

/// Opens a provider by the name of its protocol. Returns `ErrorKind::Invalid`, with the wrong parameter, if
/// the protocol or an option is not known, or a required option is missing, and the errors of the function.
/// If an error has a location in a file, its message starts with the path of the file.
pub fn open<'k, 'o, T: 'k>(
    known: impl IntoIterator<Item = &'k Opener<T>>,
    name: &str,
    place: &str,
    options: impl IntoIterator<Item = (&'o str, &'o str)>,
) -> Result<T> {
    let known: Vec<_> = known.into_iter().collect();
    let Some(Opener { protocol, open }) = known.iter().find(|opener| opener.protocol.name == name)
    else {
        let names: Vec<_> = known.iter().map(|opener| opener.protocol.name).collect();
        let expected = format!("one of {}", names.join(", "));
        return Err(Error::no_such("protocol", name, &expected).with_parameter("protocol"));
    };
    let options: Vec<_> = options.into_iter().collect();
    for (name, value) in &options {
        match protocol.parameters().find(|parameter| parameter.name == *name) {
            Some(parameter) => parameter.check(value)?,
            None => {
                let names: Vec<_> = protocol.parameters().map(|parameter| parameter.name).collect();
                return Err(Error::no_option(name, &names));
            }
        }
    }
    let is_given = |name: &str| options.iter().any(|(key, _)| *key == name);
    match protocol.parameters().find(|parameter| parameter.required && !is_given(parameter.name)) {
        Some(Parameter { name, .. }) => {
            Err(Error::invalid(format!("`{name}` is missing")).with_parameter(*name))
        }
        None => open(place, &options).map_err(|error| in_file(place, error)),
    }
}

/// Prepends the path to the message of an error that has a location in the file.
fn in_file(place: &str, error: Error) -> Error {
    if error.location().is_none() || !Path::new(place).is_file() {
        return error;
    }
    let message = format!("{place}: {}", error.message());
    error.with_message(message)
}

/// Returns the last value of an option.
pub fn option<'o>(options: &Pairs<'o>, name: &str) -> Option<&'o str> {
    options.iter().rev().find(|(key, _)| *key == name).map(|(_, value)| *value)
}

/// Reads the file of a provider. Returns `ErrorKind::Storage`, with the parameter `place`, if the file
/// cannot be read.
pub fn bytes(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).map_err(|error| {
        let message = format!("the file `{}` cannot be read: {error}", path.display());
        Error::new(ErrorKind::Storage, message).with_parameter("place").because(error)
    })
}

/// Returns `ErrorKind::Unsupported` for a provider whose feature the library was built without.
pub fn without_feature<T>(feature: &str) -> Result<T> {
    let message =
        format!("no such provider: the library was built without the feature `{feature}`");
    Err(Error::new(ErrorKind::Unsupported, message))
}
