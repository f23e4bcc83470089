//! Calls into the engine.

use std::panic::{AssertUnwindSafe, catch_unwind};

use glossweave::{Error, ErrorKind, Result};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::raise;

/// Runs a call of the engine without the interpreter lock, so that other Python threads continue. An error or
/// a panic becomes an exception.
pub fn call<T: Send>(py: Python<'_>, work: impl FnOnce() -> Result<T> + Send) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(work)))
        .unwrap_or_else(|payload| Err(Error::from_panic(payload.as_ref())))
        .map_err(|error| raise(py, error))
}

/// Fails with the error kind of a number, or panics for 0. Tests use it to raise errors of all kinds.
#[pyfunction]
#[pyo3(name = "_fail")]
#[allow(clippy::panic, reason = "shows that a panic becomes an exception")]
pub fn fail(py: Python<'_>, number: u32) -> PyResult<()> {
    if number == 0 {
        return call(py, || panic!("asked to"));
    }
    let unknown = || PyValueError::new_err(format!("no kind has the number {number}"));
    let kind = ErrorKind::from_number(number).ok_or_else(unknown)?;
    call(py, || Err(Error::new(kind, "asked to").with_parameter("number")))
}
