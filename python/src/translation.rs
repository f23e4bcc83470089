//! Translation systems.

use std::sync::Arc;

use glossweave::engine::Builder;
use glossweave::provider::Parameter;
use glossweave::text::Language;
use glossweave::translate::{Capabilities, TranslatedSegment, TranslationBatch, Translator};
use glossweave::translate::{System, TranslationOptions, TranslationRequest};
use glossweave::{Error, ErrorKind, Result};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::annotation::{Annotation, from_engine};
use crate::batch::{self, BatchRequest, Row, Service};
use crate::call::call;
use crate::document::Document;
use crate::engine_ref::EngineRef;
use crate::input::{Source, refused, secret};
use crate::offsets::IndexedText;
use crate::option::{read, read_given};
use crate::options::{Given, request_options};
use crate::pickle::{ConstructorCall, Reduced, reduce};
use crate::reply::Reply;
use crate::translation_memory::{self, TranslationMemory};

/// A translation system: a translator for a pair of languages.
///
/// `translator` is a `TranslationMemory` or a callable. The callable receives a list of texts, the source
/// language and the target language. It returns a list of the same length with a `str` for each text, or
/// `None` if it cannot translate the text. For other translators, use the `providers` of an `Engine`. `name`:
/// the name in lists. `domain`: the domain of the texts; the system is used only for requests with this
/// domain or without a domain. `key`: makes the system private; callers who send the key can use it, and
/// lists omit it. `always_running`: the system keeps running when it has not been used for an hour.
///
/// >>> from glossweave import Engine, TranslationSystem
/// >>> def shout(texts, source, target):
/// ...     return [text.upper() for text in texts]
/// >>> session = Engine(translators={"shout": [TranslationSystem("en", "en-x-loud", shout)]}).session()
/// >>> page = "<p>A <b>red</b> house."
/// >>> session.translations.enrich("shout", page, "en", "en-x-loud", informat="html",
/// ...     outformat="html", translations=True).bytes
/// b'<p>A <b>RED</b> HOUSE.'
#[pyclass(frozen, module = "glossweave")]
pub struct TranslationSystem {
    system: System,
    translator: SharedTranslator,
    constructor_call: ConstructorCall,
    repr: String,
}

/// A translator in the form that the engine uses.
#[derive(Clone)]
pub struct SharedTranslator(pub Arc<dyn Translator>);

impl Translator for SharedTranslator {
    fn translate(&self, job: &TranslationBatch<'_>) -> Result<Vec<Option<TranslatedSegment>>> {
        self.0.translate(job)
    }

    fn abilities(&self) -> Capabilities {
        self.0.abilities()
    }

    fn start(&self) -> Result<()> {
        self.0.start()
    }

    fn stop(&self) {
        self.0.stop();
    }
}

impl<'py> FromPyObject<'_, 'py> for SharedTranslator {
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const INPUT_TYPE: pyo3::inspect::PyStaticExpr = crate::hint::named("_Translator");

    fn extract(thing: Borrowed<'_, 'py, PyAny>) -> PyResult<SharedTranslator> {
        if let Ok(memory) = thing.cast::<TranslationMemory>() {
            Ok(SharedTranslator(Arc::new(memory.get().inner())))
        } else if thing.is_callable() {
            Ok(SharedTranslator(Arc::new(CallableTranslator(thing.to_owned().unbind()))))
        } else {
            Err(refused("a `TranslationMemory` or a callable", &thing.to_owned()))
        }
    }
}

/// A translator that calls a Python function.
struct CallableTranslator(Py<PyAny>);

impl Translator for CallableTranslator {
    fn translate(&self, job: &TranslationBatch<'_>) -> Result<Vec<Option<TranslatedSegment>>> {
        let answers = Python::try_attach(|py| self.call(py, job)).ok_or_else(|| {
            Error::new(ErrorKind::Unavailable, "the interpreter of the translator has stopped")
        })?;
        let answers = answers.map_err(|raised| {
            Error::new(ErrorKind::Provider, "a translator in Python failed").because(raised)
        })?;
        Ok(answers.into_iter().map(|text| text.map(TranslatedSegment::machine)).collect())
    }
}

impl CallableTranslator {
    fn call(&self, py: Python<'_>, job: &TranslationBatch<'_>) -> PyResult<Vec<Option<String>>> {
        let texts: Vec<&str> = job.segments.iter().map(|segment| segment.text).collect();
        let given = (texts, job.source.as_str(), job.target.as_str());
        self.0.bind(py).call1(given)?.extract()
    }
}

#[pymethods]
impl TranslationSystem {
    #[new]
    #[pyo3(signature = (
        source, target, translator: "_Translator", *, name = None, domain = None, key = None,
        always_running = false
    ))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn new(
        py: Python<'_>,
        source: &str,
        target: &str,
        translator: &Bound<'_, PyAny>,
        name: Option<&str>,
        domain: Option<&str>,
        key: Option<&Bound<'_, PyString>>,
        always_running: bool,
    ) -> PyResult<TranslationSystem> {
        let constructor_call = ConstructorCall::new(py, "TranslationSystem")
            .with(py, "source", Some(source))?
            .with(py, "target", Some(target))?
            .with(py, "translator", Some(translator))?
            .with(py, "name", name)?
            .with(py, "domain", domain)?
            .with(py, "key", key)?
            .with(py, "always_running", always_running.then_some(true))?;
        let translator = translator.extract::<SharedTranslator>()?;
        let key = key.map(|key| secret("key", key)).transpose()?;
        let system = call(py, || {
            let default = format!("{source}-{target}");
            let languages: (Language, Language) =
                (read("source", source)?, read("target", target)?);
            let mut system = System::new(name.unwrap_or(&default), languages.0, languages.1);
            system = domain.into_iter().fold(system, System::about);
            Ok(key.iter().fold(system, |system, key| system.with_key(key)))
        })?;
        let system = if always_running { system.always_running() } else { system };
        let repr = format!("<TranslationSystem {source} to {target}>");
        Ok(TranslationSystem { system, translator, constructor_call, repr })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduce(self.to_plain(py)?)
    }

    fn __repr__(&self) -> &str {
        &self.repr
    }
}

impl TranslationSystem {
    /// Returns the constructor call with which other processes construct the system, as plain values.
    pub fn to_plain<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let plain = self.constructor_call.to_plain(py)?;
        if let Some(translator) = plain.get_item("translator")? {
            plain.set_item("translator", translation_memory::to_plain(&translator)?)?;
        }
        Ok(plain)
    }

    /// Adds the system to an engine.
    pub fn add(&self, builder: Builder, provider: &str) -> Builder {
        builder.translator(provider, self.system.clone(), self.translator.clone())
    }
}

/// The description of a translation system.
#[pyclass(frozen, get_all, eq, module = "glossweave")]
#[derive(Clone, PartialEq)]
pub struct SystemInfo {
    /// The name of the system.
    name: String,
    /// The source language.
    source: String,
    /// The target language.
    target: String,
    /// The domain of the texts. `None` if the system is used for all domains.
    domain: Option<String>,
    /// The state: `"available"`, or `"standby"` if the first request starts the system.
    state: String,
    /// True if the system keeps running without requests.
    always_running: bool,
}

#[pymethods]
impl SystemInfo {
    fn __repr__(&self) -> String {
        format!("<SystemInfo {}: {} to {}, {}>", self.name, self.source, self.target, self.state)
    }
}

impl From<glossweave::translate::SystemInfo> for SystemInfo {
    fn from(info: glossweave::translate::SystemInfo) -> SystemInfo {
        SystemInfo {
            name: info.name,
            source: info.source.to_string(),
            target: info.target.to_string(),
            domain: info.domain,
            state: info.state.to_string(),
            always_running: info.always_running,
        }
    }
}

/// The translators of an engine, called as the user of a session.
#[pyclass(frozen, module = "glossweave")]
pub struct Translations {
    engine: EngineRef,
}

impl From<EngineRef> for Translations {
    fn from(engine: EngineRef) -> Translations {
        Translations { engine }
    }
}

/// Returns the options of a translation.
pub fn options_of(
    source_lang: Option<&str>,
    target_lang: &str,
    given: &Given,
) -> Result<TranslationOptions> {
    let mut options = TranslationOptions::from_any(read("target_lang", target_lang)?);
    options.source = read_given("source_lang", source_lang)?;
    given.set(|name, value| options.set(name, value))?;
    Ok(options)
}

/// Returns the options of a translation except the languages, which are separate arguments.
pub fn keywords() -> impl Iterator<Item = &'static Parameter> {
    let is_language = |name: &str| ["source-lang", "target-lang"].contains(&name);
    TranslationOptions::PARAMETERS.iter().filter(move |parameter| !is_language(parameter.name))
}

#[pymethods]
impl Translations {
    /// The names of the translation providers, sorted.
    #[getter]
    fn providers(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.engine.call(py, |session| {
            Ok(session.translations().providers().into_iter().map(str::to_owned).collect())
        })
    }

    /// Returns the systems of a provider that do not require a key, with their states.
    fn systems(&self, py: Python<'_>, provider: &str) -> PyResult<Vec<SystemInfo>> {
        self.engine.call(py, |session| {
            Ok(session
                .translations()
                .systems(provider)?
                .into_iter()
                .map(SystemInfo::from)
                .collect())
        })
    }

    /// Translates a document. Returns an annotation for each unit that is translated completely. Use `encode`
    /// with `translations=True` to write the translations into the document.
    ///
    /// `source_lang`: the language of the text. If it is `None`, the language of the document is used, or
    /// else the detected language. `options`: see `TranslationOptions`.
    #[pyo3(signature = (
        provider, document, source_lang, target_lang, **options: "Unpack[TranslationOptions]"
    ))]
    fn translate(
        &self,
        py: Python<'_>,
        provider: &str,
        document: &Bound<'_, Document>,
        source_lang: Option<&str>,
        target_lang: &str,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<Annotation>> {
        let given = Given::of(options, keywords())?;
        let document = document.get().inner();
        let found = self.engine.call(py, |session| {
            let options = options_of(source_lang, target_lang, &given)?;
            session.translations().translate(provider, document, &options)
        })?;
        Ok(from_engine(IndexedText::new(document.text(), document.index()), found))
    }

    /// Translates a document or NIF, and returns the result in the requested format. If NIF contains terms
    /// with names in the target language, as `Terms.enrich` writes them, these names are used as
    /// translations.
    ///
    /// Use `translations=True` to return a document translated. Otherwise, its text is not changed.
    /// `options`: see `TranslationOptions` and `RequestOptions`.
    #[pyo3(signature = (
        provider, source, source_lang, target_lang, **options: "Unpack[TranslationRequestOptions]"
    ))]
    fn enrich(
        &self,
        py: Python<'_>,
        provider: &str,
        mut source: Source,
        source_lang: Option<&str>,
        target_lang: &str,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Reply> {
        let mut given = Given::of(options, keywords().chain(request_options()))?;
        self.engine.call(py, |session| {
            let request = given.request(&mut source)?;
            let options = options_of(source_lang, target_lang, &Given::default())?;
            let mut request = TranslationRequest::new(options, request);
            given.set(|name, value| request.set(name, value))?;
            let reply = session.translations().enrich(provider, request);
            reply.map(Reply::translated).map_err(|error| source.explain(error))
        })
    }

    /// Translates many documents, as `Entities._annotate_batch` finds entities. The options are described at
    /// `translate`.
    #[pyo3(signature = (
        provider, rows, *, target_lang, texts = false, source_lang = None,
        **options: "Unpack[TranslationOptions]"
    ) -> "dict[str, Any]")]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn _annotate_batch<'py>(
        &self,
        py: Python<'py>,
        provider: String,
        rows: Vec<Row>,
        target_lang: &str,
        texts: bool,
        source_lang: Option<&str>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let given = Given::of(options, keywords())?;
        let columns = self.engine.call(py, |session| {
            let mut options = options_of(source_lang, target_lang, &given)?;
            options.any_target = true;
            let service = Service::Translations(options);
            batch::annotate(&session, &rows, &BatchRequest { name: provider, service, texts })
        })?;
        columns.to_python(py)
    }

    fn __repr__(&self) -> &'static str {
        "<Translations>"
    }
}
