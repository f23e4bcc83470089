//! The API of reconciliation.

use glossweave::Result;
use glossweave::vocabulary::{Reconciliation as Service, ReconciliationOptions, Suggested};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::engine_ref::EngineRef;
use crate::option::read;

/// Reconciliation with stored datasets: finds the entities that a name may refer to, and the values of their
/// properties. It implements the Reconciliation Service API, and uses its JSON format for queries and
/// answers.
///
/// `version`: `"0.2"` (the default) or `"1.0-draft"`. `languages`: the languages of names and descriptions,
/// comma-separated, preferred language first.
///
/// >>> from glossweave import Engine
/// >>> session = Engine().local_session()
/// >>> made = session.datasets.create("places", "uri,label\nhttp://example.org/cork,Cork\n")
/// >>> answer = session.reconciliation.answer("places", {"q0": {"query": "cork"}})
/// >>> answer["q0"]["result"][0]["id"], answer["q0"]["result"][0]["match"]
/// ('http://example.org/cork', True)
#[pyclass(frozen, module = "glossweave")]
pub struct Reconciliation {
    engine: EngineRef,
}

impl From<EngineRef> for Reconciliation {
    fn from(engine: EngineRef) -> Reconciliation {
        Reconciliation { engine }
    }
}

/// The version and the languages of a call.
type Given = (Option<String>, Option<String>);

impl Reconciliation {
    fn service<T: Send>(
        &self,
        py: Python<'_>,
        (version, languages): Given,
        work: impl FnOnce(Service<'_>) -> Result<T> + Send,
    ) -> PyResult<T> {
        self.engine.call(py, move |session| {
            let mut options = ReconciliationOptions::default();
            for (name, value) in [("version", version), ("languages", languages)] {
                value.map_or(Ok(()), |value| options.set(name, &value))?;
            }
            work(session.reconciliation().with_options(options))
        })
    }

    fn json<'py, T: ToString>(
        &self,
        py: Python<'py>,
        given: Given,
        work: impl FnOnce(Service<'_>) -> Result<T> + Send,
    ) -> PyResult<Bound<'py, PyAny>> {
        let text =
            self.service(py, given, |service| work(service).map(|value| value.to_string()))?;
        py.import("json")?.call_method1("loads", (text,))
    }
}

/// Converts a query to JSON. A `str` is returned unchanged.
fn query(query: &Bound<'_, PyAny>) -> PyResult<String> {
    match query.cast::<PyString>() {
        Ok(text) => text.extract(),
        Err(_) => query.py().import("json")?.call_method1("dumps", (query,))?.extract(),
    }
}

#[pymethods]
impl Reconciliation {
    /// Returns the manifest of the service for a dataset. `url`: the URL of the service.
    #[pyo3(signature = (dataset, url, *, version = None, languages = None) -> "dict[str, Any]")]
    fn manifest<'py>(
        &self,
        py: Python<'py>,
        dataset: &str,
        url: &str,
        version: Option<String>,
        languages: Option<String>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.json(py, (version, languages), |service| service.manifest(dataset, url))
    }

    /// Returns the candidates for a batch of queries. `queries`: JSON, or a mapping that is converted to
    /// JSON.
    #[pyo3(signature = (
        dataset, queries: "str | Mapping[str, Any]", *, version = None, languages = None
    ) -> "dict[str, Any]")]
    fn answer<'py>(
        &self,
        py: Python<'py>,
        dataset: &str,
        #[pyo3(from_py_with = query)] queries: String,
        version: Option<String>,
        languages: Option<String>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.json(py, (version, languages), |service| service.answer(dataset, &queries))
    }

    /// Returns the values of properties of entities (data extension). `query`: a query with `ids` and
    /// `properties`.
    #[pyo3(signature = (
        dataset, query: "str | Mapping[str, Any]", *, version = None, languages = None
    ) -> "dict[str, Any]")]
    fn extend<'py>(
        &self,
        py: Python<'py>,
        dataset: &str,
        #[pyo3(from_py_with = query)] query: String,
        version: Option<String>,
        languages: Option<String>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.json(py, (version, languages), |service| service.extend(dataset, &query))
    }

    /// Returns up to 20 entities, classes or properties whose names begin with a prefix. `suggested`:
    /// `"entity"`, `"type"` or `"property"`. `skip`: the number of results to skip.
    #[pyo3(signature = (
        dataset, prefix, *, suggested = "entity", skip = 0, version = None, languages = None
    ) -> "dict[str, Any]")]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn suggest<'py>(
        &self,
        py: Python<'py>,
        dataset: &str,
        prefix: &str,
        suggested: &str,
        skip: usize,
        version: Option<String>,
        languages: Option<String>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.json(py, (version, languages), |service| {
            let suggested: Suggested = read("suggested", suggested)?;
            service.suggest(dataset, suggested, prefix, skip)
        })
    }

    /// Returns the properties of the entities of a class, most frequently used first. By default, the
    /// properties of all entities are returned. `limit`: the maximum number of properties (default: 100).
    #[pyo3(signature = (
        dataset, class_iri = "", *, limit = None, version = None, languages = None
    ) -> "dict[str, Any]")]
    fn propose<'py>(
        &self,
        py: Python<'py>,
        dataset: &str,
        class_iri: &str,
        limit: Option<usize>,
        version: Option<String>,
        languages: Option<String>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.json(py, (version, languages), |one| one.propose(dataset, class_iri, limit))
    }

    /// Returns an HTML page about an entity. Raises `NotFound` if the dataset does not contain the entity.
    #[pyo3(signature = (dataset, id, *, version = None, languages = None))]
    fn preview(
        &self,
        py: Python<'_>,
        dataset: &str,
        id: &str,
        version: Option<String>,
        languages: Option<String>,
    ) -> PyResult<String> {
        self.service(py, (version, languages), |service| service.preview(dataset, id))
    }
}
