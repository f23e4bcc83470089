//! Calls of services by path, and streams of calls.

use std::sync::{Arc, Mutex, PoisonError};

use glossweave::Error;
use glossweave::pipeline::{self, BatchOptions, Order};
use glossweave::service::Call;
use pyo3::exceptions::PyBaseException;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator};

use crate::call::call;
use crate::engine_ref::EngineRef;
use crate::error::raise;
use crate::input::Source;
use crate::link_failure::LinkFailure;
use crate::nif::{Skipped, skipped};
use crate::repr::counted;
use crate::xslt::parameters;

/// Pairs of texts.
pub type Pairs = Option<Vec<(String, String)>>;

/// A call of a service by its path, with the same content as an HTTP request.
///
/// >>> from glossweave import Call
/// >>> Call("/e-entity/dictionary/documents", "To Cork!", parameters={"dataset": "places"})
/// <Call /e-entity/dictionary/documents: 8 bytes>
#[pyclass(frozen, name = "Call", module = "glossweave")]
pub struct ServiceCall {
    inner: Call,
}

/// Creates a call.
pub fn service_call(path: &str, body: Option<Source>, parameters: Pairs, headers: Pairs) -> Call {
    let mut call = Call::new(path).with_body(body.map(|body| body.bytes).unwrap_or_default());
    call.parameters = parameters.unwrap_or_default();
    call.headers = headers.unwrap_or_default();
    call
}

#[pymethods]
impl ServiceCall {
    /// `path`: the path after the version segment, optionally with parameters after a `?`. `parameters` and
    /// `headers`: mappings of `str` to `str`.
    #[new]
    #[pyo3(signature = (
        path, body = None, *, parameters: "Mapping[str, str] | None" = None,
        headers: "Mapping[str, str] | None" = None
    ))]
    fn new(
        path: &str,
        body: Option<Source>,
        #[pyo3(from_py_with = parameters)] parameters: Pairs,
        #[pyo3(from_py_with = crate::xslt::parameters)] headers: Pairs,
    ) -> ServiceCall {
        ServiceCall { inner: service_call(path, body, parameters, headers) }
    }

    fn __repr__(&self) -> String {
        let path = self.inner.path.split('?').next().unwrap_or_default();
        format!("<Call {path}: {}>", counted(self.inner.body.len(), "byte"))
    }
}

/// The answer of a service.
#[pyclass(frozen, module = "glossweave")]
pub struct Answer {
    inner: glossweave::service::Answer,
}

impl From<glossweave::service::Answer> for Answer {
    fn from(inner: glossweave::service::Answer) -> Answer {
        Answer { inner }
    }
}

#[pymethods]
impl Answer {
    /// The content of the answer.
    #[getter]
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.inner.bytes)
    }

    /// The media type, under the name that the caller requested.
    #[getter]
    fn media_type(&self) -> &str {
        &self.inner.media_type
    }

    /// The entities for which a link template failed, when `partial` was set.
    #[getter]
    fn failures(&self) -> Vec<LinkFailure> {
        self.inner.failures.iter().map(LinkFailure::from).collect()
    }

    /// The skipped parts of the input: invalid strings in NIF (errors if `strict` is set), and warnings about
    /// a document. Each is a tuple of a message, a line and a column; line and column are `None` if the
    /// location is unknown.
    #[getter]
    fn skipped(&self) -> Vec<Skipped> {
        skipped(&self.inner.skipped)
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.bytes(py)
    }

    fn __repr__(&self) -> String {
        format!("<Answer {}: {}>", self.inner.media_type, counted(self.inner.bytes.len(), "byte"))
    }
}

/// The result of a call of a stream.
#[pyclass(frozen, module = "glossweave")]
pub struct CallResult {
    /// The index of the call, from 0.
    #[pyo3(get)]
    index: usize,
    answer: Option<Py<Answer>>,
    error: Option<Py<PyBaseException>>,
}

#[pymethods]
impl CallResult {
    /// The answer. `None` if the call failed.
    #[getter]
    fn answer(&self, py: Python<'_>) -> Option<Py<Answer>> {
        self.answer.as_ref().map(|answer| answer.clone_ref(py))
    }

    /// The error. `None` if there was no error.
    #[getter]
    fn error(&self, py: Python<'_>) -> Option<Py<PyBaseException>> {
        self.error.as_ref().map(|error| error.clone_ref(py))
    }

    fn __repr__(&self) -> String {
        let outcome = if self.error.is_some() { "failed" } else { "answered" };
        format!("<CallResult {}: {outcome}>", self.index)
    }
}

/// The calls of a Python iterator.
struct PythonCalls(Option<Py<PyIterator>>);

impl Iterator for PythonCalls {
    type Item = glossweave::Result<Call>;

    fn next(&mut self) -> Option<glossweave::Result<Call>> {
        let calls = self.0.take()?;
        let raised = |error: PyErr| Error::invalid(format!("the calls: {error}")).because(error);
        let (calls, call) = Python::try_attach(|py| match calls.bind(py).clone().next() {
            None => None,
            // After an iterator raises, it is not called again.
            Some(Err(error)) => Some((None, Err(error))),
            Some(Ok(item)) => {
                let call = item.cast::<ServiceCall>().map(|call| call.get().inner.clone());
                Some((Some(calls.clone_ref(py)), call.map_err(PyErr::from)))
            }
        })??;
        self.0 = calls;
        Some(call.map_err(raised))
    }
}

/// A stream of running calls: an iterator of `CallResult`.
#[pyclass(frozen, module = "glossweave")]
pub struct CallBatch {
    many: Arc<Mutex<Option<pipeline::CallBatch>>>,
    progress_bar: Option<Py<PyAny>>,
}

impl CallBatch {
    pub fn begin(
        py: Python<'_>,
        engine: &EngineRef,
        calls: &Bound<'_, PyAny>,
        threads: usize,
        ordered: bool,
        progress: bool,
    ) -> PyResult<CallBatch> {
        let order = if ordered { Order::Kept } else { Order::Free };
        let mut options = BatchOptions { order, ..BatchOptions::default() };
        let source = PythonCalls(Some(calls.try_iter()?.unbind()));
        let progress_bar = match progress {
            true => {
                Some(py.import("glossweave._progress")?.call_method1("bar", (calls,))?.unbind())
            }
            false => None,
        };
        let many = engine.call(py, |session| {
            options.set("threads", &threads.to_string())?;
            Ok(session.call_many(source, &options))
        })?;
        Ok(CallBatch { many: Arc::new(Mutex::new(Some(many))), progress_bar })
    }

    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        // Worker threads may wait for the interpreter lock, so release it before joining them.
        py.detach(|| drop(self.many.lock().unwrap_or_else(PoisonError::into_inner).take()));
        self.progress_bar
            .as_ref()
            .map_or(Ok(()), |progress_bar| progress_bar.call_method0(py, "close").map(drop))
    }
}

#[pymethods]
impl CallBatch {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<CallResult>> {
        let many = self.many.clone();
        let next = call(py, || {
            let mut many = many.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(many.as_mut().and_then(Iterator::next))
        })?;
        let Some(pipeline::CallResult { index, answer }) = next else {
            self.finish(py)?;
            return Ok(None);
        };
        if let Some(progress_bar) = &self.progress_bar {
            progress_bar.call_method1(py, "update", (1,))?;
        }
        Ok(Some(match answer {
            Ok(answer) => {
                let answer = Some(Py::new(py, Answer::from(answer))?);
                CallResult { index, answer, error: None }
            }
            Err(error) => {
                let error = Some(raise(py, error).into_value(py));
                CallResult { index, answer: None, error }
            }
        }))
    }

    /// The number of finished calls, and the number of failed calls. Both are 0 while another thread waits
    /// for a result.
    #[getter]
    fn progress(&self) -> (usize, usize) {
        // Does not wait for the lock, because a thread that waits for a result holds it.
        match self.many.try_lock() {
            Ok(many) => many.as_ref().map_or((0, 0), pipeline::CallBatch::progress),
            Err(_) => (0, 0),
        }
    }

    /// Stops the stream. Unprocessed calls are skipped.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.finish(py)
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    #[pyo3(signature = (*_exception: "object"))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyAny>) -> PyResult<()> {
        self.finish(py)
    }
}
