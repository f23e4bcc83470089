//! Pipelines that are built step by step.

use glossweave::pipeline::{self, Request};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::call::call;
use crate::entities::{Names, recognition};
use crate::input::{Strings, count, count_given, secret};
use crate::option::{read, read_outgoing, renamed};
use crate::repr::counted;
use crate::service::Pairs;
use crate::terms;
use crate::translation;
use crate::xslt::parameters;

/// A pipeline: requests to services, each on the result of the one before. Each method returns a pipeline
/// with one more step; `output` sets the format of the last one.
///
/// `Pipelines.apply` runs it, and `to_json` gives what `Pipelines.create` stores. Names and values may contain
/// variables (`$NAME$`), to which the call gives values.
///
/// >>> from glossweave import Dictionary, Engine, Pipeline
/// >>> places = Dictionary.from_csv(b"uri,label\nhttp://example.org/Cork,Cork\n")
/// >>> pipelines = Engine({"places": places}).local_session().pipelines
/// >>> pipeline = Pipeline().entities("places").terms("extraction").output("html")
/// >>> pipelines.apply(pipeline, "<p>To Cork!", informat="html").bytes[:30]
/// b'<p>To <span its-ta-ident-ref="'
/// >>> stored = pipelines.create(None, pipeline.to_json())
/// >>> Pipeline.from_json(pipeline.to_json()) == pipeline
/// True
#[pyclass(frozen, eq, module = "glossweave")]
#[derive(PartialEq)]
pub struct Pipeline(pub pipeline::Pipeline);

#[pymethods]
impl Pipeline {
    #[new]
    fn new() -> Pipeline {
        Pipeline(pipeline::Pipeline::new())
    }

    /// Parses requests in JSON.
    #[staticmethod]
    fn from_json(py: Python<'_>, json: &str) -> PyResult<Pipeline> {
        call(py, || pipeline::Pipeline::from_json(json)).map(Pipeline)
    }

    /// Returns the requests as JSON.
    fn to_json(&self) -> String {
        self.0.to_json()
    }

    /// The requests, a `dict` for each step.
    #[getter]
    fn requests<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.0.to_json(),))
    }

    /// Adds a recognizer. The keywords are those of `Entities.recognize`.
    #[pyo3(signature = (recognizer, *, dataset = None, mode = "all", types = None, num_links = None,
        threshold = None, mentions = None))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn entities(
        &self,
        py: Python<'_>,
        recognizer: &str,
        dataset: Option<Names>,
        mode: &str,
        types: Option<Strings>,
        #[pyo3(from_py_with = count_given)] num_links: Option<usize>,
        threshold: Option<f64>,
        mentions: Option<&str>,
    ) -> PyResult<Pipeline> {
        call(py, || {
            let options = recognition(dataset, mode, types, num_links, threshold, mentions);
            let options = options.map_err(renamed)?;
            Ok(Pipeline(self.0.clone().entities_with(recognizer, &options)))
        })
    }

    /// Adds a provider of terms. The keywords are those of `Terms.enrich`.
    #[pyo3(signature = (provider, *, dataset = None, source = None, target = None, domain = None,
        mode = "full", threshold = None))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn terms(
        &self,
        py: Python<'_>,
        provider: &str,
        dataset: Option<Names>,
        source: Option<&str>,
        target: Option<&str>,
        domain: Option<&str>,
        mode: &str,
        threshold: Option<f64>,
    ) -> PyResult<Pipeline> {
        call(py, || {
            let options = terms::options_of(dataset, source, target, domain, mode, threshold);
            Ok(Pipeline(self.0.clone().terms_with(provider, &options.map_err(renamed)?)))
        })
    }

    /// Adds a translation. The others are those of `Translations.translate`. A key is in the JSON, too: give a
    /// variable such as `$KEY$` to a pipeline that is stored.
    #[pyo3(signature = (provider, source, target, *, domain = None, key = None, keep = None, dataset = None,
        srx = None, any_target = false, max_severity = 100))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn translation(
        &self,
        py: Python<'_>,
        provider: &str,
        source: Option<&str>,
        target: &str,
        domain: Option<&str>,
        key: Option<&Bound<'_, PyString>>,
        keep: Option<Names>,
        dataset: Option<Names>,
        srx: Option<&str>,
        any_target: bool,
        #[pyo3(from_py_with = count)] max_severity: usize,
    ) -> PyResult<Pipeline> {
        let key = key.map(|key| secret("key", key)).transpose()?;
        call(py, || {
            let key = key.as_deref();
            let options = translation::options_of(
                source,
                target,
                domain,
                key,
                keep,
                dataset,
                srx,
                any_target,
                max_severity,
            );
            Ok(Pipeline(self.0.clone().translation(provider, &options.map_err(renamed)?)))
        })
    }

    /// Adds a stored template of a query for entities, with the values of its parameters.
    #[pyo3(signature = (template, parameters = None))]
    fn links(
        &self,
        template: &str,
        #[pyo3(from_py_with = parameters)] parameters: Pairs,
    ) -> Pipeline {
        Pipeline(self.0.clone().links_with(template, pairs(&parameters)))
    }

    /// Adds a stored filter. `outformat`: the format of its results.
    #[pyo3(signature = (name, outformat = "csv"))]
    fn filter(&self, py: Python<'_>, name: &str, outformat: &str) -> PyResult<Pipeline> {
        let results = call(py, || read("outformat", outformat))?;
        Ok(Pipeline(self.0.clone().filter(name, results)))
    }

    /// Adds a stored stylesheet, with the values of its parameters.
    #[pyo3(signature = (name, parameters = None))]
    fn converter(
        &self,
        name: &str,
        #[pyo3(from_py_with = parameters)] parameters: Pairs,
    ) -> Pipeline {
        Pipeline(self.0.clone().converter_with(name, pairs(&parameters)))
    }

    /// Adds a stored pipeline.
    fn stored(&self, id: &str) -> Pipeline {
        Pipeline(self.0.clone().stored(id))
    }

    /// Adds a request of any other kind, such as one to a remote service.
    #[pyo3(signature = (endpoint, *, parameters = None, headers = None))]
    fn request(
        &self,
        endpoint: &str,
        #[pyo3(from_py_with = parameters)] parameters: Pairs,
        #[pyo3(from_py_with = crate::xslt::parameters)] headers: Pairs,
    ) -> Pipeline {
        let request = Request::new(endpoint);
        let request =
            pairs(&parameters).fold(request, |one, (name, value)| one.with_parameter(name, value));
        let request =
            pairs(&headers).fold(request, |one, (name, value)| one.with_header(name, value));
        Pipeline(self.0.clone().request(request))
    }

    /// Sets the format of the result of the last step.
    fn output(&self, py: Python<'_>, outformat: &str) -> PyResult<Pipeline> {
        let format = call(py, || read_outgoing("outformat", outformat))?;
        Ok(Pipeline(self.0.clone().output(format)))
    }

    fn __len__(&self) -> usize {
        self.0.requests().len()
    }

    fn __repr__(&self) -> String {
        format!("<Pipeline of {}>", counted(self.0.requests().len(), "step"))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Pipeline>().getattr("from_json")?, (self.0.to_json(),)))
    }
}

/// Returns names and values as texts.
fn pairs(pairs: &Pairs) -> impl Iterator<Item = (&str, &str)> {
    pairs.iter().flatten().map(|(name, value)| (name.as_str(), value.as_str()))
}
