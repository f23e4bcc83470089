//! The services of an engine, for one caller.

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

/// An engine on behalf of a caller: nothing is reached without one.
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
    /// Named entities.
    #[getter]
    fn entities(&self) -> Entities {
        Entities::from(self.engine.clone())
    }

    /// Links of stored templates for entities.
    #[getter]
    fn links(&self) -> Links {
        Links::from(self.engine.clone())
    }

    /// Trained models.
    #[getter]
    fn models(&self) -> Models {
        Models::from(self.engine.clone())
    }

    /// Terms.
    #[getter]
    fn terms(&self) -> Terms {
        Terms::from(self.engine.clone())
    }

    /// Translations.
    #[getter]
    fn translations(&self) -> Translations {
        Translations::from(self.engine.clone())
    }

    /// Users.
    #[getter]
    fn users(&self) -> Users {
        Users::from(self.engine.clone())
    }

    /// Stored queries that turn RDF into tables.
    #[getter]
    fn filters(&self, py: Python<'_>) -> PyResult<Py<Filters>> {
        Filters::make(py, self.collection_of(ResourceKind::Filter))
    }

    /// Stored queries that enrich what was found.
    #[getter]
    fn templates(&self) -> Collection {
        self.collection_of(ResourceKind::Template)
    }

    /// Stored pipelines.
    #[getter]
    fn pipelines(&self, py: Python<'_>) -> PyResult<Py<Pipelines>> {
        Pipelines::make(py, self.collection_of(ResourceKind::Pipeline))
    }

    /// Jobs: calls that run after they were submitted.
    #[getter]
    fn jobs(&self) -> Jobs {
        Jobs::from(self.engine.clone())
    }

    /// Reconciliation: the things of stored datasets that names may mean.
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

    /// Does what a path stands for, a service or a pipeline: what a request over HTTP would do.
    ///
    /// The keywords are those of `Call`. docs/pipelines.md has the paths.
    #[pyo3(signature = (
        path, body = None, *, parameters: "Mapping[str, str] | None" = None,
        headers: "Mapping[str, str] | None" = None
    ))]
    fn call(
        &self,
        py: Python<'_>,
        path: &str,
        body: Option<Source>,
        #[pyo3(from_py_with = parameters)] parameters: Pairs,
        #[pyo3(from_py_with = crate::xslt::parameters)] headers: Pairs,
    ) -> PyResult<Answer> {
        let call = service_call(path, body, parameters, headers);
        self.engine.call_by_path(py, |session| session.call(call)).map(Answer::from)
    }

    /// Calls an iterable of `Call` on several threads: returns an iterator of `CallResult`. A call that fails
    /// stops nothing. No more calls are taken than can be answered soon.
    ///
    /// `threads`: 0 for the number of cores. `ordered`: in the order of the calls; in the order in which
    /// they finish otherwise. `progress`: show a bar, for which `tqdm` has to be installed.
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

    /// Calls a service or a pipeline for each document of an iterable of `BatchDocument`, or of sources, on several
    /// threads: returns an iterator of `BatchResult`. A document that fails stops nothing. Documents are taken as results
    /// are.
    ///
    /// `threads`: 0 for what the engine was opened with. `ordered`: in the order of the documents; as they are finished
    /// otherwise. `parameters` and `headers` are those of `Call`.
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

    /// Calls a service or a pipeline for each document in a body, as `batch` does: lines of JSON
    /// (`application/x-ndjson`), a zip archive (`application/zip`), or the parts of `multipart/form-data` or
    /// `multipart/mixed`.
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

    /// Stored names of things.
    #[getter]
    fn datasets(&self, py: Python<'_>) -> PyResult<Py<Datasets>> {
        Datasets::make(py, self.collection_of(ResourceKind::Dataset))
    }

    /// Stored XSLT stylesheets.
    #[getter]
    fn converters(&self, py: Python<'_>) -> PyResult<Py<Converters>> {
        Converters::make(py, self.collection_of(ResourceKind::Converter))
    }

    /// Stored documents with annotations that people correct.
    #[getter]
    fn documents(&self, py: Python<'_>) -> PyResult<Py<StoredDocuments>> {
        StoredDocuments::make(py, self.collection_of(ResourceKind::Document))
    }

    /// Stored markup profiles.
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

    /// Writes down all that is stored, to a path or a binary file, for `import_store`. Only admins
    /// may.
    ///
    /// Hashes of passwords and tokens are among it: a new file is for its owner only.
    #[pyo3(signature = (to: "str | os.PathLike[str] | _Writer"))]
    fn export(&self, py: Python<'_>, to: &Bound<'_, PyAny>) -> PyResult<()> {
        backup::export(py, &self.engine, to)
    }

    fn __repr__(&self) -> &'static str {
        match self.engine.caller {
            Caller::Anonymous => "<Session of nobody>",
            Caller::Local => "<Session of the local user>",
            _ => "<Session of a token>",
        }
    }
}
