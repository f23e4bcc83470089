//! Providers that are opened by the names of their protocols, and the table of protocols.

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

/// A provider that is opened by the name of its protocol: one of the `providers` of an `Engine`.
///
/// `kind` is `"recognizer"`, `"term-finder"`, `"translator"` or `"endpoint"`. `name` is the name that
/// callers use; for an endpoint, the URL for which it answers. `protocols()` lists the protocols of each
/// kind, the meaning of `place` and the options, which are keywords with underscores for hyphens: a `str`,
/// a number or a `bool`, a list of `str` for several values, `None` for an option that is left out. A
/// translator needs a `system`: `source_lang` and `target_lang`, and optionally `name`, `domain`, `key` and
/// `always_running`, as in `TranslationSystem`.
///
/// A URL may be anywhere, on the same machine too. A service that gives a wrong response or none is
/// `Unavailable`, a slow one `DeadlineExceeded`, when it is used.
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
    /// Returns the recognizer, if it is one.
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

    /// Finds the entities of a text or a document, if it is a recognizer; another kind is an
    /// `InvalidArgument`. `language`: that of the text; that of a document is known.
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
        // Not what may have a key in it.
        let shown = |text: &str| text.split(['?', '#']).next().unwrap_or_default().to_owned();
        format!("<Provider {}: {} at {}>", shown(&self.name), self.protocol, shown(&self.place))
    }
}

impl Provider {
    /// Puts it into an engine.
    pub fn add(&self, builder: Builder) -> Result<Builder> {
        builder.provider(&self.name, self.inner.clone(), self.system.clone())
    }

    /// Returns the call by which other processes construct it.
    pub fn constructor_call(&self) -> &ConstructorCall {
        &self.constructor_call
    }
}

/// Returns keywords and their values as options. A list is several values of an option that repeats, and one
/// with commas of another.
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

/// Renames the parameter of an error to the keyword.
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
    /// The keyword argument for it.
    keyword: String,
    /// The type of its values: `"text"`, `"list"` (with commas), `"lines"`, `"file"` (its text),
    /// `"path"`, `"pair"` (`NAME=VALUE`), `"language"`, `"integer"`, `"number"` (from
    /// 0 to 1), `"amount"` (a number from 0 on), `"word"`, or `"secret"` for a text that is never shown.
    r#type: &'static str,
    /// The words that are allowed; none if others are too.
    words: Vec<&'static str>,
    /// The value if none is given; `None` if that is not a single value.
    default: Option<&'static str>,
    /// The unit of a number.
    unit: Option<&'static str>,
    /// True if it may be given several times, and each value counts.
    repeats: bool,
    /// True if it must be given.
    required: bool,
    /// True if only the host sets it: requests over HTTP may not.
    host: bool,
    /// The meaning.
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

/// A protocol by which a `Provider` is opened.
#[pyclass(frozen, get_all, eq, module = "glossweave")]
#[derive(Clone, PartialEq)]
pub struct ProtocolInfo {
    /// The kind of its providers.
    kind: Name<hint::ProviderKind>,
    /// The name, each once for a kind.
    name: &'static str,
    /// The meaning of the place: `"file"`, `"url"`, `"mode"` (of an installed program) or
    /// `"words"` (that the protocol knows).
    place: Name<hint::ProtocolPlace>,
    /// The provider, in one sentence.
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

/// Returns the protocols by which a `Provider` is opened, by kind.
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
    /// Those that find entities.
    recognizers: Vec<EngineInfo>,
    /// Those that find terms.
    term_finders: Vec<EngineInfo>,
    /// Those that translate.
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

/// The use of the language models of a provider.
#[pyclass(frozen, get_all, eq, module = "glossweave")]
#[derive(Clone, PartialEq)]
pub struct ProviderUsage {
    /// The kind of the provider: `"recognizer"` or `"translator"`.
    kind: Name<hint::UsageKind>,
    /// Its name.
    name: String,
    /// The name of the translation system.
    system: Option<String>,
    /// The number of calls.
    calls: u64,
    /// The number of questions that were answered from the cache.
    cached: u64,
    /// The number of tokens of the questions, as the server counts them; if it does not, one for four bytes.
    prompt_tokens: u64,
    /// The number of tokens of the answers, counted in the same way.
    completion_tokens: u64,
    /// The cost of all of them by the prices that are set; 0 without prices.
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
    /// The name in paths.
    name: String,
    /// The parameters of a request, by their names in `Session.call`.
    parameters: Vec<ParameterInfo>,
    /// The languages of its input, each with that of translations or `None`; `None` if any may be used, or
    /// they are not known.
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
