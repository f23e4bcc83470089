//! The engine and its settings.

use std::path::PathBuf;

use glossweave::Settings;
use glossweave::engine::{Builder, Specification};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyString};

use crate::call::call;
use crate::components::{self, Components};
use crate::engine_ref::EngineRef;
use crate::input::secret;
use crate::options::renamed;
use crate::pickle::{CONSTRUCTOR, Reduced, reduce};
use crate::protocol::{Provider, ProviderUsage};
use crate::provider;
use crate::repr::listed;
use crate::session::Session;
use crate::settings::read;
use crate::termbase::TermBase;
use crate::translation::TranslationSystem;
use crate::xslt::find_library;

/// An engine: settings, recognizers by name, users and their resources.
///
/// A recognizer is a `Dictionary`, a `Tagger`, or a callable that takes a `Passage` and returns a list of
/// `Annotation`s. If the callable raises an exception, the call that uses the recognizer raises it too. When
/// several threads call the engine, they may call the callable at the same time.
///
/// `translators`: lists of `TranslationSystem`s by the name of their provider. `term_bases`: `TermBase`s by
/// the name that is used in `Terms`. `providers`: `Provider`s, that is recognizers, term finders, translators
/// and endpoints that are opened by their protocol. `settings`: a mapping like `Settings`, or the path of a
/// settings file. `environment`: use environment variables for missing settings, for example
/// `GLOSSWEAVE_STORE_LOCATION` and `GLOSSWEAVE_ADMIN_PASSWORD`.
///
/// Use `close` or a `with` block to close the store.
///
/// >>> from glossweave import Annotation, Engine
/// >>> def cork(passage):
/// ...     at = passage.text.find("Cork")
/// ...     return [Annotation(at, at + 4, idents=["http://example.org/Cork"])] if at >= 0 else []
/// >>> session = Engine({"cork": cork}).session()
/// >>> session.entities.enrich("cork", "<p>To Cork", informat="html", outformat="html").bytes
/// b'<p>To <span its-ta-ident-ref="http://example.org/Cork">Cork</span>'
#[pyclass(frozen, module = "glossweave")]
pub struct Engine {
    engine: EngineRef,
    components: Components,
    /// The settings that were detected on this machine, not given by the caller.
    found: Vec<(&'static str, &'static str)>,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (
        recognizers: "Mapping[str, _Recognizer] | None" = None, *,
        translators: "Mapping[str, Sequence[TranslationSystem]] | None" = None,
        term_bases: "Mapping[str, TermBase] | None" = None, providers = None,
        settings: "Settings | str | os.PathLike[str] | None" = None, environment = false
    ))]
    fn new(
        py: Python<'_>,
        recognizers: Option<&Bound<'_, PyMapping>>,
        translators: Option<&Bound<'_, PyMapping>>,
        term_bases: Option<&Bound<'_, PyMapping>>,
        providers: Option<Vec<Py<Provider>>>,
        settings: Option<&Bound<'_, PyAny>>,
        environment: bool,
    ) -> PyResult<Engine> {
        let mut settings = read(py, settings, environment)?;
        let components = Components {
            recognizers: copy(py, recognizers)?.unbind(),
            translators: copy(py, translators)?.unbind(),
            term_bases: copy(py, term_bases)?.unbind(),
            providers: providers.unwrap_or_default(),
        };
        let found = find_packages(py, &mut settings)?;
        Engine::open(py, glossweave::Engine::builder(settings), components, found)
    }

    /// Returns the components and settings of the engine as a dictionary of plain values, for other
    /// processes. It can be written as JSON if all components are files or remote. Components that were
    /// opened from files are included as their paths and revisions, other dictionaries, taggers and memories
    /// as bytes, and callables unchanged. The specification contains the keys and headers of services, so
    /// keep it secret.
    ///
    /// Raises `InvalidArgument` if the setting `store.location`, `files.location`, `admin.create` or
    /// `oidc.client-secret` is set. Users and their resources are not included.
    #[pyo3(signature = () -> "dict[str, Any]")]
    fn specification<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let json = py.import("json")?;
        let specification = json.call_method1("loads", (self.engine.specification(py)?,))?;
        let specification = specification.cast_into::<PyDict>()?;
        for (table, name) in &self.found {
            // Other machines detect their own packages, whose paths may differ.
            if let Some(settings) = specification.get_item("settings")? {
                settings.get_item(table)?.del_item(name)?;
            }
        }
        self.components.add_to(py, &specification)?;
        Ok(specification)
    }

    /// Creates an engine from a `specification`, in this process or another process. Raises
    /// `PreconditionFailed` if a file has a different revision now, and `InvalidArgument` if the
    /// specification was created by another version of the package.
    #[staticmethod]
    #[pyo3(name = "from_specification")]
    #[pyo3(signature = (specification: "dict[str, Any]"))]
    pub fn from_specification(
        py: Python<'_>,
        specification: &Bound<'_, PyDict>,
    ) -> PyResult<Engine> {
        let rest = specification.copy()?;
        let components = Components::take_from(&rest)?;
        let json = py.import("json")?.call_method1("dumps", (rest,))?.extract::<String>()?;
        let mut parsed = call(py, || Specification::from_json(&json).map_err(renamed))?;
        let found = find_packages(py, parsed.settings_mut())?;
        Engine::open(py, parsed.builder(), components, found)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduce(self.specification(py)?)
    }

    /// Opens a session. `token`: a token of a user, an API key, or a token of the OpenID provider. Without a
    /// token, the caller is anonymous. The token is not checked here: calls raise an error if it is invalid.
    #[pyo3(signature = (token = None))]
    fn session(&self, token: Option<&Bound<'_, PyString>>) -> PyResult<Session> {
        let token = token.map(|token| secret("token", token)).transpose()?;
        let caller =
            token.map_or(glossweave::Caller::Anonymous, |token| glossweave::Caller::token(&token));
        Ok(Session::from(self.engine.with_caller(caller)))
    }

    /// Opens a session of the local user, for programs with a single user. The local user is an admin without
    /// a password or token, and is created under the name `local` if needed. If a server opens the same
    /// store, access control applies to the resources of this user. Raises `Conflict` if a user with that
    /// name exists and is not an admin.
    ///
    /// >>> from glossweave import Engine
    /// >>> session = Engine().local_session()
    /// >>> session.filters.create("all", "SELECT * { ?s ?p ?o }", visibility="private").owner
    /// 'local'
    fn local_session(&self, py: Python<'_>) -> PyResult<Session> {
        let caller = self.engine.local_caller(py)?;
        Ok(Session::from(self.engine.with_caller(caller)))
    }

    /// Returns the token usage of each language model since the engine was opened: recognizers, sorted by
    /// name, then translators.
    ///
    /// >>> from glossweave import Engine, Provider
    /// >>> model = Provider("recognizer", "model", "chat-completions", "http://localhost:11434/v1", model="gemma3")
    /// >>> [(one.name, one.calls) for one in Engine(providers=[model]).token_usage()]
    /// [('model', 0)]
    fn token_usage(&self, py: Python<'_>) -> PyResult<Vec<ProviderUsage>> {
        let usage = self.engine.token_usage(py)?;
        Ok(usage.into_iter().map(ProviderUsage::from).collect())
    }

    /// Deletes expired items and returns their number: pipelines after one week, uploads without new data for
    /// one week, shared files that no dataset has used for the grace period, and jobs that ended long enough
    /// ago. Expired items are hidden even if they are not yet deleted. A long-running program should call
    /// this method once a day.
    ///
    /// >>> from glossweave import Engine
    /// >>> Engine().expire()
    /// 0
    fn expire(&self, py: Python<'_>) -> PyResult<usize> {
        self.engine.expire(py)
    }

    /// Closes the store when all running calls have ended. Later calls to the engine or its sessions raise
    /// `InvalidArgument`. Closing a closed engine has no effect.
    fn close(&self, py: Python<'_>) {
        self.engine.close(py);
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_exception: "object"))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, pyo3::types::PyTuple>) {
        self.close(py);
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        if self.engine.is_closed(py) {
            return Ok("<Engine, closed>".to_owned());
        }
        Ok(format!("<Engine {}>", listed("with", &self.engine.names(py)?)))
    }
}

impl Engine {
    fn open(
        py: Python<'_>,
        builder: Builder,
        components: Components,
        found: Vec<(&'static str, &'static str)>,
    ) -> PyResult<Engine> {
        let mut builder = builder;
        for item in components.recognizers.bind(py).items() {
            let (name, recognizer) = item.extract::<(String, provider::RecognizerSource)>()?;
            builder = builder.recognizer(&name, recognizer.opened(py)?);
        }
        for item in components.translators.bind(py).items() {
            let (name, systems) = item.extract::<(String, Vec<Py<TranslationSystem>>)>()?;
            builder = systems.iter().fold(builder, |builder, one| one.get().add(builder, &name));
        }
        for item in components.term_bases.bind(py).items() {
            let (name, base) = item.extract::<(String, Py<TermBase>)>()?;
            builder = builder.term_base(&name, base.get().inner());
        }
        let mut providers = components.providers.iter().map(Py::get);
        let builder = call(py, || providers.try_fold(builder, |builder, one| one.add(builder)))?;
        let engine = EngineRef::new(call(py, || builder.open().map_err(renamed))?);
        Ok(Engine { engine, components, found })
    }
}

/// Copies a mapping to a dictionary.
fn copy<'py>(
    py: Python<'py>,
    mapping: Option<&Bound<'py, PyMapping>>,
) -> PyResult<Bound<'py, PyDict>> {
    let copy = PyDict::new(py);
    mapping.map(|mapping| copy.update(mapping)).transpose()?;
    Ok(copy)
}

/// Uses the library of the package `saxonche` and the folder of the package `glossweave-models` if the
/// settings specify none. Returns the names of these settings.
fn find_packages(
    py: Python<'_>,
    settings: &mut Settings,
) -> PyResult<Vec<(&'static str, &'static str)>> {
    let mut found = Vec::new();
    if settings.xslt.saxon.is_none() {
        settings.xslt.saxon = find_library(py)?;
        found.extend(settings.xslt.saxon.is_some().then_some(("xslt", "saxon")));
    }
    if settings.models.folder.is_none() {
        let folder: Option<PathBuf> =
            py.import("glossweave._models")?.getattr("folder")?.call0()?.extract()?;
        // Built-in models of the library are disabled, because their availability depends on how it was
        // built.
        settings.models.folder = Some(folder.unwrap_or_else(|| PathBuf::from("none")));
        found.push(("models", "folder"));
    }
    Ok(found)
}

/// Restores a pickled component or engine.
#[pyfunction]
#[pyo3(name = "_made")]
#[pyo3(signature = (plain: "dict[str, Any]") -> "Any")]
pub fn unpickle<'py>(plain: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
    let py = plain.py();
    if plain.contains(CONSTRUCTOR)? {
        return components::from_plain(plain.as_any());
    }
    Ok(Bound::new(py, Engine::from_specification(py, plain)?)?.into_any())
}
