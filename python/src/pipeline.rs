//! Pipelines that are built step by step.

use glossweave::entity::EntityOptions;
use glossweave::pipeline::{self, Request};
use glossweave::term::TermOptions;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::call::call;
use crate::hint::{self, Value};
use crate::option::{read, read_outgoing};
use crate::options::{Given, renamed};
use crate::repr::counted;
use crate::service::Pairs;
use crate::translation;
use crate::xslt::parameters;

/// A pipeline: a sequence of requests to services, each processing the result of the previous request. Each
/// method returns a pipeline with one more step. Use `output` to set the format of the last step.
///
/// `Pipelines.apply` runs a pipeline. To store it, pass the result of `to_json` to `Pipelines.create`. Names
/// and values may contain variables (`$NAME$`), whose values are given in the call.
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

    /// Returns the requests as JSON, for example for `Pipelines.create`.
    fn to_json(&self) -> String {
        self.0.to_json()
    }

    /// The requests, one `dict` for each step.
    #[getter]
    fn requests<'py>(&self, py: Python<'py>) -> PyResult<Value<'py, hint::Requests>> {
        py.import("json")?.call_method1("loads", (self.0.to_json(),)).map(Value::from)
    }

    /// Adds a recognizer. `options`: see `EntityOptions`.
    #[pyo3(signature = (recognizer, **options: "Unpack[EntityOptions]"))]
    fn entities(
        &self,
        py: Python<'_>,
        recognizer: &str,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Pipeline> {
        let given = Given::of(options, EntityOptions::PARAMETERS)?;
        call(py, || {
            let options = EntityOptions::from_pairs(given.pairs()).map_err(renamed)?;
            Ok(Pipeline(self.0.clone().entities_with(recognizer, &options)))
        })
    }

    /// Adds a provider of terms. `options`: see `TermOptions`.
    #[pyo3(signature = (provider, **options: "Unpack[TermOptions]"))]
    fn terms(
        &self,
        py: Python<'_>,
        provider: &str,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Pipeline> {
        let given = Given::of(options, TermOptions::PARAMETERS)?;
        call(py, || {
            let options = TermOptions::from_pairs(given.pairs()).map_err(renamed)?;
            Ok(Pipeline(self.0.clone().terms_with(provider, &options)))
        })
    }

    /// Adds a translation. The arguments are described at `Translations.translate`. The JSON contains the
    /// key, so use a variable such as `$KEY$` if the pipeline is stored.
    #[pyo3(signature = (
        provider, source_lang, target_lang, **options: "Unpack[TranslationOptions]"
    ))]
    fn translation(
        &self,
        py: Python<'_>,
        provider: &str,
        source_lang: Option<&str>,
        target_lang: &str,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Pipeline> {
        let given = Given::of(options, translation::keywords())?;
        call(py, || {
            let options = translation::options_of(source_lang, target_lang, &given)?;
            Ok(Pipeline(self.0.clone().translation(provider, &options)))
        })
    }

    /// Adds a stored link template, with the values of its parameters.
    #[pyo3(signature = (template, parameters: "Mapping[str, str] | None" = None))]
    fn links(
        &self,
        template: &str,
        #[pyo3(from_py_with = parameters)] parameters: Pairs,
    ) -> Pipeline {
        Pipeline(self.0.clone().links_with(template, pairs(&parameters)))
    }

    /// Adds a stored filter. `outformat`: the format of the result table.
    #[pyo3(signature = (name, outformat: "_Format | _Table" = "csv"))]
    fn filter(&self, py: Python<'_>, name: &str, outformat: &str) -> PyResult<Pipeline> {
        let results = call(py, || read("outformat", outformat))?;
        Ok(Pipeline(self.0.clone().filter(name, results)))
    }

    /// Adds a stored stylesheet, with the values of its parameters.
    #[pyo3(signature = (name, parameters: "Mapping[str, str] | None" = None))]
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

    /// Adds a request of any other kind, for example to a remote service.
    #[pyo3(signature = (
        endpoint, *, parameters: "Mapping[str, str] | None" = None,
        headers: "Mapping[str, str] | None" = None
    ))]
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
    #[pyo3(signature = (outformat: "_Format"))]
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

/// Returns the pairs of names and values as `&str`.
fn pairs(pairs: &Pairs) -> impl Iterator<Item = (&str, &str)> {
    pairs.iter().flatten().map(|(name, value)| (name.as_str(), value.as_str()))
}
