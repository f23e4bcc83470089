//! Providers that are opened by the name of their protocol, and the table of protocols.

use std::path::{PathBuf, absolute};
use std::sync::Arc;

use glossweave::engine::Builder;
use glossweave::entity::Recognizer;
use glossweave::provider::{self, Parameter, Place, ProviderKind};
use glossweave::service;
use glossweave::translate::System;
use glossweave::{Error, Result};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyMapping, PyString};

use crate::annotation::Annotation;
use crate::call::call;
use crate::error::raise;
use crate::hint::{self, Name};
use crate::input::{refused, secret};
use crate::options::keyword;
use crate::pickle::{ConstructorCall, Reduced};
use crate::recognize::{Text, find};

/// A provider that is opened by the name of its protocol. Use it in the `providers` of an `Engine`.
///
/// `kind` is `"recognizer"`, `"term-finder"`, `"translator"` or `"endpoint"`. `name` is the name that callers
/// use. For an endpoint, it is the URL of the SPARQL endpoint that the provider replaces. `protocols()` lists
/// the protocols of each kind with their options and the meaning of `place`. Options are keyword arguments,
/// with underscores instead of hyphens: a `str`, a number or a `bool`, or a list of `str` for several values.
/// `None` means that an option is not set. A translator needs a `system`: `source_lang` and `target_lang`,
/// and optionally `name`, `domain`, `key` and `always_running`, which are described at `TranslationSystem`.
///
/// A URL may refer to any host, including this machine. When the provider is used, calls raise `Unavailable`
/// if the service does not respond or sends an invalid response, and `DeadlineExceeded` if it is too slow.
///
/// >>> from glossweave import Engine, Provider
/// >>> url = "http://localhost:2222/rest"
/// >>> spotlight = Provider("recognizer", "places", "spotlight", url, confidence=0.5)
/// >>> spotlight
/// <Provider places: spotlight at http://localhost:2222/rest>
/// >>> Engine(providers=[spotlight])
/// <Engine with places>
#[pyclass(frozen, module = "glossweave")]
pub struct Provider {
    inner: provider::Provider,
    system: Option<System>,
    /// The kind: `"recognizer"`, `"term-finder"`, `"translator"` or `"endpoint"`.
    #[pyo3(get)]
    kind: Name<hint::ProviderKind>,
    /// The name that callers use.
    #[pyo3(get)]
    name: String,
    /// The name of the protocol.
    #[pyo3(get)]
    protocol: String,
    /// The path, the URL, the mode or the words.
    #[pyo3(get)]
    place: String,
    constructor_call: ConstructorCall,
}

impl Provider {
    /// Returns the recognizer. Returns `None` if the provider is of another kind.
    pub fn recognizer(&self) -> Option<&Arc<dyn Recognizer>> {
        match &self.inner {
            provider::Provider::Recognizer(recognizer) => Some(recognizer),
            _ => None,
        }
    }
}

#[pymethods]
impl Provider {
    #[new]
    #[pyo3(signature = (
        kind: "_Engine", name, protocol, place, *,
        system: "Mapping[str, _Option] | None" = None, **options: "_Option"
    ))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn new(
        py: Python<'_>,
        kind: &str,
        name: String,
        protocol: String,
        place: PathBuf,
        system: Option<&Bound<'_, PyMapping>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Provider> {
        let place = place.into_os_string().into_string().map_err(|_| {
            raise(py, Error::invalid("`place` is not Unicode").with_parameter("place"))
        })?;
        let kind = call(py, || kind.parse::<ProviderKind>())?;
        let row = provider::protocols().find(|one| one.kind == kind && one.name == protocol);
        let is_file = row.is_some_and(|row| row.place == Place::File);
        let known = |name: &str| row?.parameters().find(|one| one.name == name);
        let mut constructor_call = ConstructorCall::new(py, "Provider")
            .with(py, "kind", Some(kind.name()))?
            .with(py, "name", Some(&name))?
            .with(py, "protocol", Some(&protocol))?;
        constructor_call = match absolute(&place).ok().filter(|_| is_file) {
            Some(path) => constructor_call.with(py, "place", Some(path.as_os_str()))?,
            None => constructor_call.with(py, "place", Some(&place))?,
        };
        let mut given = Vec::new();
        if let Some(options) = options {
            for (name, value) in options {
                let name = name.extract::<String>()?;
                constructor_call = constructor_call.with(py, &name, Some(value))?;
            }
            given = pairs(options.as_mapping(), known)?;
        }
        let mut fields = None;
        if let Some(system) = system {
            let copy = PyDict::new(py);
            copy.update(system)?;
            fields = Some(pairs(system, |_| None)?);
            constructor_call = constructor_call.with(py, "system", Some(copy))?;
        }
        let (inner, system) = call(py, || {
            let given = given.iter().map(|(name, value)| (name.as_str(), value.as_str()));
            let opened = provider::Provider::open(kind, &protocol, &place, given);
            let system = |fields: Vec<(String, String)>| {
                System::from_fields(fields.iter().map(|(name, value)| (&**name, &**value)))
            };
            Ok((opened.map_err(renamed)?, fields.map(system).transpose().map_err(renamed)?))
        })?;
        let kind = kind.name().into();
        Ok(Provider { inner, system, kind, name, protocol, place, constructor_call })
    }

    /// Finds the entities of a text or a document. `language`: the language of the text (default for a
    /// document: its declared language). Raises `InvalidArgument` if the provider is not a recognizer.
    #[pyo3(signature = (text, *, language = None))]
    fn recognize(
        &self,
        py: Python<'_>,
        text: Text<'_>,
        language: Option<&str>,
    ) -> PyResult<Vec<Annotation>> {
        let provider::Provider::Recognizer(recognizer) = &self.inner else {
            let message =
                format!("`{}` is not a recognizer, but of the kind {}", self.name, *self.kind);
            return Err(raise(py, Error::invalid(message).with_parameter("kind")));
        };
        find(py, &**recognizer, text, language)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        self.constructor_call.reduce(py)
    }

    fn __repr__(&self) -> String {
        // Query and fragment are omitted, because they may contain a key.
        let shown = |text: &str| text.split(['?', '#']).next().unwrap_or_default().to_owned();
        format!("<Provider {}: {} at {}>", shown(&self.name), self.protocol, shown(&self.place))
    }
}

impl Provider {
    /// Adds the provider to an engine.
    pub fn add(&self, builder: Builder) -> Result<Builder> {
        builder.provider(&self.name, self.inner.clone(), self.system.clone())
    }

    /// Returns the constructor call with which other processes construct the provider.
    pub fn constructor_call(&self) -> &ConstructorCall {
        &self.constructor_call
    }
}

/// Converts keyword arguments to options. A list becomes several values if the option can be repeated, and
/// one comma-separated value otherwise.
fn pairs(
    keywords: &Bound<'_, PyMapping>,
    known: impl Fn(&str) -> Option<&'static Parameter>,
) -> PyResult<Vec<(String, String)>> {
    let mut pairs = Vec::new();
    for item in keywords.items()? {
        let (keyword, value) = item.extract::<(String, Bound<'_, PyAny>)>()?;
        let name = keyword.replace('_', "-");
        if value.is_none() {
            continue;
        }
        if let Ok(truth) = value.cast::<PyBool>() {
            pairs.push((name, truth.is_true().to_string()));
        } else if let Ok(text) = value.cast::<PyString>() {
            pairs.push((name, secret(&keyword, text)?));
        } else if value.extract::<f64>().is_ok() {
            pairs.push((name, value.str()?.to_str()?.to_owned()));
        } else if let Ok(texts) = value.extract::<Vec<Bound<'_, PyString>>>() {
            let texts = texts.iter().map(|text| secret(&keyword, text));
            let texts = texts.collect::<PyResult<Vec<_>>>()?;
            match known(&name).is_some_and(|one| one.repeats) {
                true => pairs.extend(texts.into_iter().map(|text| (name.clone(), text))),
                false => pairs.push((name, texts.join(","))),
            }
        } else {
            let expected = format!("a `str`, a number, a `bool` or a list of `str` as `{keyword}`");
            return Err(refused(&expected, &value));
        }
    }
    Ok(pairs)
}

/// Replaces the parameter name in an error with the keyword argument.
fn renamed(error: Error) -> Error {
    let keyword = match error.parameter() {
        Some("url") => "place".to_owned(),
        Some(name) => name.replace('-', "_"),
        None => return error,
    };
    error.with_parameter(keyword)
}

/// An option of a protocol, or a parameter of a request.
#[pyclass(frozen, get_all, eq, module = "glossweave")]
#[derive(Clone, PartialEq)]
pub struct ParameterInfo {
    /// The name.
    name: &'static str,
    /// The name of the keyword argument.
    keyword: String,
    /// The type of the values: `"text"`, `"list"` (comma-separated), `"lines"`, `"file"` (the text of a
    /// file), `"path"`, `"pair"` (`NAME=VALUE`), `"language"`, `"integer"`, `"number"` (from 0 to 1),
    /// `"amount"` (a number from 0), `"word"`, or `"secret"` for a text that is never displayed.
    r#type: &'static str,
    /// The predefined words. Empty if other values are accepted too.
    words: Vec<&'static str>,
    /// The default value. `None` if the default is not a single value.
    default: Option<&'static str>,
    /// The unit of a number.
    unit: Option<&'static str>,
    /// True if the parameter may be repeated, in which case all values are used.
    repeats: bool,
    /// True if the parameter is required.
    required: bool,
    /// True if only the embedding program can set the parameter. HTTP requests cannot set it.
    host: bool,
    /// The description of the parameter.
    text: &'static str,
}

#[pymethods]
impl ParameterInfo {
    fn __repr__(&self) -> String {
        format!("<ParameterInfo {}: {}>", self.name, self.r#type)
    }
}

impl From<&Parameter> for ParameterInfo {
    fn from(one: &Parameter) -> ParameterInfo {
        let Parameter { name, value, default, unit, repeats, required, host, text, .. } = *one;
        let (r#type, words) = (value.name(), value.words().to_vec());
        let keyword = keyword(name);
        ParameterInfo { name, keyword, r#type, words, default, unit, repeats, required, host, text }
    }
}

/// A protocol for opening a `Provider`.
#[pyclass(frozen, get_all, eq, module = "glossweave")]
#[derive(Clone, PartialEq)]
pub struct ProtocolInfo {
    /// The kind of the providers.
    kind: Name<hint::ProviderKind>,
    /// The name, unique among the protocols of a kind.
    name: &'static str,
    /// The meaning of `place`: `"file"`, `"url"`, `"mode"` (of an installed program) or `"words"` (defined by
    /// the protocol).
    place: Name<hint::ProtocolPlace>,
    /// The description of the provider, in one sentence.
    text: &'static str,
    /// The options.
    parameters: Vec<ParameterInfo>,
}

#[pymethods]
impl ProtocolInfo {
    fn __repr__(&self) -> String {
        format!("<ProtocolInfo {}: {}>", self.name, *self.kind)
    }
}

/// Returns the protocols for opening a `Provider`, grouped by kind.
///
/// >>> from glossweave import protocols
/// >>> "spotlight" in [one.name for one in protocols() if one.kind == "recognizer"]
/// True
/// >>> deepl = next(one for one in protocols() if one.name == "deepl")
/// >>> [one.name for one in deepl.parameters if one.required]
/// ['key']
#[pyfunction]
pub fn protocols() -> Vec<ProtocolInfo> {
    let row = |one: provider::Protocol| ProtocolInfo {
        kind: one.kind.name().into(),
        name: one.name,
        place: one.place.name().into(),
        text: one.text,
        parameters: one.parameters().map(ParameterInfo::from).collect(),
    };
    provider::protocols().map(row).collect()
}

/// The recognizers, term finders and translators of an engine that a caller may use.
#[pyclass(frozen, get_all, eq, module = "glossweave")]
#[derive(Clone, PartialEq)]
pub struct Engines {
    /// The providers that find entities.
    recognizers: Vec<EngineInfo>,
    /// The providers that find terms.
    term_finders: Vec<EngineInfo>,
    /// The providers that translate.
    translators: Vec<EngineInfo>,
}

#[pymethods]
impl Engines {
    fn __repr__(&self) -> String {
        let all = [&self.recognizers, &self.term_finders, &self.translators];
        let names = all.iter().copied().flatten().map(|one| one.name.as_str());
        format!("<Engines {}>", names.collect::<Vec<_>>().join(", "))
    }
}

/// The token usage of the language models of a provider.
#[pyclass(frozen, get_all, eq, module = "glossweave")]
#[derive(Clone, PartialEq)]
pub struct ProviderUsage {
    /// The kind of the provider: `"recognizer"` or `"translator"`.
    kind: Name<hint::UsageKind>,
    /// The name of the provider.
    name: String,
    /// The name of the translation system. `None` for recognizers.
    system: Option<String>,
    /// The number of calls.
    calls: u64,
    /// The number of requests that were answered from the cache.
    cached: u64,
    /// The number of tokens in the prompts, as counted by the server. If the server does not report it, one
    /// token is counted for every four bytes.
    prompt_tokens: u64,
    /// The number of tokens in the completions, counted in the same way.
    completion_tokens: u64,
    /// The total cost, using the prices in the settings. 0 if no prices are set.
    cost: f64,
}

#[pymethods]
impl ProviderUsage {
    fn __repr__(&self) -> String {
        let ProviderUsage { name, calls, prompt_tokens, completion_tokens, .. } = self;
        format!(
            "<ProviderUsage {name}: {calls} calls, {prompt_tokens} + {completion_tokens} tokens>"
        )
    }
}

impl From<glossweave::engine::ProviderUsage> for ProviderUsage {
    fn from(one: glossweave::engine::ProviderUsage) -> ProviderUsage {
        let glossweave::net::TokenUsage {
            calls,
            cached,
            prompt_tokens,
            completion_tokens,
            cost,
            ..
        } = one.usage;
        ProviderUsage {
            kind: one.kind.into(),
            name: one.name,
            system: one.system,
            calls,
            cached,
            prompt_tokens,
            completion_tokens,
            cost,
        }
    }
}

/// The description of a recognizer, a term finder or a translator.
#[pyclass(frozen, get_all, eq, module = "glossweave")]
#[derive(Clone, PartialEq)]
pub struct EngineInfo {
    /// The name in the paths of services.
    name: String,
    /// The parameters of a request, with the names that `Session.call` uses.
    parameters: Vec<ParameterInfo>,
    /// The pairs of an input language and the target language, which is `None` if the provider does not
    /// translate. `None` if all languages are accepted, or if the languages are unknown.
    languages: Option<Vec<(String, Option<String>)>>,
}

#[pymethods]
impl EngineInfo {
    fn __repr__(&self) -> String {
        format!("<EngineInfo {}>", self.name)
    }
}

impl From<service::EngineInfo> for EngineInfo {
    fn from(info: service::EngineInfo) -> EngineInfo {
        let pairs = |all: Vec<service::Languages>| {
            all.into_iter().map(|one| (one.source, one.target)).collect()
        };
        EngineInfo {
            name: info.name,
            parameters: info.parameters.into_iter().map(ParameterInfo::from).collect(),
            languages: info.languages.map(pairs),
        }
    }
}

impl From<service::Engines> for Engines {
    fn from(engines: service::Engines) -> Engines {
        let infos = |all: Vec<_>| all.into_iter().map(EngineInfo::from).collect();
        Engines {
            recognizers: infos(engines.recognizers),
            term_finders: infos(engines.term_finders),
            translators: infos(engines.translators),
        }
    }
}
