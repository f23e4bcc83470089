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

/// An engine: settings, recognizers under the names that callers use, users and their resources.
///
/// A recognizer is a `Dictionary`, a `Tagger`, or a callable that takes a `Passage` and returns its
/// `Annotation`s; an exception of the callable is raised by the call that uses it. Calls from several
/// threads call it from several threads.
///
/// `translators`: lists of `TranslationSystem`s under the names of their providers. `term_bases`:
/// `TermBase`s under the names that `Terms` knows them by. `providers`: recognizers, term finders,
/// translators and endpoints that are opened by their protocols, as `Provider`s.
/// `settings`: a mapping like `Settings`, or the path of a file of settings. `environment`: settings that are missing are taken
/// from variables such as `GLOSSWEAVE_STORE_LOCATION` and `GLOSSWEAVE_ADMIN_PASSWORD`.
///
/// `close` lets go of the store, and so does the end of a `with` block.
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
    /// The settings for what was found on this machine, not given.
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

    /// Returns the components and the settings of the engine for other processes: a `dict` of plain values,
    /// which may be written as JSON if every component is in a file or remote. Dictionaries, taggers and
    /// memories that were opened are included as their paths and revisions, others as bytes, callables as
    /// they are. Keys and headers of services are in it and have to be kept secret.
    ///
    /// Engines with `store.location`, `files.location`, `admin.create` or `oidc.client-secret` have none. Users and their resources are
    /// not included.
    #[pyo3(signature = () -> "dict[str, Any]")]
    fn specification<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let json = py.import("json")?;
        let specification = json.call_method1("loads", (self.engine.specification(py)?,))?;
        let specification = specification.cast_into::<PyDict>()?;
        for (table, name) in &self.found {
            // Other machines find their own, maybe at another path.
            if let Some(settings) = specification.get_item("settings")? {
                settings.get_item(table)?.del_item(name)?;
            }
        }
        self.components.add_to(py, &specification)?;
        Ok(specification)
    }

    /// Creates an engine from a `specification`, in this process or another one. A file that has another
    /// revision now is a `PreconditionFailed`, the specification of another version of the package an
    /// `InvalidArgument`.
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

    /// Returns a session of the holder of a token, of an API key or of a token of the OpenID provider, or of an
    /// anonymous caller. A wrong token is refused by the calls that check it.
    #[pyo3(signature = (token = None))]
    fn session(&self, token: Option<&Bound<'_, PyString>>) -> PyResult<Session> {
        let token = token.map(|token| secret("token", token)).transpose()?;
        let caller =
            token.map_or(glossweave::Caller::Anonymous, |token| glossweave::Caller::token(&token));
        Ok(Session::from(self.engine.with_caller(caller)))
    }

    /// Returns a session of the local user, for programs with a single user: an admin, who needs no password
    /// or token and is created under the name `local` if needed. A server that opens the same store guards
    /// what this user stored. A user of that name who is not an admin is a `Conflict`.
    ///
    /// >>> from glossweave import Engine
    /// >>> session = Engine().local_session()
    /// >>> session.filters.create("all", "SELECT * { ?s ?p ?o }", visibility="private").owner
    /// 'local'
    fn local_session(&self, py: Python<'_>) -> PyResult<Session> {
        let caller = self.engine.local_caller(py)?;
        Ok(Session::from(self.engine.with_caller(caller)))
    }

    /// Returns the use of each language model since the engine was opened: recognizers, in the order of their
    /// names, then translators.
    ///
    /// >>> from glossweave import Engine, Provider
    /// >>> model = Provider("recognizer", "model", "chat-completions", "http://localhost:11434/v1", model="gemma3")
    /// >>> [(one.name, one.calls) for one in Engine(providers=[model]).token_usage()]
    /// [('model', 0)]
    fn token_usage(&self, py: Python<'_>) -> PyResult<Vec<ProviderUsage>> {
        let usage = self.engine.token_usage(py)?;
        Ok(usage.into_iter().map(ProviderUsage::from).collect())
    }

    /// Removes what has expired, and returns the number of items: pipelines after one week, uploads that nobody added
    /// to for one week, shared files that no dataset has had for the time of grace, and jobs that have ended long
    /// enough ago. Expired items are hidden in any case; a program that runs for long calls this once a day.
    ///
    /// >>> from glossweave import Engine
    /// >>> Engine().expire()
    /// 0
    fn expire(&self, py: Python<'_>) -> PyResult<usize> {
        self.engine.expire(py)
    }

    /// Closes the store, once the calls that run have ended. Every later call to the engine or a session of
    /// it is an `InvalidArgument`. Closing twice is fine.
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

/// Copies a mapping.
fn copy<'py>(
    py: Python<'py>,
    mapping: Option<&Bound<'py, PyMapping>>,
) -> PyResult<Bound<'py, PyDict>> {
    let copy = PyDict::new(py);
    mapping.map(|mapping| copy.update(mapping)).transpose()?;
    Ok(copy)
}

/// Sets the library of the package `saxonche` and the folder of the package `glossweave-models` if the settings
/// name none. Returns the names of these settings.
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
        // The models of the library itself are not used: whether it has some depends on how it was built.
        settings.models.folder = Some(folder.unwrap_or_else(|| PathBuf::from("none")));
        found.push(("models", "folder"));
    }
    Ok(found)
}

/// Constructs what was pickled: a component or an engine.
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
