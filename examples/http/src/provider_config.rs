//! Providers in the settings.

use std::collections::BTreeMap;

use glossweave::engine::Builder;
use glossweave::provider::{Provider, ProviderKind, protocols};
use glossweave::translate::System;
use glossweave::{Error, Result};
use serde::Deserialize;

/// Names and texts.
type Fields = BTreeMap<String, String>;

/// Names and values.
type Options = BTreeMap<String, OptionValue>;

/// The value of an option: a text, or several texts if the option repeats.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "a text or a list of texts")]
pub enum OptionValue {
    /// One text.
    Text(String),
    /// Several texts.
    Texts(Vec<String>),
}

/// A provider: a table `recognizer`, `term_base` or `endpoint` in a settings file. Each table can be
/// repeated.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProviderConfig {
    /// The name in paths. For an endpoint, the URL that it replaces.
    pub name: String,
    /// The protocol: one of the names from [`glossweave::provider::protocols`].
    pub protocol: String,
    /// The URL, the path of the file, or the words that the protocol supports.
    pub place: String,
    /// Further options of the protocol.
    #[serde(default)]
    pub options: Options,
}

/// A translation system: a table `translator` in a settings file, which can be repeated.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TranslationSystem {
    /// The name in paths. Several systems can have the same name.
    pub provider: String,
    /// The protocol: one of the names from [`glossweave::provider::protocols`].
    pub protocol: String,
    /// The URL, the mode of Apertium, or the path of the file.
    pub place: String,
    /// Languages, domain and key: the fields of [`System::from_fields`].
    pub system: Fields,
    /// Further options of the protocol.
    #[serde(default)]
    pub options: Options,
}

impl TranslationSystem {
    /// Adds the system to an engine. Returns the errors of [`System::from_fields`] and [`Provider::open`].
    pub(crate) fn add(&self, builder: Builder, time: &str) -> Result<Builder> {
        let system = System::from_fields(
            self.system.iter().map(|(name, value)| (name.as_str(), value.as_str())),
        )?;
        let TranslationSystem { provider, protocol, place, options, .. } = self;
        let options = pairs(ProviderKind::Translator, protocol, options, time);
        let one = Provider::open(ProviderKind::Translator, protocol, place, options)
            .map_err(|error| named("translator", provider, error))?;
        builder.provider(provider, one, Some(system))
    }
}

impl ProviderConfig {
    /// Adds the provider to an engine, as a provider of a kind. Returns the errors of [`Provider::open`].
    pub(crate) fn add(&self, builder: Builder, kind: ProviderKind, time: &str) -> Result<Builder> {
        let ProviderConfig { name, protocol, place, options } = self;
        let options = pairs(kind, protocol, options, time);
        let one = Provider::open(kind, protocol, place, options)
            .map_err(|error| named(kind.name(), name, error))?;
        builder.provider(name, one, None)
    }
}

/// Adds the name of the provider to the message of its error.
fn named(kind: &str, name: &str, error: Error) -> Error {
    let message = format!("{kind} `{name}`: {}", error.message());
    error.with_message(message)
}

/// The option for the time limit of a provider.
const TIME: &str = "milliseconds";

/// Returns the options of a provider. If its protocol supports a time limit that the options do not set,
/// the time limit of HTTP calls is used.
fn pairs<'o>(
    kind: ProviderKind,
    protocol: &str,
    options: &'o Options,
    time: &'o str,
) -> impl Iterator<Item = (&'o str, &'o str)> {
    let mut protocols = protocols().filter(|one| one.kind == kind && one.name == protocol);
    let is_limited = protocols.any(|one| one.parameters().any(|option| option.name == TIME));
    let default = (is_limited && !options.contains_key(TIME)).then_some((TIME, time));
    options
        .iter()
        .flat_map(|(name, value)| {
            let values = match value {
                OptionValue::Text(text) => std::slice::from_ref(text),
                OptionValue::Texts(texts) => texts,
            };
            values.iter().map(move |value| (name.as_str(), value.as_str()))
        })
        .chain(default)
}
