//! The services of an engine for one caller.

use glossweave::Caller;
use glossweave::resource::ResourceKind;
use pyo3::prelude::*;

use crate::backup;
use crate::batches::{Batch, PythonDocuments, options};
use crate::collection::Collection;
use crate::converter::Converters;
use crate::dataset::Datasets;
use crate::engine_ref::EngineRef;
use crate::entities::Entities;
use crate::error::raise;
use crate::filter::Filters;
use crate::input::Source;
use crate::job::Jobs;
use crate::links::Links;
use crate::models::Models;
use crate::option::read;
use crate::pipelines::Pipelines;
use crate::protocol::Engines;
use crate::reconciliation::Reconciliation;
use crate::service::{Answer, CallBatch, Pairs, service_call};
use crate::stored_document::StoredDocuments;
use crate::terms::Terms;
use crate::translation::Translations;
use crate::user::Users;
use crate::xslt::parameters;

/// The services of an engine, called as one user or as an anonymous caller. All access to an engine uses a
/// session.
#[pyclass(frozen, module = "glossweave")]
pub struct Session {
    engine: EngineRef,
}

impl From<EngineRef> for Session {
    fn from(engine: EngineRef) -> Session {
        Session { engine }
    }
}

impl Session {
    /// Returns the engine and the caller.
    #[cfg(feature = "mcp")]
    pub fn engine(&self, py: Python<'_>) -> PyResult<(glossweave::Engine, Caller)> {
        self.engine.shared(py)
    }

    fn collection_of(&self, kind: ResourceKind) -> Collection {
        Collection::new(self.engine.clone(), kind)
    }
}

#[pymethods]
impl Session {
    /// The recognizers, which find entities.
    #[getter]
    fn entities(&self) -> Entities {
        Entities::from(self.engine.clone())
    }

    /// The stored link templates, which find links for entities.
    #[getter]
    fn links(&self) -> Links {
        Links::from(self.engine.clone())
    }

    /// The trained models.
    #[getter]
    fn models(&self) -> Models {
        Models::from(self.engine.clone())
    }

    /// The term finders.
    #[getter]
    fn terms(&self) -> Terms {
        Terms::from(self.engine.clone())
    }

    /// The translators.
    #[getter]
    fn translations(&self) -> Translations {
        Translations::from(self.engine.clone())
    }

    /// The users.
    #[getter]
    fn users(&self) -> Users {
        Users::from(self.engine.clone())
    }

    /// The filters: stored queries, which convert RDF to tables.
    #[getter]
    fn filters(&self, py: Python<'_>) -> PyResult<Py<Filters>> {
        Filters::make(py, self.collection_of(ResourceKind::Filter))
    }

    /// The stored link templates: queries that add links to entities.
    #[getter]
    fn templates(&self) -> Collection {
        self.collection_of(ResourceKind::Template)
    }

    /// The stored pipelines.
    #[getter]
    fn pipelines(&self, py: Python<'_>) -> PyResult<Py<Pipelines>> {
        Pipelines::make(py, self.collection_of(ResourceKind::Pipeline))
    }

    /// The jobs: calls that run asynchronously.
    #[getter]
    fn jobs(&self) -> Jobs {
        Jobs::from(self.engine.clone())
    }

    /// Reconciliation: finds the entities of stored datasets that a name may refer to.
    #[getter]
    fn reconciliation(&self) -> Reconciliation {
        Reconciliation::from(self.engine.clone())
    }

    /// Returns the recognizers, term finders and translators that the caller may use, with the parameters of
    /// requests and the languages.
    ///
    /// >>> from glossweave import Engine, TermBase
    /// >>> rivers = TermBase.from_csv("uri,term,language\nhttp://example.org/bank,bank,en\n")
    /// >>> engines = Engine(term_bases={"rivers": rivers}).session().engines()
    /// >>> [(one.name, one.languages) for one in engines.term_finders if one.name == "rivers"]
    /// [('rivers', [('en', None)])]
    fn engines(&self, py: Python<'_>) -> PyResult<Engines> {
        self.engine.call(py, |session| session.engines()).map(Engines::from)
    }

    /// Calls a service, a pipeline or another part of the HTTP interface by its path, as an HTTP request does.
    /// docs/http.md lists the paths.
    ///
    /// `method`: `GET`, `POST`, `PUT` or `DELETE`. The other arguments are described at `Call`.
    ///
    /// >>> from glossweave import Engine
    /// >>> session = Engine().local_session()
    /// >>> session.call("/toolbox/convert/manage/all", "SELECT * { ?s ?p ?o }").media_type
    /// 'application/json'
    /// >>> session.call("/toolbox/convert/manage", method="GET").bytes[:14]
    /// b'[{"name":"all"'
    #[pyo3(signature = (
        path, body = None, *, parameters: "Mapping[str, str] | None" = None,
        headers: "Mapping[str, str] | None" = None, method = "POST"
    ))]
    fn call(
        &self,
        py: Python<'_>,
        path: &str,
        body: Option<Source>,
        #[pyo3(from_py_with = parameters)] parameters: Pairs,
        #[pyo3(from_py_with = crate::xslt::parameters)] headers: Pairs,
        method: &str,
    ) -> PyResult<Answer> {
        let call = service_call(path, body, parameters, headers);
        let method = method.parse().map_err(|error| raise(py, error))?;
        let call = call.with_method(method);
        self.engine.call_by_path(py, |session| session.call(call)).map(Answer::from)
    }

    /// Runs each `Call` of an iterable on several threads. Returns an iterator of `CallResult`. If a call
    /// fails, the other calls continue. Calls are taken from the iterable only when they can be processed
    /// soon.
    ///
    /// `threads`: the number of threads, or 0 to use all cores. `ordered`: return the results in the order of
    /// the calls; otherwise, as they become available. `progress`: show a progress bar, which requires
    /// `tqdm`.
    #[pyo3(signature = (calls: "Iterable[Call]", *, threads = 0, ordered = true, progress = false))]
    fn call_many(
        &self,
        py: Python<'_>,
        calls: &Bound<'_, PyAny>,
        threads: usize,
        ordered: bool,
        progress: bool,
    ) -> PyResult<CallBatch> {
        CallBatch::begin(py, &self.engine, calls, threads, ordered, progress)
    }

    /// Calls a service or a pipeline for each document on several threads. `documents` is an iterable of
    /// `BatchDocument` or of sources. Returns an iterator of `BatchResult`. If a document fails, the other
    /// documents are processed. New documents are taken from the iterable as results are consumed.
    ///
    /// `threads`: the number of threads, or 0 for the setting of the engine. `ordered`: return the results in
    /// the order of the documents; otherwise, as they become available. `parameters` and `headers` are
    /// described at `Call`.
    ///
    /// >>> from glossweave import BatchDocument, Engine
    /// >>> pages = [BatchDocument("One black hole.", name="a.txt"), BatchDocument("", name="b.txt")]
    /// >>> batch = Engine().session().batch("/e-terminology/extraction?language=en", pages, ordered=True)
    /// >>> [(one.name, one.error is None) for one in batch]
    /// [('a.txt', True), ('b.txt', False)]
    #[pyo3(signature = (
        path, documents: "Iterable[BatchDocument | _Source]", *,
        parameters: "Mapping[str, str] | None" = None,
        headers: "Mapping[str, str] | None" = None, threads = 0, ordered = false
    ))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn batch(
        &self,
        py: Python<'_>,
        path: &str,
        documents: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = parameters)] parameters: Pairs,
        #[pyo3(from_py_with = crate::xslt::parameters)] headers: Pairs,
        threads: usize,
        ordered: bool,
    ) -> PyResult<Batch> {
        let call = service_call(path, None, parameters, headers);
        let documents = PythonDocuments::new(documents)?;
        let begin = |session: glossweave::Session<'_>| {
            session.batch(call, documents, &options(threads, ordered)?)
        };
        self.engine.call_by_path(py, begin).map(Batch::from)
    }

    /// Calls a service or a pipeline for each document in a body, as `batch` does. The body is JSON Lines
    /// (`application/x-ndjson`), a zip archive (`application/zip`), or `multipart/form-data` or
    /// `multipart/mixed` with one document in each part.
    ///
    /// >>> from glossweave import Engine
    /// >>> lines = '{"name": "a.txt", "content": "One black hole."}'
    /// >>> session = Engine().session()
    /// >>> batch = session.batch_body("/e-terminology/extraction?language=en", lines, "application/x-ndjson")
    /// >>> next(batch)
    /// <BatchResult 0: done>
    #[pyo3(signature = (
        path, body, media_type, *, parameters: "Mapping[str, str] | None" = None,
        headers: "Mapping[str, str] | None" = None, threads = 0, ordered = false
    ))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn batch_body(
        &self,
        py: Python<'_>,
        path: &str,
        body: Source,
        media_type: &str,
        #[pyo3(from_py_with = parameters)] parameters: Pairs,
        #[pyo3(from_py_with = crate::xslt::parameters)] headers: Pairs,
        threads: usize,
        ordered: bool,
    ) -> PyResult<Batch> {
        let call = service_call(path, None, parameters, headers);
        let begin = |session: glossweave::Session<'_>| {
            session.batch_body(call, media_type, body.bytes, &options(threads, ordered)?)
        };
        self.engine.call_by_path(py, begin).map(Batch::from)
    }

    /// The datasets: stored lists of names.
    #[getter]
    fn datasets(&self, py: Python<'_>) -> PyResult<Py<Datasets>> {
        Datasets::make(py, self.collection_of(ResourceKind::Dataset))
    }

    /// The converters: stored XSLT stylesheets.
    #[getter]
    fn converters(&self, py: Python<'_>) -> PyResult<Py<Converters>> {
        Converters::make(py, self.collection_of(ResourceKind::Converter))
    }

    /// The stored documents, with annotations that people correct.
    #[getter]
    fn documents(&self, py: Python<'_>) -> PyResult<Py<StoredDocuments>> {
        StoredDocuments::make(py, self.collection_of(ResourceKind::Document))
    }

    /// The stored markup profiles.
    #[getter]
    fn profiles(&self) -> Collection {
        self.collection_of(ResourceKind::Profile)
    }

    /// Returns the stored resources of a kind: `"template"`, `"filter"`, `"pipeline"`, `"dataset"`,
    /// `"xsltconverter"`, `"document"` or `"profile"`.
    #[pyo3(signature = (kind: "_Stored"))]
    fn collection(&self, py: Python<'_>, kind: &str) -> PyResult<Collection> {
        crate::call::call(py, || read("kind", kind)).map(|kind| self.collection_of(kind))
    }

    /// Exports the whole store to a path or a binary file object. Use `import_store` to import it. Only
    /// admins can export the store.
    ///
    /// The export contains hashes of passwords and tokens, so a new file is readable only by its owner.
    #[pyo3(signature = (to: "str | os.PathLike[str] | _Writer"))]
    fn export(&self, py: Python<'_>, to: &Bound<'_, PyAny>) -> PyResult<()> {
        backup::export(py, &self.engine, to)
    }

    fn __repr__(&self) -> &'static str {
        match self.engine.caller {
            Caller::Anonymous => "<Session of an anonymous caller>",
            Caller::Local => "<Session of the local user>",
            _ => "<Session of a token>",
        }
    }
}
