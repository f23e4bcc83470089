//! Conversion of errors of the engine to the exceptions of `glossweave.errors`.

use std::io;

use glossweave::Error;
use glossweave::error::Side;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Returns the exception for an error. If Python code raised an exception during the call, returns that
/// exception.
pub fn raise(py: Python<'_>, error: Error) -> PyErr {
    match raised(&error) {
        Some(raised) => raised.clone_ref(py),
        None => exception(py, &error).unwrap_or_else(|broken| broken),
    }
}

/// Returns the Python exception that caused an error, if any. The exception of a Python file object is inside
/// an I/O error, which does not return its inner error as its source.
fn raised(error: &Error) -> Option<&PyErr> {
    let cause = std::error::Error::source(error)?;
    match cause.downcast_ref::<io::Error>() {
        Some(failed) => failed.get_ref()?.downcast_ref(),
        None => cause.downcast_ref(),
    }
}

fn exception(py: Python<'_>, error: &Error) -> PyResult<PyErr> {
    let classes = py.import("glossweave.errors")?.getattr("BY_KIND")?;
    let class = classes.get_item(error.kind().name())?;
    let exception =
        PyErr::from_value(class.call((error.to_string(),), Some(&keywords(py, error)?))?);
    if let Some(cause) = std::error::Error::source(error) {
        exception.set_cause(py, Some(PyRuntimeError::new_err(cause.to_string())));
    }
    Ok(exception)
}

fn keywords<'py>(py: Python<'py>, error: &Error) -> PyResult<Bound<'py, PyDict>> {
    let keywords = PyDict::new(py);
    keywords.set_item("message", error.message())?;
    keywords.set_item("parameter", error.parameter())?;
    keywords.set_item("code", error.code())?;
    keywords.set_item("step", error.step())?;
    let side = error.side().map(|side| match side {
        Side::Input => "input",
        Side::Output => "output",
    });
    keywords.set_item("side", side)?;
    let seconds = error.retry_after().map(|wait| wait.as_secs_f64());
    keywords.set_item("retry_after", seconds)?;
    if let Some(location) = error.location() {
        let (line, column, bytes) = (location.line(), location.column(), location.bytes());
        keywords.set_item("location", (line, column, bytes.start, bytes.end))?;
    }
    Ok(keywords)
}
