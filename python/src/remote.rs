//! Remote recognizers over HTTP.

use std::collections::HashMap;
use std::sync::Arc;

use glossweave::Result;
use glossweave::annotation as engine;
use glossweave::entity::NifService;
use glossweave::entity::{Passage, Recognizer, Spotlight};
use glossweave::net::Service;
use pyo3::prelude::*;

use crate::annotation::Annotation;
use crate::call::call;
use crate::dictionary::{Text, find};
use crate::input::count_given;
use crate::option::renamed;
use crate::pickle::{ConstructorCall, Reduced};

/// A remote recognizer that is called over HTTP: one that speaks NIF, or a server of DBpedia Spotlight.
///
/// The URL may be on the same machine too. `headers` are sent with every call; `milliseconds` is the
/// maximum time of a document (30,000). A wrong or missing response is `Unavailable`; a slow one is
/// `DeadlineExceeded`.
///
/// >>> from glossweave import Engine, RemoteRecognizer
/// >>> spotlight = RemoteRecognizer.spotlight("http://localhost:2222/rest", confidence=0.5)
/// >>> Engine({"spotlight": spotlight})
/// <Engine with spotlight>
#[pyclass(frozen, module = "glossweave")]
pub struct RemoteRecognizer {
    inner: Remote,
    constructor_call: ConstructorCall,
    repr: String,
}

/// The same for the engine.
#[derive(Clone)]
pub struct Remote(Arc<dyn Recognizer>);

impl Recognizer for Remote {
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<engine::Annotation>> {
        self.0.recognize(passage)
    }
}

type Headers = HashMap<String, String>;

#[pymethods]
impl RemoteRecognizer {
    /// Creates a recognizer that takes NIF by POST and returns NIF. `media_type` is that of the request
    /// (`"text/turtle"`), `nif_version` its version, `prefix` the beginning of its IRIs.
    #[staticmethod]
    #[pyo3(signature = (url, *, headers = None, milliseconds = None, media_type = None,
        nif_version = None, prefix = None))]
    fn nif(
        py: Python<'_>,
        url: &str,
        headers: Option<Headers>,
        #[pyo3(from_py_with = count_given)] milliseconds: Option<usize>,
        media_type: Option<&str>,
        nif_version: Option<&str>,
        prefix: Option<&str>,
    ) -> PyResult<RemoteRecognizer> {
        let constructor_call = ConstructorCall::new(py, "RemoteRecognizer.nif")
            .with(py, "url", Some(url))?
            .with(py, "headers", headers.as_ref())?
            .with(py, "milliseconds", milliseconds)?
            .with(py, "media_type", media_type)?
            .with(py, "nif_version", nif_version)?
            .with(py, "prefix", prefix)?;
        let options =
            [("media-type", media_type), ("nif-version", nif_version), ("prefix", prefix)];
        RemoteRecognizer::make(py, url, constructor_call, || {
            let mut nif = NifService::at(service(url, headers, milliseconds)?);
            given(options).try_for_each(|(name, value)| nif.set(name, value))?;
            Ok(Arc::new(nif))
        })
    }

    /// Creates a recognizer for a server of DBpedia Spotlight, such as `https://…/en` or
    /// `http://localhost:2222/rest`. `confidence` (0 to 1), `support` and `types`
    /// (`"DBpedia:Place,Schema:City"`) restrict the entities; with `candidates` it returns several entities
    /// of each name, the best one first, whose IRIs begin with `resources`. `policy`, `sparql`, `spotter`
    /// and `disambiguator` are sent to the server as they are.
    #[staticmethod]
    #[pyo3(signature = (url, *, headers = None, milliseconds = None, confidence = None,
        support = None, types = None, candidates = false, resources = None, policy = None,
        sparql = None, spotter = None, disambiguator = None))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn spotlight(
        py: Python<'_>,
        url: &str,
        headers: Option<Headers>,
        #[pyo3(from_py_with = count_given)] milliseconds: Option<usize>,
        confidence: Option<f64>,
        #[pyo3(from_py_with = count_given)] support: Option<usize>,
        types: Option<&str>,
        candidates: bool,
        resources: Option<&str>,
        policy: Option<&str>,
        sparql: Option<&str>,
        spotter: Option<&str>,
        disambiguator: Option<&str>,
    ) -> PyResult<RemoteRecognizer> {
        let constructor_call = ConstructorCall::new(py, "RemoteRecognizer.spotlight")
            .with(py, "url", Some(url))?
            .with(py, "headers", headers.as_ref())?
            .with(py, "milliseconds", milliseconds)?
            .with(py, "confidence", confidence)?
            .with(py, "support", support)?
            .with(py, "types", types)?
            .with(py, "candidates", candidates.then_some(true))?
            .with(py, "resources", resources)?
            .with(py, "policy", policy)?
            .with(py, "sparql", sparql)?
            .with(py, "spotter", spotter)?
            .with(py, "disambiguator", disambiguator)?;
        let (confidence, support) =
            (confidence.map(|one| one.to_string()), support.map(|one| one.to_string()));
        RemoteRecognizer::make(py, url, constructor_call, || {
            let mut spotlight = Spotlight::at(service(url, headers, milliseconds)?);
            let options = [
                ("confidence", confidence.as_deref()),
                ("support", support.as_deref()),
                ("types", types),
                ("candidates", candidates.then_some("true")),
                ("resources", resources),
                ("policy", policy),
                ("sparql", sparql),
                ("spotter", spotter),
                ("disambiguator", disambiguator),
            ];
            given(options).try_for_each(|(name, value)| spotlight.set(name, value))?;
            Ok(Arc::new(spotlight))
        })
    }

    /// Finds the entities of a text or a document. `language`: that of the text; that of a document
    /// is known.
    #[pyo3(signature = (text, *, language = None))]
    fn recognize(
        &self,
        py: Python<'_>,
        text: Text<'_>,
        language: Option<&str>,
    ) -> PyResult<Vec<Annotation>> {
        find(py, &self.inner, text, language)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        self.constructor_call.reduce(py)
    }

    fn __repr__(&self) -> &str {
        &self.repr
    }
}

impl RemoteRecognizer {
    fn make(
        py: Python<'_>,
        url: &str,
        constructor_call: ConstructorCall,
        made: impl FnOnce() -> Result<Arc<dyn Recognizer>> + Send,
    ) -> PyResult<RemoteRecognizer> {
        let inner = Remote(call(py, || made().map_err(renamed))?);
        // Not what may have a key in it.
        let repr = format!("<RemoteRecognizer at {}>", url.split(['?', '#']).next().unwrap_or(url));
        Ok(RemoteRecognizer { inner, constructor_call, repr })
    }

    /// Returns the recognizer of the engine.
    pub fn inner(&self) -> Remote {
        self.inner.clone()
    }

    /// Returns the call by which other processes construct it.
    pub fn constructor_call(&self) -> &ConstructorCall {
        &self.constructor_call
    }
}

fn service(url: &str, headers: Option<Headers>, milliseconds: Option<usize>) -> Result<Service> {
    let headers = headers.into_iter().flatten();
    let mut service =
        headers.fold(Service::new(url)?, |service, (name, value)| service.with_header(name, value));
    if let Some(milliseconds) = milliseconds {
        service.set("milliseconds", &milliseconds.to_string())?;
    }
    Ok(service)
}

/// Returns the options that are given.
fn given<'a, const N: usize>(
    options: [(&'static str, Option<&'a str>); N],
) -> impl Iterator<Item = (&'static str, &'a str)> {
    options.into_iter().filter_map(|(name, value)| Some((name, value?)))
}
