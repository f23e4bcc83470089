//! Translation systems.

use std::sync::Arc;

use glossweave::engine::Builder;
use glossweave::text::Language;
use glossweave::translate::{Capabilities, TranslatedSegment, TranslationBatch, Translator};
use glossweave::translate::{System, TranslationOptions, TranslationRequest};
use glossweave::{Error, ErrorKind, Result};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use crate::annotation::{Annotation, from_engine};
use crate::batch::{self, BatchRequest, Row, Service};
use crate::call::call;
use crate::document::Document;
use crate::encode::{Placement, options};
use crate::engine_ref::EngineRef;
use crate::entities::Names;
use crate::input::{Source, count, count_given, refused, secret};
use crate::nif::{Skipped, skipped};
use crate::offsets::IndexedText;
use crate::option::{read, read_given};
use crate::pickle::{ConstructorCall, Reduced, reduce};
use crate::repr::counted;
use crate::translation_memory::{self, TranslationMemory};

/// A translation system: a pair of languages, and what translates between them.
///
/// `translator` is a `TranslationMemory`, or a callable that takes a list of texts, the language they are
/// in and the one that is wanted, and gives a list of as many: a `str` each, or `None` for what it cannot
/// translate. Other translators are `providers` of an `Engine`. `name`: what it is called in lists.
/// `domain`: what its texts are about; only requests for that domain, or for none, get it. `key`: makes it
/// private: who names the key may use it, and it is in no list. `always_running`: it stays up when nobody
/// translates for an hour.
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

/// A translator, for the engine.
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

/// Asks Python code.
struct CallableTranslator(Py<PyAny>);

impl Translator for CallableTranslator {
    fn translate(&self, job: &TranslationBatch<'_>) -> Result<Vec<Option<TranslatedSegment>>> {
        let answers = Python::try_attach(|py| self.call(py, job)).ok_or_else(|| {
            Error::new(
                ErrorKind::Unavailable,
                "the interpreter that has the translator has stopped",
            )
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
    #[pyo3(signature = (source, target, translator, *, name = None, domain = None, key = None,
        always_running = false))]
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
    /// Returns the call by which other processes construct it, as plain values.
    pub fn to_plain<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let plain = self.constructor_call.to_plain(py)?;
        if let Some(translator) = plain.get_item("translator")? {
            plain.set_item("translator", translation_memory::to_plain(&translator)?)?;
        }
        Ok(plain)
    }

    /// Puts it into an engine.
    pub fn add(&self, builder: Builder, provider: &str) -> Builder {
        builder.translator(provider, self.system.clone(), self.translator.clone())
    }
}

/// The description of a translation system.
#[pyclass(frozen, get_all, eq, module = "glossweave")]
#[derive(Clone, PartialEq)]
pub struct SystemInfo {
    /// Its name.
    name: String,
    /// The language of the texts that it takes.
    source: String,
    /// The language that it gives.
    target: String,
    /// The domain of its texts; `None` for any.
    domain: Option<String>,
    /// The state: `"available"`, or `"standby"` if the first request starts it.
    state: String,
    /// True if it stays running without requests.
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

/// The translation systems of an engine, on behalf of a caller.
#[pyclass(frozen, module = "glossweave")]
pub struct Translations {
    engine: EngineRef,
}

impl From<EngineRef> for Translations {
    fn from(engine: EngineRef) -> Translations {
        Translations { engine }
    }
}

/// Returns the options of a translation, from keywords.
#[allow(clippy::too_many_arguments, reason = "keywords")]
pub fn options_of(
    source: Option<&str>,
    target: &str,
    domain: Option<&str>,
    key: Option<&str>,
    keep: Option<Names>,
    dataset: Option<Names>,
    srx: Option<&str>,
    any_target: bool,
    max_severity: usize,
) -> Result<TranslationOptions> {
    let mut options = TranslationOptions::from_any(read("target", target)?);
    options.source = source.map(|tag| read("source", tag)).transpose()?;
    options.any_target = any_target;
    options.set("max-severity", &max_severity.to_string())?;
    domain.map(|domain| options.set("domain", domain)).transpose()?;
    key.map(|key| options.set("key", key)).transpose()?;
    srx.map(|srx| options.set("srx", srx)).transpose()?;
    match keep {
        Some(Names::One(words)) => options.set("keep", &words)?,
        Some(Names::Several(words)) => options.kept = words,
        None => {}
    }
    match dataset {
        Some(Names::One(names)) => options.set("dataset", &names)?,
        Some(Names::Several(names)) => options.datasets = names,
        None => {}
    }
    Ok(options)
}

#[pymethods]
impl Translations {
    /// The names of the providers, sorted.
    #[getter]
    fn providers(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.engine.call(py, |session| {
            Ok(session.translations().providers().into_iter().map(str::to_owned).collect())
        })
    }

    /// Returns the systems of a provider that need no key, with their states.
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

    /// Translates a document: an annotation for each unit that is translated as a whole, which
    /// `encode` writes with `translations=True`.
    ///
    /// `source`: the language of the text; with `None` that of the document, or else the detected one.
    /// `domain`: the domain of the text. `key`: that of a private system. `keep`: words that are not
    /// translated, a list of them or one text with commas between. `dataset`: the term bases whose terms the
    /// translation has, those of the engine or stored ones. `srx`: the text of a file in SRX with
    /// rules for the ends of sentences. `any_target`: translate XLIFF that names another target language
    /// all the same. `max_severity`: the maximum severity of issues in a translation that is taken, from 0 to
    /// 100; a unit with a worse one keeps its text.
    #[pyo3(signature = (provider, document, source, target, *, domain = None, key = None, keep = None,
        dataset = None, srx = None, any_target = false, max_severity = 100))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn translate(
        &self,
        py: Python<'_>,
        provider: &str,
        document: &Bound<'_, Document>,
        source: Option<&str>,
        target: &str,
        domain: Option<&str>,
        key: Option<&Bound<'_, PyString>>,
        keep: Option<Names>,
        dataset: Option<Names>,
        srx: Option<&str>,
        any_target: bool,
        #[pyo3(from_py_with = count)] max_severity: usize,
    ) -> PyResult<Vec<Annotation>> {
        let key = key.map(|key| secret("key", key)).transpose()?;
        let document = document.get().inner();
        let found = self.engine.call(py, |session| {
            let options = options_of(
                source,
                target,
                domain,
                key.as_deref(),
                keep,
                dataset,
                srx,
                any_target,
                max_severity,
            )?;
            session.translations().translate(provider, document, &options)
        })?;
        Ok(from_engine(IndexedText::new(document.text(), document.index()), found))
    }

    /// Translates a document, or NIF, and answers in the format that was asked for. Terms of NIF
    /// whose concepts have words in the target language, as `Terms.enrich` gives them, are translated
    /// by these.
    ///
    /// A document comes back translated with `translations=True`, else as it was. `source`, `domain`,
    /// `key`, `keep`, `dataset`, `srx`, `any_target` and `max_severity` are those of `translate`, `rule_set` that of
    /// `Document`, but by default `"auto"`, the others those of `Entities.enrich`.
    #[pyo3(signature = (provider, data, source, target, *, domain = None, key = None, keep = None,
        dataset = None, srx = None, any_target = false, max_severity = 100, informat = None, outformat = None, filter = None, charset = None, prefix = None,
        version = "2.0", verify = true, on_parent = "when-needed", translations = false,
        set_lang = false, target_state = None, any_language = false, any_format = false, strict = false,
        max_output_bytes = None, unknown_entities = None, invalid_bytes = None,
        translatable_attributes = false, numeric_cells = false, columns = None, rule_set = None))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn enrich(
        &self,
        py: Python<'_>,
        provider: &str,
        mut data: Source,
        source: Option<&str>,
        target: &str,
        domain: Option<&str>,
        key: Option<&Bound<'_, PyString>>,
        keep: Option<Names>,
        dataset: Option<Names>,
        srx: Option<&str>,
        any_target: bool,
        #[pyo3(from_py_with = count)] max_severity: usize,
        informat: Option<&str>,
        outformat: Option<&str>,
        filter: Option<String>,
        charset: Option<&str>,
        prefix: Option<String>,
        version: &str,
        verify: bool,
        on_parent: &str,
        translations: bool,
        set_lang: bool,
        target_state: Option<&str>,
        any_language: bool,
        any_format: bool,
        strict: bool,
        #[pyo3(from_py_with = count_given)] max_output_bytes: Option<usize>,
        unknown_entities: Option<&str>,
        invalid_bytes: Option<&str>,
        translatable_attributes: bool,
        numeric_cells: bool,
        columns: Option<&str>,
        rule_set: Option<&str>,
    ) -> PyResult<TranslationReply> {
        let key = key.map(|key| secret("key", key)).transpose()?;
        self.engine.call(py, |session| {
            let mut request = data.request(informat, outformat, charset)?;
            request.filter = filter;
            request.prefix = prefix;
            request.version = read("version", version)?;
            request.encode = options(verify, on_parent, translations, set_lang, target_state)?;
            request.any_language = any_language;
            request.any_format = any_format;
            request.strict = strict;
            request.encode.max_output_bytes = max_output_bytes;
            request.unknown_entities =
                read_given("unknown_entities", unknown_entities)?.unwrap_or_default();
            request.invalid_bytes = read_given("invalid_bytes", invalid_bytes)?.unwrap_or_default();
            request.translatable_attributes = translatable_attributes;
            request.numeric_cells = numeric_cells;
            request.columns = read_given("columns", columns)?;
            request.rule_set = read_given("rule_set", rule_set)?;
            let options = options_of(
                source,
                target,
                domain,
                key.as_deref(),
                keep,
                dataset,
                srx,
                any_target,
                max_severity,
            )?;
            let request = TranslationRequest::new(options, request);
            let reply = session.translations().enrich(provider, request);
            let inner = reply.map_err(|error| data.explain(error))?;
            Ok(TranslationReply { inner })
        })
    }

    /// As `Entities._annotate_batch`, with the options of `translate`.
    #[pyo3(signature = (provider, rows, *, target, texts = false, source = None, domain = None,
        key = None))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn _annotate_batch<'py>(
        &self,
        py: Python<'py>,
        provider: String,
        rows: Vec<Row>,
        target: &str,
        texts: bool,
        source: Option<&str>,
        domain: Option<&str>,
        key: Option<&Bound<'_, PyString>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let key = key.map(|key| secret("key", key)).transpose()?;
        let columns = self.engine.call(py, |session| {
            let options =
                options_of(source, target, domain, key.as_deref(), None, None, None, true, 100)?;
            let service = Service::Translations(options);
            batch::annotate(&session, &rows, &BatchRequest { name: provider, service, texts })
        })?;
        columns.to_python(py)
    }

    fn __repr__(&self) -> &'static str {
        "<Translations>"
    }
}

/// The answer to a request for a translation.
#[pyclass(frozen, module = "glossweave")]
pub struct TranslationReply {
    inner: glossweave::translate::TranslationReply,
}

#[pymethods]
impl TranslationReply {
    /// The answer.
    #[getter]
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.inner.reply.bytes)
    }

    /// The name of its format.
    #[getter]
    fn format(&self) -> String {
        match self.inner.reply.results {
            Some(results) => results.to_string(),
            None => self.inner.reply.format.to_string(),
        }
    }

    /// The result for each annotation if a document was returned; none otherwise.
    #[getter]
    fn placements(&self) -> Vec<Placement> {
        self.inner.reply.placements.iter().map(Placement::from).collect()
    }

    /// The status of each sentence: `"machine"`, `"exact"`, `"fuzzy"` or `"untranslated"`.
    #[getter]
    fn statuses(&self) -> Vec<&'static str> {
        self.inner.segments.iter().map(|segment| segment.name()).collect()
    }

    /// The issues of the translations, for example of their terms: type, severity from 0 to 100, and comment.
    #[getter]
    fn issues(&self) -> Vec<(&'static str, u8, &str)> {
        let issues = self.inner.issues.iter();
        issues.map(|issue| (issue.issue_type.name(), issue.severity, &*issue.comment)).collect()
    }

    /// The parts of the input that were left out: wrong strings of NIF, which are errors with `strict`, and
    /// the warnings about a document. Messages with their line and column, `None` if the location is not
    /// known.
    #[getter]
    fn skipped(&self) -> Vec<Skipped> {
        skipped(&self.inner.reply.skipped)
    }

    /// The name of the bundled ITS rules by which a document in XML was read; `None` without such rules.
    #[getter]
    fn rule_set(&self) -> Option<&'static str> {
        self.inner.reply.rule_set
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.bytes(py)
    }

    fn __repr__(&self) -> String {
        let bytes = counted(self.inner.reply.bytes.len(), "byte");
        let segments = counted(self.inner.segments.len(), "segment");
        format!("<TranslationReply {}: {bytes}, {segments}>", self.format())
    }
}
