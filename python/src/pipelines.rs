//! The API of pipelines.

use glossweave::Session;
use glossweave::service::Call;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::collection::Collection;
use crate::input::Source;
use crate::pipeline::Pipeline;
use crate::service::{Answer, Pairs, service_call};
use crate::xslt::parameters;

/// The collection of pipelines: sequences of requests, each processing the result of the previous request.
///
/// >>> from glossweave import Dictionary, Engine
/// >>> places = Dictionary.from_csv(b"uri,label\nhttp://example.org/Cork,Cork\n")
/// >>> pipelines = Engine({"places": places}).session().pipelines
/// >>> step = {"method": "POST", "endpoint": "/e-entity/$WHO$/documents", "body": "To Cork!"}
/// >>> pipelines.run([step], parameters={"WHO": "places"}).media_type
/// 'text/turtle'
#[pyclass(frozen, extends = Collection, module = "glossweave")]
pub struct Pipelines {}

impl Pipelines {
    pub fn make(py: Python<'_>, collection: Collection) -> PyResult<Py<Pipelines>> {
        Py::new(py, PyClassInitializer::from(collection).add_subclass(Pipelines {}))
    }
}

#[pymethods]
impl Pipelines {
    /// Runs requests. The first request contains its own body. `requests`: JSON, or a list of `dict`.
    ///
    /// `parameters`: the values of variables, and parameters of the pipeline call (docs/pipelines.md), for
    /// example `filter`, `outformat`, `useI18n` and `stats`. `headers`: request headers, of which `Accept` is
    /// used.
    #[pyo3(signature = (
        requests: "_Source | list[Any] | tuple[Any, ...]", *,
        parameters: "Mapping[str, str] | None" = None,
        headers: "Mapping[str, str] | None" = None
    ))]
    fn run(
        this: PyRef<'_, Self>,
        requests: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = parameters)] parameters: Pairs,
        #[pyo3(from_py_with = crate::xslt::parameters)] headers: Pairs,
    ) -> PyResult<Answer> {
        let py = this.py();
        let body = json(requests)?;
        let call = service_call("/pipelining/chain", Some(body), parameters, headers);
        this.as_super().engine().call_by_path(py, |session| session.call(call)).map(Answer::from)
    }

    /// Runs a stored pipeline on a source.
    ///
    /// `informat`: the format of the source, required if neither a path nor the pipeline specifies it.
    /// `outformat`: the format of the answer. The other arguments are described at `run`.
    #[pyo3(signature = (
        id, source, *, informat = None, outformat = None,
        parameters: "Mapping[str, str] | None" = None,
        headers: "Mapping[str, str] | None" = None
    ))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn run_stored(
        this: PyRef<'_, Self>,
        id: &str,
        source: Source,
        informat: Option<&str>,
        outformat: Option<&str>,
        #[pyo3(from_py_with = parameters)] parameters: Pairs,
        #[pyo3(from_py_with = crate::xslt::parameters)] headers: Pairs,
    ) -> PyResult<Answer> {
        let mut call = call_on(source, informat, outformat, parameters, headers);
        call.path = format!("/pipelining/chain/{id}");
        let engine = this.as_super().engine();
        engine.call_by_path(this.py(), |session| session.call(call)).map(Answer::from)
    }

    /// Runs a `Pipeline` on a source. The other arguments are described at `run_stored`.
    #[pyo3(signature = (
        pipeline, source, *, informat = None, outformat = None,
        parameters: "Mapping[str, str] | None" = None,
        headers: "Mapping[str, str] | None" = None
    ))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn apply(
        this: PyRef<'_, Self>,
        pipeline: PyRef<'_, Pipeline>,
        source: Source,
        informat: Option<&str>,
        outformat: Option<&str>,
        #[pyo3(from_py_with = parameters)] parameters: Pairs,
        #[pyo3(from_py_with = crate::xslt::parameters)] headers: Pairs,
    ) -> PyResult<Answer> {
        let pipeline = &pipeline.0;
        let call = call_on(source, informat, outformat, parameters, headers);
        let engine = this.as_super().engine();
        let run = |session: Session<'_>| session.pipelines().apply(pipeline, call);
        engine.call_by_path(this.py(), run).map(Answer::from)
    }
}

/// Creates the call that runs a pipeline on a source.
fn call_on(
    source: Source,
    informat: Option<&str>,
    outformat: Option<&str>,
    parameters: Pairs,
    headers: Pairs,
) -> Call {
    let informat = informat.or(source.format.map(|format| format.name())).map(str::to_owned);
    let mut call: Call = service_call("", Some(source), parameters, headers);
    let named = [("informat", informat), ("outformat", outformat.map(str::to_owned))];
    let named = named.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    call.parameters.extend(named);
    call
}

/// Converts requests to JSON. Only lists and tuples are converted, because any other source already contains
/// JSON.
fn json(requests: &Bound<'_, PyAny>) -> PyResult<Source> {
    let is_list = requests.is_instance_of::<pyo3::types::PyList>()
        || requests.is_instance_of::<pyo3::types::PyTuple>();
    if !is_list {
        return requests.extract();
    }
    let written = requests.py().import("json")?.call_method1("dumps", (requests,))?;
    written.cast::<PyString>()?.extract()
}
