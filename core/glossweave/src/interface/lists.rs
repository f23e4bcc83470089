//! Lists of formats, recognizers, term finders and translators.

use std::collections::BTreeSet;

use serde_json::{Value, json as object};

use super::answers::json;
use super::input::Input;
use crate::service::Answer;
use glossweave_base::error::Result;
use glossweave_base::media::Format;

/// Returns the formats.
pub(super) fn formats() -> Answer {
    json(&Format::ALL.iter().map(|format| format.info()).collect::<Vec<_>>())
}

/// Returns the recognizers, term finders and translators that the caller may use.
pub(super) fn engines(input: &Input<'_>) -> Result<Answer> {
    Ok(json(&input.session.engines()?))
}

/// Returns the recognizers.
pub(super) fn recognizers(input: &Input<'_>) -> Answer {
    named(&input.session.entities().providers())
}

/// Returns the term providers.
pub(super) fn term_providers(input: &Input<'_>) -> Answer {
    named(&input.session.terms().providers())
}

/// Returns the translation providers, with the language pairs of the systems that can be used
/// without a key.
pub(super) fn translation_providers(input: &Input<'_>) -> Result<Answer> {
    let translations = input.session.translations();
    let provider = |name: &&str| -> Result<Value> {
        let systems = translations.systems(name)?;
        let pairs = systems.iter().map(|system| (system.source.as_str(), system.target.as_str()));
        let pairs: BTreeSet<(&str, &str)> = pairs.collect();
        let pairs = pairs.into_iter();
        let pairs = pairs.map(|(source, target)| object!({"source": source, "target": target}));
        Ok(object!({"name": name, "languages": pairs.collect::<Vec<_>>()}))
    };
    let all: Result<Vec<Value>> = translations.providers().iter().map(provider).collect();
    Ok(json(&all?))
}

/// Returns the translation systems of a provider that can be used without a key, with their states.
pub(super) fn systems(input: &Input<'_>, provider: &str) -> Result<Answer> {
    Ok(json(&input.session.translations().systems(provider)?))
}

fn named(names: &[&str]) -> Answer {
    json(&names.iter().map(|name| object!({"name": name})).collect::<Vec<Value>>())
}
