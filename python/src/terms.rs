//! The API of terms.

use glossweave::term::{TermOptions, TerminologyRequest};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::annotation::{Annotation, from_engine};
use crate::batch::{self, BatchRequest, Row, Service};
use crate::document::Document;
use crate::engine_ref::EngineRef;
use crate::input::Source;
use crate::offsets::IndexedText;
use crate::options::{Given, request_options};
use crate::reply::Reply;

/// The term finders of an engine, called as the user of a session.
#[pyclass(frozen, module = "glossweave")]
pub struct Terms {
    engine: EngineRef,
}

impl From<EngineRef> for Terms {
    fn from(engine: EngineRef) -> Terms {
        Terms { engine }
    }
}

#[pymethods]
impl Terms {
    /// The names of the term providers in paths, sorted.
    #[getter]
    fn providers(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.engine.call(py, |session| {
            Ok(session.terms().providers().into_iter().map(str::to_owned).collect())
        })
    }

    /// Finds the terms of a document. The provider `"termbase"` finds the terms of the stored term bases in
    /// `dataset`, `"extraction"` finds term candidates, and a recognizer of the engine finds the terms that
    /// it annotates.
    ///
    /// `options`: see `TermOptions`.
    #[pyo3(signature = (provider, document, **options: "Unpack[TermOptions]"))]
    fn find(
        &self,
        py: Python<'_>,
        provider: &str,
        document: &Bound<'_, Document>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<Annotation>> {
        let given = Given::of(options, TermOptions::PARAMETERS)?;
        let document = document.get().inner();
        let found = self.engine.call(py, |session| {
            let options = TermOptions::from_pairs(given.pairs())?;
            session.terms().find(provider, document, &options)
        })?;
        Ok(from_engine(IndexedText::new(document.text(), document.index()), found))
    }

    /// Finds the terms of a document or of NIF, and returns the result in the requested format.
    ///
    /// `options`: see `TermOptions` and `RequestOptions`. If the mode is `"full"`, RDF results contain the
    /// names of each concept in both languages, which `Translations.enrich` uses as translations.
    #[pyo3(signature = (provider, source, **options: "Unpack[TermRequestOptions]"))]
    fn enrich(
        &self,
        py: Python<'_>,
        provider: &str,
        mut source: Source,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Reply> {
        let mut given =
            Given::of(options, TermOptions::PARAMETERS.iter().chain(request_options()))?;
        self.engine.call(py, |session| {
            let request = given.request(&mut source)?;
            let mut request = TerminologyRequest::new(TermOptions::default(), request);
            given.set(|name, value| request.set(name, value))?;
            let reply = session.terms().enrich(provider, request);
            reply.map(Reply::from).map_err(|error| source.explain(error))
        })
    }

    /// Finds the terms of many documents, as `Entities._annotate_batch` does. The options are described at
    /// `find`.
    #[pyo3(signature = (
        provider, rows, *, texts = false, **options: "Unpack[TermOptions]"
    ) -> "dict[str, Any]")]
    fn _annotate_batch<'py>(
        &self,
        py: Python<'py>,
        provider: String,
        rows: Vec<Row>,
        texts: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let given = Given::of(options, TermOptions::PARAMETERS)?;
        let columns = self.engine.call(py, |session| {
            let service = Service::Terms(TermOptions::from_pairs(given.pairs())?);
            batch::annotate(&session, &rows, &BatchRequest { name: provider, service, texts })
        })?;
        columns.to_python(py)
    }

    fn __repr__(&self) -> &'static str {
        "<Terms>"
    }
}
