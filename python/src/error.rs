//! Errors of the engine as the exceptions of `glossweave.errors`.

use std::io;

use glossweave::Error;
use glossweave::error::Side;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The exception of an error. What Python code raised within a call comes out as it was.
pub fn raise(py: Python<'_>, error: Error) -> PyErr {
    match raised(&error) {
        Some(raised) => raised.clone_ref(py),
        None => exception(py, &error).unwrap_or_else(|broken| broken),
    }
}

/// What Python code raised, where that is the cause. A file of Python raises within an error of
/// reading, which does not give what it holds as its source.
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
    let exception = PyErr::from_value(class.call((error.to_string(),), Some(&facts(py, error)?))?);
    if let Some(cause) = std::error::Error::source(error) {
        exception.set_cause(py, Some(PyRuntimeError::new_err(cause.to_string())));
    }
    Ok(exception)
}

fn facts<'py>(py: Python<'py>, error: &Error) -> PyResult<Bound<'py, PyDict>> {
    let facts = PyDict::new(py);
    facts.set_item("message", error.message())?;
    facts.set_item("parameter", error.parameter())?;
    facts.set_item("code", error.code())?;
    facts.set_item("step", error.step())?;
    let side = error.side().map(|side| match side {
        Side::Input => "input",
        Side::Output => "output",
    });
    facts.set_item("side", side)?;
    let wait = error.retry_after().map(|wait| wait.as_secs_f64());
    facts.set_item("retry_after", wait)?;
    if let Some(place) = error.location() {
        facts.set_item("line", place.line())?;
        facts.set_item("column", place.column())?;
        facts.set_item("start", place.bytes().start)?;
        facts.set_item("end", place.bytes().end)?;
    }
    Ok(facts)
}
